/*
 * Duration of audits, and their effect on others. Measures `npm run audit -- verify` and `replay` of a million events,
 * in processes of their own, against the hashing of the same bytes, which is the unavoidable minimum. Then measures
 * orders at half the rate that the read models can follow, with and without such a replay in parallel.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '../../server/engine/engine';
import { journalDirectory, openJournal } from '../../server/journal/source';
import { drive, drivePaced, percentile, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { withPipeline, type StartProjector } from './pipeline.bench';
import { median, rateText, spreadOf, type BenchTable } from './table';

const ROUNDS = 3;
const EVENTS = 1_000_000;
const USERS = 10_000;
const RESTING = 20_000;
const IN_FLIGHT = 1_024;
/** Targets on two cores. */
const SECONDS = { verify: 5, replay: 12 } as const;
const P99_RATIO_MAX = 1.5;
/** The program that `npm run audit` starts. */
const COMMAND = [path.resolve(__dirname, '../../server/cli/audit.js')];
/** Half of the last result of `sustained`. */
const ORDERS_PER_SECOND = 8_000;
const PACED_SECONDS = 15;
const PACED_ROUNDS = 5;

type Verb = keyof typeof SECONDS;

export async function runAuditBench(startProjector: StartProjector, events = EVENTS): Promise<BenchTable> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-audit-'));
  try {
    const written = await fill(directory, events);
    const hashed: number[] = [];
    const taken: Record<Verb, number[]> = { verify: [], replay: [] };
    for (let round = 0; round < ROUNDS; round++) {
      hashed.push(seconds(() => hashAll(directory)));
      for (const verb of ['verify', 'replay'] as const)
        taken[verb].push(seconds(() => execFileSync(process.execPath, [...COMMAND, verb, '--in', directory])));
    }
    const orders = await ordersBeside(directory, startProjector);
    const row = (verb: Verb): string[] => {
      const ratio = (median(taken[verb]) / median(hashed)).toFixed(1);
      const at = [median(taken[verb]).toFixed(2), spreadOf(taken[verb])];
      return [`audit -- ${verb}, seconds`, ...at, ratio, `${SECONDS[verb]} s`];
    };
    const p99 = (which: 'alone' | 'beside', of: string): string[] => {
      const ratio = (median(orders[which]) / median(orders.alone)).toFixed(2);
      const most = which === 'alone' ? '' : `ratio ${P99_RATIO_MAX}`;
      return [`p99 of orders, ms, ${of}`, median(orders[which]).toFixed(2), spreadOf(orders[which]), ratio, most];
    };
    return {
      title: `Audit of ${rateText(written)} events`,
      columns: ['what', 'median', 'spread', 'ratio', 'at most'],
      rows: [
        ['hashing the bytes, seconds', median(hashed).toFixed(2), spreadOf(hashed), '1', ''],
        row('verify'),
        row('replay'),
        p99('alone', 'without'),
        p99('beside', 'beside a replay'),
      ],
      notes: [
        'verify and replay: each as a process of its own at the lowest priority, start included, with nothing beside it',
        `p99: ${rateText(ORDERS_PER_SECOND)} orders a second for ${PACED_SECONDS} s, in turns; projector and snapshots running`,
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Alternates between runs alone and runs beside repeated replays; milliseconds. */
async function ordersBeside(audited: string, startProjector: StartProjector) {
  const found: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  await withPipeline(startProjector, async ({ engine }) => {
    await submitAll(engine, opening(1_000), 4_096);
    await submitAll(engine, resting(10_000, 1_000), 4_096);
    const mix = new Mix(11, 1_000);
    await drivePaced(engine, mix, ORDERS_PER_SECOND, PACED_SECONDS);
    for (let round = 0; round < PACED_ROUNDS; round++) {
      for (const which of ['alone', 'beside'] as const) {
        const stop = which === 'beside' ? replayAgainAndAgain(audited) : () => undefined;
        const { latencies } = await drivePaced(engine, mix, ORDERS_PER_SECOND, PACED_SECONDS);
        stop();
        found[which].push(percentile(latencies, 0.99));
      }
    }
  });
  return found;
}

function replayAgainAndAgain(dataDir: string): () => void {
  let isOver = false;
  let child: ChildProcess;
  const next = (): void => {
    child = spawn(process.execPath, [...COMMAND, 'replay', '--in', dataDir], { stdio: 'ignore' });
    child.once('exit', () => {
      if (!isOver) next();
    });
  };
  next();
  return () => {
    isOver = true;
    child.kill();
  };
}

async function fill(dataDir: string, events: number): Promise<number> {
  const { journal } = await openJournal({ kind: 'embedded', directory: journalDirectory(dataDir), core: 'exchange' });
  const engine = await openEngine({ journal, snapshots: null, pendingMax: 8_192 });
  await submitAll(engine, opening(USERS), 4_096);
  await submitAll(engine, resting(RESTING, USERS), 4_096);
  const mix = new Mix(15, USERS);
  while (journal.head().position + 1 < events) await drive(engine, mix, IN_FLIGHT, 10_000);
  const written = journal.head().position + 1;
  await engine.close();
  await journal.close();
  return written;
}

function hashAll(dataDir: string): void {
  const directory = journalDirectory(dataDir);
  for (const name of readdirSync(directory).filter((each) => each.endsWith('.jsonl')))
    createHash('sha256')
      .update(readFileSync(path.join(directory, name)))
      .digest();
}

function seconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1_000;
}
