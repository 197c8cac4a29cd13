import { canonicalLines, restoreState } from '../../../server/products/core';
import type { Entry } from '../../../server/core/ledger/entry';
import { MAKERS_MAX } from '../../../server/products/perpetual/core/orders/match-with-book';
import type { PositionSide } from '../../../shared/products/perpetual/rules/position';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  withClientId,
  available,
  asUser,
  cancel,
  cancelAll,
  later,
  occurred,
  refused,
  expectThat,
  type Exchange,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  close,
  leverage,
  margin,
  mark,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;

function position(exchange: Exchange, user: number, side: PositionSide) {
  const found = exchange.state.perpetual.holdings.get(user)?.get(PERP)?.[side];
  if (!found) return null;
  return { lots: found.lots, cost: found.cost, collateral: exchange.state.holds.get(found.hold)?.remaining };
}
const has = (user: number, side: PositionSide, expected: ReturnType<typeof position>) =>
  expectThat((exchange) => expect(position(exchange, user, side)).toEqual(expected));
const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
const held = (order: number, amount: bigint | null) =>
  expectThat(({ state }) => expect(state.orders.get(order)?.hold?.remaining ?? null).toBe(amount));
const placed = (disposition: 'rests' | 'takes') => occurred('PerpetualOrderPlaced', { disposition });
const moved = (scenario: Scenario, ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));

describe('opening', () => {
  test('holds margin, the taker fee and the closing cost', () => {
    // 1 BTC at 50,000 with leverage 10: 5,000 + 27.5 + 24.75; 5,057.75 for the short.
    const both = perpetuals().given(leverage(BOB, 10), leverage(ALICE, 10));
    both
      .when(open(BOB, 'long', M, 1_000))
      .then(placed('rests'), held(1, usdt('5052.25')), free(BOB, FUNDS - usdt('5052.25')));
    perpetuals()
      .given(leverage(ALICE, 10))
      .when(open(ALICE, 'short', M, 1_000))
      .then(placed('rests'), held(1, usdt('5057.75')));
  });

  test('beyond the mark also holds the immediate loss', () => {
    // The mark is 50,000.0 and the last price 50,100.0: 0.1 BTC bought there is 10 USDT behind.
    const scenario = perpetuals({ referencePrice: M + 1_000 }).given(leverage(BOB, 10));
    scenario.when(open(BOB, 'long', M + 1_000, 100)).then(
      placed('rests'),
      // 501 + 2.7555 + 2.47995 + 10
      held(1, usdt('516.23545')),
    );
  });

  test("as a taker creates positions on both sides with their fees, and releases the maker's difference", () => {
    perpetuals()
      .given(leverage(BOB, 20), leverage(ALICE, 20), open(ALICE, 'short', M, 500))
      .when(open(BOB, 'long', M, 500))
      .then(
        placed('takes'),
        occurred('PerpetualTraded', { quantity: 500, price: M, makerFee: usdt('5'), takerFee: usdt('13.75') }),
        // 25,000 ÷ 20, and 0.055 % of 23,750 (26,250).
        has(BOB, 'long', { lots: 500, cost: usdt('25000'), collateral: usdt('1263.0625') }),
        has(ALICE, 'short', { lots: 500, cost: usdt('25000'), collateral: usdt('1264.4375') }),
        free(BOB, FUNDS - usdt('1263.0625') - usdt('13.75')),
        free(ALICE, FUNDS - usdt('1264.4375') - usdt('5')),
      );
  });

  test('adds to a position; long and short of one market coexist', () => {
    perpetuals()
      .given(
        openBothSides(M, 10),
        openBothSides(M + 10, 10),
        open(BOB, 'short', M + 10, 5),
        open(ALICE, 'long', M + 10, 5),
      )
      .when()
      .then(
        expectThat((exchange) => {
          expect(position(exchange, BOB, 'long')).toMatchObject({ lots: 20, cost: usdt('1000.01') });
          expect(position(exchange, BOB, 'short')).toMatchObject({ lots: 5 });
          expect(position(exchange, ALICE, 'long')).toMatchObject({ lots: 5 });
        }),
      );
  });

  // vega#11200
  test('by market order takes up to the limit around the mark; an unaffordable market order trades nothing', () => {
    const scenario = perpetuals().given(open(ALICE, 'short', M, 10), open(ALICE, 'short', M + 30_000, 10));
    scenario
      .when(open(BOB, 'long', null, 20))
      .then(
        placed('takes'),
        occurred('PerpetualTraded'),
        occurred('PerpetualOrderCancelled', { reason: 'band', open: 10 }),
      );
    const poor = perpetuals().given(leverage(ALICE, 1), leverage(BOB, 1), open(ALICE, 'short', M, 19_000));
    poor.given(asUser(BOB, transferOut(FUNDS - usdt('10000'))));
    poor.when(open(BOB, 'long', null, 19_000)).then(refused('margin.insufficient'));
  });

  test('rests with the unfilled part and its hold', () => {
    perpetuals()
      .given(leverage(BOB, 10), open(ALICE, 'short', M, 500))
      .when(open(BOB, 'long', M, 1_500))
      .then(
        placed('takes'),
        occurred('PerpetualTraded', { quantity: 500 }),
        occurred('PerpetualOrderRested', { quantity: 1_000 }),
        held(2, usdt('5052.25')),
      );
  });

  test.each([
    ['above the market', open(BOB, 'long', M + 10, 5), 'long.above.market'],
    ['below it', open(BOB, 'short', M - 10, 5), 'short.below.market'],
    ['too far from the mark', open(BOB, 'long', M + 25_001, 5), 'price.beyond.limit'],
    ['too far on the other side', open(BOB, 'short', M - 25_001, 5), 'price.beyond.limit'],
    ['without a price by limit', open(BOB, 'long', null, 5, { timeInForce: 'gtc' }), 'order.combination.invalid'],
    ['by too little', open(BOB, 'long', 1_000, 1), 'notional.too.small'],
    ['of no lots', open(BOB, 'long', M, 0), 'quantity.not.positive'],
    ['of more than the tiers have', open(BOB, 'long', M, 900_000), 'position.too.large'],
    ['of more than the leverage allows', open(BOB, 'long', M, 70_000), 'leverage.too.high'],
    ['by somebody unknown', open(99, 'long', M, 5), 'account.unknown'],
    ['in a market that is none', open(BOB, 'long', M, 5, { market: 'BTC-USDT' }), 'market.unknown'],
  ] as const)('is refused %s', (_, step, code) => {
    perpetuals().when(step).then(refused(code));
  });

  test('is refused on a stale mark, for a frozen account, in a close-only market, and at full open interest', () => {
    perpetuals()
      .when(later(15_001, open(BOB, 'long', M, 5)))
      .then(refused('mark.stale'));
    perpetuals()
      .given(accountFrozen())
      .when(open(BOB, 'long', M, 5))
      .then(refused('account.frozen'));
    perpetuals()
      .given(perpetualState('close_only'))
      .when(open(BOB, 'long', M, 5))
      .then(refused('market.close.only'));
    perpetuals({ openInterestMax: usdt('20000') })
      .given(openBothSides(M, 300))
      .when(open(CAROL, 'long', M, 101))
      .then(refused('open.interest.full'));
  });

  test('returns the first result on a retry', () => {
    const scenario = perpetuals().given(withClientId('a', open(BOB, 'long', M, 5)));
    scenario.when(withClientId('a', open(BOB, 'long', M, 5))).then(
      expectThat((_, { outcomes }) => {
        expect(outcomes).toMatchObject([{ id: 1, repeated: true }]);
      }),
    );
  });
});

