import { existsSync } from 'node:fs';
import path from 'node:path';
import type Sequencer from '@jest/test-sequencer';
import weights from './weights.json';

const SlowFirst = jest.requireActual<typeof Sequencer>('./slow-first.cjs');
const ROOT = path.resolve(__dirname, '../..');

type Tests = Parameters<Sequencer['sort']>[0];

/** As jest hands them over, with how long it remembers each to have taken. */
function testsOf(...files: [name: string, duration?: number][]): Tests {
  return files.map(([name, duration]) => ({ path: path.join(ROOT, name), duration })) as Tests;
}

async function order(tests: Tests): Promise<string[]> {
  const sequencer = new SlowFirst({ contexts: [], globalConfig: {} as never });
  return [...(await sequencer.sort(tests))].map((test) => path.relative(ROOT, test.path).split(path.sep).join('/'));
}

describe('the order of test files', () => {
  const byWeight = Object.entries(weights).sort(([, one], [, other]) => other - one);
  const [[slowest]] = byWeight;
  const [quickest] = byWeight[byWeight.length - 1];
  const unknown = 'a/file/that/nobody/has.spec.ts';

  it('is from the slowest to the quickest, with one that nobody has weighed between them', async () => {
    expect(await order(testsOf([quickest], [unknown], [slowest]))).toEqual([slowest, unknown, quickest]);
  });

  it('goes by files of this tree', () => {
    const names = Object.keys(weights);
    const there = names.filter((name) => !name.startsWith('..') && existsSync(path.join(ROOT, name)));
    // Some may be gone since they were weighed.
    expect(there.length).toBeGreaterThan(0.9 * names.length);
  });

  it('is not that of the last run', async () => {
    expect(await order(testsOf([quickest, 900_000], [slowest, 1]))).toEqual([slowest, quickest]);
  });
});
