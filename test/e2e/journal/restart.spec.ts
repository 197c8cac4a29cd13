/** The built server, stopped as an operator stops it and started again. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotNames } from '../../../server/engine/snapshot-files';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { logInStranger, prepareData } from '../../tools/samples/prepared-data';
import { ServerProcess } from '../../tools/server-process';

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
  await prepareData(env);
  server = await ServerProcess.start(env);
  expect(server.logged('recovered')).toMatchObject({ snapshot: -1 });
  const before = Number(server.logged('recovered')['position']);
  expect(before).toBeGreaterThan(200);

  // One event that came while it ran.
  expect((await logInStranger(server.url)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  // And what the first start has told the core.
  const names = snapshotNames(join(directory, 'snapshots'));
  const head = Number.parseInt(names[0] ?? '', 10);
  expect([names.length, head > before]).toEqual([1, true]);

  server = await ServerProcess.start(env);
  expect(server.logged('recovered')).toMatchObject({ position: head, snapshot: head, tail: 0 });
  expect(await server.stop()).toBe(0);
});

test('what a demo was started on is no exchange: with DEMO=off it is refused, and nothing is written there', async () => {
  writeFileSync(join(directory, 'demo-users.json'), '[]');
  server = await ServerProcess.begin({ DATA_DIR: directory });
  await server.says('was made by the demo');
  expect(await server.ended).toBe(1);
  expect(readdirSync(directory)).toEqual(['demo-users.json']);
});
