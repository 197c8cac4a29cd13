/** The real thread, which runs the compiled files. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buy, asUser, ALICE, Exchange, LISTINGS, sell } from '../../test/tools/fixtures/core-fixture';
import { EventStoreServer } from '../../test/tools/stores/eventstore-server';
import { encodeBody } from '../products/core';
import { recover } from '../engine/recovery';
import { openJournal, type JournalConfig, type OpenedJournal } from '../journal/source';
import { startSnapshots, type SnapshotObserver, type SnapshotThread } from './snapshots';

/** Timeout for busy machines, ms. */
const CLOSING_MS_MAX = 50_000;

let directory: string;
let opened: OpenedJournal;
let exchange: Exchange;
let server: EventStoreServer | null = null;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'snapshots-'))));
afterEach(async () => {
  await opened.journal.close();
  server?.stop();
  server = null;
  rmSync(directory, { recursive: true, force: true });
});

const kinds: [JournalConfig['kind'], () => Promise<JournalConfig>][] = [
  ['embedded', async () => ({ kind: 'embedded', directory: join(directory, 'journal'), core: 'snapshots' })],
  [
    'eventstore',
    async () => {
      server = await EventStoreServer.start();
      return { kind: 'eventstore', url: server.url, core: 'snapshots' };
    },
  ],
];

/** Opens a journal with listings. */
async function open(config: JournalConfig): Promise<void> {
  opened = await openJournal(config);
  exchange = new Exchange();
  for (const listing of LISTINGS) exchange.take(listing);
  await append();
}

async function append(): Promise<void> {
  const { position } = opened.journal.head();
  const fresh = exchange.batches.filter(({ first }) => first > position);
  await opened.journal.append(
    position,
    fresh.map((batch) => ({ batch, body: encodeBody(batch) })),
  );
}

describe.each(kinds)('the snapshot thread beside a journal that is %s', (_, configOf) => {
  beforeEach(async () => {
    await open(await configOf());
  });

  async function trade(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      exchange.take(asUser(ALICE, sell(100, 1)));
      exchange.take(buy(100, 1));
    }
    await append();
  }

  const snapshots = (): string => join(directory, 'snapshots');

  /** Starts the thread, and records its reports. */
  function start(everyEvents = 1_000_000): Heard {
    const heard = new Heard();
    heard.thread = startSnapshots({ source: opened.followerSource, directory: snapshots(), everyEvents }, heard);
    return heard;
  }

  async function following(): Promise<SnapshotThread> {
    const heard = start();
    await heard.next('snapshots follow');
    return heard.thread;
  }

  async function close(thread: SnapshotThread): Promise<void> {
    await thread.close(opened.journal.head().position, CLOSING_MS_MAX);
    const { position } = opened.journal.head();
    expect(await recover(opened.journal, snapshots())).toMatchObject({ snapshot: position, tail: 0 });
  }

  test('writes a last snapshot of the end, even after an idle time', async () => {
    await close(await following());
  });

  test('reads on to the end before it writes the last one', async () => {
    const thread = await following();
    await trade(500);
    await close(thread);
  });

  test('removes only partial files of a process that died while writing', async () => {
    mkdirSync(snapshots());
    const [left, other] = ['0000000000000007.jsonl.part', 'notes.part'];
    for (const name of [left, other]) writeFileSync(join(snapshots(), name), '');
    const thread = await following();
    expect(readdirSync(snapshots())).toEqual([other]);
    await close(thread);
  });

  test('is restarted after failures with growing delays, and reports failing until it follows the journal again', async () => {
    await trade(50);
    const heard = start(100);
    await heard.next('snapshot');
    expect(heard.thread.state()).toBe('ok');
    // A file in place of the directory makes writing and listing fail.
    rmSync(snapshots(), { recursive: true });
    writeFileSync(snapshots(), '');
    await trade(100);
    for (const retryMs of [500, 1_000]) {
      expect(await heard.next('snapshots failed')).toEqual({ error: expect.any(String), retryMs });
      expect(heard.thread.state()).toBe('failing');
    }
    expect(heard.failures).toBe(2);
    rmSync(snapshots());
    await heard.next('snapshots follow');
    expect(heard.thread.state()).toBe('ok');
    await close(heard.thread);
  });
});

describe('a small journal in files', () => {
  const snapshots = (): string => join(directory, 'snapshots');

  beforeEach(async () => {
    await open({ kind: 'embedded', directory: join(directory, 'journal'), core: 'snapshots' });
  });

  async function tradeTo(position: number): Promise<void> {
    while (exchange.state.position < position) {
      exchange.take(asUser(ALICE, sell(100, 1)));
      exchange.take(buy(100, 1));
    }
    await append();
  }

  function start(everyEvents = 1_000_000): Heard {
    const heard = new Heard();
    const data = { source: opened.followerSource, directory: snapshots(), everyEvents };
    heard.thread = startSnapshots(data, heard, opened.journal);
    return heard;
  }

  async function close({ thread }: Heard): Promise<void> {
    const { position } = opened.journal.head();
    await thread.close(position, CLOSING_MS_MAX);
    expect(await recover(opened.journal, snapshots())).toMatchObject({ snapshot: position, tail: 0 });
  }

  test('has no thread, but still one last snapshot of its end', async () => {
    mkdirSync(snapshots());
    const [left, other] = ['0000000000000007.jsonl.part', 'notes.part'];
    for (const name of [left, other]) writeFileSync(join(snapshots(), name), '');
    const heard = start();
    await tradeTo(500);
    await close(heard);
    const { position } = opened.journal.head();
    expect(heard.all()).toEqual([['snapshot', { position, seconds: expect.any(Number) }]]);
    const again = start();
    await close(again);
    expect(again.all()).toEqual([]);
    expect(readdirSync(snapshots()).sort()).toEqual([`${String(position).padStart(16, '0')}.jsonl`, other]);
  });

  test.each([
    ['is small no longer', 1_000_000, 2_000],
    ['has as many events as there are between two snapshots', 100, 100],
  ])('gets its thread as soon as it %s', async (_, everyEvents, position) => {
    const heard = start(everyEvents);
    await tradeTo(position);
    await heard.next('snapshots follow');
    await tradeTo(position + 50);
    await close(heard);
    const later = start(everyEvents);
    await later.next('snapshots follow');
    await close(later);
  });

  test('reports a failed last snapshot and ends', async () => {
    const heard = start();
    writeFileSync(snapshots(), '');
    await heard.thread.close(opened.journal.head().position, CLOSING_MS_MAX);
    expect(heard.failures).toBe(1);
    expect(heard.thread.state()).toBe('failing');
    expect(heard.all()).toEqual([['snapshots failed', { error: expect.any(String) }]]);
  });
});

class Heard implements SnapshotObserver {
  thread!: SnapshotThread;
  failures = 0;
  private readonly told: [message: string, facts: Record<string, unknown>][] = [];
  private onTold: () => void = () => undefined;

  notice(message: string, facts: Record<string, unknown>): void {
    this.told.push([message, facts]);
    this.onTold();
  }

  /** Messages logged and not yet checked. */
  all(): readonly [message: string, facts: Record<string, unknown>][] {
    return this.told;
  }

  failed(): void {
    this.failures++;
  }

  /** Facts of the next notice of that kind; earlier ones are skipped. */
  async next(message: string): Promise<Record<string, unknown>> {
    for (;;) {
      const [first] = this.told.splice(0, 1);
      if (first?.[0] === message) return first[1];
      if (!first) await new Promise<void>((resolve) => (this.onTold = resolve));
    }
  }
}
