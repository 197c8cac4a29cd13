import { canonicalLines, restoreState } from '../../../../server/products/core';
import { openingExposureMax } from '../../../../server/products/perpetual/core/orders/open-order-sums';
import {
  ALICE,
  BOB,
  CAROL,
  withClientId,
  asUser,
  later,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
  cancelAll,
} from '../../../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  positionMode,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';
import { M, free, held, has, amended, placed, transferOut } from './perpetual-orders-fixture';

describe('orders of perpetuals', () => {
  describe('amending', () => {
    // 1 BTC at 50,000 with leverage 10 holds 5,052.25.
    const resting = () => perpetuals().given(leverage(BOB, 10), open(BOB, 'long', M, 1_000));

    test('to less at the same price keeps priority and releases the surplus', () => {
      resting()
        .given(open(CAROL, 'long', M, 1_000))
        .when(amendOf(BOB, 1, { quantity: 500 }))
        .then(amended('keeps'), held(1, usdt('2526.125')), free(BOB, FUNDS - usdt('2526.125')))
        .when(open(ALICE, 'short', M, 500))
        .then(placed('takes'), occurred('PerpetualTraded', { makerOrder: 1 }));
    });

    test('to more or another price loses priority and is costed anew', () => {
      resting()
        .given(open(CAROL, 'long', M, 1_000))
        .when(amendOf(BOB, 1, { quantity: 2_000 }))
        .then(amended('rests'), held(1, usdt('10104.5')))
        .when(open(ALICE, 'short', M, 500))
        .then(placed('takes'), occurred('PerpetualTraded', { makerOrder: 2 }));
      resting()
        .when(amendOf(BOB, 1, { price: M - 100_00 }))
        .then(amended('rests'), held(1, usdt('4951.205')), free(BOB, FUNDS - usdt('4951.205')));
    });

    test('names its market, if any: another market has other ticks', () => {
      resting()
        .when(amendOf(BOB, 1, { quantity: 500, market: 'ETH-USDT-PERP' }))
        .then(refused('order.not.found'))
        .when(amendOf(BOB, 1, { quantity: 500, market: PERP }))
        .then(amended('keeps'));
    });

    test('takes what it now crosses, and the rest rests with its cost', () => {
      const scenario = perpetuals({ referencePrice: M + 100 }).given(
        leverage(BOB, 10),
        open(ALICE, 'short', M + 100, 500),
        open(BOB, 'long', M, 1_000),
      );
      scenario.when(amendOf(BOB, 2, { price: M + 100 })).then(
        amended('takes'),
        occurred('PerpetualTraded', { makerOrder: 1, takerOrder: 2, quantity: 500 }),
        occurred('PerpetualOrderRested', { order: 2, quantity: 500 }),
        has(BOB, 'long', 500),
        // Half of 50,010: 2,500.5 + 13.75275 + 12.377475, and 5 behind the mark.
        held(2, usdt('2531.630225')),
      );
    });

    test('can use the existing hold of the order, and no more than that', () => {
      const scenario = resting().given(transferOut(FUNDS - usdt('5052.25')));
      scenario.when(amendOf(BOB, 1, { quantity: 1_001 })).then(refused('margin.insufficient'));
      scenario.when(amendOf(BOB, 1, { price: M - 10_000, quantity: 1_020 })).then(amended('rests'));
    });

    test.each<[string, Step[], Step, string]>([
      ['of another', [], amendOf(ALICE, 1, { quantity: 5 }), 'order.not.found'],
      ['of nobody', [], amendOf(99, 1, { quantity: 5 }), 'account.unknown'],
      ['to what it is', [], amendOf(BOB, 1, { price: M }), 'amend.nothing'],
      ['to a trigger it has not', [], amendOf(BOB, 1, { trigger: M - 5 }), 'amend.not.allowed'],
      ['above the market', [], amendOf(BOB, 1, { price: M + 1 }), 'long.above.market'],
      ['too far from the mark', [], amendOf(BOB, 1, { price: M + 25_001 }), 'price.beyond.limit'],
      ['out of range', [], amendOf(BOB, 1, { price: 0 }), 'price.out.of.range'],
      ['to nothing', [], amendOf(BOB, 1, { quantity: 0 }), 'quantity.not.positive'],
      ['to less than is filled', [open(ALICE, 'short', M, 5)], amendOf(BOB, 1, { quantity: 5 }), 'amend.below.filled'],
      ['to more than the leverage allows', [], amendOf(BOB, 1, { quantity: 130_000 }), 'leverage.too.high'],
      ['without a fresh mark', [], later(15_001, amendOf(BOB, 1, { quantity: 5 })), 'mark.stale'],
      [
        'where only closing is left',
        [perpetualState('close_only')],
        amendOf(BOB, 1, { quantity: 5 }),
        'market.close.only',
      ],
    ])('is refused %s', (_, before, step, code) => {
      resting()
        .given(before)
        .when(step)
        .then(refused(code as 'amend.nothing'));
    });

    test('counts the new size only, without the old one', () => {
      const scenario = perpetuals().given(leverage(BOB, 20), open(BOB, 'long', M, 50_000));
      scenario.when(amendOf(BOB, 1, { quantity: 60_000 })).then(amended('rests'));
      scenario.when(amendOf(BOB, 1, { quantity: 60_001 })).then(refused('leverage.too.high'));
    });

    test('of a post-only order is refused if it would take', () => {
      perpetuals({ referencePrice: M + 100 })
        .given(open(ALICE, 'short', M + 100, 500), open(BOB, 'long', M, 10, { timeInForce: 'post_only' }))
        .when(amendOf(BOB, 2, { price: M + 100 }))
        .then(refused('order.would.take'));
    });

    test('of a close order stays within the position and holds nothing', () => {
      const scenario = perpetuals().given(
        openBothSides(M, 10),
        close(BOB, 'long', M + 10, 4),
        close(BOB, 'long', M + 20, 4),
      );
      scenario.when(amendOf(BOB, 3, { quantity: 7 })).then(refused('closing.exceeds.position'));
      scenario.when(amendOf(BOB, 3, { quantity: 6, price: M + 5 })).then(amended('rests'), held(3, null));
      scenario
        .given(open(CAROL, 'long', M + 1, 5))
        .when(amendOf(BOB, 3, { price: M + 1 }))
        .then(amended('takes'), occurred('PerpetualTraded'), occurred('PerpetualOrderRested', { quantity: 1 }));
    });

    test('returns the first result on a retry', () => {
      const again = withClientId('a', amendOf(BOB, 1, { quantity: 500 }));
      resting()
        .given(again)
        .when(again)
        .then(expectThat((_, { outcomes }) => expect(outcomes).toMatchObject([{ id: 1, repeated: true }])));
    });
  });
});

