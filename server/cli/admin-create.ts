/**
 * `npm run admin:create -- --email someone@example.com`: creates one of the first two admins. The password is the first
 * line of standard input, else a random one that is printed once. Run it before the first start, or with the server up
 * or down: it writes the user's row. The first log-in registers the member and, if there are not two admins yet, names
 * it in the journal. That log-in only permits binding a passkey or an authenticator, with a code sent to the address,
 * so the password alone makes no admin.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { normalEmail } from '../../shared/products/identity/rules/credentials';
import { isGuessable } from '../platform/auth/log-in/password-strength';
import { hashPassword, randomPassword } from '../platform/auth/log-in/passwords';
import { Users } from '../platform/auth/users';
import { loadConfig } from '../platform/config/config';
import { openDatabase } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { usageOf } from './programs';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const email = normalEmail(values.email ?? '');
  if (email === null) throw new Error(`no e-mail address; ${usageOf('admin:create')}`);
  const enteredPassword = process.stdin.isTTY ? null : await firstLine();
  const password = enteredPassword ?? randomPassword();
  if (isGuessable(password, email))
    throw new Error('the password is too weak: twelve characters or more, and not easy to guess');
  // The demo switch does not affect who may be admin, and with it production refuses to start.
  const config = loadConfig({ ...process.env, DEMO: 'off' });
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  try {
    const passwordHash = await hashPassword(password);
    const users = new Users(database, Date.now);
    const user = await users.add({ email, passwordHash, role: 'admin', nickName: 'admin', registerClientId: null });
    if (!user) throw new Error(`${email} is already registered`);
    process.stdout.write(`admin ${email} is user ${user.id}\n`);
    process.stdout.write('only the first two who log in are admins by this: those two name all others at the desk\n');
    process.stdout.write('the first log-in binds a passkey or an authenticator, by a code sent to that address\n');
    if (enteredPassword === null) process.stdout.write(`password: ${password}\n`);
  } finally {
    await database.close();
  }
}

async function firstLine(): Promise<string | null> {
  for await (const line of createInterface({ input: process.stdin })) return line === '' ? null : line;
  return null;
}

main().catch((error: Error) => {
  process.stderr.write(`admin:create: ${error.message}\n`);
  process.exitCode = 1;
});
