/** The demo's users and their passwords, in one file that only its owner reads. Written before the users exist. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { randomPassword } from '../platform/auth/passwords';

const demoUser = z.object({
  role: z.enum(['admin', 'auditor', 'user']),
  email: z.string(),
  password: z.string(),
});
export type DemoUser = z.infer<typeof demoUser>;

const WANTED: readonly Omit<DemoUser, 'password'>[] = [
  { role: 'admin', email: 'admin@demo.example' },
  { role: 'auditor', email: 'auditor@demo.example' },
  { role: 'user', email: 'alice@demo.example' },
  { role: 'user', email: 'bob@demo.example' },
];

/** As they were written at the first start, or new ones with random passwords. */
export function demoUsers(dataDir: string): DemoUser[] {
  const file = path.join(dataDir, 'demo-users.json');
  if (existsSync(file)) return z.array(demoUser).parse(JSON.parse(readFileSync(file, 'utf8')));
  const users = WANTED.map((wanted) => ({ ...wanted, password: randomPassword() }));
  mkdirSync(dataDir, { recursive: true });
  // Whole or not at all: a start that was killed here begins again with other passwords and no users.
  const partial = `${file}.partial`;
  const descriptor = openSync(partial, 'w', 0o600);
  writeSync(descriptor, `${JSON.stringify(users, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(partial, file);
  return users;
}
