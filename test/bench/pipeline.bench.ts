/*
 * The durable pipeline: a command is answered after the append is on disk, with the hash chain, the snapshot thread and
 * the projector running. Compared with alternating bare appends of the same bytes in groups of the same size, and with
 * one write and sync per command.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, type Engine } from '../../server/engine/engine';
import { openJournal, type OpenedJournal } from '../../server/journal/source';
import { ProjectionLag } from '../../server/platform/projection-lag';
import { startSnapshots } from '../../server/workers/snapshots';
import { drive, driveAtPace, percentile, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { median, rateText as rate, spreadOf, type BenchTable } from './table';

/** Starts the projector as the server does. `included` receives the position of the read models. */
export type StartProjector = (
  opened: OpenedJournal,
  directory: string,
  included: (position: number) => void,
) => Promise<{ stop(): Promise<void> }>;

interface Size {
  users: number;
  resting: number;
}

interface PipelineCase extends Size {
  inFlight: number;
  orders: number;
}

interface PipelineFigures {
  ordersPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Lag of the read models in seconds at the last answer. */
  lagSeconds: number;
  /** The same bytes in the same number of groups, written and synced directly to the file system. */
  barePerSecond: number;
  bytesPerOrder: number;
}

interface Pipeline {
  engine: Engine;
  lag: ProjectionLag;
  directory: string;
  journalDirectory: string;
  /** Appends since the start. */
  groups(): number;
}

