import { canonicalLines, restoreState } from '../../../server/products/core';
import type { AmendStop } from '../../../server/products/perpetual/core/stops/commands';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  as,
  later,
  occurred,
  refused,
  that,
  type Scenario,
  type Step,
  by,
  cancelAll,
} from '../../tools/fixtures/core-fixture';
import {
  PERP,
  close,
  mark,
  open,
  opened,
  perpetuals,
  perpetualState,
  stop,
  trailing,
  amendOf,
} from '../../tools/fixtures/perpetual-fixture';

const M = 500_000;

describe('stops of positions', () => {
  const moved = (scenario: Scenario, ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));
  const has = (user: number, side: 'long' | 'short', lots: number) =>
    that(({ state }) => expect(state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.lots ?? 0).toBe(lots));
  const stops = (...ids: number[]) => that(({ state }) => expect([...state.stops.stops.keys()]).toEqual(ids));
  const placed = () => occurred('PerpetualOrderPlaced');
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const cancelStop = (user: number, id: number): Step => ({
    actor: `user/${user}`,
    command: { type: 'CancelStop', user, stop: id },
  });
  const amendStop = (user: number, id: number, wish: Partial<AmendStop>): Step => ({
    actor: `user/${user}`,
    command: { type: 'AmendStop', user, stop: id, ...wish },
  });
  /** Somebody else trades there, below the last price. */
  const below = (ticks: number): Step[] => [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];
  /** Bob is long with ten lots. */
  const long = () => perpetuals().given(opened(M, 10));

  test('a stop-loss by the last price closes the whole position, whatever it is then, and is over', () => {
    long()
      .given(stop(BOB, 'long', 'stop_loss', M - 100), opened(M, 5), open(CAROL, 'long', M - 200, 50))
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { stop: 3, kind: 'stop_loss', lots: 15, price: M - 100, contract: 1 }),
        placed(),
        traded({ takerMode: 'stop_loss', quantity: 15, price: M - 200 }),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
        has(BOB, 'long', 0),
        stops(),
      );
  });

  test('a take-profit of a part by the mark closes that part, also after a restart', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'take_profit', M + 100, { triggerBy: 'mark', quantity: 4 }),
      open(CAROL, 'long', M - 5, 50),
    );
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    scenario.given(later(61_000, mark(M + 50, scenario.exchange.now + 61_000)));
    scenario
      .when(moved(scenario, 2_000, M + 100))
      .then(
        occurred('IndexPublished'),
        occurred('MarkPublished'),
        occurred('StopTriggered', { stop: 3, lots: 4, triggerBy: 'mark', price: M + 100 }),
        placed(),
        traded({ takerMode: 'take_profit', quantity: 4 }),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
        has(BOB, 'long', 6),
      );
  });

  test('those of a short lie on the other sides', () => {
    perpetuals()
      .given(open(CAROL, 'long', M, 10), open(BOB, 'short', M, 10))
      .when(stop(BOB, 'short', 'take_profit', M - 100), stop(BOB, 'short', 'stop_loss', M + 100))
      .then(occurred('StopPlaced'), occurred('StopPlaced'))
      .when(stop(BOB, 'short', 'take_profit', M + 100))
      .then(refused('take.profit.wrong.side'));
  });

  test('what could not be filled stays armed, says why, and the next price reaches it again', () => {
    const scenario = long().given(stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 200, 4));
    scenario
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 10 }),
        placed(),
        traded({ quantity: 4 }),
        occurred('PerpetualOrderCancelled', { reason: 'no_liquidity', open: 6 }),
        occurred('StopAmended', { stop: 3, reason: 'no_liquidity', quantity: undefined }),
        has(BOB, 'long', 6),
      );
    scenario
      .when(below(M - 300))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 6 }),
        placed(),
        occurred('PerpetualOrderCancelled', { reason: 'no_liquidity', open: 6 }),
        occurred('StopAmended', { stop: 3, reason: 'no_liquidity' }),
      );
    scenario
      .given(open(CAROL, 'long', M - 300, 10))
      .when(open(ALICE, 'short', M - 300, 1))
      .then(
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 6 }),
        placed(),
        traded({ quantity: 6 }),
        occurred('StopEnded', { reason: 'filled' }),
      );
  });

  test('with a limit it closes at no worse a price', () => {
    long()
      .given(stop(BOB, 'long', 'stop_loss', M - 100, { price: M - 150, quantity: 8 }), open(CAROL, 'long', M - 200, 50))
      .when(open(ALICE, 'short', M - 200, 1))
      .then(
        placed(),
        traded(),
        occurred('StopTriggered'),
        occurred('PerpetualOrderPlaced', { kind: 'limit', price: M - 150, quantity: 8 }),
        occurred('PerpetualOrderCancelled', { reason: 'time_in_force' }),
        occurred('StopAmended', { reason: 'time_in_force', quantity: 8, price: M - 150 }),
      );
  });

  test('it takes what it needs from what rests to close', () => {
    long()
      .given(close(BOB, 'long', M + 50, 8), stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 200, 50))
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 10 }),
        occurred('PerpetualOrderCancelled', { order: 3, reason: 'position_closed' }),
        placed(),
        traded({ quantity: 10 }),
        occurred('StopEnded'),
      );
  });

  test('it ends when the position is closed, before anything else, and does not come back with the next one', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'stop_loss', M - 100),
      stop(BOB, 'long', 'take_profit', M + 100),
      open(CAROL, 'long', M, 10),
    );
    scenario
      .when(close(BOB, 'long', M, 10))
      .then(
        placed(),
        traded(),
        occurred('StopEnded', { stop: 3, reason: 'position_closed' }),
        occurred('StopEnded', { stop: 4, reason: 'position_closed' }),
        stops(),
      );
    scenario
      .given(opened(M, 5))
      .when(below(M - 100))
      .then(placed(), placed(), traded());
  });

  test('two that are reached at once close no more than there is', () => {
    long()
      .given(
        stop(BOB, 'long', 'stop_loss', M - 100, { quantity: 8 }),
        stop(BOB, 'long', 'stop_loss', M - 90, { quantity: 8 }),
        open(CAROL, 'long', M - 200, 50),
      )
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { stop: 4, lots: 8 }),
        placed(),
        traded(),
        occurred('StopEnded', { stop: 4, reason: 'filled' }),
        occurred('StopTriggered', { stop: 3, lots: 2 }),
        placed(),
        traded(),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
      );
  });

  test('it can be changed and ended by hand, and a freeze leaves it', () => {
    const scenario = long().given(stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 300, 50));
    scenario.when(amendStop(BOB, 3, { trigger: M - 200, quantity: 5 })).then(occurred('StopAmended', { quantity: 5 }));
    scenario.when(amendStop(BOB, 3, { trigger: M + 200 })).then(refused('stop.loss.wrong.side'));
    scenario.when(amendStop(BOB, 3, { quantity: 5 })).then(refused('amend.nothing'));
    scenario.when(amendStop(ALICE, 3, { quantity: 6 })).then(refused('stop.not.found'));
    scenario.when(amendStop(BOB, 3, { quantity: 6, market: 'ETH-USDT-PERP' })).then(refused('stop.not.found'));
    scenario.when(below(M - 100)).then(placed(), placed(), traded());
    scenario.given(accountFrozen(BOB));
    scenario
      .when(below(M - 200))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 5 }),
        placed(),
        traded(),
        occurred('StopEnded'),
      );
    scenario.given(stop(BOB, 'long', 'stop_loss', M - 1_000));
    const [id] = scenario.exchange.state.stops.stops.keys();
    scenario.when(cancelStop(ALICE, id)).then(refused('stop.not.found'));
    scenario.when(cancelStop(BOB, id)).then(occurred('StopEnded', { reason: 'requested' }), stops());
  });

  test('while the market is closed the mark reaches none', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }),
      perpetualState('maintenance'),
    );
    scenario.when(moved(scenario, 2_000, M - 500)).then(occurred('IndexPublished'), occurred('MarkPublished'));
  });

  test.each<[string, Step, string]>([
    ['of nobody', stop(99, 'long', 'stop_loss', M - 1), 'account.unknown'],
    ['without a position', stop(BOB, 'short', 'stop_loss', M + 1), 'position.none'],
    ['at nothing', stop(BOB, 'long', 'stop_loss', 0), 'stop.zero'],
    ['where the price is', stop(BOB, 'long', 'stop_loss', M), 'trigger.at.last.price'],
    ['where the mark is', stop(BOB, 'long', 'stop_loss', M, { triggerBy: 'mark' }), 'trigger.at.mark'],
    ['above, to stop a loss', stop(BOB, 'long', 'stop_loss', M + 1), 'stop.loss.wrong.side'],
    ['below, to take a profit', stop(BOB, 'long', 'take_profit', M - 1), 'take.profit.wrong.side'],
    ['with a limit out of range', stop(BOB, 'long', 'stop_loss', M - 1, { price: 0 }), 'price.out.of.range'],
    ['of no lots', stop(BOB, 'long', 'stop_loss', M - 1, { quantity: 0 }), 'quantity.not.positive'],
  ])('is refused %s', (_, step, code) => {
    long()
      .when(step)
      .then(refused(code as 'position.none'));
  });

  test('comes under one number however often it is sent', () => {
    const again = as('a', stop(BOB, 'long', 'stop_loss', M - 1));
    long()
      .given(again)
      .when(again)
      .then(that((_, { outcomes }) => expect(outcomes).toMatchObject([{ id: 3, repeated: true }])));
  });
});

