/*
 * The durable pipeline: a command goes in, its answer comes out after the append is on disk, with the hash chain, the
 * snapshot thread and the projector running. Beside it, in turn: bare appends of the same bytes in groups of the same
 * size, and one write and sync per command.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../server/engine/engine';
import { openJournal, type OpenedJournal } from '../../server/journal/source';
import { startSnapshots } from '../../server/workers/snapshots';
import { drive, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { median, rateText as rate, spreadOf, type BenchTable } from './table';

export interface PipelineCase {
  inFlight: number;
  users: number;
  resting: number;
  orders: number;
  /** Whether the projector runs beside it, as it does in the server. */
  projector: ((opened: OpenedJournal, directory: string) => Promise<{ stop(): Promise<void> }>) | null;
}

export interface PipelineFigures {
  ordersPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The same bytes in the same number of groups, written and synced by nothing but the file system. */
  barePerSecond: number;
  bytesPerOrder: number;
  groups: number;
}

export async function measurePipeline(given: PipelineCase): Promise<PipelineFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-pipeline-'));
  const journalDirectory = join(directory, 'journal');
  const opened = await openJournal({ kind: 'embedded', directory: journalDirectory, core: 'bench' });
  let groups = 0;
  const engine = await openEngine({
    journal: opened.journal,
    snapshots: null,
    pendingMax: 8_192,
    observer: { appended: () => void groups++, answered: () => undefined },
  });
  const snapshots = startSnapshots(
    { source: opened.followerSource, directory: join(directory, 'snapshots'), everyEvents: 1_000_000 },
    { notice: () => undefined, failed: () => undefined },
  );
  const projector = given.projector ? await given.projector(opened, directory) : null;
  try {
    await submitAll(engine, opening(given.users), 4_096);
    await submitAll(engine, resting(given.resting, given.users), 4_096);
    const mix = new Mix(11, given.users);
    await drive(engine, mix, given.inFlight, Math.floor(given.orders / 10));
    const warmBytes = bytesIn(journalDirectory);
    groups = 0;
    const { seconds, latencies } = await drive(engine, mix, given.inFlight, given.orders);
    const groupsMeasured = groups;
    const bytes = bytesIn(journalDirectory) - warmBytes;
    const lines = tail(journalDirectory, bytes);
    const bareSeconds = bareAppends(directory, lines, groupsMeasured);
    latencies.sort();
    return {
      ordersPerSecond: given.orders / seconds,
      p50Ms: latencies[Math.floor(latencies.length * 0.5)],
      p99Ms: latencies[Math.floor(latencies.length * 0.99)],
      barePerSecond: given.orders / bareSeconds,
      bytesPerOrder: bytes / given.orders,
      groups: groupsMeasured,
    };
  } finally {
    await engine.close();
    await projector?.stop();
    await snapshots.close(opened.journal.head().position, 0);
    await opened.journal.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function segments(directory: string): Buffer[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => readFileSync(join(directory, name)));
}

function bytesIn(directory: string): number {
  return segments(directory).reduce((sum, segment) => sum + segment.length, 0);
}

function tail(directory: string, bytes: number): Buffer {
  const all = Buffer.concat(segments(directory));
  return all.subarray(all.length - bytes);
}

/** Writes the bytes in `groups` equal pieces, each synced before the next; returns seconds. */
function bareAppends(directory: string, bytes: Buffer, groups: number): number {
  const descriptor = openSync(join(directory, 'bare'), 'w');
  const size = Math.ceil(bytes.length / groups);
  const started = performance.now();
  for (let start = 0; start < bytes.length; start += size) {
    writeSync(descriptor, bytes, start, Math.min(size, bytes.length - start));
    fdatasyncSync(descriptor);
  }
  const seconds = (performance.now() - started) / 1000;
  closeSync(descriptor);
  return seconds;
}

