/** A process killed at any moment keeps what it said: the first rounds of what `npm run test:kill` does for longer. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { killRounds } from '../tools/kill';

const ROUNDS = 10;
const ROOT = path.resolve(__dirname, '../..');

/** A process runs JavaScript only: the one file of the tests that it needs joins the built server in `dist`. */
function compiledChild(): string {
  const source = readFileSync(path.join(ROOT, 'test/tools/kill-child.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const file = path.join(ROOT, 'dist/test/tools/kill-child.js');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, outputText);
  return file;
}

test(`${ROUNDS} times killed under load, nothing said is lost and nothing is half done`, async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'kill-spec-'));
  const lines: string[] = [];
  try {
    const say = (line: string): void => void lines.push(line);
    const options = { rounds: ROUNDS, seed: 20_260_101, directory, childFile: compiledChild(), say };
    const summary = await killRounds(options).catch((error: Error) => {
      throw new Error(`${error.message}\n${lines.join('\n')}`, { cause: error });
    });
    expect(summary.rounds).toBe(ROUNDS);
    // Rounds in which nothing was at stake would prove nothing.
    expect(summary.answered).toBeGreaterThan(500);
    expect(summary.trades).toBeGreaterThan(50);
    expect(summary.unanswered).toBeGreaterThan(50);
    expect(summary.fromSnapshot).toBeGreaterThan(0);
    expect([summary.killedStarting, summary.killedClosing]).toEqual([1, 2]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 300_000);
