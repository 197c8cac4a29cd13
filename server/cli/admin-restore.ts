/**
 * `npm run admin:restore -- --email someone@example.com`: break-glass, for an exchange whose staff can no longer act.
 * It writes a request to the data directory, signed with the key that signs the heads. The server executes it, because
 * the journal has one writer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalEmail } from '../../shared/products/identity/rules/credentials';
import { headsDirectory, keyOfNextLine } from '../signed-heads/head-files';
import { existingSigningKey } from '../signed-heads/keys';
import {
  writeRestoreRequest,
  exchangeIdOf,
  takeRestoreAnswer,
  type RestoreAnswer,
} from '../signed-heads/restore-requests';
import { Users } from '../platform/auth/users';
import { loadConfig, type Config } from '../platform/config/config';
import { openDatabase } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { usageOf } from './programs';

/** A running server checks for requests every 2 s. */
const ANSWER_MS_MAX = 10_000;
const LOOK_MS = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, user: { type: 'string' } } });
  // The demo switch does not affect who may be restored, and with it production refuses to start.
  const config = loadConfig({ ...process.env, DEMO: 'off' });
  const key = existingSigningKey(config);
  if (key === null)
    throw new Error(
      'the key that signs the heads is not here: set SIGNING_KEY, or DATA_DIR to the folder with signing.key',
    );
  const exchange = exchangeIdOf(config.dataDir);
  if (exchange === null)
    throw new Error(`no head is signed in ${config.dataDir} yet: start the server and stop it once`);
  const signingKey = keyOfNextLine(headsDirectory(config.dataDir));
  if (signingKey !== key.publicKey)
    throw new Error(`the heads are signed by the key ${signingKey}, and this one is ${key.publicKey}`);
  const user = await userOf(config, values);
  const request = writeRestoreRequest(config.dataDir, key, { exchange, user, at: Date.now() });
  process.stdout.write(`asked to make user ${user} a full admin again: request ${request}\n`);
  process.stdout.write(`${describeAnswer(await answerTo(config.dataDir, request))}\n`);
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
    const answer = takeRestoreAnswer(dataDir, request);
    if (answer !== null || Date.now() > until) return answer;
    await pause(LOOK_MS);
  }
}

function describeAnswer(answer: RestoreAnswer | null): string {
  if (answer === null) return 'the server has not answered: it takes the request up at its next start within an hour';
  if ('refused' in answer) throw new Error(`the exchange refuses it: ${answer.refused}`);
  const from = new Date(answer.from).toISOString();
  return `proposal ${answer.proposal}: in effect from ${from}, unless two full admins contradict it before`;
}

main().catch((error: Error) => {
  process.stderr.write(`admin:restore: ${error.message}\n`);
  process.exitCode = 1;
});