describe('trailing stops', () => {
  /** Others trade there; what rests lies on its side of the mark. */
  const at = (ticks: number): Step[] => {
    const [long, short] = [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];
    return ticks > M ? [short, long] : [long, short];
  };
  const traded = () => [
    occurred('PerpetualOrderPlaced'),
    occurred('PerpetualOrderPlaced'),
    occurred('PerpetualTraded'),
  ];
  /** Bob is long with ten lots. */
  const long = () => perpetuals().given(opened(M, 10));
  const amend = (stop: number, wish: object): Step => ({
    actor: `user/${BOB}`,
    command: { type: 'AmendStop', user: BOB, stop, ...wish },
  });
  const restarted = (scenario: Scenario): Scenario => {
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    return scenario;
  };

  test('it follows the best price since it was placed, also over a restart, and closes when the price has come back by the callback', () => {
    const scenario = long()
      .given(open(CAROL, 'long', M - 2_000, 50))
      .when(trailing(BOB, 'long', { callbackBp: 20 }))
      .then(occurred('StopPlaced', { stop: 4, kind: 'trailing', trigger: 0, extreme: M, callbackBp: 20 }))
      .given(at(M + 1_000), at(M + 400));
    restarted(scenario)
      .when(at(M + 2))
      .then(...traded())
      // 501,000 less 0.2 % are 499,998.
      .when(at(M - 2))
      .then(
        ...traded(),
        occurred('StopTriggered', {
          stop: 4,
          kind: 'trailing',
          trigger: M - 2,
          extreme: M + 1_000,
          price: M - 2,
          lots: 10,
        }),
        occurred('PerpetualOrderPlaced', { kind: 'market' }),
        occurred('PerpetualTraded', { takerMode: 'trailing', quantity: 10, price: M - 2_000 }),
        occurred('StopEnded', { stop: 4, reason: 'filled' }),
      );
  });

  test('of a short it follows downwards, by a distance and by the mark alone', () => {
    const scenario = perpetuals().given(open(CAROL, 'long', M, 10), open(BOB, 'short', M, 10));
    scenario.given(
      open(ALICE, 'short', M + 3_000, 50),
      trailing(BOB, 'short', { callbackTicks: 600 }, { triggerBy: 'mark' }),
    );
    // The last price does not concern it.
    scenario.given(at(M - 900), at(M + 800));
    const moved = (ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));
    scenario.given(moved(61_000, M - 1_000));
    const { mark: lowest } = scenario.exchange.state.perpetual.contracts.values().next().value!.mark;
    scenario.given(moved(61_000, lowest + 599));
    expect(scenario.exchange.state.reached.first).toBe(scenario.exchange.state.reached.queue.length);
    scenario
      .when(moved(61_000, lowest + 700))
      .then(
        occurred('IndexPublished'),
        occurred('MarkPublished'),
        occurred('StopTriggered', { kind: 'trailing', extreme: lowest, trigger: lowest + 600, triggerBy: 'mark' }),
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded', { takerMode: 'trailing', quantity: 10 }),
        occurred('StopEnded', { reason: 'filled' }),
      );
  });

  test('what it could not fill goes on waiting for the price that it was reached at', () => {
    const scenario = long().given(open(CAROL, 'long', M - 2_000, 4), trailing(BOB, 'long', { callbackTicks: 1_000 }));
    scenario
      .when(at(M - 1_000))
      .then(
        ...traded(),
        occurred('StopTriggered', { trigger: M - 1_000, lots: 10 }),
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded', { quantity: 4 }),
        occurred('PerpetualOrderCancelled', { reason: 'no_liquidity', open: 6 }),
        occurred('StopAmended', { stop: 4, reason: 'no_liquidity', trigger: M - 1_000 }),
      );
    restarted(scenario)
      .given(at(M + 5_000), open(CAROL, 'long', M - 1_500, 6))
      .when(open(ALICE, 'short', M - 1_500, 1))
      .then(
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded'),
        occurred('StopTriggered', { trigger: M - 1_000, extreme: M, lots: 6 }),
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded', { quantity: 5 }),
        occurred('PerpetualOrderCancelled', { open: 1 }),
        occurred('StopAmended', { reason: 'no_liquidity' }),
      );
  });

  test('what it closes may change while it follows, and what it follows may not', () => {
    const scenario = long().given(trailing(BOB, 'long', { callbackTicks: 1_000 }), at(M + 500));
    scenario
      .when(amend(3, { quantity: 4 }))
      .then(occurred('StopAmended', { stop: 3, trigger: 0, quantity: 4 }))
      .when(amend(3, { trigger: M - 10 }))
      .then(refused('amend.not.allowed'))
      .when(amend(3, { price: M - 10 }))
      .then(refused('amend.not.allowed'))
      .when(amend(3, { quantity: 4 }))
      .then(refused('amend.nothing'));
    scenario
      .given(open(CAROL, 'long', M - 2_000, 50))
      .when(at(M - 500))
      .then(
        ...traded(),
        occurred('StopTriggered', { extreme: M + 500, lots: 4 }),
        occurred('PerpetualOrderPlaced'),
        occurred('PerpetualTraded', { quantity: 4 }),
        occurred('StopEnded', { reason: 'filled' }),
      );
  });

  test.each([
    ['no callback', {}, 'order.combination.invalid'],
    ['two callbacks', { callbackTicks: 1_000, callbackBp: 20 }, 'order.combination.invalid'],
    ['0.09 %', { callbackBp: 9 }, 'callback.out.of.range'],
    ['10.01 %', { callbackBp: 1_001 }, 'callback.out.of.range'],
    ['a part of a hundredth of a percent', { callbackBp: 10.5 }, 'callback.out.of.range'],
    ['less than 0.1 % away', { callbackTicks: 499 }, 'callback.out.of.range'],
    ['more than 10 % away', { callbackTicks: 50_001 }, 'callback.out.of.range'],
  ] as const)('%s is refused', (_, callback, code) => {
    long()
      .when(trailing(BOB, 'long', callback))
      .then(refused(code));
  });

  test('neither a trigger nor a limit goes with it, nor a callback with another', () => {
    const other: Step = {
      actor: `user/${BOB}`,
      command: {
        type: 'PlaceStop',
        user: BOB,
        market: 'BTC-USDT-PERP',
        position: 'long',
        kind: 'stop_loss',
        trigger: M - 10,
        callbackBp: 20,
        triggerBy: 'last',
      },
    };
    long()
      .when(trailing(BOB, 'long', { callbackBp: 20 }, { trigger: M - 10 }))
      .then(refused('order.combination.invalid'))
      .when(trailing(BOB, 'long', { callbackBp: 20 }, { price: M - 10 }))
      .then(refused('order.combination.invalid'))
      .when(other)
      .then(refused('order.combination.invalid'))
      .when(trailing(BOB, 'long', { callbackBp: 20 }, { quantity: 0 }))
      .then(refused('quantity.not.positive'));
  });

  test('those that one price reaches fire by the price that they were to be reached at, then by number, and cancelled ones do not', () => {
    const scenario = long().given(
      open(CAROL, 'long', M - 4_000, 50),
      trailing(BOB, 'long', { callbackTicks: 1_500 }, { quantity: 1 }),
      trailing(BOB, 'long', { callbackTicks: 1_000 }, { quantity: 2 }),
      trailing(BOB, 'long', { callbackBp: 20 }, { quantity: 3 }),
      trailing(BOB, 'long', { callbackTicks: 900 }, { quantity: 4 }),
      { actor: `user/${BOB}`, command: { type: 'CancelStop', user: BOB, stop: 7 } },
      at(M - 2_000),
    );
    const fired = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'StopTriggered' ? [event.lots] : [])),
    );
    expect(fired).toEqual([2, 3, 1]);
    scenario
      .when()
      .then(that(({ state }) => expect(state.stops.trails.get('BTC-USDT-PERP')?.last.up.groups).toEqual([])));
  });
});

