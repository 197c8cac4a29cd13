/**
 * The built server on a cluster without a leader: it waits, reports the reason, and neither exits nor loses anything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { logInStranger, prepareData } from '../../tools/samples/prepared-data';
import { ServerProcess } from '../../tools/server-process';

let directory: string;
let store: EventStoreServer;
let server: ServerProcess | null = null;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'journal-away-spec-'));
  store = await EventStoreServer.start();
});
afterEach(async () => {
  await server?.destroy();
  server = null;
  store.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function ask(path: string): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${server?.url}${path}`);
  return [response.status, await response.json()];
}
const leaderless = expect.stringMatching(/^waiting for a leader: /);

test('ASVS 16.5.2: a start and an append without a leader wait for one, and the process continues', async () => {
  const env = { DATA_DIR: directory, JOURNAL_URL: store.clusterUrl };
  await prepareData(env);
  store.condition = 'leaderless';
  server = await ServerProcess.begin(env);
  await server.says('the journal is waited for');
  expect(await ask('/ready')).toEqual([503, { ready: false, step: 'journal', percent: null, journal: leaderless }]);
  expect(await ask('/health')).toEqual([200, { status: 'up' }]);
  expect((await ask('/exchange/anything'))[0]).toBe(503);
  store.condition = 'well';
  await server.says('listening on');
  expect(await ask('/ready')).toEqual([200, expect.objectContaining({ ready: true, journal: 'ok' })]);

  store.condition = 'leaderless';
  store.stop();
  await store.start();
  const logIn = logInStranger(server.url);
  const ready = async (): Promise<[number, unknown]> => {
    const answer = await ask('/ready');
    return answer[0] === 200 ? ready() : answer;
  };
  expect(await ready()).toEqual([503, expect.objectContaining({ ready: false, journal: leaderless })]);
  store.condition = 'well';
  expect((await logIn).status).toBe(200);
  expect(await ask('/ready')).toEqual([200, expect.objectContaining({ ready: true, journal: 'ok' })]);
  expect(await server.stop()).toBe(0);
});
