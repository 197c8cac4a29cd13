/**
 * The client waits for a store that is away, elects a leader or does not answer, and no error of the client library
 * ends the process.
 */
import {
  openEventStoreJournal,
  type EventStoreJournalOptions,
} from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal } from '../../../server/journal/port';
import { EventStoreServer, type Condition } from '../../tools/stores/eventstore-server';
import { draft, sampleBatches } from '../../tools/samples/sample-batches';
import { all, chained, CORE_NAME } from './suite';

let server: EventStoreServer;
let opened: Journal[];
let stray: unknown[];
const heardStray = (reason: unknown) => void stray.push(reason);
beforeEach(async () => {
  server = await EventStoreServer.start();
  opened = [];
  stray = [];
  process.on('unhandledRejection', heardStray);
});
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  server.stop();
  process.off('unhandledRejection', heardStray);
  expect(stray).toEqual([]);
});

async function open(
  options: Partial<EventStoreJournalOptions> & { onWaiting?: (reason: string, retryMs: number) => void } = {},
): Promise<Journal> {
  const journal = await openEventStoreJournal({ url: server.url, core: CORE_NAME, ...options });
  opened.push(journal);
  return journal;
}

const conditions: [Condition, RegExp][] = [
  ['leaderless', /^waiting for a leader: /],
  ['not ready', /^waiting for the store: .*Server Is Not Ready/],
  ['silent', /^waiting for the store: no answer within 300 ms/],
];

describe('a start', () => {
  test.each(conditions)(
    'waits for a server that is %s, tells why, and continues when it is well',
    async (condition, why) => {
      const pauses: number[] = [];
      server.condition = condition;
      const journal = await open({
        // A busy machine may take long for an answer that comes.
        answerMsMax: condition === 'silent' ? 300 : 10_000,
        onWaiting: (reason, retryMs) => {
          expect(reason).toMatch(why);
          if (pauses.push(retryMs) === 3) server.condition = 'well';
        },
      });
      expect(pauses).toEqual([50, 100, 200]);
      expect(journal.waitsFor?.()).toBeNull();
      await journal.append(-1, sampleBatches(2).map(draft));
    },
  );

  test('waits without any server as well', async () => {
    server.stop();
    const reasons: string[] = [];
    await open({
      onWaiting: (reason) => {
        if (reasons.push(reason) === 2) void server.start();
      },
    });
    expect(reasons[0]).toMatch(/^waiting for the store: .*ECONNREFUSED/);
  });

  test('waits for a leader on a cluster without one', async () => {
    server.condition = 'leaderless';
    const reasons: string[] = [];
    await open({
      url: server.clusterUrl,
      onWaiting: (reason) => {
        if (reasons.push(reason) === 2) server.condition = 'well';
      },
    });
    expect(reasons[0]).toBe('waiting for a leader: Failed to discover after 2 attempts.');
  });
});

test.each(conditions)('an append to a server that is %s continues when it is well', async (condition, why) => {
  const journal = await open({ answerMsMax: 300, settleMsMax: 40_000 });
  const batches = sampleBatches(4);
  const head = await journal.append(-1, batches.slice(0, 2).map(draft));
  server.condition = condition;
  const appending = journal.append(head.position, batches.slice(2).map(draft));
  while (journal.waitsFor?.() === null) await new Promise((resolve) => setImmediate(resolve));
  expect(journal.waitsFor?.()).toMatch(why);
  server.condition = 'well';
  await appending;
  expect(journal.waitsFor?.()).toBeNull();
  expect(await all(journal.read(0))).toEqual(chained(batches));
});

test('continues after a cluster lost its leader and all connections', async () => {
  const journal = await open({ url: server.clusterUrl, settleMsMax: 40_000 });
  const batches = sampleBatches(6);
  const seen: number[] = [];
  journal.subscribe(
    -1,
    (group) => void seen.push(...group.map(({ position }) => position)),
    (error) => stray.push(error),
  );
  const head = await journal.append(-1, batches.slice(0, 3).map(draft));
  server.condition = 'leaderless';
  server.stop();
  await server.start();
  const appending = journal.append(head.position, batches.slice(3).map(draft));
  while (journal.waitsFor?.() === null) await new Promise((resolve) => setImmediate(resolve));
  await expect(all(journal.read(0))).rejects.toThrow('Failed to discover');
  server.condition = 'well';
  await appending;
  const positions = chained(batches).map(({ position }) => position);
  while (seen.length < positions.length) await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(positions);
});

test('ends an unanswered read with an error in time', async () => {
  const journal = await open({ answerMsMax: 300 });
  await journal.append(-1, sampleBatches(2).map(draft));
  server.condition = 'silent';
  await expect(all(journal.read(0))).rejects.toThrow('no answer within 300 ms');
  server.condition = 'well';
  expect(await all(journal.read(0))).toEqual(chained(sampleBatches(2)));
});
