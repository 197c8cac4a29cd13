/** The built server, stopped as an operator stops it and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalConfig } from '../../server/compose';
import { encodeBody } from '../../server/core/codec';
import { snapshotNames } from '../../server/engine/snapshot-files';
import { openJournal } from '../../server/journal/source';
import { hashPassword } from '../../server/platform/auth/passwords';
import { Users } from '../../server/platform/auth/users';
import { loadConfig } from '../../server/platform/config/config';
import { openDatabase } from '../../server/platform/database/database';
import type { ExchangeTables } from '../../server/platform/database/exchange-tables';
import { ALICE, buy, by, Exchange, LISTINGS, sell } from '../tools/core-fixture';
import { EventStoreServer } from '../tools/eventstore-server';
import { PASSWORD } from '../tools/http-exchange';
import { ServerProcess } from '../tools/server-process';

const TRADES = 60;
/** The exchange's members have their rows; the last one is not a member yet. */
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin'];
const NEW = `${NAMES[NAMES.length - 1]}@test.example`;

let directory: string;
let server: ServerProcess | null = null;
let store: EventStoreServer | null = null;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'restart-spec-'))));
afterEach(async () => {
  await server?.destroy();
  store?.stop();
  server = store = null;
  rmSync(directory, { recursive: true, force: true });
});

const journals: [string, () => Promise<Record<string, string>>][] = [
  ['in files', async () => ({})],
  [
    'in EventStoreDB',
    async () => {
      store = await EventStoreServer.start();
      return { JOURNAL_URL: store.url };
    },
  ],
];

test.each(journals)('an orderly stop leaves a snapshot of the end of a journal %s', async (_, environment) => {
  const env = { DATA_DIR: directory, ...(await environment()) };
  await prepare(env);
  server = await ServerProcess.start(env);
  expect(server.logged('recovered')).toMatchObject({ snapshot: -1 });
  const before = Number(server.logged('recovered')['position']);
  expect(before).toBeGreaterThan(200);

  // The first log-in makes the member: one event that came while it ran.
  const body = new URLSearchParams({ grant_type: 'password', username: NEW, password: PASSWORD });
  expect((await fetch(`${server.url}/exchange/api/auth/oauth/token`, { method: 'POST', body })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const head = before + 1;
  expect(snapshotNames(join(directory, 'snapshots'))).toEqual([`${String(head).padStart(16, '0')}.jsonl`]);

  server = await ServerProcess.start(env);
  expect(server.logged('recovered')).toMatchObject({ position: head, snapshot: head, tail: 0 });
  expect(await server.stop()).toBe(0);
});

/** An exchange with some hundred events behind it, and a user who has never logged in. */
async function prepare(env: Record<string, string>): Promise<void> {
  const exchange = new Exchange();
  for (const listing of LISTINGS) exchange.take(listing);
  for (let trade = 0; trade < TRADES; trade++) {
    exchange.take(by(ALICE, sell(100, 1)));
    exchange.take(buy(100, 1));
  }
  const config = loadConfig({ ...env, DEMO: 'off' });
  const { journal } = await openJournal(journalConfig(config));
  await journal.append(
    -1,
    exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) })),
  );
  await journal.close();
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  const users = new Users(database, Date.now);
  const passwordHash = await hashPassword(PASSWORD);
  for (const nickName of NAMES) {
    const row = { email: `${nickName}@test.example`, role: 'user', nickName, registerClientId: null } as const;
    await users.add({ ...row, passwordHash });
  }
  await database.close();
}
