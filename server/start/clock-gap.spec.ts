import { clockGap } from './clock-gap';

const NOON = 1_760_000_000_000;
const DAY = 86_400_000;

test.each([
  [0, null],
  [10_000, null],
  [10_001, 'ahead'],
  [365 * DAY, 'ahead'],
  [-1, null],
  [-DAY, null],
  [-DAY - 1, 'behind'],
])('a last batch %i ms after the clock: %p', (later, gap) => {
  expect(clockGap(NOON + later, NOON, 10_000)).toBe(gap);
});
