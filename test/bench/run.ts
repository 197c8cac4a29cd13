/**
 * `npm run bench [-- name … [--gigabytes 4] [--short]]`: runs the benchmarks one after the other, prints their tables
 * and stores the latest ones in `test/bench/README.md`. `--gigabytes` is the size of the longer journal of `recovery`.
 * `--short` is a quick run of `browser` that is not stored.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProjectors } from '../../server/views/stored/projecting/projectors';
import { runAuditBench } from './audit.bench';
import { runBookBench } from './book.bench';
import { runBrowserBench } from './browser.bench';
import { runBytesBench } from './bytes.bench';
import { runContractsBench } from './contracts.bench';
import { runEventStoreBench } from './eventstore.bench';
import { runFanoutBench } from './fanout.bench';
import { runHttpBench } from './http.bench';
import { runMarksBench } from './marks.bench';
import { runPausesBench } from './pauses.bench';
import { runGrowthBench, runPipelineBench, runSustainedBench, type StartProjector } from './pipeline.bench';
import { runRecoveryBench } from './recovery.bench';
import { machine, markdownOf, type BenchTable } from './table';

const withProjector: StartProjector = ({ followerSource }, dataDir, included) =>
  startProjectors({ dataDir }, followerSource, () => undefined, included);

interface BenchOptions {
  gigabytes?: number | undefined;
  short?: boolean | undefined;
}

const BENCHES: Record<string, (options: BenchOptions) => Promise<BenchTable>> = {
  book: () => runBookBench(),
  bytes: () => runBytesBench(),
  pipeline: () => runPipelineBench(withProjector),
  sustained: () => runSustainedBench(withProjector),
  contracts: () => runContractsBench(withProjector),
  marks: () => runMarksBench(),
  growth: () => runGrowthBench(withProjector),
  audit: () => runAuditBench(withProjector),
  recovery: ({ gigabytes }) => runRecoveryBench({ gigabytes }),
  pauses: () => runPausesBench({ startProjector: withProjector }),
  eventstore: () => runEventStoreBench(),
  http: () => runHttpBench(),
  fanout: () => runFanoutBench(),
  browser: ({ short }) => runBrowserBench({ isShort: short }),
};

const README = path.resolve(__dirname, '../../../test/bench/README.md');

async function main(): Promise<void> {
  const { values, positionals: asked } = parseArgs({
    options: { gigabytes: { type: 'string' }, short: { type: 'boolean' } },
    allowPositionals: true,
  });
  const gigabytes = values.gigabytes === undefined ? undefined : Number(values.gigabytes);
  if (gigabytes !== undefined && !(gigabytes > 0)) throw new Error('--gigabytes takes a number');
  const unknown = asked.filter((name) => !(name in BENCHES));
  if (unknown.length > 0)
    throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
    const table = await BENCHES[name]({ gigabytes, short: values.short });
    process.stdout.write(`\n${markdownOf(table)}`);
    if (!values.short) keep(name, table);
  }
}

/** Benchmarks with results in their notes. The README states the conditions in the other notes once. */
const WITH_RESULTS_IN_NOTES = ['bytes', 'browser'];

/** Replaces this benchmark's section in the README. Its heading ends with the name as a comment; the machine is named once. */
function keep(name: string, table: BenchTable): void {
  const text = readFileSync(README, 'utf8');
  const notes = WITH_RESULTS_IN_NOTES.includes(name) ? table.notes : [];
  const place = text.includes(machine()) ? [] : [machine()];
  const kept = markdownOf({ ...table, title: `${table.title} <!-- ${name} -->`, notes: [...notes, ...place] });
  const section = new RegExp(`^### .* <!-- ${name} -->$[^]*?(?=^##)`, 'm');
  writeFileSync(
    README,
    text.replace(section, () => `${kept}\n`),
  );
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
