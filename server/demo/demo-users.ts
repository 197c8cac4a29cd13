/**
 * The demo's users and their passwords, in owner-only files, written before the users exist. Those of `demo-users.json`
 * are for visitors; those of `demo-traders.json` trade automatically.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { demoUserRecord, type DemoUserRecord } from '../../shared/wire/demo';
import { randomPassword } from '../platform/auth/log-in/passwords';
import { newTotpSecret } from '../platform/auth/factors/totp';
import { writePrivately } from '../platform/files/private-file';
import { PRODUCT_DEMOS } from '../products/api';
import { usersFile } from './demo-place';

export type DemoUser = DemoUserRecord;
type Wanted = Pick<DemoUser, 'role' | 'email'>;

/** Inviters: alice has two levels of invited users who trade, and so gets rebates. */
export const DEMO_INVITERS: Readonly<Record<string, string>> = {
  'carol@demo.example': 'alice@demo.example',
  'dave@demo.example': 'alice@demo.example',
  'erin@demo.example': 'carol@demo.example',
};

const LISTED: readonly Wanted[] = [
  { role: 'admin', email: 'admin@demo.example' },
  { role: 'auditor', email: 'auditor@demo.example' },
  { role: 'user', email: 'alice@demo.example' },
  { role: 'user', email: 'bob@demo.example' },
  // For trying decisions that need two staff members.
  { role: 'admin', email: 'admin2@demo.example' },
];

/** The maker first, then the takers. */
const SIMULATED: readonly Wanted[] = [
  { role: 'user', email: 'maker@demo.example' },
  { role: 'user', email: 'carol@demo.example' },
  { role: 'user', email: 'dave@demo.example' },
  { role: 'user', email: 'erin@demo.example' },
];

/** Users that visitors can log in as. */
export function demoUsers(dataDir: string): DemoUser[] {
  const file = usersFile(dataDir);
  const users = storedUsers(file, LISTED, ({ role }) => (role === 'user' ? { fundPassword: randomPassword() } : {}));
  // Users of an older demo get missing equipment now.
  const equipped = users.map((user) =>
    user.role === 'user' ? equippedByProducts(user) : { authenticator: newTotpSecret(), ...user },
  );
  if (equipped.every((user, place) => Object.keys(user).length === Object.keys(users[place]).length)) return users;
  writePrivately(file, `${JSON.stringify(equipped, null, 2)}\n`);
  return equipped;
}

function equippedByProducts(user: DemoUser): DemoUser {
  return PRODUCT_DEMOS.reduce((equipped, { equipment }) => ({ ...equipment?.(), ...equipped }), user);
}

/** Users that quote and trade by plan: ordinary users that nobody logs in as. */
export function simulatedTraders(dataDir: string): DemoUser[] {
  return storedUsers(path.join(dataDir, 'demo-traders.json'), SIMULATED);
}

/** Users as written at the first start, or new ones with random passwords; likewise for later additions to the list. */
function storedUsers(
  file: string,
  requiredUsers: readonly Wanted[],
  extraFields: (user: Wanted) => Pick<DemoUser, 'fundPassword'> = () => ({}),
): DemoUser[] {
  const existingUsers = existsSync(file) ? z.array(demoUserRecord).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const missing = requiredUsers.filter(({ email }) => !existingUsers.some((user) => user.email === email));
  if (missing.length === 0) return existingUsers;
  const users = [
    ...existingUsers,
    ...missing.map((user) => ({ ...user, password: randomPassword(), ...extraFields(user) })),
  ];
  // A start killed before this line begins again with other passwords, before any users exist.
  writePrivately(file, `${JSON.stringify(users, null, 2)}\n`);
  return users;
}