describe('a maker at its fill', () => {
  test('pays the adverse move of the mark from the free margin', () => {
    const scenario = perpetuals().given(leverage(BOB, 10), open(BOB, 'long', M, 100));
    // The mark falls by 100: 0.1 BTC at 50,000 is 10 USDT behind.
    scenario
      .given(moved(scenario, 2_000, M - 1_000))
      .when(open(ALICE, 'short', M, 100))
      .then(
        placed('takes'),
        occurred('PerpetualTraded', { makerPosition: 2 }),
        has(BOB, 'long', { lots: 100, cost: usdt('5000'), collateral: usdt('512.475') }),
        free(BOB, FUNDS - usdt('512.475') - usdt('1')),
      );
  });

  test('is cancelled without free margin, and the taker continues', () => {
    const scenario = perpetuals().given(leverage(BOB, 10), open(BOB, 'long', M, 100), open(CAROL, 'long', M, 100));
    scenario.given(asUser(BOB, transferOut(FUNDS - usdt('505.225') - usdt('5'))), moved(scenario, 2_000, M - 1_000));
    scenario
      .when(open(ALICE, 'short', M, 100))
      .then(
        placed('takes'),
        occurred('PerpetualOrderCancelled', { order: 1, reason: 'margin_short', open: 100, rested: 1 }),
        occurred('PerpetualTraded', { makerOrder: 2 }),
        free(BOB, usdt('510.225')),
      );
  });

  test('is cancelled if it would close beyond its bankruptcy price', () => {
    const scenario = perpetuals().given(leverage(BOB, 100), openBothSides(M, 100));
    // Bankrupt at 49,500.0: closing at 49,400.0 would cost more than the collateral.
    scenario
      .given(moved(scenario, 2_000, M - 2_000), close(BOB, 'long', M - 6_000, 100))
      .when(open(CAROL, 'long', M - 6_000, 100))
      .then(
        placed('takes'),
        occurred('PerpetualOrderCancelled', { order: 3, reason: 'beyond_bankruptcy', rested: 1 }),
        occurred('PerpetualOrderRested', { order: 4, quantity: 100 }),
      );
    // A taker order is cancelled too, for any bid.
    scenario
      .when(close(BOB, 'long', null, 100))
      .then(placed('takes'), occurred('PerpetualOrderCancelled', { order: 5, reason: 'beyond_bankruptcy', rested: 0 }));
  });
});

