/** The built server, stopped and started again as an operator does. */
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

  // One event recorded while it ran.
  expect((await logInStranger(server.url)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  // And those recorded by the first start.
  const names = snapshotNames(join(directory, 'snapshots'));
  const head = Number.parseInt(names[0] ?? '', 10);
  expect([names.length, head > before]).toEqual([1, true]);

  server = await ServerProcess.start(env);
  expect(server.logged('recovered')).toMatchObject({ position: head, snapshot: head, tail: 0 });
  expect(await server.stop()).toBe(0);
});

test("a demo's data directory is refused with DEMO=off, and nothing is written to it", async () => {
  writeFileSync(join(directory, 'demo-users.json'), '[]');
  server = await ServerProcess.begin({ DATA_DIR: directory });
  await server.says('was made by the demo');
  expect(await server.ended).toBe(1);
  expect(readdirSync(directory)).toEqual(['demo-users.json']);
});
