/**
 * The demo's users and their passwords, in files that only their owner reads. Written before the users exist. Those of
 * `demo-users.json` are for visitors; those of `demo-traders.json` trade by themselves.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { demoUserRecord, type DemoUserRecord } from '../../shared/wire/demo';
import { randomPassword } from '../platform/auth/log-in/passwords';
import { newTotpSecret } from '../platform/auth/factors/totp';
import { drawRobotKey } from '../products/robot/api/robot-key';
import { writePrivately } from '../platform/files/private-file';

export type DemoUser = DemoUserRecord;
type Wanted = Pick<DemoUser, 'role' | 'email'>;

/** Who came by whose invitation: alice has two levels of friends who trade, and so she has rebates. */
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
  // What two of staff must agree on can be tried, too.
  { role: 'admin', email: 'admin2@demo.example' },
];

/** The maker first, then the takers. */
const SIMULATED: readonly Wanted[] = [
  { role: 'user', email: 'maker@demo.example' },
  { role: 'user', email: 'carol@demo.example' },
  { role: 'user', email: 'dave@demo.example' },
  { role: 'user', email: 'erin@demo.example' },
];

/** There since the first start began. */
export function usersFile(dataDir: string): string {
  return path.join(dataDir, 'demo-users.json');
}

/** Whether a demo was ever started on this directory: its users have passwords that everybody was shown, and money that nobody brought. */
export function isOfDemo(dataDir: string): boolean {
  return existsSync(usersFile(dataDir));
}

/** Whom visitors may be. */
export function demoUsers(dataDir: string): DemoUser[] {
  const file = usersFile(dataDir);
  const users = keptUsers(file, LISTED, ({ role }) => (role === 'user' ? { fundPassword: randomPassword() } : {}));
  // Those of a demo that was begun before anybody needed one get theirs now.
  if (users.every(({ role, authenticator, robotKey }) => (role === 'user' ? robotKey : authenticator) !== undefined))
    return users;
  const equipped = users.map((user) =>
    user.role === 'user' ? { robotKey: drawRobotKey(), ...user } : { authenticator: newTotpSecret(), ...user },
  );
  writePrivately(file, `${JSON.stringify(equipped, null, 2)}\n`);
  return equipped;
}

/** Who quotes and trades by plan: ordinary users whom nobody needs to be. */
export function simulatedTraders(dataDir: string): DemoUser[] {
  return keptUsers(path.join(dataDir, 'demo-traders.json'), SIMULATED);
}

/** As they were written at the first start, or new ones with random passwords; so are those that came to the list since. */
function keptUsers(
  file: string,
  wanted: readonly Wanted[],
  more: (user: Wanted) => Pick<DemoUser, 'fundPassword'> = () => ({}),
): DemoUser[] {
  const known = existsSync(file) ? z.array(demoUserRecord).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const missing = wanted.filter(({ email }) => !known.some((user) => user.email === email));
  if (missing.length === 0) return known;
  const users = [...known, ...missing.map((user) => ({ ...user, password: randomPassword(), ...more(user) }))];
  // A start that was killed before this begins again with other passwords and no users of them.
  writePrivately(file, `${JSON.stringify(users, null, 2)}\n`);
  return users;
}