describe('closing', () => {
  test('returns the collateral with the profit, less the fee', () => {
    const scenario = perpetuals().given(leverage(BOB, 20), openBothSides(M, 500), open(CAROL, 'long', M, 500));
    scenario
      .when(close(BOB, 'long', M, 500))
      .then(
        placed('takes'),
        occurred('PerpetualTraded', { takerReleased: usdt('25000'), takerFee: usdt('13.75') }),
        has(BOB, 'long', null),
        free(BOB, FUNDS - usdt('27.5')),
      );
  });

  test('a part releases its share of the cost, rounded up for a long, and leaves the exact rest', () => {
    // 3 lots at 50,000.0 and 4 at 50,001.1: 350.0044. Two at 50,100.0 release 100.00125715 and win 0.19874285.
    const scenario = perpetuals().given(
      open(ALICE, 'short', M, 3),
      open(ALICE, 'short', M + 11, 4),
      open(BOB, 'long', M, 3),
      open(BOB, 'long', M + 11, 4, { timeInForce: 'ioc' }),
    );
    scenario
      .given(moved(scenario, 2_000, M + 1_000), open(CAROL, 'long', M + 1_000, 2, { timeInForce: 'ioc' }))
      .when()
      .then(expectThat((exchange) => expect(position(exchange, BOB, 'long')?.cost).toBe(usdt('350.0044'))));
    scenario
      .given(close(BOB, 'long', M + 1_000, 2))
      .when(open(CAROL, 'long', M + 1_000, 2))
      .then(
        placed('takes'),
        occurred('PerpetualTraded', { makerReleased: usdt('100.00125715') }),
        expectThat((exchange, { events }) => {
          const entries = events.flatMap((event): Entry[] => ('entries' in event ? event.entries : []));
          expect(entries.find(({ kind }) => kind === 'margin_profit')?.amount).toBe(usdt('0.19874285'));
          expect(position(exchange, BOB, 'long')).toMatchObject({ lots: 5, cost: usdt('250.00314285') });
        }),
      );
  });

  test('never exceeds the position, and needs one', () => {
    const scenario = perpetuals().given(openBothSides(M, 10), close(BOB, 'long', M + 100, 6));
    scenario.when(close(BOB, 'long', M + 200, 5)).then(refused('closing.exceeds.position', { maximum: 4 }));
    scenario.when(close(BOB, 'long', null, 11)).then(refused('closing.exceeds.position', { maximum: 10 }));
    scenario.when(close(BOB, 'short', M, 1)).then(refused('position.none'));
  });

  test('immediately takes lots from resting close orders: worst price first, then newest', () => {
    const scenario = perpetuals().given(
      openBothSides(M, 10),
      close(BOB, 'long', M + 100, 4),
      close(BOB, 'long', M + 200, 3),
      close(BOB, 'long', M + 200, 3),
      open(CAROL, 'long', M, 5),
    );
    scenario
      .when(close(BOB, 'long', null, 5))
      .then(
        occurred('PerpetualOrderCancelled', { order: 5, reason: 'position_closed' }),
        occurred('PerpetualOrderCut', { order: 4, cut: 2 }),
        placed('takes'),
        occurred('PerpetualTraded', { quantity: 5 }),
        has(BOB, 'long', expect.objectContaining({ lots: 5 }) as never),
      );
  });

  test('the rest is possible below the minimum order size', () => {
    const scenario = perpetuals({ quantityMin: 5, notionalMin: usdt('250') }).given(
      openBothSides(M, 8),
      open(CAROL, 'long', M, 8),
    );
    scenario
      .given(close(BOB, 'long', M, 7))
      .when(close(BOB, 'long', M, 1))
      .then(placed('takes'), occurred('PerpetualTraded', { quantity: 1 }), has(BOB, 'long', null));
  });

  test('works on a stale mark, in a close-only market, and for a frozen account', () => {
    const scenario = perpetuals().given(
      openBothSides(M, 10),
      open(CAROL, 'long', M - 10, 10),
      close(BOB, 'long', M + 100, 3),
    );
    scenario.given(accountFrozen(), perpetualState('close_only'));
    scenario
      .when(later(20_000, close(BOB, 'long', null, 10)))
      .then(
        occurred('PerpetualOrderCancelled', { order: 4, reason: 'position_closed' }),
        placed('takes'),
        occurred('PerpetualTraded', { quantity: 10 }),
        has(BOB, 'long', null),
      );
  });

  test('is not stopped by resting orders of the same user', () => {
    const scenario = perpetuals().given(
      openBothSides(M, 10),
      open(BOB, 'long', M - 10, 5),
      open(CAROL, 'long', M - 20, 10),
    );
    scenario
      .when(close(BOB, 'long', null, 10))
      .then(
        placed('takes'),
        occurred('PerpetualOrderCancelled', { reason: 'self_trade' }),
        occurred('PerpetualTraded', { quantity: 10, price: M - 20 }),
      );
  });
});