describe('attached stops', () => {
  const PROFIT = { takeProfit: M + 300, takeProfitBy: 'mark' } as const;
  const LOSS = { stopLoss: M - 300, stopLossBy: 'last' } as const;
  const placed = () => occurred('PerpetualOrderPlaced');
  const traded = () => occurred('PerpetualTraded');
  const stops = (...expected: [id: number, kind: string, quantity: number][]) =>
    that(({ state }) =>
      expect([...state.stops.stops.values()].map(({ id, kind, quantity }) => [id, kind, quantity])).toEqual(expected),
    );
  const bringing = (...orders: number[]) =>
    that(({ state }) => expect([...state.stops.attached.keys()]).toEqual(orders));
  const restarted = (scenario: Scenario): Scenario => {
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    return scenario;
  };
  const cancel = (user: number, order: number): Step => ({
    actor: `user/${user}`,
    command: { type: 'CancelOrder', user, order },
  });

  test('what an order opens at once gets its stops before anybody asks for anything else', () => {
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

  test('those of one that rests grow with its fills, keep their numbers, and no more come after its end', () => {
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

  test('a stop that was taken back, or went with its position, comes again with what is opened next', () => {
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

  test('one that is reached by the time it opens something fires at once', () => {
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

  test('two orders that open beside each other are owed theirs by number', () => {
    perpetuals()
      .given(open(BOB, 'long', M, 2, PROFIT), open(CAROL, 'long', M, 2, LOSS))
      .when(open(ALICE, 'short', M, 4))
      .then(
        ...[placed(), traded(), traded()],
        occurred('StopPlaced', { order: 1, user: BOB }),
        occurred('StopPlaced', { order: 2, user: CAROL }),
      );
  });

  test('a trigger order brings its stops when it opens', () => {
    perpetuals()
      .given(open(BOB, 'long', null, 4, { kind: 'stop_market', trigger: M + 50, triggerBy: 'last', ...PROFIT }))
      .given(open(ALICE, 'short', M + 50, 10))
      .when(open(CAROL, 'long', M + 50, 1))
      .then(
        ...[placed(), traded(), occurred('PerpetualOrderTriggered'), traded()],
        occurred('StopPlaced', { quantity: 4, order: 1 }),
      );
  });

  test('they end with an order that a freeze ends', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 100, 10, { ...PROFIT, ...LOSS }))
      .when(accountFrozen(BOB))
      .then(occurred('AccountFrozen'), occurred('PerpetualOrderCancelled', { reason: 'account_frozen' }), bringing());
  });

  describe('judged with the order', () => {
    test.each([
      ['a profit at its own price', { takeProfit: M - 100 }, 'take.profit.wrong.side'],
      ['a loss at its own price', { stopLoss: M - 100 }, 'stop.loss.wrong.side'],
      ['a loss between its price and the market', { stopLoss: M - 50 }, 'stop.loss.wrong.side'],
      ['no price at all', { takeProfit: 0 }, 'stop.zero'],
      ['beyond the highest price', { takeProfit: 100_000_001 }, 'trigger.out.of.range'],
      ['between two ticks', { takeProfit: M + 0.5 }, 'trigger.out.of.range'],
    ] as const)('a limit order’s refuse %s', (_what, wish, code) => {
      const attached =
        'takeProfit' in wish ? { ...wish, takeProfitBy: 'mark' as const } : { ...wish, stopLossBy: 'last' as const };
      perpetuals()
        .when(open(BOB, 'long', M - 100, 5, attached))
        .then(refused(code));
    });

    test('a profit between a limit and the market is one', () => {
      perpetuals()
        .when(open(BOB, 'long', M - 100, 5, { takeProfit: M - 99, takeProfitBy: 'last' }))
        .then(placed());
    });

    test('without a limit by what each looks at', () => {
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
    ])('%s brings none along', (_what, step) => {
      perpetuals().given(opened(M, 5)).when(step).then(refused('order.combination.invalid'));
    });

    test('a position has at most twenty with those that may come', () => {
      const scenario = perpetuals().given(opened(M, 5));
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

  describe('amended', () => {
    const amended = (facts: object) => occurred('PerpetualOrderAmended', facts);
    const resting = () => perpetuals().given(open(BOB, 'long', M - 100, 10, PROFIT));

    test('alone it leaves the order in its place with what it holds', () => {
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

    test('after a fill it is a stop of its own for what comes; the one that is there stays', () => {
      resting()
        .given(open(ALICE, 'short', M - 100, 2))
        .given(amendOf(BOB, 1, { takeProfit: M + 700, takeProfitBy: 'mark' }))
        .when(open(ALICE, 'short', M - 100, 3))
        .then(
          ...[placed(), traded(), occurred('StopPlaced', { stop: 5, trigger: M + 700, quantity: 3 })],
          stops([3, 'take_profit', 2], [5, 'take_profit', 3]),
        );
    });

    test('taken away nothing comes of it', () => {
      resting()
        .when(amendOf(BOB, 1, { takeProfit: 0 }), open(ALICE, 'short', M - 100, 2))
        .then(amended({ takeProfit: 0 }), placed(), traded(), bringing(), stops());
    });

    test('of an order that brought none, also of one that waits', () => {
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
    ] as const)('not to %s', (_what, wish, code) => {
      resting()
        .when(amendOf(BOB, 1, wish))
        .then(refused(code));
    });

    test('a price beyond what it brings along is refused, unless that comes along too', () => {
      perpetuals()
        .given(open(BOB, 'long', M - 100, 10, { stopLoss: M - 200, stopLossBy: 'last' }))
        .when(amendOf(BOB, 1, { price: M - 200 }))
        .then(refused('stop.loss.wrong.side', { price: M - 200 }))
        .when(amendOf(BOB, 1, { price: M - 200, stopLoss: M - 201, stopLossBy: 'last' }))
        .then(amended({ price: M - 200, stopLoss: M - 201 }));
    });

    test('not of one that closes', () => {
      perpetuals()
        .given(opened(M, 5), close(BOB, 'long', M + 500, 5))
        .when(amendOf(BOB, 3, LOSS))
        .then(refused('amend.not.allowed'));
    });
  });

  test('an order that is cancelled untouched leaves nothing', () => {
    perpetuals()
      .given(open(BOB, 'long', M - 100, 10, PROFIT))
      .when(by(BOB, cancelAll(PERP)))
      .then(occurred('PerpetualOrderCancelled'), bringing(), stops());
  });
});
