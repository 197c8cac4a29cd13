/*
 * Speed of recovery: a replay of every event against the rate at which the same events were written, and a restart from
 * a snapshot with a tail, on a short journal and on a longer one (`--gigabytes`).
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, type Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';
import { recover } from '../../server/engine/recovery';
import { newestSnapshot, writeSnapshot } from '../../server/engine/snapshot-files';
import { nodeFiles } from '../../server/journal/embedded/files';
import { SegmentKeeper } from '../../server/journal/embedded/segments/segment-keeper';
import { openJournal } from '../../server/journal/source';
import { drive, submitAll } from './drive';
import { FIRST_USER, Mix, MIDDLE_TICKS, limit, opening, resting } from './orders-stream';
import { median, rateText, spreadOf, type BenchTable } from './table';

const ROUNDS = 5;
const IN_FLIGHT = 1_024;
const GIGABYTE = 1e9;
/** Enough to show whether a start reads all of history, and created in a few minutes. */
const TIMES_LONGER = 4;

export interface RecoverySizes {
  users: number;
  resting: number;
  tailEvents: number;
  /** Size of the longer journal; absent: four times the short one. */
  gigabytes?: number | undefined;
}

const SIZES: RecoverySizes = { users: 10_000, resting: 100_000, tailEvents: 100_000 };

interface History {
  directory: string;
  gigabytes: number;
  /** Events of the tail per second when they were written. */
  writtenPerSecond: number;
}

/** A journal with a snapshot and a tail, filled up to `bytes` before with orders that were placed and cancelled. */
async function prepare({ users, resting: restingOrders, tailEvents }: RecoverySizes, bytes: number): Promise<History> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-recovery-'));
  const { journal } = await openJournal(configOf(directory));
  const engine = await openEngine({ journal, snapshots: null, pendingMax: 8_192 });
  await submitAll(engine, opening(users), 4_096);
  while (bytesOf(directory) < bytes) await comeAndGo(engine, users, 50_000);
  await submitAll(engine, resting(restingOrders, users), 4_096);
  writeSnapshot(snapshotsOf(directory), engine.state(), journal.head().hash);
  const { position } = journal.head();
  const mix = new Mix(11, users);
  let seconds = 0;
  while (journal.head().position - position < tailEvents) {
    seconds += (await drive(engine, mix, IN_FLIGHT, 10_000)).seconds;
  }
  const tail = journal.head().position - position;
  await engine.close();
  await journal.close();
  // Does the work of the keeper's thread beside a running exchange.
  const keeper = new SegmentKeeper(nodeFiles, { dir: configOf(directory).directory }, configOf(directory).core);
  for (const finding of keeper.work()) if (finding.is === 'damaged') throw new Error(finding.message);
  return { directory, gigabytes: bytesOf(directory) / GIGABYTE, writtenPerSecond: tail / seconds };
}

/** Orders that are placed and cancelled. */
async function comeAndGo(engine: Engine, users: number, orders: number): Promise<void> {
  const first = engine.state().counters.order;
  function* commands(): Generator<CommandEnvelope> {
    for (let index = 0; index < orders; index++) {
      const user = FIRST_USER + (index % users);
      yield limit(user, 'buy', MIDDLE_TICKS - 30_000, 1);
      yield { actor: `user/${user}`, command: { type: 'CancelOrder', user, order: first + index } };
    }
  }
  await submitAll(engine, commands(), 4_096);
}

async function restartSeconds({ directory }: History): Promise<number> {
  const started = performance.now();
  const opening = openJournal({ ...configOf(directory), hashesFrom: newestSnapshot(snapshotsOf(directory)) });
  await recover(
    opening.then(({ journal }) => journal),
    snapshotsOf(directory),
  );
  const { journal } = await opening;
  const seconds = (performance.now() - started) / 1000;
  await journal.close();
  return seconds;
}

async function replayedPerSecond({ directory }: History): Promise<number> {
  const { journal } = await openJournal(configOf(directory));
  const started = performance.now();
  const { state } = await recover(journal, null);
  const seconds = (performance.now() - started) / 1000;
  await journal.close();
  return (state.position + 1) / seconds;
}

/** The minimum work of every reader of these lines: their bytes and `JSON.parse`. */
function parsedPerSecond({ directory }: History): number {
  const journal = join(directory, 'journal');
  const started = performance.now();
  let events = 0;
  for (const name of readdirSync(journal).filter((each) => each.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(journal, name), 'utf8').split('\n')) {
      if (line !== '') events += (JSON.parse(line) as { batch: { events: unknown[] } }).batch.events.length;
    }
  }
  return events / ((performance.now() - started) / 1000);
}

export async function runRecoveryBench(given: Partial<RecoverySizes> = {}): Promise<BenchTable> {
  const sizes = { ...SIZES, ...given };
  const short = await prepare(sizes, 0);
  const long = await prepare(sizes, (sizes.gigabytes ?? short.gigabytes * TIMES_LONGER) * GIGABYTE);
  try {
    const parsed: number[] = [];
    const replayed: number[] = [];
    const restarts: number[] = [];
    const longRestarts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      parsed.push(parsedPerSecond(short));
      replayed.push(await replayedPerSecond(short));
      restarts.push(await restartSeconds(short));
      longRestarts.push(await restartSeconds(long));
    }
    const restart = (what: History, seconds: number[], ratio: string): string[] => {
      const name = `restart from snapshot + tail, journal of ${what.gigabytes.toFixed(2)} GB, seconds`;
      return [name, median(seconds).toFixed(2), spreadOf(seconds), ratio];
    };
    return {
      title: 'Replay and restart',
      columns: ['what', 'median', 'spread', 'ratio'],
      rows: [
        ['events written a second, 1,024 in flight', rateText(short.writtenPerSecond), '', ''],
        [
          'events replayed a second',
          rateText(median(replayed)),
          spreadOf(replayed),
          (median(replayed) / short.writtenPerSecond).toFixed(2),
        ],
        [
          'events of the same lines read and parsed a second; replay beside it',
          rateText(median(parsed)),
          spreadOf(parsed),
          (median(replayed) / median(parsed)).toFixed(2),
        ],
        restart(short, restarts, ''),
        restart(long, longRestarts, (median(longRestarts) / median(restarts)).toFixed(2)),
      ],
      notes: [
        `snapshot of ${sizes.users} users and ${sizes.resting} resting orders, ${sizes.tailEvents} events behind it; journal check included`,
      ],
    };
  } finally {
    for (const { directory } of [short, long]) rmSync(directory, { recursive: true, force: true });
  }
}

function configOf(directory: string) {
  return { kind: 'embedded', directory: join(directory, 'journal'), core: 'bench' } as const;
}

function snapshotsOf(directory: string): string {
  return join(directory, 'snapshots');
}

function bytesOf(directory: string): number {
  const journal = join(directory, 'journal');
  return readdirSync(journal).reduce((sum, name) => sum + statSync(join(journal, name)).size, 0);
}
