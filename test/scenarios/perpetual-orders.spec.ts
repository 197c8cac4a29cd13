import { canonicalLines, restoreState } from '../../server/core/canonical-state';
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
} from '../tools/core-fixture';
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
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;

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
