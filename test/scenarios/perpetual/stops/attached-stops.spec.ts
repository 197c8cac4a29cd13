import { canonicalLines, restoreState } from '../../../../server/products/core';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
  asUser,
  cancelAll,
} from '../../../tools/fixtures/core-fixture';
import { PERP, close, open, openBothSides, perpetuals, stop, amendOf } from '../../../tools/fixtures/perpetual-fixture';

const M = 500_000;

describe('attached stops', () => {
  const PROFIT = { takeProfit: M + 300, takeProfitBy: 'mark' } as const;
  const LOSS = { stopLoss: M - 300, stopLossBy: 'last' } as const;
  const placed = () => occurred('PerpetualOrderPlaced');
  const traded = () => occurred('PerpetualTraded');
  const stops = (...expected: [id: number, kind: string, quantity: number][]) =>
    expectThat(({ state }) =>
      expect([...state.stops.stops.values()].map(({ id, kind, quantity }) => [id, kind, quantity])).toEqual(expected),
    );
  const bringing = (...orders: number[]) =>
    expectThat(({ state }) => expect([...state.stops.attached.keys()]).toEqual(orders));
  const restarted = (scenario: Scenario): Scenario => {
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    return scenario;
  };
  const cancel = (user: number, order: number): Step => ({
    actor: `user/${user}`,
    command: { type: 'CancelOrder', user, order },
  });

  test('what an order opens at once gets its stops before the next command', () => {
    perpetuals()
      .given(open(ALICE, 'short', M, 10))
      .when(open(BOB, 'long', null, 10, { ...PROFIT, ...LOSS }))
      .then(
        occurred('PerpetualOrderPlaced', { ...PROFIT, ...LOSS }),
        traded(),
        occurred('StopPlaced', { stop: 3, order: 2, contract: 1, kind: 'take_profit', trigger: M + 300, quantity: 10 }),
        occurred('StopPlaced', { stop: 4, order: 2, contract: 1, kind: 'stop_loss', triggerBy: 'last', quantity: 10 }),
        bringing(),
      );
  });

  test('stops of a resting order grow with its fills, keep their numbers, and stop growing at its end', () => {
    const scenario = perpetuals().given(open(BOB, 'long', M - 100, 10, PROFIT));
    restarted(scenario)
      .when(open(ALICE, 'short', M - 100, 3))
      .then(placed(), traded(), occurred('StopPlaced', { stop: 3, quantity: 3 }), bringing(1));
    restarted(scenario)
      .when(open(ALICE, 'short', M - 100, 4))
      .then(placed(), traded(), occurred('StopGrown', { stop: 3, order: 1, quantity: 7 }), stops([3, 'take_profit', 7]))
      .when(cancel(BOB, 1))
      .then(occurred('PerpetualOrderCancelled'), bringing(), stops([3, 'take_profit', 7]));
  });

  test('a stop that was cancelled or ended with its position is placed again with the next fill', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 100, 10, LOSS), open(ALICE, 'short', M - 100, 3))
      .when(
        { actor: `user/${BOB}`, command: { type: 'CancelStop', user: BOB, stop: 3 } },
        open(ALICE, 'short', M - 100, 2),
      )
      .then(occurred('StopEnded'), placed(), traded(), occurred('StopPlaced', { stop: 5, quantity: 2, contract: 2 }))
      .when(close(BOB, 'long', M - 80, 5), open(CAROL, 'long', M - 80, 5, { timeInForce: 'ioc' }))
      .then(placed(), placed(), traded(), occurred('StopEnded', { stop: 5, reason: 'position_closed' }), bringing(1))
      .when(open(ALICE, 'short', M - 100, 4))
      .then(placed(), traded(), occurred('StopPlaced', { quantity: 4, contract: 4 }));
  });

  test('a stop already reached when its order opens fires at once', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 1_000, 5, { stopLoss: M - 1_100, stopLossBy: 'last' }))
      .given(open(CAROL, 'long', M - 1_200, 50))
      .when(open(ALICE, 'short', M - 1_200, 6, { timeInForce: 'ioc' }))
      .then(
        placed(),
        traded(),
        traded(),
        occurred('StopPlaced', { kind: 'stop_loss', quantity: 5 }),
        occurred('StopTriggered', { lots: 5, price: M - 1_200 }),
        placed(),
        traded(),
        occurred('StopEnded', { reason: 'filled' }),
        stops(),
        bringing(),
      );
  });

  test('stops of two orders opened together follow by order number', () => {
    perpetuals()
      .given(open(BOB, 'long', M, 2, PROFIT), open(CAROL, 'long', M, 2, LOSS))
      .when(open(ALICE, 'short', M, 4))
      .then(
        ...[placed(), traded(), traded()],
        occurred('StopPlaced', { order: 1, user: BOB }),
        occurred('StopPlaced', { order: 2, user: CAROL }),
      );
  });

  test('a trigger order attaches its stops when it opens', () => {
    perpetuals()
      .given(open(BOB, 'long', null, 4, { kind: 'stop_market', trigger: M + 50, triggerBy: 'last', ...PROFIT }))
      .given(open(ALICE, 'short', M + 50, 10))
      .when(open(CAROL, 'long', M + 50, 1))
      .then(
        ...[placed(), traded(), occurred('PerpetualOrderTriggered'), traded()],
        occurred('StopPlaced', { quantity: 4, order: 1 }),
      );
  });

  test('they end with an order cancelled by a freeze', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 100, 10, { ...PROFIT, ...LOSS }))
      .when(accountFrozen(BOB))
      .then(occurred('AccountFrozen'), occurred('PerpetualOrderCancelled', { reason: 'account_frozen' }), bringing());
  });

  describe('validation with the order', () => {
    test.each([
      ['a profit at its own price', { takeProfit: M - 100 }, 'take.profit.wrong.side'],
      ['a loss at its own price', { stopLoss: M - 100 }, 'stop.loss.wrong.side'],
      ['a loss between its price and the market', { stopLoss: M - 50 }, 'stop.loss.wrong.side'],
      ['no price at all', { takeProfit: 0 }, 'stop.zero'],
      ['beyond the highest price', { takeProfit: 100_000_001 }, 'trigger.out.of.range'],
      ['between two ticks', { takeProfit: M + 0.5 }, 'trigger.out.of.range'],
    ] as const)('of a limit order refuses %s', (_what, wish, code) => {
      const attached =
        'takeProfit' in wish ? { ...wish, takeProfitBy: 'mark' as const } : { ...wish, stopLossBy: 'last' as const };
      perpetuals()
        .when(open(BOB, 'long', M - 100, 5, attached))
        .then(refused(code));
    });

    test('accepts a take-profit between limit price and market', () => {
      perpetuals()
        .when(open(BOB, 'long', M - 100, 5, { takeProfit: M - 99, takeProfitBy: 'last' }))
        .then(placed());
    });

    test('of a market order uses the price each stop watches', () => {
      perpetuals()
        .given(open(ALICE, 'short', M + 10, 5), open(CAROL, 'long', M + 10, 1))
        .when(open(BOB, 'long', null, 1, { takeProfit: M + 5, takeProfitBy: 'last' }))
        .then(refused('take.profit.wrong.side', { price: M + 10 }))
        .when(open(BOB, 'long', null, 1, { takeProfit: M + 5, takeProfitBy: 'mark' }))
        .then(placed(), traded(), occurred('StopPlaced'));
    });

    test.each([
      ['what closes', close(BOB, 'long', M + 100, 1, LOSS)],
      ['a price without what it looks at', open(BOB, 'long', M - 100, 1, { takeProfit: M + 100 })],
      ['what to look at without a price', open(BOB, 'long', M - 100, 1, { stopLossBy: 'mark' })],
    ])('refuses stops for %s', (_what, step) => {
      perpetuals().given(openBothSides(M, 5)).when(step).then(refused('order.combination.invalid'));
    });

    test('limits a position to twenty, including attached ones', () => {
      const scenario = perpetuals().given(openBothSides(M, 5));
      for (let more = 0; more < 17; more++) scenario.given(stop(BOB, 'long', 'take_profit', M + 1_000 + more));
      scenario
        .given(open(BOB, 'long', M - 100, 1, { ...PROFIT, ...LOSS }))
        .when(open(BOB, 'long', M - 100, 1, { ...PROFIT, ...LOSS }))
        .then(refused('stops.too.many', { maximum: 20 }))
        .when(open(BOB, 'long', M - 100, 1, PROFIT), stop(BOB, 'long', 'take_profit', M + 2_000))
        .then(placed(), refused('stops.too.many', { maximum: 20 }))
        .when(open(BOB, 'short', M + 100, 1, { takeProfit: M - 500, takeProfitBy: 'last' }))
        .then(placed());
    });
  });

  describe('an amendment', () => {
    const amended = (facts: object) => occurred('PerpetualOrderAmended', facts);
    const resting = () => perpetuals().given(open(BOB, 'long', M - 100, 10, PROFIT));

    test("of stops only keeps the order's priority and hold", () => {
      resting()
        .given(open(CAROL, 'long', M - 100, 1))
        .when(amendOf(BOB, 1, { takeProfit: M + 50, takeProfitBy: 'last', ...LOSS }))
        .then(amended({ disposition: 'keeps', takeProfit: M + 50, takeProfitBy: 'last', ...LOSS, entries: [] }))
        .when(open(ALICE, 'short', M - 100, 2))
        .then(
          ...[placed(), occurred('PerpetualTraded', { makerOrder: 1 })],
          occurred('StopPlaced', { kind: 'take_profit', trigger: M + 50 }),
          occurred('StopPlaced', { kind: 'stop_loss', trigger: M - 300 }),
        );
    });

    test('after a fill places a new stop for later fills; the existing one stays', () => {
      resting()
        .given(open(ALICE, 'short', M - 100, 2))
        .given(amendOf(BOB, 1, { takeProfit: M + 700, takeProfitBy: 'mark' }))
        .when(open(ALICE, 'short', M - 100, 3))
        .then(
          ...[placed(), traded(), occurred('StopPlaced', { stop: 5, trigger: M + 700, quantity: 3 })],
          stops([3, 'take_profit', 2], [5, 'take_profit', 3]),
        );
    });

    test('can remove a stop', () => {
      resting()
        .when(amendOf(BOB, 1, { takeProfit: 0 }), open(ALICE, 'short', M - 100, 2))
        .then(amended({ takeProfit: 0 }), placed(), traded(), bringing(), stops());
    });

    test('can add stops, also to a waiting order', () => {
      perpetuals()
        .given(open(BOB, 'long', M + 40, 4, { kind: 'stop_limit', trigger: M + 50, triggerBy: 'last' }))
        .when(amendOf(BOB, 1, LOSS))
        .then(amended({ disposition: 'waits', ...LOSS }), bringing(1));
    });

    test.each([
      ['the same', { takeProfit: M + 300, takeProfitBy: 'mark' }, 'amend.nothing'],
      ['none where there is none', { stopLoss: 0 }, 'amend.nothing'],
      ['on the wrong side of its price', { stopLoss: M, stopLossBy: 'last' }, 'stop.loss.wrong.side'],
      ['nothing to look at', { takeProfit: M + 5 }, 'order.combination.invalid'],
      ['nothing, with what to look at', { takeProfit: 0, takeProfitBy: 'mark' }, 'order.combination.invalid'],
      ['out of range', { takeProfit: 1.5, takeProfitBy: 'mark' }, 'trigger.out.of.range'],
    ] as const)('is refused for %s', (_what, wish, code) => {
      resting()
        .when(amendOf(BOB, 1, wish))
        .then(refused(code));
    });

    test('of the price beyond an attached stop is refused unless the stop moves too', () => {
      perpetuals()
        .given(open(BOB, 'long', M - 100, 10, { stopLoss: M - 200, stopLossBy: 'last' }))
        .when(amendOf(BOB, 1, { price: M - 200 }))
        .then(refused('stop.loss.wrong.side', { price: M - 200 }))
        .when(amendOf(BOB, 1, { price: M - 200, stopLoss: M - 201, stopLossBy: 'last' }))
        .then(amended({ price: M - 200, stopLoss: M - 201 }));
    });

    test('adds none to a close order', () => {
      perpetuals()
        .given(openBothSides(M, 5), close(BOB, 'long', M + 500, 5))
        .when(amendOf(BOB, 3, LOSS))
        .then(refused('amend.not.allowed'));
    });
  });

  test('a cancelled order without fills leaves no stops', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 100, 10, PROFIT))
      .when(asUser(BOB, cancelAll(PERP)))
      .then(occurred('PerpetualOrderCancelled'), bringing(), stops());
  });
});
