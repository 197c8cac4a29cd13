/**
 * `npm run test:mutants -- [part of a name …]`: puts each mutant of `test/mutants` into a copy of the sources, and runs
 * the suites that it names. A mutant that they do not detect survives, which means that its rule could be changed
 * unnoticed. Survivors are printed, and the exit code is 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTANTS } from '../mutants/list';
import { placesOf, sourcesIn, suiteFiles, type Mutant } from '../mutants/mutant';

/** Relative to the compiled file. */
const ROOT = join(__dirname, '../../..');
const COPIED = ['server', 'shared', 'test', 'jest.config.cjs', 'package.json'];
const LINKED = ['node_modules', 'docs'];
/** Copies of the sources in which mutants run in parallel. */
const COPIES = 2;
/** A mutant may cause an endless loop. */
const RUN_MS_MAX = 300_000;

type JestConfig = { projects: { displayName: string }[] };
interface Report {
  success: boolean;
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
}

interface Outcome {
  mutant: Mutant;
  fate: 'killed' | 'survived' | 'broken';
  why: string;
  seconds: number;
}

function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(copy, name));
  return copy;
}

/** Null if it does not end. */
async function run(copy: string, suites: readonly string[]): Promise<Report | null> {
  const { default: whole } = (await import(join(copy, 'jest.config.cjs'))) as { default: JestConfig };
  const { projects, ...config } = whole;
  const node = projects.filter(({ displayName }) => displayName === 'node');
  const file = join(copy, 'report.json');
  rmSync(file, { force: true });
  const options = ['--config', JSON.stringify({ ...config, rootDir: copy, projects: node }), '--runInBand'];
  const told = [
    '--json',
    `--outputFile=${file}`,
    '--silent',
    '--runTestsByPath',
    ...suites.flatMap((suite) => suiteFiles(copy, suite)),
  ];
  const jest = join(copy, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [jest, ...options, ...told], { cwd: copy, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  await once(child, 'exit');
  clearTimeout(timer);
  return child.signalCode === 'SIGKILL' ? null : (JSON.parse(readFileSync(file, 'utf8')) as Report);
}

async function runMutant(copy: string, mutant: Mutant): Promise<Outcome> {
  const startedAt = Date.now();
  const [path] = placesOf(sourcesIn(copy), mutant);
  const file = join(copy, path);
  const before = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    before.replace(mutant.find, () => mutant.put),
  );
  let [fate, why]: [Outcome['fate'], string] = ['survived', mutant.rule];
  for (const suite of mutant.suites) {
    if (fate === 'survived') [fate, why] = verdictOf(suite, await run(copy, [suite])) ?? [fate, why];
  }
  writeFileSync(file, before);
  return { mutant, fate, why, seconds: (Date.now() - startedAt) / 1_000 };
}

/** Null if the suite detects nothing. */
function verdictOf(suite: string, report: Report | null): [Outcome['fate'], string] | null {
  if (report === null) return ['killed', `by ${suite}, which does not end`];
  if (report.success) return null;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const first = results.find(({ status }) => status === 'failed');
  // A suite that does not load tells nothing about the rule.
  if (!first) return ['broken', report.testResults.map(({ message }) => message).join('\n')];
  return ['killed', `by ${suite}: ${first.fullName}`];
}

async function main(): Promise<void> {
  const startedAt = Date.now();
  const parts = process.argv.slice(2);
  const queue = MUTANTS.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  const copies = Array.from({ length: COPIES }, copyOfSources);
  const outcomes: Outcome[] = [];
  try {
    const suites = [...new Set(queue.flatMap((mutant) => mutant.suites))];
    const whole = await run(copies[0], suites);
    if (!whole?.success) throw new Error('the suites fail without any mutant: nothing can be said');
    const work = async (copy: string): Promise<void> => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const outcome = await runMutant(copy, mutant);
        outcomes.push(outcome);
        const { fate, why, seconds } = outcome;
        process.stdout.write(`${fate.padEnd(8)} ${seconds.toFixed(0).padStart(3)} s  ${mutant.name}: ${why}\n`);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  const alive = outcomes.filter(({ fate }) => fate !== 'killed');
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  process.stdout.write(`${outcomes.length} mutants, ${alive.length} not killed, ${seconds} s\n`);
  for (const { mutant, fate } of alive) process.stdout.write(`${fate}: ${mutant.name} (${mutant.rule})\n`);
  if (alive.length > 0) process.exitCode = 1;
}

void main();
