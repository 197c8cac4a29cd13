import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from './list';
import { placesOf, sourcesIn, suiteFile } from './mutant';

const ROOT = join(__dirname, '../..');
const sources = sourcesIn(ROOT);

test('there are more than eighty mutants, each of a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(80);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test.each(MUTANTS)('$name: its fragment is found once, and its suites are there', (mutant) => {
  const { find, put, suites } = mutant;
  expect(placesOf(sources, mutant)).toHaveLength(1);
  expect(put).not.toBe(find);
  expect(`${find}${put}`).not.toContain('\n');
  expect(suites.filter((suite) => !existsSync(join(ROOT, suiteFile(ROOT, suite))))).toEqual([]);
  expect(suites.length).toBeGreaterThan(0);
});