/** Commands a second when each has a write and a sync of its own. */
export function measureSyncPerCommand(bytesPerOrder: number, commands: number): number {
  const directory = mkdtempSync(join(tmpdir(), 'bench-sync-'));
  const descriptor = openSync(join(directory, 'single'), 'w');
  const line = Buffer.alloc(Math.round(bytesPerOrder), 120);
  const started = performance.now();
  for (let index = 0; index < commands; index++) {
    writeSync(descriptor, line);
    fdatasyncSync(descriptor);
  }
  const seconds = (performance.now() - started) / 1000;
  closeSync(descriptor);
  rmSync(directory, { recursive: true, force: true });
  return commands / seconds;
}

const ROUNDS = 5;
const ORDERS = 300_000;

/** The pipeline at three depths, beside bare appends and one sync per command. */
export async function runPipelineBench(projector: PipelineCase['projector']): Promise<BenchTable> {
  const rows: string[][] = [];
  for (const inFlight of [64, 1_024, 8_192]) {
    const figures: PipelineFigures[] = [];
    const single: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await measurePipeline({ inFlight, users: 1_000, resting: 10_000, orders: ORDERS, projector });
      figures.push(measured);
      single.push(measureSyncPerCommand(measured.bytesPerOrder, 2_000));
    }
    const rates = figures.map((figure) => figure.ordersPerSecond);
    const bare = figures.map((figure) => figure.barePerSecond);
    rows.push([
      `${inFlight}`,
      rate(median(rates)),
      spreadOf(rates),
      median(figures.map((figure) => figure.p50Ms)).toFixed(2),
      median(figures.map((figure) => figure.p99Ms)).toFixed(2),
      rate(median(bare)),
      (median(rates) / median(bare)).toFixed(2),
      rate(median(single)),
      (median(rates) / median(single)).toFixed(1),
    ]);
  }
  return {
    title: 'Durable pipeline: orders a second, answered after the sync',
    columns: ['in flight', 'orders/s', 'spread', 'p50 ms', 'p99 ms', 'bare append/s', 'ratio', 'sync each/s', 'ratio'],
    rows,
    notes: ['1,000 users, 10,000 resting orders; hash chain, snapshot thread and projector running'],
  };
}

const GROWTH_ROUNDS = 3;
const GROWTH_ORDERS = 150_000;

/** How the pipeline grows with users and with resting orders; the ratio is to the first row of each kind. */
export async function runGrowthBench(projector: PipelineCase['projector']): Promise<BenchTable> {
  const rows: string[][] = [];
  const kinds = [
    { name: 'users', cases: [100, 10_000, 100_000].map((users) => ({ users, resting: 1_000, size: users })) },
    {
      name: 'resting',
      cases: [1_000, 100_000, 1_000_000].map((orders) => ({ users: 10_000, resting: orders, size: orders })),
    },
  ];
  for (const { name, cases } of kinds) {
    const rates: number[][] = cases.map(() => []);
    for (let round = 0; round < GROWTH_ROUNDS; round++) {
      for (const [index, { users, resting: orders }] of cases.entries()) {
        const size = { users, resting: orders };
        const measured = await measurePipeline({ ...size, inFlight: 1_024, orders: GROWTH_ORDERS, projector });
        rates[index].push(measured.ordersPerSecond);
        // A case that opens a million orders takes a while: say that it goes on.
        process.stderr.write(`${JSON.stringify(size)}: ${rate(measured.ordersPerSecond)} orders/s\n`);
      }
    }
    for (const [index, { size }] of cases.entries()) {
      const ratio = median(rates[index]) / median(rates[0]);
      rows.push([name, `${size}`, rate(median(rates[index])), spreadOf(rates[index]), ratio.toFixed(2)]);
    }
  }
  return {
    title: 'Growth of the pipeline at 1,024 in flight',
    columns: ['what grows', 'to', 'orders/s', 'spread', 'ratio'],
    rows,
    notes: ['a process a run would be cleaner; runs alternate between sizes instead'],
  };
}
