/**
 * The EventStoreDB adapter: the suite of every journal against a server of this repository that speaks the protocol,
 * and, when JOURNAL_URL names a real one, against that as well. Behind it the faults that only this adapter knows.
 */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import * as path from 'node:path';
import type { Duplex } from 'node:stream';
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
import { all, appendAll, chained, CORE_NAME, journalConformance, type JournalHarness } from './suite';

const STREAM = `core-${CORE_NAME}`;
/** A busy machine may be slow; only the tests of the deadline itself are about it. */
const PATIENCE_MS = 45_000;
/** Where the store is away for good, an append need not be tried for long. */
const SETTLE_MS_MAX = 3_000;

describe('with the test server', () => {
  journalConformance('EventStoreDB', testServerHarness());
});

const realUrl = process.env['JOURNAL_URL'];
(realUrl ? describe : describe.skip)('with the server that JOURNAL_URL names', () => {
  journalConformance('EventStoreDB', realServerHarness(realUrl ?? ''));
});

describe('over TLS, where a certificate names the host', () => {
  test('the connections of a test go through its relay too, and are cut there', async () => {
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

describe('EventStoreDB as a journal, when things go wrong', () => {
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
    'an append whose answer is %s is looked for, or sent again, and is stored once',
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

  test('an append that is lost again and again is stored once all the same', async () => {
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
    'an append that is %s and cannot be looked for in time has an unknown outcome, and reading back tells it',
    async (mishap, stored) => {
      const journal = await open({ settleMsMax: 0, answerMsMax: mishap === 'never answered' ? 500 : PATIENCE_MS });
      server.nextAppend(mishap);
      await expect(journal.append(-1, sampleBatches(3).map(draft))).rejects.toMatchObject({ fault: 'unknown' });
      // Given up, so nothing waits: readiness must not hang on an append that nobody sends while it is refused.
      expect(journal.waitsFor?.()).toBeNull();
      expect(await all(journal.read(0))).toEqual(chained(sampleBatches(3)).slice(0, stored));
    },
  );

  test('an append in doubt behind which another writer has written is nobody’s guess', async () => {
    const journal = await open();
    server.nextAppend('lost after storing');
    const appending = journal.append(-1, sampleBatches(3).map(draft));
    appending.catch(() => undefined);
    while (server.count(STREAM) === 0) await new Promise((resolve) => setImmediate(resolve));
    server.inject(STREAM, 'Foreign');
    await expect(appending).rejects.toMatchObject({ fault: 'unknown' });
  });

  test('goes on after an unknown outcome from where the stream has come to', async () => {
    const journal = await open({ settleMsMax: 0 });
    const batches = sampleBatches(6);
    server.nextAppend('lost after storing');
    await expect(journal.append(-1, batches.slice(0, 3).map(draft))).rejects.toMatchObject({ fault: 'unknown' });
    const found = chained(batches)[2];
    await journal.append(found.position, batches.slice(3).map(draft));
    expect(await all(journal.read(0))).toEqual(chained(batches));
  });

  test('the same append sent again by another process is stored once', async () => {
    const [journal, second] = [await open({ settleMsMax: 0 }), await open()];
    const group = sampleBatches(3).map(draft);
    server.nextAppend('lost after storing');
    await expect(journal.append(-1, group)).rejects.toMatchObject({ fault: 'unknown' });
    // It opened before the first append: its head is still that of the empty stream.
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

  test('a group larger than one append is cut between batches', async () => {
    const journal = await open();
    const batches = sampleBatches(2_000);
    await appendAll(journal, groupsOf(batches, 2_000));
    expect(await all(journal.read(0))).toEqual(chained(batches));
  });

  test('a cut group of which one append is lost on the way is stored whole', async () => {
    const journal = await open();
    server.nextAppend('lost before storing', 2);
    await journal.append(-1, larger(20));
    expect(await all(journal.read(0))).toEqual(chained(larger(20).map(({ batch }) => batch)));
  });

  test.each([
    ['lost after storing', 3],
    ['lost before storing', 2],
  ] as const)('a cut group whose third append is %s has an unknown outcome', async (mishap, stored) => {
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

  test('a cut group that another writer overtakes half way has an unknown outcome, for a part of it is stored', async () => {
    const journal = await open();
    server.nextAppend('overtaken', 1);
    await expect(journal.append(-1, larger(20))).rejects.toMatchObject({ fault: 'unknown' });
    expect(server.count(STREAM)).toBeGreaterThan(1);
    expect(server.count(STREAM)).toBeLessThan(20);
  });

  test('an append that another writer overtakes is a conflict', async () => {
    const journal = await open();
    server.nextAppend('overtaken');
    await expect(journal.append(-1, sampleBatches(2).map(draft))).rejects.toMatchObject({ fault: 'conflict' });
    expect(server.count(STREAM)).toBe(1);
  });

  test('a server that comes back taking less than the configuration says is named in a refusal', async () => {
    const journal = await open();
    server.stop();
    await server.start({ appendBytesMax: 3_000 });
    // The connection was cut, and nobody knows of the first append what became of it.
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

  test.each([1, 50, BATCH_EVENTS_MAX])(
    'takes a batch of %i events whose body is as large as it says',
    async (events) => {
      const journal = await open();
      const frozen = (reason: string) => {
        const { events: verified, ...batch } = batchOfManyEvents(events);
        return draft({ ...batch, events: [...verified.slice(1), { type: 'AccountFrozen', user: 1, reason }] });
      };
      const full = frozen('x'.repeat(journal.batchBytesMax - Buffer.byteLength(frozen('').body)));
      expect(Buffer.byteLength(full.body)).toBe(journal.batchBytesMax);
      expect((await journal.append(-1, [full])).position).toBe(events - 1);
    },
  );

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

  test('a reader who has to be waited for many times leaves no more behind on the test server than one wait', async () => {
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

describe('how much an append may hold', () => {
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

  test('a server that nobody configured takes what the adapter believes, and keeps nothing of the question', async () => {
    const server = await serverTaking();
    expect((await opened(server)).head().position).toBe(-1);
    expect(server.count(STREAM)).toBe(0);
  });

  test('one that takes more, up to the highest, is used as far as it is told to', async () => {
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
  ])('one that takes %i where %i are configured is refused with both figures', async (taken, configured) => {
    const error = await refusalOf(opened(await serverTaking(taken), configured));
    expect(error).toMatchObject({ limit: taken, needed: configured });
    expect(error.message).toBe(
      `the server takes appends of ${taken} bytes, JOURNAL_APPEND_BYTES_MAX is ${configured}: ` +
        "lower it, or raise the server's MaxAppendSize",
    );
  });

  test('one that takes less than the largest batch needs is refused with both figures', async () => {
    const error = await refusalOf(opened(await serverTaking(APPEND_BYTES_NEEDED - 1), APPEND_BYTES_NEEDED));
    expect(error).toMatchObject({ limit: APPEND_BYTES_NEEDED - 1, needed: APPEND_BYTES_NEEDED });
    expect(error.message).toContain(`the largest batch takes ${APPEND_BYTES_NEEDED}`);
  });

  test('so is a configuration that says so little, before the server is asked', async () => {
    const opening = openEventStoreJournal({
      url: 'esdb://127.0.0.1:1?tls=false',
      core: CORE_NAME,
      appendBytesMax: APPEND_BYTES_NEEDED - 1,
    });
    const error = await refusalOf(opening);
    expect(error).toMatchObject({ limit: APPEND_BYTES_NEEDED - 1, needed: APPEND_BYTES_NEEDED });
    expect(error.message).toContain(`JOURNAL_APPEND_BYTES_MAX is ${APPEND_BYTES_NEEDED - 1}`);
  });

  test('the least that may be configured takes the largest batch', async () => {
    const journal = await opened(await serverTaking(APPEND_BYTES_NEEDED), APPEND_BYTES_NEEDED);
    expect((await journal.append(-1, [draft(largestBatch())])).position).toBe(BATCH_EVENTS_MAX - 1);
  });

  test('a server that has no time to answer is asked again, and one that never has is named', async () => {
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

  test('a real server starts with the limit of the compose file, which the exchange is told too, and not with 16 MiB', async () => {
    await expect(serverTaking(16 * 1024 * 1024)).rejects.toThrow('MaxAppendSize exceeded 16767216 bytes');
    const compose = readFileSync(path.join(__dirname, '../../../docker-compose.yml'), 'utf8');
    const [server, exchange] = ['EVENTSTORE_MAX_APPEND_SIZE', 'JOURNAL_APPEND_BYTES_MAX'].map((name) =>
      Number(new RegExp(`^ *${name}: '(\\d+)'$`, 'm').exec(compose)?.[1]),
    );
    expect((await opened(await serverTaking(server), exchange)).head().position).toBe(-1);
    expect(exchange).toBe(server);
  });

  test('who only reads along asks nothing', async () => {
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

/** A server for each test; the journal speaks to it through a relay, every other client directly. */
function testServerHarness(): JournalHarness {
  let server: EventStoreServer | undefined;
  let opened: OpenJournals | undefined;
  return {
    async open() {
      server = await EventStoreServer.start();
      opened = new OpenJournals(server.url, STREAM);
      return opened.openThroughRelay();
    },
    reopen: () => opened!.reopen(),
    other: () => opened!.openDirectly(),
    stopStore: async () => server?.stop(),
    startStore: async () => server?.start(),
    cutConnections: async () => opened?.relay.cut(),
    async close() {
      await opened?.close();
      server?.stop();
    },
  };
}

/** A stream for each test on a server that is left alone: only the way to it is closed and opened again. */
function realServerHarness(url: string): JournalHarness {
  let opened: OpenJournals | undefined;
  return {
    open() {
      opened = new OpenJournals(url, `${STREAM}-${randomUUID()}`);
      return opened.openThroughRelay();
    },
    reopen: () => opened!.reopen(),
    other: () => opened!.openDirectly(),
    stopStore: async () => opened?.relay.stop(),
    startStore: async () => opened?.relay.start(),
    cutConnections: async () => opened?.relay.cut(),
    close: async () => opened?.close(),
  };
}

/** What one test has open: the journal itself through a relay, and others beside it. */
class OpenJournals {
  readonly relay: Relay;
  private readonly journals: Journal[] = [];
  private readonly throughRelay: string;
  private readonly proxyBefore = process.env['grpc_proxy'];

  constructor(
    private readonly url: string,
    private readonly stream: string,
  ) {
    // A certificate, or the members of a cluster, name hosts, and the relay is none of them: there it is a proxy, which passes
    // on what it cannot read. The client knows of proxies by the environment only, so others go through it too.
    const plain = /^esdb:\/\/([^:/?,@]+):(\d+)\/?(\?.*tls=false.*)$/i.exec(url);
    this.relay = plain ? new Relay({ host: plain[1], port: Number(plain[2]) }) : new Relay('as asked');
    this.throughRelay = plain ? plain[3] : '';
  }

  async openThroughRelay(): Promise<Journal> {
    await this.relay.start();
    if (this.throughRelay !== '') return this.open(`esdb://127.0.0.1:${this.relay.port}${this.throughRelay}`);
    process.env['grpc_proxy'] = `http://127.0.0.1:${this.relay.port}`;
    return this.open(this.url);
  }

  async reopen(): Promise<Journal> {
    await this.closeJournals();
    return this.openDirectly();
  }

  openDirectly(): Promise<Journal> {
    return this.open(this.url);
  }

  async close(): Promise<void> {
    if (this.proxyBefore === undefined) delete process.env['grpc_proxy'];
    else process.env['grpc_proxy'] = this.proxyBefore;
    await this.closeJournals();
    this.relay.stop();
  }

  private async closeJournals(): Promise<void> {
    await Promise.all(this.journals.splice(0).map((journal) => journal.close()));
  }

  private async open(url: string): Promise<Journal> {
    const journal = await openEventStoreJournal({
      url,
      core: CORE_NAME,
      stream: this.stream,
      answerMsMax: PATIENCE_MS,
      settleMsMax: SETTLE_MS_MAX,
    });
    this.journals.push(journal);
    return journal;
  }
}

/** Passes bytes on to a server, or to whichever a client asks for, until it is told to cut what passes through it. */
class Relay {
  port = 0;
  /** Connections that were passed on. */
  passed = 0;
  private server: HttpServer | undefined;
  private readonly sockets = new Set<Duplex>();

  constructor(private readonly target: { host: string; port: number } | 'as asked') {}

  async start(): Promise<void> {
    const { target } = this;
    const server = createServer();
    if (target === 'as asked') {
      server.on('connect', (request, inner: Duplex) => {
        const [host, port] = (request.url ?? '').split(':');
        const outer = connect(Number(port), host, () => inner.write('HTTP/1.1 200 Connection established\r\n\r\n'));
        this.pass(inner, outer);
      });
    } else {
      // Every byte is the target's, whatever a server for HTTP would make of it.
      server.removeAllListeners('connection');
      server.on('connection', (inner: Duplex) => this.pass(inner, connect(target.port, target.host)));
    }
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  stop(): void {
    this.server?.close();
    this.cut();
  }

  private pass(inner: Duplex, outer: Duplex): void {
    this.passed++;
    for (const [socket, peer] of [
      [inner, outer],
      [outer, inner],
    ]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }
}
