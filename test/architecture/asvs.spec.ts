import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const TEXT = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');

/** Points of levels 1 and 2 in each chapter of version 5.0.0, V1 to V17. */
const POINTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const rows = TEXT.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, point, what, how, test]) => ({ point, what, how, test }));

it('every point is there once, chapter by chapter', () => {
  const chapters = POINTS.map((_, index) => rows.filter(({ point }) => point.startsWith(`${index + 1}.`)).length);
  expect(chapters).toEqual(POINTS);
  expect(new Set(rows.map(({ point }) => point)).size).toBe(rows.length);
});

it('each says how it is met, or what is open, or that there is nothing of the kind', () => {
  for (const { point, what, how } of rows) {
    expect([point, what !== '', how !== '']).toEqual([point, true, true]);
    expect([point, /\*\*open:\*\* *$/.test(how)]).toEqual([point, false]);
  }
});

it('the tests that it names are there', () => {
  const named = rows.flatMap(({ test }) => [...test.matchAll(/`([^`]+)`/g)].map(([, file]) => file));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
