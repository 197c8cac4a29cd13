/**
 * `npm run replay -- <file> [--json] [--events] [--strict] [--journal <directory>]`: runs a recorded order flow through
 * the core and an embedded journal and reports the results. Reads a recorded exchange log or the project's own command
 * lines, plain or gzipped.
 */
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { CORE_NAME } from '../compose';
import { encodeBody } from '../products/core';
import type { Batch } from '../core/event';
import { openJournal } from '../journal/source';
import { usageOf } from './programs';
import { replayFlow } from './replay/replay-flow';
import type { ReplayReport } from './replay/report';

const USAGE = usageOf('replay');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      events: { type: 'boolean' },
      strict: { type: 'boolean' },
      journal: { type: 'string' },
    },
  });
  const file = positionals[0];
  if (positionals.length !== 1 || !existsSync(file)) throw new Error(file ? `${file}: no such file\n${USAGE}` : USAGE);
  const journalPath = values.journal;
  if (journalPath && existsSync(journalPath) && readdirSync(journalPath).length > 0)
    throw new Error(`${journalPath} is not empty`);
  const directory = journalPath ?? mkdtempSync(join(tmpdir(), 'replay-'));
  const { journal } = await openJournal({ kind: 'embedded', directory, core: CORE_NAME });
  try {
    const report = await replayFlow({
      lines: linesOf(file),
      journal,
      onBatch: values.events ? writeEvents : undefined,
      onProgress: (lines) => process.stderr.write(`${lines} lines\n`),
    });
    process.stdout.write(values.json ? JSON.stringify(report) + '\n' : readable(report));
    if (values.strict && report.refused > 0) {
      process.stderr.write(`${report.refused} commands were refused\n`);
      process.exitCode = 1;
    }
  } finally {
    await journal.close();
    if (!journalPath) rmSync(directory, { recursive: true, force: true });
  }
}

/** A generator, because readline drops lines that nobody awaits yet. Throws if the file cannot be read to its end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const lines = createInterface({ input, crlfDelay: Infinity });
  const failures: Error[] = [];
  for (const stream of [raw, input]) {
    stream.on('error', (error: Error) => {
      failures.push(error);
      lines.close();
    });
  }
  yield* lines;
  if (failures.length > 0) throw failures[0];
}

/** Prints one event per line with position and time, in the journal's own encoding. */
function writeEvents(batch: Batch): void {
  const { events } = JSON.parse(encodeBody(batch) + '}') as { events: object[] };
  let text = '';
  for (const [index, event] of events.entries()) {
    text += JSON.stringify({ position: batch.first + index, at: batch.at, ...event }) + '\n';
  }
  process.stdout.write(text);
}

function readable(report: ReplayReport): string {
  const rows: [string, string | number][] = [
    ['orders accepted', report.orders],
    ['cancels that found their order', report.cancels],
    ['trades', report.trades],
    ['volume', report.volume],
    ['recorded trades', report.recordedTrades],
    ['of them matched', report.matchedTrades],
    ['events', report.events],
    ['refused', report.refused],
    ['seconds', report.seconds.toFixed(2)],
    ['state hash', report.stateHash],
    ['form of the state', report.stateForm],
  ];
  const refusals = report.refusals.map(({ type, code, count, line }) => {
    return `  ${type} ${code}: ${count}, first at line ${line}\n`;
  });
  return [...rows.map(([name, value]) => `${name.padEnd(32)} ${value}\n`), ...refusals].join('');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
