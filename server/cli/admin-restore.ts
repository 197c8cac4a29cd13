/**
 * `npm run admin:restore -- --email someone@example.com`: break-glass, for an exchange whose staff can no longer act. It signs a request
 * with the key that signs the heads and lays it into the data directory. The server takes it up: the journal has one writer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalEmail } from '../../shared/products/identity/rules/credentials';
import { headsDirectory, nextKey } from '../heads/head-files';
import { signingKeyThere } from '../heads/keys';
import { askRestore, exchangeOf, takeAnswer, type RestoreAnswer } from '../heads/restore-files';
import { Users } from '../platform/auth/users';
import { loadConfig, type Config } from '../platform/config/config';
import { openDatabase } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { usageOf } from './programs';

/** A server that runs looks every two seconds. */
const ANSWER_MS_MAX = 10_000;
const LOOK_MS = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, user: { type: 'string' } } });
  // The demo's switch says nothing about who may be restored, and production refuses to start with it.
  const config = loadConfig({ ...process.env, DEMO: 'off' });
  const key = signingKeyThere(config);
  if (key === null)
    throw new Error(
      'the key that signs the heads is not here: set SIGNING_KEY, or DATA_DIR to the folder with signing.key',
    );
  const exchange = exchangeOf(config.dataDir);
  if (exchange === null)
    throw new Error(`no head is signed in ${config.dataDir} yet: start the server and stop it once`);
  const signs = nextKey(headsDirectory(config.dataDir));
  if (signs !== key.publicKey)
    throw new Error(`the heads are signed by the key ${signs}, and this one is ${key.publicKey}`);
  const user = await userOf(config, values);
  const request = askRestore(config.dataDir, key, { exchange, user, at: Date.now() });
  process.stdout.write(`asked to make user ${user} a full admin again: request ${request}\n`);
  process.stdout.write(`${told(await answerTo(config.dataDir, request))}\n`);
}

async function userOf(config: Config, values: { email?: string; user?: string }): Promise<number> {
  if (values.user !== undefined && values.email === undefined && /^[1-9]\d{0,9}$/.test(values.user))
    return Number(values.user);
  const email = values.user === undefined ? normalEmail(values.email ?? '') : null;
  if (email === null) throw new Error(`name one user; ${usageOf('admin:restore')}`);
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  try {
    const user = await new Users(database, Date.now).byEmail(email);
    if (!user) throw new Error(`${email} is not registered`);
    return user.id;
  } finally {
    await database.close();
  }
}

async function answerTo(dataDir: string, request: string): Promise<RestoreAnswer | null> {
  const until = Date.now() + ANSWER_MS_MAX;
  for (;;) {
    const answer = takeAnswer(dataDir, request);
    if (answer !== null || Date.now() > until) return answer;
    await pause(LOOK_MS);
  }
}

function told(answer: RestoreAnswer | null): string {
  if (answer === null) return 'the server has not answered: it takes the request up at its next start within an hour';
  if ('refused' in answer) throw new Error(`the exchange refuses it: ${answer.refused}`);
  const from = new Date(answer.from).toISOString();
  return `proposal ${answer.proposal}: in effect from ${from}, unless two full admins contradict it before`;
}

main().catch((error: Error) => {
  process.stderr.write(`admin:restore: ${error.message}\n`);
  process.exitCode = 1;
});
