import { canonicalLines, restoreState } from '../../../server/products/core';
import { availableIn } from '../../../server/core/ledger/ledger';
import { orderedAtMost } from '../../../server/products/perpetual/core/orders/ordered';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  as,
  available,
  by,
  cancel,
  later,
  occurred,
  refused,
  that,
  type Exchange,
  type Scenario,
  type Step,
  cancelAll,
  accountUnfrozen,
} from '../../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  mark,
  open,
  opened,
  perpetuals,
  perpetualState,
  positionMode,
  locked,
  marketEnd,
  moved,
  quiet,
  reverse,
  stop,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;

describe('orders of both positions', () => {
  const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
  const held = (order: number, amount: bigint | null) =>
    that(({ state }) => expect(state.orders.get(order)?.hold?.remaining ?? null).toBe(amount));
  const moved = (scenario: Scenario, ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));
  const lotsOf = (exchange: Exchange, user: number, side: 'long' | 'short') =>
    exchange.state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.lots ?? 0;
  const has = (user: number, side: 'long' | 'short', lots: number) =>
    that((exchange) => expect(lotsOf(exchange, user, side)).toBe(lots));
  const amended = (disposition: string) => occurred('PerpetualOrderAmended', { disposition: disposition as 'rests' });
  const placed = (disposition: 'rests' | 'takes' | 'waits') => occurred('PerpetualOrderPlaced', { disposition });
  const triggered = (facts: object = {}) => occurred('PerpetualOrderTriggered', facts);
  const transferOut = (amount: bigint): Step => ({
    actor: `user/${BOB}`,
    command: { type: 'TransferFunds', user: BOB, asset: 'USDT', from: 'contract', to: 'spot', amount },
  });
  /** Somebody else trades there. */
  const traded = (ticks: number): Step[] => [open(ALICE, 'short', ticks, 1), open(CAROL, 'long', ticks, 1)];
  const tradedLower = (ticks: number): Step[] => [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];

  describe('amending', () => {
    // 1 BTC at 50,000 with 10 times holds 5,052.25.
    const resting = () => perpetuals().given(leverage(BOB, 10), open(BOB, 'long', M, 1_000));

    test('less at the same price keeps its place, and gives back what it no longer needs', () => {
      resting()
        .given(open(CAROL, 'long', M, 1_000))
        .when(amendOf(BOB, 1, { quantity: 500 }))
        .then(amended('keeps'), held(1, usdt('2526.125')), free(BOB, FUNDS - usdt('2526.125')))
        .when(open(ALICE, 'short', M, 500))
        .then(placed('takes'), occurred('PerpetualTraded', { makerOrder: 1 }));
    });

    test('more, or another price, goes to the end of its queue and is costed as if placed now', () => {
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

    test('names its market, if any: the steps of another one would make other prices of the same ticks', () => {
      resting()
        .when(amendOf(BOB, 1, { quantity: 500, market: 'ETH-USDT-PERP' }))
        .then(refused('order.not.found'))
        .when(amendOf(BOB, 1, { quantity: 500, market: PERP }))
        .then(amended('keeps'));
    });

    test('takes what it now meets, and the rest rests with what it costs', () => {
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

    test('what it holds already is free for it, and no more than that', () => {
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

    test('the size that counts is what it becomes, not beside what it was', () => {
      const scenario = perpetuals().given(leverage(BOB, 20), open(BOB, 'long', M, 50_000));
      scenario.when(amendOf(BOB, 1, { quantity: 60_000 })).then(amended('rests'));
      scenario.when(amendOf(BOB, 1, { quantity: 60_001 })).then(refused('leverage.too.high'));
    });

    test('post only does not take', () => {
      perpetuals({ referencePrice: M + 100 })
        .given(open(ALICE, 'short', M + 100, 500), open(BOB, 'long', M, 10, { timeInForce: 'post_only' }))
        .when(amendOf(BOB, 2, { price: M + 100 }))
        .then(refused('order.would.take'));
    });

    test('what closes stays within the position, and holds nothing', () => {
      const scenario = perpetuals().given(opened(M, 10), close(BOB, 'long', M + 10, 4), close(BOB, 'long', M + 20, 4));
      scenario.when(amendOf(BOB, 3, { quantity: 7 })).then(refused('closing.exceeds.position'));
      scenario.when(amendOf(BOB, 3, { quantity: 6, price: M + 5 })).then(amended('rests'), held(3, null));
      scenario
        .given(open(CAROL, 'long', M + 1, 5))
        .when(amendOf(BOB, 3, { price: M + 1 }))
        .then(amended('takes'), occurred('PerpetualTraded'), occurred('PerpetualOrderRested', { quantity: 1 }));
    });

    test('comes under one number however often it is sent', () => {
      const again = as('a', amendOf(BOB, 1, { quantity: 500 }));
      resting()
        .given(again)
        .when(again)
        .then(that((_, { outcomes }) => expect(outcomes).toMatchObject([{ id: 1, repeated: true }])));
    });
  });

  describe('waiting for a trigger', () => {
    const stop = (by_: 'last' | 'mark', trigger: number, price: number | null = null) =>
      open(BOB, 'long', price, 100, {
        kind: price === null ? 'stop_market' : 'stop_limit',
        trigger,
        triggerBy: by_,
      });

    test('it holds what it costs at its limit, or at its trigger', () => {
      perpetuals()
        .given(leverage(BOB, 10))
        // 0.1 BTC at 50,100: 501 + 2.7555 + 2.47995, and 10 behind the mark.
        .when(stop('last', M + 1_000))
        .then(placed('waits'), held(1, usdt('516.23545')))
        .when(stop('mark', M + 500, M + 1_000))
        .then(placed('waits'), held(2, usdt('516.23545')));
    });

    test('a trade at the trigger fires it, costed anew', () => {
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

    test('a mark at the trigger fires it, also after a restart, and a trade does not', () => {
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

    test('as a limit it rests with what is not there', () => {
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
    ])('it ends with a reason when %s', (_, waits, before, fires, reason) => {
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

    test('one that closes takes what there is, and the room of what rests', () => {
      const scenario = perpetuals().given(opened(M, 10), close(BOB, 'long', M + 50, 8));
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

    test('one that closes finds nothing when the position is gone', () => {
      const scenario = perpetuals().given(opened(M, 10));
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

    test('its trigger can be moved, and it ends by hand and by a freeze like any other', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), stop('mark', M + 100), stop('last', M + 100));
      scenario.when(amendOf(BOB, 1, { trigger: M + 300 })).then(amended('waits'));
      scenario.when(amendOf(BOB, 2, { quantity: 50 })).then(amended('waits'));
      scenario.when(amendOf(BOB, 1, { trigger: M })).then(refused('trigger.at.mark'));
      scenario.when(amendOf(BOB, 1, { price: M })).then(refused('amend.not.allowed'));
      scenario.when(moved(scenario, 2_000, M + 200)).then(occurred('IndexPublished'), occurred('MarkPublished'));
      scenario.when(by(BOB, cancel(2))).then(occurred('PerpetualOrderCancelled', { order: 2, rested: 0 }));
      scenario
        .when(accountFrozen())
        .then(
          occurred('AccountFrozen'),
          occurred('PerpetualOrderCancelled', { order: 1, reason: 'account_frozen' }),
          free(BOB, FUNDS),
        );
    });

    test('while the market is closed the mark fires nothing, and the first one afterwards does', () => {
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

/** What opening orders come to together, by which the next one is judged: only lots that open something count. */

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

describe('one-way positions', () => {
  const placed = (facts: object = {}) => occurred('PerpetualOrderPlaced', facts);
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const triggered = (facts: object = {}) => occurred('PerpetualOrderTriggered', facts);
  const rested = (facts: object = {}) => occurred('PerpetualOrderRested', facts);
  const cancelled = (facts: object = {}) => occurred('PerpetualOrderCancelled', facts);
  const cut = (facts: object = {}) => occurred('PerpetualOrderCut', facts);
  const has = (user: number, long: number, short: number) =>
    that(({ state }) => {
      const own = state.perpetual.holdings.get(user)?.get(PERP);
      expect([own?.long?.lots ?? 0, own?.short?.lots ?? 0]).toEqual([long, short]);
    });
  const holds = (user: number, frozen: bigint) =>
    that(({ state }) =>
      expect(state.ledger.wallets.contract.get(user)?.get('USDT')?.frozen.balance ?? 0n).toBe(frozen),
    );
  const transfer = (user: number, amount: bigint): Step => ({
    actor: `user/${user}`,
    command: { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount },
  });

  /** Bob has one position at a time: long with ten lots. Carol sells to him and buys of him. */
  const oneWay = (): Scenario => perpetuals().given(positionMode(BOB, 'one_way'), opened(M, 10));
  const withOthers = (): Scenario => oneWay().given(open(CAROL, 'long', M - 20, 50), open(CAROL, 'short', M + 20, 50));

  /** What ten lots cost at that price with a leverage of 20, opened by a taker: initial margin, two fees. */
  const COST_OF_TEN = usdt('25') + usdt('0.275') + usdt('0.26125');

  describe('the mode of a market', () => {
    test('is hedge at first and changes while there is nothing', () => {
      const scenario = perpetuals();
      scenario.when(positionMode(BOB, 'hedge')).then(refused('position.mode.unchanged'));
      scenario
        .when(positionMode(BOB, 'one_way'))
        .then(occurred('PositionModeSet', { user: BOB, market: PERP, mode: 'one_way' }));
      scenario.when(positionMode(BOB, 'one_way')).then(refused('position.mode.unchanged'));
      scenario.when(positionMode(BOB, 'hedge')).then(occurred('PositionModeSet', { mode: 'hedge' }));
    });

    test('stays while there is a position or an order, whatever kind of order', () => {
      oneWay().when(positionMode(BOB, 'hedge')).then(refused('position.mode.in.use'));
      perpetuals()
        .given(open(BOB, 'long', M - 100, 1))
        .when(positionMode(BOB, 'one_way'))
        .then(refused('position.mode.in.use'));
      perpetuals()
        .given(open(BOB, 'long', null, 1, { kind: 'stop_market', trigger: M + 100, triggerBy: 'mark' }))
        .when(positionMode(BOB, 'one_way'))
        .then(refused('position.mode.in.use'));
      perpetuals()
        .given(open(BOB, 'long', M - 100, 1), by(BOB, cancelAll(PERP)))
        .when(positionMode(BOB, 'one_way'))
        .then(occurred('PositionModeSet'));
    });

    test('is of a market that there is and goes on', () => {
      const scenario = perpetuals();
      scenario.when(positionMode(BOB, 'one_way', 'BTC-USDT')).then(refused('market.unknown'));
      scenario.given(marketEnd(scenario.exchange.now + 1_800_000));
      scenario.exchange.now += 1_800_000;
      scenario.exchange.take(leverage(BOB, 4));
      scenario.when(positionMode(BOB, 'one_way')).then(refused('coin.not.open'));
    });

    test('is kept by a snapshot', () => {
      const { state } = oneWay().given(open(BOB, 'short', M + 100, 15)).exchange;
      expect(canonicalLines(restoreState(canonicalLines(state)))).toEqual(canonicalLines(state));
    });
  });

  describe('an order against the position', () => {
    test('closes a part of it, and opens nothing', () => {
      withOthers()
        .when(open(BOB, 'short', null, 4))
        .then(
          placed({ position: 'short', closes: 0, entries: [] }),
          traded({ quantity: 4, price: M - 20, takerPosition: 1 }),
          has(BOB, 6, 0),
        );
    });

    test('closes all of it and opens the other side with the rest: two fills of one order', () => {
      withOthers()
        .when(open(BOB, 'short', null, 14))
        .then(
          placed({ position: 'short', closes: 0, quantity: 14 }),
          traded({ trade: 2, quantity: 10, takerReleased: usdt('500') }),
          traded({ trade: 3, quantity: 4, takerReleased: undefined }),
          has(BOB, 0, 4),
        );
    });

    test('costs only what it opens', () => {
      const scenario = withOthers();
      scenario.given(leverage(BOB, 1), transfer(BOB, FUNDS - usdt('520')));
      // What is free pays for no lot beyond those that it closes.
      scenario.when(open(BOB, 'short', null, 60)).then(refused('margin.insufficient'), has(BOB, 10, 0));
      scenario
        .when(open(BOB, 'short', null, 10))
        .then(placed({ entries: [] }), traded({ quantity: 10 }), has(BOB, 0, 0));
    });

    test('holds nothing for what it can close while it rests, and all of the cost of what is beyond', () => {
      const scenario = oneWay();
      scenario
        .when(open(BOB, 'short', M + 100, 10))
        .then(placed({ disposition: 'rests', against: 10, entries: [] }), holds(BOB, 0n));
      scenario.given(by(BOB, cancelAll(PERP)));
      const held = that(({ state }) => {
        const order = [...state.orders.values()].find(({ user }) => user === BOB);
        expect(order?.contract?.against).toBe(10);
        expect((order?.hold?.remaining ?? 0n) * 10n).toBeGreaterThan(COST_OF_TEN * 4n);
        expect((order?.hold?.remaining ?? 0n) * 10n).toBeLessThan(COST_OF_TEN * 5n);
      });
      scenario.when(open(BOB, 'short', M + 100, 14)).then(placed({ against: 10 }), held);
    });

    test('counts what other orders close already', () => {
      oneWay()
        .given(close(BOB, 'long', M + 200, 7))
        .when(open(BOB, 'short', M + 100, 10))
        .then(placed({ against: 3 }));
    });

    test('may have any price that a closing one may have, when it only closes', () => {
      // Below the market, which no opening short that rests may be.
      const scenario = perpetuals().given(positionMode(ALICE, 'one_way'), opened(M, 10));
      scenario
        .when(open(ALICE, 'long', M + 100, 10, { timeInForce: 'post_only' }))
        .then(placed({ disposition: 'rests', against: 10 }));
      scenario.when(open(ALICE, 'long', M + 100, 1)).then(refused('long.above.market'));
    });

    test('turns its owner around as a maker too', () => {
      oneWay()
        .given(open(BOB, 'short', M + 100, 14))
        .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
        .then(
          placed({ user: CAROL }),
          traded({ quantity: 10, maker: BOB, makerReleased: usdt('500'), takerReleased: undefined }),
          traded({ quantity: 4, maker: BOB, makerReleased: undefined }),
          has(BOB, 0, 4),
          holds(BOB, 0n),
        );
    });

    test('closes with what it held, when the position has grown since', () => {
      const scenario = oneWay();
      scenario.given(open(BOB, 'short', M + 100, 14), [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)]);
      scenario
        .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
        .then(placed(), traded({ quantity: 14, makerReleased: usdt('700') }), has(BOB, 6, 0), holds(BOB, 0n));
    });

    test('cuts what then would close more than there is', () => {
      const scenario = oneWay();
      scenario.given(
        open(BOB, 'short', M + 100, 14),
        [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)],
        close(BOB, 'long', M + 200, 10),
      );
      // It closes four lots that it had held for: the other may close six, and not ten.
      scenario.when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' })).then(
        placed(),
        traded({ quantity: 14 }),
        cut({ cut: 4, price: M + 200 }),
        has(BOB, 6, 0),
        that(({ batches, state }) => {
          expect(batches.at(-1)?.command.type).toBe('CutOrders');
          expect(state.perpetual.uncut.size).toBe(0);
        }),
      );
    });

    test('is cut where something else has closed what it would close', () => {
      const scenario = withOthers().given(open(BOB, 'short', M + 100, 14));
      scenario
        .when(close(BOB, 'long', null, 7))
        .then(cut({ cut: 7, price: M + 100 }), placed(), traded({ quantity: 7 }), has(BOB, 3, 0));
      // What opens stays: four lots are left of it.
      scenario.when(close(BOB, 'long', null, 3)).then(
        cut({ cut: 3 }),
        placed(),
        traded({ quantity: 3 }),
        that(({ state }) => {
          const [order] = [...state.orders.values()].filter(({ user }) => user === BOB);
          expect([order.quantity, order.contract?.against]).toEqual([4, undefined]);
        }),
      );
    });

    test('ends when all of it would close what is gone', () => {
      withOthers()
        .given(open(BOB, 'short', M + 100, 10))
        .when(open(BOB, 'short', null, 10))
        .then(
          placed(),
          traded({ quantity: 10 }),
          cancelled({ reason: 'position_closed', open: 10, entries: [] }),
          has(BOB, 0, 0),
        );
    });

    // get10101/10101#2419
    test('after over-selling the side is the new one', () => {
      withOthers()
        .given(close(BOB, 'long', M + 300, 10), stop(BOB, 'long', 'stop_loss', M - 3_000))
        .when(open(BOB, 'short', null, 25))
        .then(
          placed(),
          traded({ quantity: 10 }),
          traded({ quantity: 15 }),
          occurred('StopEnded', { reason: 'position_closed' }),
          cancelled({ reason: 'position_closed' }),
          has(BOB, 0, 15),
        );
    });

    test('rests with what it could not take, and closes first all the same', () => {
      const scenario = oneWay().given(open(CAROL, 'long', M - 20, 6));
      scenario
        .when(open(BOB, 'short', M - 20, 10))
        .then(
          placed({ disposition: 'takes' }),
          traded({ quantity: 6 }),
          rested({ quantity: 4, against: 4 }),
          has(BOB, 4, 0),
          holds(BOB, 0n),
        );
    });

    test('is dropped with its rest where the owner cannot pay for turning around', () => {
      const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), opened(M, 10));
      scenario.given(open(BOB, 'short', M + 100, 14));
      scenario.given(transfer(BOB, availableIn(scenario.exchange.state.ledger, 'contract', BOB, 'USDT')));
      // Far below the mark the four lots cost more than they were costed at, and closing brings too little.
      quiet(scenario, M + 20_000);
      scenario
        .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
        .then(
          placed(),
          traded({ quantity: 10, makerReleased: usdt('500') }),
          cancelled({ user: BOB, open: 4, reason: 'margin_short' }),
          cancelled({ user: CAROL }),
          has(BOB, 0, 0),
          holds(BOB, 0n),
        );
    });

    test('brings stops along for what it opens alone', () => {
      withOthers()
        .when(open(BOB, 'short', null, 14, { stopLoss: M + 1_000, stopLossBy: 'last' }))
        .then(
          placed(),
          traded({ quantity: 10 }),
          traded({ quantity: 4 }),
          occurred('StopPlaced', { position: 'short', contract: 4, quantity: 4 }),
        );
      const scenario = withOthers();
      scenario
        .when(open(BOB, 'short', null, 10, { stopLoss: M + 1_000, stopLossBy: 'last' }))
        .then(placed(), traded({ quantity: 10 }), has(BOB, 0, 0));
      expect(scenario.exchange.state.stops.attached.size).toBe(0);
    });

    test('waits with nothing held for what stands there, and is costed anew when its trigger is reached', () => {
      const scenario = withOthers();
      const trigger = { kind: 'stop_market', trigger: M - 500, triggerBy: 'mark' } as const;
      scenario
        .when(open(BOB, 'short', null, 12, { ...trigger, timeInForce: 'ioc' }))
        .then(placed({ disposition: 'waits', against: 10 }));
      scenario
        .when(moved(scenario, M - 500))
        .then(
          ...[occurred('IndexPublished'), occurred('MarkPublished'), triggered()],
          ...[traded({ quantity: 10 }), traded({ quantity: 2 }), has(BOB, 0, 2)],
        );
    });

    test('amended it is judged by what stands there then', () => {
      const scenario = oneWay().given(open(BOB, 'short', M + 100, 14));
      const id = [...scenario.exchange.state.orders.keys()].at(-1) ?? 0;
      scenario
        .when(amendOf(BOB, id, { quantity: 8 }))
        .then(occurred('PerpetualOrderAmended', { quantity: 8, against: 8, disposition: 'keeps' }), holds(BOB, 0n));
      scenario
        .when(amendOf(BOB, id, { quantity: 12, price: M + 200 }))
        .then(occurred('PerpetualOrderAmended', { against: 10, disposition: 'rests' }));
      scenario.when(leverage(BOB, 10)).then(occurred('LeverageSet'));
    });

    test('is refused where nothing may be opened; reduce-only closes', () => {
      const scenario = withOthers().given(perpetualState('close_only'));
      scenario.when(open(BOB, 'short', null, 5)).then(refused('market.close.only'));
      scenario.when(close(BOB, 'long', null, 5)).then(placed(), traded({ quantity: 5 }), has(BOB, 5, 0));
      const frozen = withOthers().given(accountFrozen(BOB));
      frozen.when(open(BOB, 'short', null, 5)).then(refused('account.frozen'));
      frozen
        .given(accountUnfrozen(BOB))
        .when(open(BOB, 'short', null, 5))
        .then(placed(), traded());
    });

    test('does not touch a position that staff have locked', () => {
      const scenario = withOthers();
      const id = scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long?.id ?? 0;
      scenario
        .given(locked(id))
        .when(open(BOB, 'short', null, 5))
        .then(refused('position.locked'));
    });

    test('does not count what it closes to the caps', () => {
      const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), opened(M, 4_000));
      scenario.given(open(CAROL, 'long', M - 20, 9_000));
      // A position of 200,000 may have a leverage of 100, one of 300,000 may not.
      scenario.when(open(BOB, 'long', M - 30, 1_500)).then(refused('leverage.too.high'));
      scenario.when(open(BOB, 'short', null, 10_000, { timeInForce: 'fok' })).then(refused('leverage.too.high'));
      scenario.when(open(BOB, 'short', null, 8_000)).then(placed(), traded(), traded(), has(BOB, 0, 4_000));
    });
  });

  test('reversing turns it around as in hedge mode', () => {
    withOthers()
      .when(reverse(BOB, 'long'))
      .then(
        occurred('CloseOutBegun'),
        placed(),
        traded(),
        occurred('CloseOutEnded', { left: 0 }),
        placed(),
        traded(),
        occurred('ReverseEnded', { lots: 10 }),
        has(BOB, 0, 10),
      );
  });

  test('in hedge mode the same order stands beside it', () => {
    perpetuals()
      .given(opened(M, 10), open(CAROL, 'long', M - 20, 50))
      .when(open(BOB, 'short', null, 4))
      .then(placed(), traded({ takerReleased: undefined }), has(BOB, 10, 4));
  });
});
