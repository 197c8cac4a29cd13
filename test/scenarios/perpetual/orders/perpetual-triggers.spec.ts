import { canonicalLines, restoreState } from '../../../../server/products/core';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  asUser,
  cancel,
  later,
  occurred,
  refused,
  type Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import {
  FUNDS,
  amendOf,
  close,
  leverage,
  mark,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';
import { M, free, held, has, amended, placed, transferOut } from './perpetual-orders-fixture';

describe('orders of perpetuals', () => {
  const moved = (scenario: Scenario, ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));
  const triggered = (facts: object = {}) => occurred('PerpetualOrderTriggered', facts);
  /** Two other users trade at this price. */
  const traded = (ticks: number): Step[] => [open(ALICE, 'short', ticks, 1), open(CAROL, 'long', ticks, 1)];
  const tradedLower = (ticks: number): Step[] => [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];

  describe('waiting for a trigger', () => {
    const stop = (by_: 'last' | 'mark', trigger: number, price: number | null = null) =>
      open(BOB, 'long', price, 100, {
        kind: price === null ? 'stop_market' : 'stop_limit',
        trigger,
        triggerBy: by_,
      });

    test('holds the cost at its limit, or at its trigger', () => {
      perpetuals()
        .given(leverage(BOB, 10))
        // 0.1 BTC at 50,100: 501 + 2.7555 + 2.47995, and 10 behind the mark.
        .when(stop('last', M + 1_000))
        .then(placed('waits'), held(1, usdt('516.23545')))
        .when(stop('mark', M + 500, M + 1_000))
        .then(placed('waits'), held(2, usdt('516.23545')));
    });

    test('fires by a trade at the trigger, costed anew', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('last', M + 100), open(ALICE, 'short', M + 200, 100));
      scenario.when(traded(M + 100)).then(
        placed('rests'),
        placed('takes'),
        occurred('PerpetualTraded'),
        triggered({ order: 1, disposition: 'takes' }),
        occurred('PerpetualTraded', { takerOrder: 1, price: M + 200, quantity: 100 }),
        has(BOB, 'long', 100),
        // 500.2 + 2.47599 for closing + 2 behind the mark, and 2.7511 for opening.
        free(BOB, FUNDS - usdt('500.2') - usdt('2.47599') - usdt('2') - usdt('2.7511')),
      );
    });

    test('by mark fires at the mark, also after a restart, and not by a trade', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('mark', M + 100), open(ALICE, 'short', M + 300, 100));
      scenario
        .when(traded(M + 200))
        .then(placed('rests'), placed('takes'), occurred('PerpetualTraded'), has(BOB, 'long', 0));
      scenario.given(later(61_000, mark(M + 50, scenario.exchange.now + 61_000)));
      scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
      scenario
        .when(moved(scenario, 2_000, M + 100))
        .then(
          occurred('IndexPublished'),
          occurred('MarkPublished'),
          triggered({ order: 1 }),
          occurred('PerpetualTraded'),
        );
    });

    test('as a limit order rests with the unfilled part', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('last', M - 100, M - 200));
      scenario
        .when(tradedLower(M - 100))
        .then(
          placed('rests'),
          placed('takes'),
          occurred('PerpetualTraded'),
          triggered({ order: 1, disposition: 'rests' }),
        );
      scenario.when(amendOf(BOB, 1, { price: M - 300 })).then(amended('rests'));
    });

    test.each<[string, Step, (scenario: Scenario) => Step[], Step[], string]>([
      [
        'what it takes costs more than is free',
        stop('last', M + 100),
        () => [open(ALICE, 'short', M + 3_000, 100), transferOut(FUNDS - usdt('506.5'))],
        traded(M + 100),
        'margin_short',
      ],
      [
        'its price is too far from the mark',
        stop('last', M + 100, M + 24_000),
        (scenario) => [moved(scenario, 2_000, M - 10_000)],
        traded(M + 100),
        'price_limit',
      ],
      [
        'the leverage allows no more',
        stop('last', M + 100, M + 100),
        (scenario) => [leverage(BOB, 100), open(BOB, 'long', M, 4_890), moved(scenario, 2_000, M + 5_000)],
        traded(M + 100),
        'position_limit',
      ],
      [
        'the market only closes',
        stop('last', M + 100),
        () => [open(ALICE, 'short', M, 5), open(CAROL, 'long', M, 5), perpetualState('close_only')],
        [close(CAROL, 'long', M + 100, 1), close(ALICE, 'short', M + 100, 1)],
        'market_closed',
      ],
    ])('ends with a reason when %s', (_, waits, before, fires, reason) => {
      const scenario = perpetuals().given(leverage(BOB, 10), waits);
      const order = scenario.exchange.state.counters.order - 1;
      scenario
        .given(before(scenario))
        .when(fires)
        .then(
          placed('rests'),
          placed('takes'),
          occurred('PerpetualTraded'),
          triggered({ order }),
          occurred('PerpetualOrderCancelled', { order, reason: reason as 'margin_short', rested: 0 }),
          held(order, null),
        );
    });

    test('to close takes the whole position and the room of resting close orders', () => {
      const scenario = perpetuals().given(openBothSides(M, 10), close(BOB, 'long', M + 50, 8));
      scenario.given(
        close(BOB, 'long', null, 25, { kind: 'stop_market', trigger: M - 100, triggerBy: 'last' }),
        open(CAROL, 'long', M - 150, 100),
      );
      scenario
        .when(tradedLower(M - 100))
        .then(
          placed('rests'),
          placed('takes'),
          occurred('PerpetualTraded'),
          occurred('PerpetualOrderCancelled', { order: 3, reason: 'position_closed' }),
          triggered({ order: 4, quantity: 10 }),
          occurred('PerpetualTraded', { takerOrder: 4, quantity: 10 }),
          has(BOB, 'long', 0),
        );
    });

    test('to close ends if the position is gone', () => {
      const scenario = perpetuals().given(openBothSides(M, 10));
      scenario.given(
        close(BOB, 'long', null, 5, { kind: 'stop_market', trigger: M - 100, triggerBy: 'last' }),
        open(CAROL, 'long', M, 10),
        close(BOB, 'long', M, 10),
      );
      scenario
        .when(tradedLower(M - 100))
        .then(
          placed('rests'),
          placed('takes'),
          occurred('PerpetualTraded'),
          triggered({ order: 3 }),
          occurred('PerpetualOrderCancelled', { order: 3, reason: 'position_closed', rested: 0 }),
        );
    });

    test('can be moved, cancelled, and ended by a freeze', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('mark', M + 100), stop('last', M + 100));
      scenario.when(amendOf(BOB, 1, { trigger: M + 300 })).then(amended('waits'));
      scenario.when(amendOf(BOB, 2, { quantity: 50 })).then(amended('waits'));
      scenario.when(amendOf(BOB, 1, { trigger: M })).then(refused('trigger.at.mark'));
      scenario.when(amendOf(BOB, 1, { price: M })).then(refused('amend.not.allowed'));
      scenario.when(moved(scenario, 2_000, M + 200)).then(occurred('IndexPublished'), occurred('MarkPublished'));
      scenario.when(asUser(BOB, cancel(2))).then(occurred('PerpetualOrderCancelled', { order: 2, rested: 0 }));
      scenario
        .when(accountFrozen())
        .then(
          occurred('AccountFrozen'),
          occurred('PerpetualOrderCancelled', { order: 1, reason: 'account_frozen' }),
          free(BOB, FUNDS),
        );
    });

    test('does not fire by mark while the market is closed, but at the first mark afterwards', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('mark', M + 100), perpetualState('maintenance'));
      scenario.when(moved(scenario, 2_000, M + 200)).then(occurred('IndexPublished'), occurred('MarkPublished'));
      scenario
        .given(perpetualState('open'))
        .when(moved(scenario, 2_000, M + 150))
        .then(
          occurred('IndexPublished'),
          occurred('MarkPublished'),
          triggered({ order: 1 }),
          occurred('PerpetualOrderCancelled', { order: 1, reason: 'no_liquidity' }),
          free(BOB, FUNDS),
        );
    });

    test.each<[string, Step, string]>([
      ['at the last price', stop('last', M), 'trigger.at.last.price'],
      ['at the mark', stop('mark', M), 'trigger.at.mark'],
      ['out of range', stop('mark', 0), 'trigger.out.of.range'],
      [
        'without saying which price',
        open(BOB, 'long', null, 5, { kind: 'stop_market', trigger: 5 }),
        'order.combination.invalid',
      ],
      [
        'with nothing to close',
        close(BOB, 'long', null, 5, { kind: 'stop_market', trigger: 50, triggerBy: 'last' }),
        'position.none',
      ],
    ])('is refused %s', (_, step, code) => {
      perpetuals()
        .when(step)
        .then(refused(code as 'position.none'));
    });
  });
});
