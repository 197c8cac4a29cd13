// Weighs the test files anew: how many seconds each takes, by which `npm test` starts the slowest first.
//
//   node scripts/weights.mjs            runs all tests
//   node scripts/weights.mjs <file>     takes the times of a run of `jest --json --outputFile=<file>`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [given] = process.argv.slice(2);

const seconds = given === undefined ? secondsOfRun() : secondsIn(given);
const names = Object.keys(seconds).sort();
const weights = Object.fromEntries(names.map((name) => [name, seconds[name]]));
writeFileSync(path.join(root, 'test/support/weights.json'), `${JSON.stringify(weights, null, 2)}\n`);
console.log(`[weights] ${names.length} files weighed`);

function secondsOfRun() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weights-'));
  try {
    const report = path.join(folder, 'report.json');
    const jest = path.join(root, 'node_modules/jest/bin/jest.js');
    spawnSync(process.execPath, [jest, '--json', `--outputFile=${report}`], { cwd: root, stdio: 'inherit' });
    return secondsIn(report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whole seconds: a file that took a bit longer this time is not worth a change. */
function secondsIn(report) {
  const { success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (!success) {
    console.error(
      '[weights] tests failed, and one that fails does not take the time that it takes: nothing is changed',
    );
    process.exit(1);
  }
  // The run may have been that of another clone.
  const where = treeOf(testResults.map(({ name }) => name));
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(where, name).split(path.sep).join('/'),
      Math.round((endTime - startTime) / 1_000),
    ]),
  );
}

function treeOf(files) {
  const known = path.join('test', 'support', 'slow-first.spec.ts');
  const found = files.find((file) => file.endsWith(known));
  if (found === undefined) throw new Error(`[weights] that was no run of all tests: ${known} is not among them`);
  return found.slice(0, -known.length);
}
