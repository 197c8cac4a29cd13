/*
 * How long an auditor waits: `npm run audit -- verify` and `replay` of a million events, as processes of their own, beside what nobody who
 * reads the same bytes can save: hashing them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '../../server/engine/engine';
import { journalDirectory, openJournal } from '../../server/journal/source';
import { drive, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { median, rateText, spreadOf, type BenchTable } from './table';

const ROUNDS = 3;
const EVENTS = 1_000_000;
const USERS = 10_000;
const RESTING = 20_000;
const IN_FLIGHT = 1_024;
/** What it must reach on two cores. */
const SECONDS = { verify: 5, replay: 12 } as const;
const COMMAND = path.resolve(__dirname, '../../server/cli/audit.js');

export async function runAuditBench(events = EVENTS): Promise<BenchTable> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-audit-'));
  try {
    const written = await fill(directory, events);
    const hashed: number[] = [];
    const taken: Record<keyof typeof SECONDS, number[]> = { verify: [], replay: [] };
    for (let round = 0; round < ROUNDS; round++) {
      hashed.push(seconds(() => hashAll(directory)));
      for (const verb of ['verify', 'replay'] as const)
        taken[verb].push(seconds(() => execFileSync(process.execPath, [COMMAND, verb, '--in', directory])));
    }
    const row = (verb: keyof typeof SECONDS): string[] => {
      const ratio = (median(taken[verb]) / median(hashed)).toFixed(1);
      return [`audit -- ${verb}`, median(taken[verb]).toFixed(2), spreadOf(taken[verb]), ratio, `${SECONDS[verb]}`];
    };
    return {
      title: `Audit of ${rateText(written)} events`,
      columns: ['what', 'seconds', 'spread', 'times hashing', 'at most'],
      rows: [['hashing the bytes', median(hashed).toFixed(2), spreadOf(hashed), '1', ''], row('verify'), row('replay')],
      notes: ['Each as a process of its own at the lowest priority, start included, with nothing beside it.'],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
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
