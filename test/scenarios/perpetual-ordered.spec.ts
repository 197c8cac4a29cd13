/** What opening orders come to together, by which the next one is judged: only lots that open something count. */
import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { orderedAtMost } from '../../server/core/perpetual/ordered';
import { BOB, CAROL, by, cancelAll, type Scenario } from '../tools/core-fixture';
import { PERP, amendOf, close, open, opened, perpetuals, positionMode } from '../tools/perpetual-fixture';

const M = 500_000;
/** Of Bob's orders lots × ticks, long and short, the mark left out; after a restart as before. */
function ordered({ exchange: { state } }: Scenario): bigint[] {
  const [now, later] = [state, restoreState(canonicalLines(state))].map((some) =>
    (['long', 'short'] as const).map((side) => orderedAtMost(some, BOB, PERP, side, 0)),
  );
  expect(later).toEqual(now);
  return now;
}
const are = (long: number, short: number) => [BigInt(long), BigInt(short)];

test('orders count as long as they are open, amended and filled in part as well, those that close never', () => {
  const scenario = perpetuals().given(opened(M, 10));
  expect(ordered(scenario)).toEqual(are(0, 0));
  scenario.given(open(BOB, 'long', M - 100, 4), close(BOB, 'long', M + 200, 3));
  expect(ordered(scenario)).toEqual(are(4 * (M - 100), 0));
  const { order } = scenario.exchange.state.counters;
  scenario.given(open(BOB, 'short', M + 100, 2), amendOf(BOB, order, { price: M + 150, quantity: 6 }));
  expect(ordered(scenario)).toEqual(are(4 * (M - 100), 6 * (M + 150)));
  scenario.given(open(CAROL, 'short', M - 100, 1));
  expect(ordered(scenario)).toEqual(are(3 * (M - 100), 6 * (M + 150)));
  scenario.given(
    open(BOB, 'long', null, 5, { kind: 'stop_market', timeInForce: 'ioc', trigger: M + 300, triggerBy: 'mark' }),
  );
  expect(ordered(scenario)).toEqual(are(3 * (M - 100) + 5 * (M + 300), 6 * (M + 150)));
  scenario.given(open(CAROL, 'short', M - 100, 3));
  expect(ordered(scenario)).toEqual(are(5 * (M + 300), 6 * (M + 150)));
  scenario.given(by(BOB, cancelAll(PERP)));
  expect(ordered(scenario)).toEqual(are(0, 0));
});

test('one position at a time: what closes it first does not count, also of an order that took before it came to rest', () => {
  const scenario = perpetuals().given(positionMode(BOB, 'one_way'), opened(M, 10));
  scenario.given(open(CAROL, 'long', M - 50, 4), open(BOB, 'short', M - 50, 14));
  // Four are taken; of the ten that rest six close what is left.
  expect(ordered(scenario)).toEqual(are(0, 4 * (M - 50)));
  scenario.given(open(CAROL, 'long', M - 60, 2), close(BOB, 'long', M - 60, 2, { timeInForce: 'ioc' }));
  // Two of those are cut with what they would have closed.
  expect(ordered(scenario)).toEqual(are(0, 4 * (M - 50)));
});
