import { canonicalLines, restoreState } from '../../../../server/products/core';
import {
  ALICE,
  BOB,
  CAROL,
  later,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import { mark, open, openBothSides, perpetuals, trailing } from '../../../tools/fixtures/perpetual-fixture';

const M = 500_000;

describe('trailing stops', () => {
  /** Others trade at this price; the resting order lies on its side of the mark. */
  const at = (ticks: number): Step[] => {
    const [long, short] = [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];
    return ticks > M ? [short, long] : [long, short];
  };
  const traded = () => [
    occurred('PerpetualOrderPlaced'),
    occurred('PerpetualOrderPlaced'),
    occurred('PerpetualTraded'),
  ];
  /** Bob is long ten lots. */
  const long = () => perpetuals().given(openBothSides(M, 10));
  const amend = (stop: number, wish: object): Step => ({
    actor: `user/${BOB}`,
    command: { type: 'AmendStop', user: BOB, stop, ...wish },
  });
  const restarted = (scenario: Scenario): Scenario => {
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    return scenario;
  };

  test('follows the best price since placing, also over a restart, and closes when the price retraces by the callback', () => {
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

  test('of a short follows downwards, by a distance and by mark only', () => {
    const scenario = perpetuals().given(open(CAROL, 'long', M, 10), open(BOB, 'short', M, 10));
    scenario.given(
      open(ALICE, 'short', M + 3_000, 50),
      trailing(BOB, 'short', { callbackTicks: 600 }, { triggerBy: 'mark' }),
    );
    // The last price has no effect.
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

  test('if partly filled keeps waiting at its trigger price', () => {
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

  test('may change the quantity while it follows, but not its trigger or limit', () => {
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
  ] as const)('refuses %s', (_, callback, code) => {
    long()
      .when(trailing(BOB, 'long', callback))
      .then(refused(code));
  });

  test('takes no trigger and no limit, and other stops take no callback', () => {
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

  test('several fire in order of trigger price, then of number, without cancelled ones', () => {
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
      .then(expectThat(({ state }) => expect(state.stops.trails.get('BTC-USDT-PERP')?.last.up.groups).toEqual([])));
  });
});
