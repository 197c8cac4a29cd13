/**
 * `npm run bench [-- name … [--gigabytes 4] [--short]]`: runs the benchmarks one after the other, prints their tables and keeps the last
 * printed ones in `test/bench/README.md`. `--gigabytes` is the size of the longer journal of `recovery`; `--short` a look at `browser`
 * that is not kept.
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
    const text = markdownOf(await BENCHES[name]({ gigabytes, short: values.short }));
    process.stdout.write(`\n${text}`);
    if (!values.short) keep(name, text);
  }
}

/** Replaces the part of the README between this benchmark's marks. */
function keep(name: string, table: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(README, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < 0) return;
  writeFileSync(README, `${text.slice(0, from + begin.length)}\n\n${table}\n${machine()}\n\n${text.slice(to)}`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