/** Engine, snapshot thread and projector on an embedded journal. */
export async function withPipeline<T>(
  startProjector: StartProjector,
  measure: (pipeline: Pipeline) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-pipeline-'));
  const journalDirectory = join(directory, 'journal');
  const opened = await openJournal({ kind: 'embedded', directory: journalDirectory, core: 'bench' });
  const lag = new ProjectionLag(() => performance.now());
  let groups = 0;
  const appended = (): void => {
    groups++;
    lag.durable(opened.journal.head().position);
  };
  const engine = await openEngine({
    journal: opened.journal,
    snapshots: null,
    pendingMax: 8_192,
    observer: { appended, answered: () => undefined },
  });
  const snapshots = startSnapshots(
    { source: opened.followerSource, directory: join(directory, 'snapshots'), everyEvents: 1_000_000 },
    { notice: () => undefined, failed: () => undefined },
  );
  const projector = await startProjector(opened, directory, (position) => lag.included(position));
  try {
    return await measure({ engine, lag, directory, journalDirectory, groups: () => groups });
  } finally {
    await engine.close();
    await projector.stop();
    await snapshots.close(opened.journal.head().position, 0);
    await opened.journal.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A spot market that is open, funded and filled, and the stream that continues it. */
async function prepared(engine: Engine, { users, resting: orders }: Size): Promise<Mix> {
  await submitAll(engine, opening(users), 4_096);
  await submitAll(engine, resting(orders, users), 4_096);
  return new Mix(11, users);
}

function measurePipeline(given: PipelineCase, startProjector: StartProjector): Promise<PipelineFigures> {
  const { inFlight, orders } = given;
  return withPipeline(startProjector, async ({ engine, lag, directory, journalDirectory, groups }) => {
    const mix = await prepared(engine, given);
    await drive(engine, mix, inFlight, Math.floor(orders / 10));
    const warmBytes = bytesIn(journalDirectory);
    const warmGroups = groups();
    const { seconds, latencies } = await drive(engine, mix, inFlight, orders);
    const lagSeconds = lag.seconds();
    const bytes = bytesIn(journalDirectory) - warmBytes;
    const lines = tail(journalDirectory, bytes);
    const bareSeconds = bareAppends(directory, lines, groups() - warmGroups);
    return {
      ordersPerSecond: orders / seconds,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      lagSeconds,
      barePerSecond: orders / bareSeconds,
      bytesPerOrder: bytes / orders,
    };
  });
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

/** Commands per second if each has its own write and sync. */
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
const USUAL: Size = { users: 1_000, resting: 10_000 };

/** The pipeline at three depths, beside bare appends and one sync per command. */
export async function runPipelineBench(startProjector: StartProjector): Promise<BenchTable> {
  const rows: string[][] = [];
  for (const inFlight of [64, 1_024, 8_192]) {
    const figures: PipelineFigures[] = [];
    const single: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await measurePipeline({ ...USUAL, inFlight, orders: ORDERS }, startProjector);
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
      median(figures.map((figure) => figure.lagSeconds)).toFixed(1),
      rate(median(bare)),
      (median(rates) / median(bare)).toFixed(2),
      rate(median(single)),
      (median(rates) / median(single)).toFixed(1),
    ]);
  }
  return {
    title: 'Durable pipeline: orders a second, answered after the sync',
    columns: [
      'in flight',
      'orders/s',
      'spread',
      'p50 ms',
      'p99 ms',
      'lag s',
      'bare append/s',
      'ratio',
      'sync each/s',
      'ratio',
    ],
    rows,
    notes: [
      '1,000 users, 10,000 resting orders; hash chain, snapshot thread and projector running',
      'lag: seconds that the read models are behind at the last answer',
    ],
  };
}

const SUSTAINED_ROUNDS = 3;
const SUSTAINED_SECONDS = 60;
const SUSTAINED_IN_FLIGHT = 1_024;
/** Maximum lag of the read models at the end. */
const SUSTAINED_LAG_SECONDS_MAX = 1;

interface SustainedFigures extends Pick<PipelineFigures, 'ordersPerSecond' | 'p50Ms' | 'p99Ms' | 'lagSeconds'> {
  /** The longest time without an answer. */
  silenceMs: number;
}

/**
 * Target lag for the senders. The read models need a third of a second to gather and write, and the end may come just
 * before they do.
 */
const SUSTAINED_LAG_SECONDS = 0.6;
const SUSTAINED_PACE_FIRST = 10_000;

/** Orders per second: rises while the lag is below the target, and falls while it is above. */
function paceBy(lag: ProjectionLag): () => number {
  let steady = SUSTAINED_PACE_FIRST;
  let lookedAt = performance.now();
  return () => {
    const now = performance.now();
    const room = Math.max(-1, SUSTAINED_LAG_SECONDS - lag.seconds());
    // Changes by two fifths per second for each second of room. The second factor damps oscillation.
    steady *= 1 + 0.4 * room * Math.min(1, (now - lookedAt) / 1000);
    lookedAt = now;
    return steady * (1 + room);
  };
}

/** The load that can continue indefinitely: the senders' rate follows the read models. */
function measureSustained(startProjector: StartProjector): Promise<SustainedFigures> {
  return withPipeline(startProjector, async ({ engine, lag }) => {
    const mix = await prepared(engine, USUAL);
    const pace = paceBy(lag);
    const underWayMax = SUSTAINED_IN_FLIGHT;
    // Meanwhile the read models process the opening, and the rate settles.
    await driveAtPace(engine, mix, pace, { underWayMax, seconds: SUSTAINED_SECONDS / 4 });
    const found = await driveAtPace(engine, mix, pace, { underWayMax, seconds: SUSTAINED_SECONDS });
    const { seconds, latencies, silenceMs } = found;
    return {
      lagSeconds: lag.seconds(),
      ordersPerSecond: latencies.length / seconds,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      silenceMs,
    };
  });
}

/** The rate that orders and read models sustain together, beside the pipeline that ignores the read models. */
export async function runSustainedBench(startProjector: StartProjector): Promise<BenchTable> {
  const pipeline: PipelineFigures[] = [];
  const sustained: SustainedFigures[] = [];
  for (let round = 0; round < SUSTAINED_ROUNDS; round++) {
    const given = { ...USUAL, inFlight: SUSTAINED_IN_FLIGHT, orders: ORDERS };
    pipeline.push(await measurePipeline(given, startProjector));
    sustained.push(await measureSustained(startProjector));
  }
  const all = median(pipeline.map(({ ordersPerSecond }) => ordersPerSecond));
  const rowOf = (what: string, figures: Omit<SustainedFigures, 'silenceMs'>[], silence: string): string[] => {
    const rates = figures.map(({ ordersPerSecond }) => ordersPerSecond);
    return [
      what,
      rate(median(rates)),
      spreadOf(rates),
      (median(rates) / all).toFixed(2),
      median(figures.map(({ p50Ms }) => p50Ms)).toFixed(2),
      median(figures.map(({ p99Ms }) => p99Ms)).toFixed(2),
      Math.max(...figures.map(({ lagSeconds }) => lagSeconds)).toFixed(2),
      silence,
    ];
  };
  const silence = Math.max(...sustained.map(({ silenceMs }) => silenceMs)).toFixed(0);
  const met = sustained.every(({ lagSeconds }) => lagSeconds <= SUSTAINED_LAG_SECONDS_MAX);
  return {
    title: 'Sustained: orders a second with which the read models keep up',
    columns: ['what', 'orders/s', 'spread', 'ratio', 'p50 ms', 'p99 ms', 'lag s at the end', 'no answer ms'],
    rows: [rowOf('1,024 in flight', pipeline, ''), rowOf('sustained', sustained, silence)],
    notes: [
      `sustained: ${SUSTAINED_SECONDS} s at a pace that falls as the read models fall behind, with 1,024 under way at most`,
      `lag and time without an answer: the longest of ${SUSTAINED_ROUNDS} runs; lag ≤ ${SUSTAINED_LAG_SECONDS_MAX} s ${met ? 'met' : 'missed'}`,
    ],
  };
}

const GROWTH_ROUNDS = 3;
const GROWTH_ORDERS = 150_000;

/** Growth of the pipeline with users and with resting orders. The ratio is to the first row of each kind. */
export async function runGrowthBench(startProjector: StartProjector): Promise<BenchTable> {
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
        const measured = await measurePipeline({ ...size, inFlight: 1_024, orders: GROWTH_ORDERS }, startProjector);
        rates[index].push(measured.ordersPerSecond);
        // Reports progress, because a case that opens a million orders takes some time.
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
