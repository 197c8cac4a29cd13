/** The real thread, which runs the compiled files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buy, by, ALICE, Exchange, LISTINGS, sell } from '../../test/tools/core-fixture';
import { EventStoreServer } from '../../test/tools/eventstore-server';
import { encodeBody } from '../core/codec';
import { recover } from '../engine/recovery';
import { openJournal, type JournalConfig, type OpenedJournal } from '../journal/source';
import { startSnapshots, type SnapshotThread } from './snapshots';

/** A busy machine may be slow. */
const CLOSING_MS_MAX = 50_000;

let directory: string;
let opened: OpenedJournal;
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

describe.each(kinds)('the thread of the snapshots beside a journal that is %s', (_, configOf) => {
  let exchange: Exchange;
  beforeEach(async () => {
    opened = await openJournal(await configOf());
    exchange = new Exchange();
    for (const listing of LISTINGS) exchange.take(listing);
    await append();
  });

  async function append(): Promise<void> {
    const { position } = opened.journal.head();
    const fresh = exchange.batches.filter(({ first }) => first > position);
    await opened.journal.append(
      position,
      fresh.map((batch) => ({ batch, body: encodeBody(batch) })),
    );
  }

  async function trade(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      exchange.take(by(ALICE, sell(100, 1)));
      exchange.take(buy(100, 1));
    }
    await append();
  }

  const snapshots = (): string => join(directory, 'snapshots');

  /** Resolves when the thread follows the journal. */
  async function following(): Promise<SnapshotThread> {
    const data = { source: opened.followerSource, directory: snapshots(), everyEvents: 1_000_000 };
    let thread: SnapshotThread | null = null;
    await new Promise<void>((resolve) => {
      thread = startSnapshots(data, (message) => message === 'snapshots follow' && resolve());
    });
    return thread as unknown as SnapshotThread;
  }

  async function close(thread: SnapshotThread): Promise<void> {
    await thread.close(opened.journal.head().position, CLOSING_MS_MAX);
    const { position } = opened.journal.head();
    expect(await recover(opened.journal, snapshots())).toMatchObject({ snapshot: position, tail: 0 });
  }

  test('writes a last one of the end, also when nothing has happened for a while', async () => {
    await close(await following());
  });

  test('reads on to the end before it writes the last one', async () => {
    const thread = await following();
    await trade(500);
    await close(thread);
  });
});
