/** A process killed at any moment keeps acknowledged results: the first rounds of `npm run test:kill`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killRounds } from '../../tools/kill/kill';
import { compiledChild } from '../../tools/kill/kill-files';

const ROUNDS = 10;

test(`${ROUNDS} kills under load lose no acknowledged result and leave nothing half done`, async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'kill-spec-'));
  const lines: string[] = [];
  try {
    const say = (line: string): void => void lines.push(line);
    const options = { rounds: ROUNDS, seed: 20_260_101, directory, childFile: compiledChild(), say };
    const summary = await killRounds(options).catch((error: Error) => {
      throw new Error(`${error.message}\n${lines.join('\n')}`, { cause: error });
    });
    expect(summary.rounds).toBe(ROUNDS);
    // Rounds without work would prove nothing.
    expect(summary.answered).toBeGreaterThan(500);
    expect(summary.trades).toBeGreaterThan(50);
    expect(summary.unanswered).toBeGreaterThan(50);
    expect(summary.fromSnapshot).toBeGreaterThan(0);
    expect([summary.killedStarting, summary.killedClosing]).toEqual([1, 2]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 300_000);