test('refuses transfers out of the contract account of a user with positions while the mark is stale', () => {
  const scenario = perpetuals().given(openBothSides(M, 10), transferOut(5n));
  scenario.when(later(15_001, transferOut(5n))).then(refused('mark.stale'));
  scenario.when(asUser(CAROL, transferOut(5n))).then(occurred('FundsTransferred', { user: CAROL }));
  scenario
    .given(moved(scenario, 2_000, M))
    .when(transferOut(5n))
    .then(occurred('FundsTransferred', { user: BOB }));
});

test('limits prices closer to the mark in the first ten minutes of a market', () => {
  const fields = { referencePrice: M + 25_000 };
  const young = perpetuals(fields, 598_000);
  young.when(open(BOB, 'long', M + 10_001, 1)).then(refused('price.beyond.limit', { limit: M + 10_000 }));
  young.when(open(BOB, 'long', M + 10_000, 1)).then(placed('rests'));
  perpetuals(fields)
    .when(open(BOB, 'long', M + 25_000, 1))
    .then(placed('rests'));
});

describe('a freeze', () => {
  test('cancels opening orders and keeps close orders', () => {
    const scenario = perpetuals().given(
      openBothSides(M, 10),
      open(BOB, 'long', M - 10, 5),
      close(BOB, 'long', M + 100, 3),
    );
    scenario.when(accountFrozen()).then(
      occurred('AccountFrozen'),
      occurred('PerpetualOrderCancelled', { order: 3, reason: 'account_frozen' }),
      expectThat(({ state }) => expect([...state.orders.keys()]).toEqual([4])),
    );
  });
});

describe('margin', () => {
  const long = () => perpetuals().given(leverage(BOB, 20), leverage(ALICE, 20), openBothSides(M, 500));

  test('is added from the free margin, and removed down to the initial margin', () => {
    const scenario = long();
    scenario
      .when(margin('add', BOB, 'long', usdt('500')))
      .then(
        occurred('MarginAdjusted'),
        has(BOB, 'long', expect.objectContaining({ collateral: usdt('1763.0625') }) as never),
      );
    scenario.when(margin('take', BOB, 'long', usdt('500.00000001'))).then(refused('margin.insufficient'));
    scenario.when(margin('take', BOB, 'long', usdt('500'))).then(occurred('MarginAdjusted'));
    scenario.when(margin('take', BOB, 'long', 1n)).then(refused('margin.insufficient'));
  });

  // sherlock 2024-05-elfi#82
  test('is not removed from a losing position, nor on a stale mark', () => {
    const scenario = long().given(margin('add', BOB, 'long', usdt('500')));
    scenario
      .given(moved(scenario, 2_000, M - 10_000))
      .when(margin('take', BOB, 'long', 1n))
      .then(refused('margin.insufficient'));
    scenario.when(later(20_000, margin('take', BOB, 'long', 1n))).then(refused('mark.stale'));
  });

  test.each([
    ['nothing', margin('add', BOB, 'long', 0n), 'amount.not.positive'],
    ['more than is free', margin('add', BOB, 'long', FUNDS), 'margin.insufficient'],
    ['to a position that is none', margin('add', BOB, 'short', 1n), 'position.none'],
    ['by a stranger', margin('add', 99, 'long', 1n), 'account.unknown'],
  ] as const)('adjustment is refused: %s', (_, step, code) => {
    long().when(step).then(refused(code));
  });
});

