import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEVELS, levelOf } from './levels';

const SERVER = path.resolve(__dirname, '../..');

describe('the level of a line', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.spec.') && path.basename(name) !== 'levels.ts',
  );
  const sources = files.map((name) => readFileSync(path.join(SERVER, name), 'utf8')).join('\n');

  it.each([...LEVELS.keys()])('is known for a logged line: %s', (words) => {
    expect(sources.includes(`'${words}'`)).toBe(true);
  });

  it('is known for every line of a failure', () => {
    const said = [...sources.matchAll(/\b(?:log|notice)\(\s*'([^']*(?:failed|damaged|stopped|lost| not )[^']*)'/g)];
    expect(said.length).toBeGreaterThan(8);
    expect(said.map(([, words]) => words).filter((words) => levelOf(words) === 'info')).toEqual([]);
  });

  it.each([
    ['engine stopped', 'error'],
    ['records: position 7 is not written yet: the database at db:5432 is away: ECONNREFUSED', 'error'],
    ['projector: starting again in 500 ms', 'error'],
    ['records-writer: its thread ended before it had closed its database', 'error'],
    [
      'records are at position 7 with hash a, where the journal has nothing: it was replaced or cut; making them anew',
      'warn',
    ],
    ['read models: caught up at 120,000 events, 7.1 s', 'info'],
    ['recovered', 'info'],
  ])('%s: %s', (words, level) => {
    expect(levelOf(words)).toBe(level);
  });
});