/** The total exposure of opening orders, by which the next one is judged: only lots that open count. */

/** Lots × ticks of Bob's orders, long and short, without the mark; the same after a restart. */
function ordered({ exchange: { state } }: Scenario): bigint[] {
  const [now, later] = [state, restoreState(canonicalLines(state))].map((some) =>
    (['long', 'short'] as const).map((side) => openingExposureMax(some, BOB, PERP, side, 0)),
  );
  expect(later).toEqual(now);
  return now;
}
const are = (long: number, short: number) => [BigInt(long), BigInt(short)];

test('open orders count through amendments and partial fills; close orders never do', () => {
  const scenario = perpetuals().given(openBothSides(M, 10));
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
  scenario.given(asUser(BOB, cancelAll(PERP)));
  expect(ordered(scenario)).toEqual(are(0, 0));
});

test('in one-way mode the closing part does not count, also for the rest of a taker', () => {
  const scenario = perpetuals().given(positionMode(BOB, 'one_way'), openBothSides(M, 10));
  scenario.given(open(CAROL, 'long', M - 50, 4), open(BOB, 'short', M - 50, 14));
  // Four are taken; of the ten at rest, six close the remainder.
  expect(ordered(scenario)).toEqual(are(0, 4 * (M - 50)));
  scenario.given(open(CAROL, 'long', M - 60, 2), close(BOB, 'long', M - 60, 2, { timeInForce: 'ioc' }));
  // Two of those are cut with what they would have closed.
  expect(ordered(scenario)).toEqual(are(0, 4 * (M - 50)));
});