describe('leverage', () => {
  test('recomputes the margin of positions and orders: lower takes more, higher releases', () => {
    const scenario = perpetuals().given(leverage(BOB, 20), openBothSides(M, 500), open(BOB, 'long', M, 1_000));
    const before = scenario.exchange;
    scenario.when(leverage(BOB, 10)).then(
      occurred('LeverageSet'),
      held(3, usdt('5052.25')),
      // 2,500 and 0.055 % of 22,500.
      has(BOB, 'long', { lots: 500, cost: usdt('25000'), collateral: usdt('2512.375') }),
    );
    scenario
      .when(leverage(BOB, 20))
      .then(
        occurred('LeverageSet'),
        has(BOB, 'long', { lots: 500, cost: usdt('25000'), collateral: usdt('1263.0625') }),
      );
    expect(before.state.orders.size).toBe(1);
  });

  // elfi#49
  test('raising leverage keeps the margin for the loss', () => {
    const scenario = perpetuals().given(leverage(BOB, 10), openBothSides(M, 500));
    scenario
      .given(moved(scenario, 2_000, M - 20_000))
      .when(leverage(BOB, 20))
      .then(
        occurred('LeverageSet'),
        // 1,000 lost: of 2,512.375 only 249.3125 is neither loss, margin nor reserve.
        has(BOB, 'long', { lots: 500, cost: usdt('25000'), collateral: usdt('2263.0625') }),
      );
  });

  test.each([
    ['none', leverage(BOB, 0), 'leverage.invalid'],
    ['a part', leverage(BOB, 1.5), 'leverage.invalid'],
    ['more than the tiers allow', leverage(BOB, 126), 'leverage.too.high'],
    ['for a stranger', leverage(99, 5), 'account.unknown'],
  ] as const)('is refused: %s', (_, step, code) => {
    perpetuals().when(step).then(refused(code));
  });

  test('is refused if unchanged', () => {
    perpetuals().given(leverage(BOB, 20)).when(leverage(BOB, 20)).then(refused('leverage.unchanged'));
  });

  test('is refused if it needs more than the free margin', () => {
    const scenario = perpetuals().given(leverage(BOB, 50), openBothSides(M, 10_000));
    scenario.given(asUser(BOB, transferOut(FUNDS - usdt('30000'))));
    scenario.when(leverage(BOB, 5)).then(refused('margin.insufficient'));
  });
});

test('orders are cancelled one by one and all at once, and release everything', () => {
  const scenario = perpetuals().given(
    open(BOB, 'long', M, 10),
    open(BOB, 'short', M + 10, 10),
    open(BOB, 'long', M - 1, 10),
  );
  scenario.when(asUser(BOB, cancel(1))).then(occurred('PerpetualOrderCancelled', { order: 1, reason: 'requested' }));
  scenario
    .when(asUser(BOB, cancelAll(PERP)))
    .then(occurred('PerpetualOrderCancelled'), occurred('PerpetualOrderCancelled'), free(BOB, FUNDS));
});

test('limits the makers of an order to one batch, including cancelled ones', () => {
  const scenario = perpetuals();
  for (let order = 0; order < 150; order++) scenario.given(open(ALICE, 'short', M, 1), open(CAROL, 'short', M, 1));
  scenario
    .when(open(BOB, 'long', null, MAKERS_MAX + 1))
    .then(
      placed('takes'),
      ...Array.from({ length: MAKERS_MAX }, () => occurred('PerpetualTraded')),
      occurred('PerpetualOrderCancelled', { reason: 'fills_too_many', open: 1 }),
    );
  scenario.when(open(BOB, 'long', M, 301 - MAKERS_MAX, { timeInForce: 'fok' })).then(refused('order.cannot.fill'));
});

test('restores positions, leverage and orders from a snapshot', () => {
  const { exchange } = perpetuals().given(
    leverage(BOB, 7),
    openBothSides(M, 10),
    close(BOB, 'long', M + 100, 3),
    open(CAROL, 'short', M + 10, 5),
  );
  const lines = [...canonicalLines(exchange.state)];
  expect([...canonicalLines(restoreState(lines))]).toEqual(lines);
});

function transferOut(amount: bigint) {
  const command = { type: 'TransferFunds', user: BOB, asset: 'USDT', from: 'contract', to: 'spot', amount } as const;
  return { actor: `user/${BOB}` as const, command };
}
