/** Rounding direction of divisions, on both sides of zero. */
import { ceilOf, floorOf, nearestOf } from './rounding';

test.each([
  [7n, 2n, 3n, 4n, 3n],
  [-7n, 2n, -4n, -3n, -4n],
  [6n, 2n, 3n, 3n, 3n],
  [-6n, 2n, -3n, -3n, -3n],
  [0n, 5n, 0n, 0n, 0n],
  [8n, 3n, 2n, 3n, 3n],
  [7n, 3n, 2n, 3n, 2n],
  [-8n, 3n, -3n, -2n, -3n],
  [-7n, 3n, -3n, -2n, -2n],
  [-1n, 10n ** 30n, -1n, 0n, 0n],
])('%d ÷ %d: down %d, up %d, nearest %d, half rounded down', (over, under, down, up, nearest) => {
  expect([floorOf(over, under), ceilOf(over, under), nearestOf(over, under)]).toEqual([down, up, nearest]);
});
