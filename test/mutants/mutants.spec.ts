import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from './list';
import { placesOf, sourcesIn, suiteFiles } from './mutant';

const ROOT = join(__dirname, '../..');
const sources = sourcesIn(ROOT);

test('there are more than eighty mutants with unique names', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(80);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test.each(MUTANTS)('$name: its fragment is found once, and its suites exist', (mutant) => {
  const { find, put, suites } = mutant;
  expect(placesOf(sources, mutant)).toHaveLength(1);
  expect(put).not.toBe(find);
  expect(`${find}${put}`).not.toContain('\n');
  const isThere = (file: string): boolean => existsSync(join(ROOT, file));
  for (const suite of suites) expect([suite, suiteFiles(ROOT, suite).some(isThere)]).toEqual([suite, true]);
  expect(suites.length).toBeGreaterThan(0);
});
