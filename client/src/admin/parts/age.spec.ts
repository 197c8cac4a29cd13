import { ageOf, ageText } from './age';

const HOUR_MS = 3_600_000;

describe('age of waiting items', () => {
  it.each([
    [-5, 0, 'minute'],
    [59_999, 0, 'minute'],
    [2 * HOUR_MS - 1, 119, 'minute'],
    [2 * HOUR_MS, 2, 'hour'],
    [48 * HOUR_MS - 1, 47, 'hour'],
    [48 * HOUR_MS, 2, 'day'],
    [100 * HOUR_MS, 4, 'day'],
  ])('%d ms is %d of unit %s', (ms, count, unit) => {
    expect(ageOf(ms)).toEqual({ count, unit });
  });

  it('is shown in the page’s language', () => {
    expect(ageText('en', 3 * HOUR_MS)).toBe('3 hours');
    expect(ageText('ja', 3 * HOUR_MS)).toContain('3');
  });
});
