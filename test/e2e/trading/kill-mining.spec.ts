/**
 * Simultaneously due work is done once despite kills: incomes (`npm run test:kill:mining` pays 100,000) and ends of
 * robots.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compiledChild } from '../../tools/kill/kill-files';
import { killMining } from '../../tools/kill/kill-mining';
import { killRobots } from '../../tools/kill/kill-robots';

async function killed<Summary>(
  kill: (around: { directory: string; childFile: string; say: (line: string) => void }) => Promise<Summary>,
): Promise<Summary> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kill-due-'));
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  try {
    return await kill({ directory, childFile: compiledChild(), say }).catch((error: Error) => {
      throw new Error(`${error.message}\n${lines.join('\n')}`, { cause: error });
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

// Without an interruption the test would prove nothing.

test('a process killed repeatedly pays every income and every principal once', async () => {
  const size = { purchases: 500, termDays: 5, writesMax: 450_000, seed: 20_261_124 };
  const { killedPaying } = await killed((around) => killMining({ ...size, ...around }));
  expect(killedPaying).toBeGreaterThan(0);
});

test('a process killed repeatedly ends every robot once and returns its full remainder', async () => {
  const { killedAtWork } = await killed((around) => killRobots({ writesMax: 4_000, seed: 20_261_124, ...around }));
  expect(killedAtWork).toBeGreaterThan(0);
});
