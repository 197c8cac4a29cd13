/** The mark after each publication: from the index, orders that have rested, and the trades of a minute. */
import { decide } from '../../../../server/products/core';
import { getOrThrow } from '../../../../server/core/evolve-helpers';
import { addOrder, removeOrder } from '../../../../server/core/market/book';
import {
  ALICE,
  BOB,
  CAROL,
  occurred,
  publish,
  quotes,
  refused,
  restoredFromSnapshot,
  staff,
  system,
  Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import { amendOf, BTC_PERP, changeTerms, open, PERP, perpetuals } from '../../../tools/fixtures/perpetual-fixture';
import { M, movedAfter, FEED, published, marked, quoted, stood } from './mark-fixture';

describe('mark prices', () => {
  const ALL = (ticks: number) => ({ mark: ticks, index: ticks, p1: ticks, p2: ticks, last: ticks });

  test('the first mark is the index, and stays so without trades', () => {
    const scenario = perpetuals();
    scenario.when(movedAfter(scenario, 1_000, M + 7)).then(published(), marked(ALL(M + 7)));
  });

  test('a refused publication sets no mark, and one of another index marks nothing', () => {
    const scenario = perpetuals();
    const { now } = scenario.exchange;
    scenario.when(publish([1, 2, 3], now + 1)).then(refused('index.too.soon'));
    scenario
      .given(
        staff({
          type: 'SetIndexTerms',
          symbol: 'ETH-USDT',
          decimals: 1,
          sourceStaleMs: 10_000,
          staleMs: 15_000,
          sourcesMin: 1,
          reason: 'r',
        }),
      )
      .when(publish([30_000], now, 'ETH-USDT'))
      .then(published());
  });

  test('a market with the same index is marked by it too, on its own tick', () => {
    const scenario = perpetuals().given(
      staff({ ...BTC_PERP, market: 'USDT-BTC-PERP', base: 'USDT', quote: 'BTC', tick: '0.5', multiplier: '0.001' }),
    );
    scenario
      .when(movedAfter(scenario, 1_000, 12_349))
      .then(published(), marked(ALL(12_349)), occurred('MarkPublished', { market: 'USDT-BTC-PERP', ...ALL(2_470) }));
  });

  describe('the basis of the book', () => {
    test('counts for the time since the previous publication', () => {
      const scenario = quoted();
      scenario
        .when(movedAfter(scenario, 10_000, M))
        .then(published(), marked({ basis: -120, premium: -40_000, p1: M, p2: M - 60, last: M, mark: M }));
      // 10 s of −60 and 5 s of −160, its basis now that the index is 10.0 higher.
      scenario
        .when(movedAfter(scenario, 5_000, M + 100))
        .then(published(), marked({ basis: -320, p2: M + 100 - 93, last: M + 100, mark: M + 100 }));
    });

    test('counts for at most 15 s a publication, and stays in the mean for 150 s', () => {
      const scenario = quoted();
      scenario.given(movedAfter(scenario, 40_000, M));
      const track = () => scenario.exchange.state.marks.tracks.get(PERP);
      expect(track()?.samples.map(({ ms, basis }) => [ms, basis])).toEqual([[15_000, -120]]);
      // Without the orders the book has no basis.
      for (const [order, user] of [
        [1, BOB],
        [2, ALICE],
      ])
        scenario.given({ actor: `user/${user}`, command: { type: 'CancelOrder', user, order } });
      scenario
        .when(movedAfter(scenario, 70_000, M))
        .then(published(), marked({ basis: undefined, premium: undefined, p2: M - 60 }));
      scenario.when(movedAfter(scenario, 70_000, M)).then(published(), marked({ p2: M - 60 }));
      scenario.when(movedAfter(scenario, 10_000, M)).then(published(), marked({ p2: M }));
      expect(track()?.samples).toEqual([]);
    });

    test('is at most 0.5 % of the index', () => {
      const scenario = quoted();
      // The book is unchanged.
      scenario
        .when(movedAfter(scenario, 1_000, 550_000))
        .then(published(), marked({ basis: -5_500, p2: 547_250, mark: 550_000 }));
    });

    test.each([
      ['one side alone', [open(BOB, 'long', M - 100, 2_000)]],
      ['too little on a side', [open(BOB, 'long', M - 100, 2_000), open(ALICE, 'short', M + 100, 499)]],
    ])('has no value with %s', (_, steps) => {
      const scenario = stood(...steps);
      scenario
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ ...ALL(M), basis: undefined, premium: undefined }));
    });

    test('far from the middle counts as premium only', () => {
      const scenario = stood(
        open(BOB, 'long', M - 10, 10),
        open(BOB, 'long', M - 9_000, 1_000),
        open(ALICE, 'short', M + 10, 1_000),
      );
      scenario
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ ...ALL(M), basis: undefined, premium: 0 }));
    });
  });

  describe('an order counts for the book', () => {
    const book = () => stood(open(ALICE, 'short', M + 40, 501), open(BOB, 'long', M + 20, 501));
    const COUNTED = { basis: 60, premium: 40_000 };
    const LEFT_OUT = { basis: undefined, premium: undefined };
    /** Expects these facts of the next publications in turn. */
    const expectNext = (scenario: Scenario, ...facts: object[]) => {
      for (const one of facts) scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked(one));
    };

    test('from the second publication on', () => {
      const scenario = perpetuals().given(open(ALICE, 'short', M + 40, 501), open(BOB, 'long', M + 20, 501));
      expectNext(scenario, LEFT_OUT, COUNTED, COUNTED);
    });

    test('as long as it has rested, also when placed in the millisecond of a publication', () => {
      const scenario = perpetuals().given(open(ALICE, 'short', M + 40, 501));
      scenario.given(movedAfter(scenario, 1_000, M));
      scenario.exchange.now--;
      scenario.given(open(BOB, 'long', M + 20, 501));
      expectNext(scenario, LEFT_OUT, COUNTED);
    });

    test.each<[string, Step, object]>([
      ['another price begins anew', amendOf(BOB, 2, { price: M + 22 }), { basis: 62, premium: 44_000 }],
      ['a larger quantity begins anew', amendOf(BOB, 2, { quantity: 502 }), COUNTED],
    ])('%s', (_, step, later) => {
      expectNext(book().given(step), LEFT_OUT, later);
    });

    test.each<[string, Step[]]>([
      ['less of it', [amendOf(BOB, 2, { quantity: 500 })]],
      ['a take-profit that it is given', [amendOf(BOB, 2, { takeProfit: M + 1_000, takeProfitBy: 'last' })]],
      ['what it trades', [open(CAROL, 'short', M + 20, 1, { timeInForce: 'ioc' })]],
    ])('%s keeps its time at rest', (_, steps) => {
      expectNext(book().given(steps), COUNTED);
    });

    test('anew once its trigger is reached', () => {
      const scenario = stood(
        open(ALICE, 'short', M + 40, 501),
        open(BOB, 'long', M + 20, 501, { kind: 'stop_limit', trigger: M + 10, triggerBy: 'mark' }),
      );
      scenario.given(movedAfter(scenario, 1_000, M + 10));
      expectNext(scenario, LEFT_OUT, COUNTED);
    });

    test('anew as the rest of a taker', () => {
      const scenario = stood(open(CAROL, 'short', M + 30, 1), open(BOB, 'long', M + 20, 501));
      scenario.given(open(ALICE, 'long', M + 10, 1), open(CAROL, 'short', M + 40, 501), movedAfter(scenario, 1_000, M));
      // It takes the lot at M + 30, and its rest stays there.
      scenario.given(open(ALICE, 'long', M + 30, 502));
      expectNext(scenario, COUNTED, { basis: 70, premium: 60_000 });
    });

    test('for the best price only after it has rested', () => {
      const scenario = book().given(open(CAROL, 'long', M + 30, 1_000));
      expectNext(scenario, COUNTED, { basis: 70, premium: 60_000 });
    });

    test('also after a restart from a snapshot', () => {
      const scenario = book().given(amendOf(BOB, 2, { price: M + 22 }));
      expectNext(restoredFromSnapshot(scenario), LEFT_OUT, { basis: 62, premium: 44_000 });
    });

    test('unless too many new orders stand ahead of it', () => {
      const { state, now } = book().exchange;
      const { book: orders } = getOrThrow(state.markets, PERP);
      const young = Array.from({ length: 10_000 }, (_, place) => place + 1_000);
      for (const order of young) addOrder(orders, 'buy', order, CAROL, M + 21, 1);
      state.marks.young.set(PERP, new Set(young));
      const at = now + 1_000;
      const publish = () => decide(state, { type: 'PublishIndex', prices: [quotes([M, M, M], at)] }, FEED(at));
      expect(publish()).toMatchObject([{ type: 'IndexPublished' }, LEFT_OUT]);
      removeOrder(orders, young[0]);
      expect(publish()).toMatchObject([{ type: 'IndexPublished' }, COUNTED]);
    });
  });

  describe('the price of trades', () => {
    /** Carol buys `lots` of the asks at M − 20. */
    const bought = (lots: number) => open(CAROL, 'long', M - 20, lots, { timeInForce: 'ioc' });

    test('counts for sixty seconds', () => {
      const scenario = quoted();
      scenario.given(movedAfter(scenario, 10_000, M)).given(bought(501));
      scenario
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ p1: M, p2: M - 60, last: M - 20, mark: M - 20 }));
      scenario.when(movedAfter(scenario, 58_000, M)).then(published(), marked({ last: M - 20, mark: M - 20 }));
      restoredFromSnapshot(scenario)
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ last: M, mark: M }));
    });

    test('counts from the impact notional on', () => {
      const scenario = quoted();
      // 500 lots are 24,999 USDT.
      scenario.given(movedAfter(scenario, 10_000, M)).given(bought(500));
      scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ last: M, mark: M }));
      scenario.given(bought(1));
      scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ last: M - 20, mark: M - 20 }));
    });

    test('is the mean by size; each second expires after sixty', () => {
      const scenario = stood(open(ALICE, 'short', M + 10, 600), open(ALICE, 'short', M + 40, 1_200));
      scenario.given(open(CAROL, 'long', M + 40, 1_200, { timeInForce: 'ioc' }));
      scenario.when(movedAfter(scenario, 2_000, M)).then(published(), marked({ last: M + 25, mark: M }));
      scenario.given(open(CAROL, 'long', M + 40, 600, { timeInForce: 'ioc' }));
      scenario.when(movedAfter(scenario, 57_000, M)).then(published(), marked({ last: M + 30 }));
      scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ last: M + 40 }));
      scenario.when(movedAfter(scenario, 2_000, M)).then(published(), marked({ last: M }));
    });

    test('between related accounts does not count', () => {
      const scenario = quoted();
      scenario.given(
        movedAfter(scenario, 10_000, M),
        system({ type: 'NameInviter', user: CAROL, inviter: ALICE }),
        bought(501),
        open(BOB, 'long', M - 20, 500, { timeInForce: 'ioc' }),
      );
      scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ last: M, mark: M }));
      scenario.given(open(BOB, 'long', M - 20, 1, { timeInForce: 'ioc' }));
      scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ last: M - 20 }));
    });

    test('alone moves the mark at most to the farther of the other two prices', () => {
      const scenario = quoted();
      scenario.given(movedAfter(scenario, 10_000, M)).given({
        actor: `user/${BOB}`,
        command: { type: 'CancelAllOrders', user: BOB, market: PERP },
      });
      scenario.given(open(BOB, 'long', M - 20_000, 600), open(CAROL, 'short', M - 20_000, 600, { timeInForce: 'ioc' }));
      scenario
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ last: M - 20_000, p1: M, p2: M - 60, mark: M - 60 }));
    });
  });

  test('together with the basis moves the mark at most to its bound, by the tighter of two tiers', () => {
    const scenario = stood(open(ALICE, 'short', M + 2_010, 1_500), open(BOB, 'long', M + 1_990, 600));
    for (let turn = 0; turn < 3; turn++) scenario.given(movedAfter(scenario, 1_000, M));
    scenario.given(open(CAROL, 'long', M + 2_010, 600, { timeInForce: 'ioc' }));
    scenario
      .when(movedAfter(scenario, 1_000, M))
      .then(published(), marked({ rule: 2, p2: M + 2_000, last: M + 2_010, bound: 900, mark: M + 900 }));
    // 0.45 × (0.8 % − 0.45 %): for orders at once, for positions a day later.
    const [, ...others] = BTC_PERP.tierRatesPpb;
    const tighter = { tierCaps: BTC_PERP.tierCaps, tierLeverages: BTC_PERP.tierLeverages };
    scenario.given(changeTerms({ ...tighter, tierRatesPpb: [4_500_000, ...others] }));
    scenario.when(movedAfter(scenario, 1_000, M)).then(published(), marked({ bound: 787, mark: M + 787 }));
  });
});
