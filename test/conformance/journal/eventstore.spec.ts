/**
 * The EventStoreDB adapter: the journal suite against this repository's protocol server and, if JOURNAL_URL is set, a
 * real one. Then the faults specific to this adapter.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { BATCH_EVENTS_MAX } from '../../../server/core/bounds';
import type { Batch } from '../../../server/core/event';
import {
  openEventStoreJournal,
  openEventStoreReader,
  type EventStoreJournalOptions,
} from '../../../server/journal/eventstore/eventstore-journal';
import { APPEND_BYTES_NEEDED } from '../../../server/journal/eventstore/record';
import { AppendError, JournalLimitError, type DraftBatch, type Journal } from '../../../server/journal/port';
import { APPEND_BYTES_MAX_HIGHEST, EventStoreServer } from '../../tools/stores/eventstore-server';
import { largestBatch } from '../../tools/fixtures/largest';
import { batchOfBytes, batchOfManyEvents, draft, groupsOf, sampleBatches } from '../../tools/samples/sample-batches';
import { OpenJournals, PATIENCE_MS, realServerHarness, STREAM, testServerHarness } from './eventstore-harness';
import { all, appendAll, chained, CORE_NAME, journalConformance } from './suite';

describe('with the test server', () => {
  journalConformance('EventStoreDB', testServerHarness());
});

const realUrl = process.env['JOURNAL_URL'];
(realUrl ? describe : describe.skip)('with the server that JOURNAL_URL names', () => {
  journalConformance('EventStoreDB', realServerHarness(realUrl ?? ''));
});

describe('over TLS, where a certificate names the host', () => {
  test('the connections of a TLS test use its relay too, and are cut there', async () => {
    const server = await EventStoreServer.start({ tls: true });
    const opened = new OpenJournals(server.url, STREAM);
    try {
      const batches = sampleBatches(40);
      const journal = await opened.openThroughRelay();
      const { passed } = opened.relay;
      expect(passed).toBeGreaterThan(0);
      const seen: number[] = [];
      const end = chained(batches)[39].position;
      const delivered = new Promise<void>((resolve, reject) => {
        journal.subscribe(
          -1,
          (group) => {
            seen.push(...group.map(({ position }) => position));
            if (seen[seen.length - 1] === end) resolve();
          },
          reject,
        );
      });
      for (const group of groupsOf(batches, 10)) {
        await journal.append(journal.head().position, group);
        opened.relay.cut();
      }
      await delivered;
      expect(opened.relay.passed).toBeGreaterThan(passed);
      expect(seen).toEqual(chained(batches).map(({ position }) => position));
      opened.relay.stop();
      await expect(all(journal.read(0))).rejects.toThrow();
    } finally {
      await opened.close();
      server.stop();
    }
  });
});

describe('EventStoreDB as a journal, on errors', () => {
  let server: EventStoreServer;
  let opened: Journal[];
  beforeEach(async () => {
    server = await EventStoreServer.start();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((journal) => journal.close()));
    server.stop();
  });
  type Options = Omit<EventStoreJournalOptions, 'url' | 'core'>;
  async function open(options: Options = {}): Promise<Journal> {
    const journal = await openEventStoreJournal({ url: server.url, core: CORE_NAME, ...options });
    opened.push(journal);
    return journal;
  }

  test.each(['lost after storing', 'lost before storing', 'never answered', 'timed out'] as const)(
    'looks up or repeats an append whose answer is %s, and stores it once',
    async (mishap) => {
      const journal = await open({ answerMsMax: mishap === 'never answered' ? 500 : PATIENCE_MS });
      const batches = sampleBatches(6);
      const head = await journal.append(-1, batches.slice(0, 3).map(draft));
      server.nextAppend(mishap);
      await journal.append(head.position, batches.slice(3).map(draft));
      expect(await all(journal.read(0))).toEqual(chained(batches));
      expect(journal.waitsFor?.()).toBeNull();
    },
  );

  test('stores an append that is lost repeatedly exactly once', async () => {
    const journal = await open();
    server.nextAppend('lost before storing', 0, 3);
    await journal.append(-1, sampleBatches(3).map(draft));
    expect(await all(journal.read(0))).toEqual(chained(sampleBatches(3)));
  });

  test.each([
    ['lost after storing', 3],
    ['lost before storing', 0],
    ['never answered', 3],
  ] as const)(
    'an append that is %s and cannot be looked up in time has an unknown outcome; reading back tells it',
    async (mishap, stored) => {
      const journal = await open({ settleMsMax: 0, answerMsMax: mishap === 'never answered' ? 500 : PATIENCE_MS });
      server.nextAppend(mishap);
      await expect(journal.append(-1, sampleBatches(3).map(draft))).rejects.toMatchObject({ fault: 'unknown' });
      // After giving up nothing waits, so that readiness does not hang on a refused append.
      expect(journal.waitsFor?.()).toBeNull();
      expect(await all(journal.read(0))).toEqual(chained(sampleBatches(3)).slice(0, stored));
    },
  );

  test("an append in doubt, followed by another writer's, has an unknown outcome", async () => {
    const journal = await open();
    server.nextAppend('lost after storing');
    const appending = journal.append(-1, sampleBatches(3).map(draft));
    appending.catch(() => undefined);
    while (server.count(STREAM) === 0) await new Promise((resolve) => setImmediate(resolve));
    server.inject(STREAM, 'Foreign');
    await expect(appending).rejects.toMatchObject({ fault: 'unknown' });
  });

  test("continues after an unknown outcome from the stream's end", async () => {
    const journal = await open({ settleMsMax: 0 });
    const batches = sampleBatches(6);
    server.nextAppend('lost after storing');
    await expect(journal.append(-1, batches.slice(0, 3).map(draft))).rejects.toMatchObject({ fault: 'unknown' });
    const found = chained(batches)[2];
    await journal.append(found.position, batches.slice(3).map(draft));
    expect(await all(journal.read(0))).toEqual(chained(batches));
  });

  test('stores the same append by another process once', async () => {
    const [journal, second] = [await open({ settleMsMax: 0 }), await open()];
    const group = sampleBatches(3).map(draft);
    server.nextAppend('lost after storing');
    await expect(journal.append(-1, group)).rejects.toMatchObject({ fault: 'unknown' });
    // It opened before the first append, so its head is still that of the empty stream.
    const head = await second.append(-1, group);
    expect(head.position).toBe(chained(sampleBatches(3))[2].position);
    expect(await all(second.read(0))).toEqual(chained(sampleBatches(3)));
  });

  test('a different append at the same place is a conflict', async () => {
    const [journal, second] = [await open(), await open()];
    await journal.append(-1, sampleBatches(3).map(draft));
    await expect(second.append(-1, [draft(batchOfManyEvents(2))])).rejects.toMatchObject({ fault: 'conflict' });
    expect(await all(second.read(0))).toEqual(chained(sampleBatches(3)));
  });

  test('splits a group larger than one append between batches', async () => {
    const journal = await open();
    const batches = sampleBatches(2_000);
    await appendAll(journal, groupsOf(batches, 2_000));
    expect(await all(journal.read(0))).toEqual(chained(batches));
  });

  test('stores a split group completely if one append is lost', async () => {
    const journal = await open();
    server.nextAppend('lost before storing', 2);
    await journal.append(-1, larger(20));
    expect(await all(journal.read(0))).toEqual(chained(larger(20).map(({ batch }) => batch)));
  });

  test.each([
    ['lost after storing', 3],
    ['lost before storing', 2],
  ] as const)('a split group whose third append is %s has an unknown outcome', async (mishap, stored) => {
    const journal = await open({ settleMsMax: 0 });
    const group = larger(20);
    server.nextAppend(mishap, 2);
    await expect(journal.append(-1, group)).rejects.toMatchObject({ fault: 'unknown' });
    const found = await all(journal.read(0));
    expect(found).toEqual(chained(group.map(({ batch }) => batch)).slice(0, found.length));
    expect(found.length % stored).toBe(0);
    expect(found.length).toBeGreaterThan(stored);
    expect(found.length).toBeLessThan(20);
  });

  test('a split group overtaken half-way by another writer has an unknown outcome, because a part is stored', async () => {
    const journal = await open();
    server.nextAppend('overtaken', 1);
    await expect(journal.append(-1, larger(20))).rejects.toMatchObject({ fault: 'unknown' });
    expect(server.count(STREAM)).toBeGreaterThan(1);
    expect(server.count(STREAM)).toBeLessThan(20);
  });

  test('an append overtaken by another writer is a conflict', async () => {
    const journal = await open();
    server.nextAppend('overtaken');
    await expect(journal.append(-1, sampleBatches(2).map(draft))).rejects.toMatchObject({ fault: 'conflict' });
    expect(server.count(STREAM)).toBe(1);
  });

  test('a refusal names the limit of a server that returns with less than configured', async () => {
    const journal = await open();
    server.stop();
    await server.start({ appendBytesMax: 3_000 });
    // The connection was cut, so the first append's outcome is unknown.
    const refusal = async (batches: readonly Batch[]): Promise<AppendError> => {
      for (;;) {
        const error: unknown = await journal.append(-1, batches.map(draft)).catch((caught: unknown) => caught);
        if (!(error instanceof AppendError) || error.fault !== 'unknown') return error as AppendError;
      }
    };
    const several = Array.from({ length: 3 }, (_, index) => batchOfBytes(1_500, index));
    expect(await refusal(several)).toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('JOURNAL_APPEND_BYTES_MAX'),
    });
    expect(await refusal([batchOfBytes(5_000)])).toMatchObject({ fault: 'too_large' });
    expect(server.count(STREAM)).toBe(0);
  });

  test.each([1, 50, BATCH_EVENTS_MAX])('takes a batch of %i events with the largest allowed body', async (events) => {
    const journal = await open();
    const frozen = (reason: string) => {
      const { events: verified, ...batch } = batchOfManyEvents(events);
      return draft({ ...batch, events: [...verified.slice(1), { type: 'AccountFrozen', user: 1, reason }] });
    };
    const full = frozen('x'.repeat(journal.batchBytesMax - Buffer.byteLength(frozen('').body)));
    expect(Buffer.byteLength(full.body)).toBe(journal.batchBytesMax);
    expect((await journal.append(-1, [full])).position).toBe(events - 1);
  });

  test('a connection string that turns conflicts into results changes nothing', async () => {
    const [first, second] = [await open(), await open()];
    await first.append(-1, sampleBatches(3).map(draft));
    const url = `${server.url}&throwOnAppendFailure=false`;
    const journal = await openEventStoreJournal({ url, core: CORE_NAME });
    opened.push(journal);
    await expect(second.append(-1, [draft(batchOfManyEvents(2))])).rejects.toMatchObject({ fault: 'conflict' });
    server.nextAppend('overtaken');
    const { position } = journal.head();
    await expect(journal.append(position, sampleBatches(1, position + 1).map(draft))).rejects.toMatchObject({
      fault: 'conflict',
    });
  });

  test('a reader with many waits leaves no more listeners on the test server than one wait', async () => {
    const journal = await open();
    await journal.append(-1, larger(400));
    const waits = jest.spyOn(EventEmitter.prototype, 'once');
    try {
      let most = 0;
      let read = 0;
      for await (const _ of journal.read(0)) {
        read += 1;
        const calls = waits.mock.contexts.filter((_call, index) => waits.mock.calls[index]?.[0] === 'cancelled');
        most = Math.max(most, ...calls.map((call) => (call as EventEmitter).listenerCount('cancelled')));
      }
      expect({ read, most }).toEqual({ read: 400, most: 1 });
    } finally {
      waits.mockRestore();
    }
  });

  test('a subscription with a checkpoint inside a batch delivers that batch whole', async () => {
    const journal = await open();
    const batches = [batchOfManyEvents(5), ...sampleBatches(3, 5)];
    await journal.append(-1, batches.map(draft));
    const positions = await new Promise<number[]>((resolve, reject) => {
      const seen: number[] = [];
      journal.subscribe(
        2,
        (group) => {
          seen.push(...group.map((stored) => stored.position));
          if (seen.length === 4) resolve(seen);
        },
        reject,
      );
    });
    expect(positions).toEqual(chained(batches).map((stored) => stored.position));
  });
});

describe('the size limit of an append', () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  async function serverTaking(appendBytesMax?: number): Promise<EventStoreServer> {
    const server = await EventStoreServer.start({ appendBytesMax });
    closers.push(() => server.stop());
    return server;
  }
  async function opened(server: EventStoreServer, appendBytesMax?: number): Promise<Journal> {
    const journal = await openEventStoreJournal({ url: server.url, core: CORE_NAME, appendBytesMax });
    closers.push(() => journal.close());
    return journal;
  }
  async function refusalOf(opening: Promise<Journal>): Promise<JournalLimitError> {
    const error: unknown = await opening.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(JournalLimitError);
    return error as JournalLimitError;
  }

  test('a server with defaults takes what the adapter assumes, and keeps nothing of the check', async () => {
    const server = await serverTaking();
    expect((await opened(server)).head().position).toBe(-1);
    expect(server.count(STREAM)).toBe(0);
  });

  test('uses a higher server limit, up to the highest, as far as configured', async () => {
    const server = await serverTaking(APPEND_BYTES_MAX_HIGHEST);
    const bodies = [await opened(server), await opened(server, APPEND_BYTES_MAX_HIGHEST)].map(
      ({ batchBytesMax }) => batchBytesMax,
    );
    expect(bodies[1] - bodies[0]).toBe(APPEND_BYTES_MAX_HIGHEST - 1024 * 1024);
  });

  test.each([
    [1024 * 1024, APPEND_BYTES_MAX_HIGHEST],
    [1024 * 1024, 1024 * 1024 + 1],
    [APPEND_BYTES_MAX_HIGHEST - 1, APPEND_BYTES_MAX_HIGHEST],
  ])('refuses a server that takes %i where %i are configured, with both figures', async (taken, configured) => {
    const error = await refusalOf(opened(await serverTaking(taken), configured));
    expect(error).toMatchObject({ limit: taken, needed: configured });
    expect(error.message).toBe(
      `the server takes appends of ${taken} bytes, JOURNAL_APPEND_BYTES_MAX is ${configured}: ` +
        "lower it, or raise the server's MaxAppendSize",
    );
  });

  test('refuses a server below the largest batch, with both figures', async () => {
    const error = await refusalOf(opened(await serverTaking(APPEND_BYTES_NEEDED - 1), APPEND_BYTES_NEEDED));
    expect(error).toMatchObject({ limit: APPEND_BYTES_NEEDED - 1, needed: APPEND_BYTES_NEEDED });
    expect(error.message).toContain(`the largest batch takes ${APPEND_BYTES_NEEDED}`);
  });

  test('refuses such a configuration before asking the server', async () => {
    const opening = openEventStoreJournal({
      url: 'esdb://127.0.0.1:1?tls=false',
      core: CORE_NAME,
      appendBytesMax: APPEND_BYTES_NEEDED - 1,
    });
    const error = await refusalOf(opening);
    expect(error).toMatchObject({ limit: APPEND_BYTES_NEEDED - 1, needed: APPEND_BYTES_NEEDED });
    expect(error.message).toContain(`JOURNAL_APPEND_BYTES_MAX is ${APPEND_BYTES_NEEDED - 1}`);
  });

  test('the lowest allowed configuration takes the largest batch', async () => {
    const journal = await opened(await serverTaking(APPEND_BYTES_NEEDED), APPEND_BYTES_NEEDED);
    expect((await journal.append(-1, [draft(largestBatch())])).position).toBe(BATCH_EVENTS_MAX - 1);
  });

  test('asks a server again after a timeout, and names one that never answers', async () => {
    const server = await serverTaking();
    server.nextAppend('timed out');
    expect((await opened(server)).head().position).toBe(-1);
    server.nextAppend('timed out', 0, 5);
    const waits: string[] = [];
    const journal = await openEventStoreJournal({
      url: server.url,
      core: CORE_NAME,
      onWaiting: (reason) => waits.push(reason),
    });
    closers.push(() => journal.close());
    expect(waits).toEqual([expect.stringContaining('the server did not say what appends it takes')]);
    expect(server.count(STREAM)).toBe(0);
  });

  test("a real server starts with the compose file's limit, which the exchange knows, and not with 16 MiB", async () => {
    await expect(serverTaking(16 * 1024 * 1024)).rejects.toThrow('MaxAppendSize exceeded 16767216 bytes');
    const compose = readFileSync(path.join(__dirname, '../../../docker-compose.yml'), 'utf8');
    const [server, exchange] = ['EVENTSTORE_MAX_APPEND_SIZE', 'JOURNAL_APPEND_BYTES_MAX'].map((name) =>
      Number(new RegExp(`^ *${name}: '(\\d+)'$`, 'm').exec(compose)?.[1]),
    );
    expect((await opened(await serverTaking(server), exchange)).head().position).toBe(-1);
    expect(exchange).toBe(server);
  });

  test('a reader sends no check', async () => {
    const server = await serverTaking();
    server.nextAppend('never answered');
    const reader = await openEventStoreReader({ url: server.url, core: CORE_NAME });
    expect(reader.head().position).toBe(-1);
    await reader.close();
  });
});

/** Batches of one event, of which three fit an append. */
function larger(count: number): DraftBatch[] {
  return Array.from({ length: count }, (_, index) => draft(batchOfBytes(300_000, index)));
}
