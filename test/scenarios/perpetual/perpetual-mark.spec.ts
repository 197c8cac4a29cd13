import fc from 'fast-check';
import { canonicalLines, decide, restoreState, evolve } from '../../../server/products/core';
import { BATCH_VERSION } from '../../../server/core/codec';
import type { Context } from '../../../server/core/decision';
import type { Batch, CoreEvent, EventOf } from '../../../server/core/event';
import { known } from '../../../server/core/folding';
import { addOrder, removeOrder } from '../../../server/core/market/book';
import { isRejection } from '../../../server/core/rejection';
import {
  ALICE,
  BOB,
  CAROL,
  Exchange,
  later,
  occurred,
  publish,
  quotes,
  refused,
  restarted,
  staff,
  system,
  Scenario,
  type Step,
  by,
  cancelAll,
} from '../../tools/fixtures/core-fixture';
import {
  amendOf,
  BTC_PERP,
  changedTerms,
  close,
  mark,
  open,
  opened,
  PERP,
  perpetuals,
  leverage,
  moved,
} from '../../tools/fixtures/perpetual-fixture';

const M = 500_000;

/** The mark that follows from each publication: what the index, the orders that have stood and the trades of a minute say. */
describe('mark prices', () => {
  /** A step so many milliseconds after the last publication. */
  function since({ exchange }: Scenario, ms: number, step: Step): Step {
    return later((exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0) + ms - exchange.now, step);
  }
  /** After which everybody shows this price. */
  const moved = (scenario: Scenario, ms: number, ticks: number) => {
    const last = scenario.exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0;
    return since(scenario, ms, mark(ticks, last + ms));
  };
  const FEED = (at: number): Context => ({ actor: 'feed/test', at });
  const published = () => occurred('IndexPublished');
  const marked = (facts: Partial<EventOf<'MarkPublished'>>) => occurred('MarkPublished', { market: PERP, ...facts });
  const ALL = (ticks: number) => ({ mark: ticks, index: ticks, p1: ticks, p2: ticks, last: ticks });

  /** Both sides show 50,000 USDT and more, 6.0 below the index of 50,000 in their middle, and have stood since before a publication. */
  function quoted(): Scenario {
    return stood(open(BOB, 'long', M - 100, 1_010), open(ALICE, 'short', M - 20, 1_010));
  }
  function stood(...steps: Step[]): Scenario {
    const scenario = perpetuals().given(steps);
    return scenario.given(moved(scenario, 1_000, M));
  }

  test('the first mark is the index, and stays it as long as nobody trades', () => {
    const scenario = perpetuals();
    scenario.when(moved(scenario, 1_000, M + 7)).then(published(), marked(ALL(M + 7)));
  });

  test('a publication that is refused decides no mark, and one of another index marks nothing', () => {
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

  test('a market that follows the same index is marked by it too, on its own tick', () => {
    const scenario = perpetuals().given(
      staff({ ...BTC_PERP, market: 'USDT-BTC-PERP', base: 'USDT', quote: 'BTC', tick: '0.5', multiplier: '0.001' }),
    );
    scenario
      .when(moved(scenario, 1_000, 12_349))
      .then(published(), marked(ALL(12_349)), occurred('MarkPublished', { market: 'USDT-BTC-PERP', ...ALL(2_470) }));
  });

  describe('what the book stands away from the index', () => {
    test('counts for the time since the publication before it', () => {
      const scenario = quoted();
      scenario
        .when(moved(scenario, 10_000, M))
        .then(published(), marked({ basis: -120, premium: -40_000, p1: M, p2: M - 60, last: M, mark: M }));
      // 10 s of −60 and 5 s of −160, which is its own basis now that the index is 10.0 higher.
      scenario
        .when(moved(scenario, 5_000, M + 100))
        .then(published(), marked({ basis: -320, p2: M + 100 - 93, last: M + 100, mark: M + 100 }));
    });

    test('for no longer than 15 s, and for 150 s from then on', () => {
      const scenario = quoted();
      scenario.given(moved(scenario, 40_000, M));
      const track = () => scenario.exchange.state.marks.tracks.get(PERP);
      expect(track()?.samples.map(({ ms, basis }) => [ms, basis])).toEqual([[15_000, -120]]);
      // The orders go, and with them what the book says.
      for (const [order, user] of [
        [1, BOB],
        [2, ALICE],
      ])
        scenario.given({ actor: `user/${user}`, command: { type: 'CancelOrder', user, order } });
      scenario
        .when(moved(scenario, 70_000, M))
        .then(published(), marked({ basis: undefined, premium: undefined, p2: M - 60 }));
      scenario.when(moved(scenario, 70_000, M)).then(published(), marked({ p2: M - 60 }));
      scenario.when(moved(scenario, 10_000, M)).then(published(), marked({ p2: M }));
      expect(track()?.samples).toEqual([]);
    });

    test('at most 0.5 % of it', () => {
      const scenario = quoted();
      // The book stays where it was.
      scenario
        .when(moved(scenario, 1_000, 550_000))
        .then(published(), marked({ basis: -5_500, p2: 547_250, mark: 550_000 }));
    });

    test.each([
      ['one side alone', [open(BOB, 'long', M - 100, 2_000)]],
      ['too little on a side', [open(BOB, 'long', M - 100, 2_000), open(ALICE, 'short', M + 100, 499)]],
    ])('says nothing with %s', (_, steps) => {
      const scenario = stood(...steps);
      scenario
        .when(moved(scenario, 1_000, M))
        .then(published(), marked({ ...ALL(M), basis: undefined, premium: undefined }));
    });

    test('far from the middle it is a premium and no basis', () => {
      const scenario = stood(
        open(BOB, 'long', M - 10, 10),
        open(BOB, 'long', M - 9_000, 1_000),
        open(ALICE, 'short', M + 10, 1_000),
      );
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ ...ALL(M), basis: undefined, premium: 0 }));
    });
  });

  describe('an order counts for the book', () => {
    const book = () => stood(open(ALICE, 'short', M + 40, 501), open(BOB, 'long', M + 20, 501));
    const COUNTED = { basis: 60, premium: 40_000 };
    const LEFT_OUT = { basis: undefined, premium: undefined };
    /** What the next publication says, and the one behind it. */
    const expectNext = (scenario: Scenario, ...facts: object[]) => {
      for (const one of facts) scenario.when(moved(scenario, 1_000, M)).then(published(), marked(one));
    };

    test('from the second publication on', () => {
      const scenario = perpetuals().given(open(ALICE, 'short', M + 40, 501), open(BOB, 'long', M + 20, 501));
      expectNext(scenario, LEFT_OUT, COUNTED, COUNTED);
    });

    test('as long as it has stood, also when it came in the millisecond of a publication', () => {
      const scenario = perpetuals().given(open(ALICE, 'short', M + 40, 501));
      scenario.given(moved(scenario, 1_000, M));
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
    ])('%s leaves it where it stands', (_, steps) => {
      expectNext(book().given(steps), COUNTED);
    });

    test('one that waited is new when its trigger is reached', () => {
      const scenario = stood(
        open(ALICE, 'short', M + 40, 501),
        open(BOB, 'long', M + 20, 501, { kind: 'stop_limit', trigger: M + 10, triggerBy: 'mark' }),
      );
      scenario.given(moved(scenario, 1_000, M + 10));
      expectNext(scenario, LEFT_OUT, COUNTED);
    });

    test('what a taker leaves is new', () => {
      const scenario = stood(open(CAROL, 'short', M + 30, 1), open(BOB, 'long', M + 20, 501));
      scenario.given(open(ALICE, 'long', M + 10, 1), open(CAROL, 'short', M + 40, 501), moved(scenario, 1_000, M));
      // It takes the lot at M + 30, and the rest of it stands there.
      scenario.given(open(ALICE, 'long', M + 30, 502));
      expectNext(scenario, COUNTED, { basis: 70, premium: 60_000 });
    });

    test('best prices are those of orders that have stood', () => {
      const scenario = book().given(open(CAROL, 'long', M + 30, 1_000));
      expectNext(scenario, COUNTED, { basis: 70, premium: 60_000 });
    });

    test('also after a restart from a snapshot', () => {
      const scenario = book().given(amendOf(BOB, 2, { price: M + 22 }));
      expectNext(restarted(scenario), LEFT_OUT, { basis: 62, premium: 44_000 });
    });

    test('unless so many young ones stand ahead of it that nobody looks further', () => {
      const { state, now } = book().exchange;
      const { book: orders } = known(state.markets, PERP);
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

  describe('what was paid', () => {
    /** So many lots of the asks at M − 20 change hands. */
    const bought = (lots: number) => open(CAROL, 'long', M - 20, lots, { timeInForce: 'ioc' });

    test('counts for sixty seconds', () => {
      const scenario = quoted();
      scenario.given(moved(scenario, 10_000, M)).given(bought(501));
      scenario
        .when(moved(scenario, 1_000, M))
        .then(published(), marked({ p1: M, p2: M - 60, last: M - 20, mark: M - 20 }));
      scenario.when(moved(scenario, 58_000, M)).then(published(), marked({ last: M - 20, mark: M - 20 }));
      restarted(scenario)
        .when(moved(scenario, 1_000, M))
        .then(published(), marked({ last: M, mark: M }));
    });

    test('counts where it is worth the impact notional', () => {
      const scenario = quoted();
      // 500 lots are 24,999 USDT.
      scenario.given(moved(scenario, 10_000, M)).given(bought(500));
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M, mark: M }));
      scenario.given(bought(1));
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M - 20, mark: M - 20 }));
    });

    test('is the mean by size, and a second leaves when it is sixty seconds old', () => {
      const scenario = stood(open(ALICE, 'short', M + 10, 600), open(ALICE, 'short', M + 40, 1_200));
      scenario.given(open(CAROL, 'long', M + 40, 1_200, { timeInForce: 'ioc' }));
      scenario.when(moved(scenario, 2_000, M)).then(published(), marked({ last: M + 25, mark: M }));
      scenario.given(open(CAROL, 'long', M + 40, 600, { timeInForce: 'ioc' }));
      scenario.when(moved(scenario, 57_000, M)).then(published(), marked({ last: M + 30 }));
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M + 40 }));
      scenario.when(moved(scenario, 2_000, M)).then(published(), marked({ last: M }));
    });

    test('between accounts that may be of one purse says nothing', () => {
      const scenario = quoted();
      scenario.given(
        moved(scenario, 10_000, M),
        system({ type: 'NameInviter', user: CAROL, inviter: ALICE }),
        bought(501),
        open(BOB, 'long', M - 20, 500, { timeInForce: 'ioc' }),
      );
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M, mark: M }));
      scenario.given(open(BOB, 'long', M - 20, 1, { timeInForce: 'ioc' }));
      scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M - 20 }));
    });

    test('alone moves the mark no further than to the farther of the other two', () => {
      const scenario = quoted();
      scenario.given(moved(scenario, 10_000, M)).given({
        actor: `user/${BOB}`,
        command: { type: 'CancelAllOrders', user: BOB, market: PERP },
      });
      scenario.given(open(BOB, 'long', M - 20_000, 600), open(CAROL, 'short', M - 20_000, 600, { timeInForce: 'ioc' }));
      scenario
        .when(moved(scenario, 1_000, M))
        .then(published(), marked({ last: M - 20_000, p1: M, p2: M - 60, mark: M - 60 }));
    });
  });

  test('with both the mark is as near to the index as it must be, by the tighter tiers of two', () => {
    const scenario = stood(open(ALICE, 'short', M + 2_010, 1_500), open(BOB, 'long', M + 1_990, 600));
    for (let turn = 0; turn < 3; turn++) scenario.given(moved(scenario, 1_000, M));
    scenario.given(open(CAROL, 'long', M + 2_010, 600, { timeInForce: 'ioc' }));
    scenario
      .when(moved(scenario, 1_000, M))
      .then(published(), marked({ rule: 2, p2: M + 2_000, last: M + 2_010, bound: 900, mark: M + 900 }));
    // 0.45 × (0.8 % − 0.45 %): for orders at once, for positions in a day.
    const [, ...others] = BTC_PERP.tierRatesPpb;
    const tighter = { tierCaps: BTC_PERP.tierCaps, tierLeverages: BTC_PERP.tierLeverages };
    scenario.given(changedTerms({ ...tighter, tierRatesPpb: [4_500_000, ...others] }));
    scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ bound: 787, mark: M + 787 }));
  });

  describe('a mark of the first rule', () => {
    /** The book as it stood at the moment, and the last trade, of one lot. */
    const FACTS = { mark: M + 30, index: M, p1: M, p2: M + 30, last: M + 40, basis: 60, premium: 40_000 };

    /** The same journal as it would have been written before: no mark in it stood off the index. */
    function byTheFirstRule({ exchange }: Scenario): Scenario {
      const before = new Exchange();
      for (const batch of exchange.batches) {
        const events = batch.events.map((event) =>
          event.type === 'MarkPublished' ? { ...event, rule: undefined, bound: undefined } : event,
        );
        evolve(before.state, { ...batch, events });
        before.batches.push({ ...batch, events });
        before.auditor.follow({ ...batch, events });
      }
      before.now = exchange.now;
      return new Scenario(before);
    }

    function stored(facts: Partial<typeof FACTS> = {}): { scenario: Scenario; batch: Batch } {
      const placed = perpetuals().given(open(ALICE, 'short', M + 40, 502), open(BOB, 'long', M + 20, 501));
      const scenario = byTheFirstRule(placed.given(open(CAROL, 'long', M + 40, 1)));
      const { state, now } = scenario.exchange;
      const at = now + 1_000;
      const decided = decide(state, { type: 'PublishIndex', prices: [quotes([M, M, M], at)] }, FEED(at));
      if (isRejection(decided)) throw new Error(decided.rejected);
      const events: CoreEvent[] = [decided[0], { type: 'MarkPublished', market: PERP, ...FACTS, ...facts }];
      const first = state.position + 1;
      return {
        scenario,
        batch: { v: BATCH_VERSION, first, at, command: { type: 'PublishIndex' }, actor: 'feed/test', events },
      };
    }

    test('is read as it was stored, and the next one is of the second', () => {
      const { scenario, batch } = stored();
      const { exchange } = scenario;
      evolve(exchange.state, batch);
      exchange.auditor.follow(batch);
      exchange.now = batch.at;
      expect(exchange.state.perpetual.contracts.get(PERP)?.mark.mark).toBe(M + 30);
      scenario
        .when(moved(scenario, 1_000, M))
        .then(published(), marked({ rule: 2, basis: 60, p2: M + 30, last: M, bound: 900, mark: M }));
    });

    test.each([
      ['another price in the middle', { mark: M + 40 }],
      ['no basis', { basis: undefined }],
      ['an index in place of the last trade', { last: M }],
      ['no premium', { premium: undefined }],
    ])('is judged by it: not with %s', (_, facts) => {
      const { scenario, batch } = stored(facts);
      expect(() => scenario.exchange.auditor.follow(batch)).toThrow(/^(?!goes by rule).*MarkPublished/);
    });
  });

  describe('when publications stop', () => {
    // manifold PR 4011, percolator-launch#298, #2484
    test('no opening on a stale mark, whatever the feed’s kind: nothing after 15 s, and closing goes on', () => {
      const scenario = perpetuals().given(opened(M, 10));
      scenario.when(since(scenario, 15_000, open(BOB, 'long', M, 1))).then(occurred('PerpetualOrderPlaced'));
      scenario.when(open(BOB, 'long', M, 1)).then(refused('mark.stale'));
      scenario.when(close(BOB, 'long', M + 10, 1)).then(occurred('PerpetualOrderPlaced'));
    });

    test('for 75 s, everything goes on once they are back', () => {
      const scenario = perpetuals().given(opened(M, 10));
      scenario.given(moved(scenario, 75_000, M));
      scenario.when(open(BOB, 'long', M, 1)).then(occurred('PerpetualOrderPlaced'));
    });

    test('for longer, nothing is opened in the 30 s after they are back', () => {
      const scenario = perpetuals().given(opened(M, 10));
      scenario.given(moved(scenario, 75_001, M));
      scenario.when(open(BOB, 'long', M, 1)).then(refused('market.close.only'));
      scenario.when(close(BOB, 'long', M + 10, 1)).then(occurred('PerpetualOrderPlaced'));
      scenario.given(moved(scenario, 20_000, M));
      restarted(scenario)
        .when(since(scenario, 9_999, open(BOB, 'long', M, 1)))
        .then(refused('market.close.only'));
      scenario.when(open(BOB, 'long', M, 1)).then(occurred('PerpetualOrderPlaced'));
    });
  });

  test('premiums are counted from the last funding hour on', () => {
    const scenario = quoted();
    const track = () => scenario.exchange.state.marks.tracks.get(PERP);
    scenario.given(moved(scenario, 10_000, M));
    expect(track()).toMatchObject({ premiumSum: -40_000n * 10_000n, premiumMs: 10_000 });
    const eight = 28_800_000;
    const now = scenario.exchange.state.at;
    const hour = Math.ceil(now / eight) * eight;
    scenario.given(moved(scenario, hour - 4_000 - now, M));
    expect(track()?.premiumMs).toBe(25_000);
    scenario.given(moved(scenario, 10_000, M));
    expect(track()).toMatchObject({ premiumSum: -40_000n * 6_000n, premiumMs: 6_000 });
  });

  const turns = fc.array(
    fc.record({
      ms: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1_000, max: 20_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 90_000 }) },
      ),
      step: fc.integer({ min: -300, max: 300 }),
      quotes: fc.array(
        fc.record({
          user: fc.constantFrom(ALICE, BOB, CAROL),
          side: fc.constantFrom('long' as const, 'short' as const),
          away: fc.integer({ min: -20, max: 400 }),
          lots: fc.integer({ min: 1, max: 1_200 }),
        }),
        { maxLength: 6 },
      ),
      restarts: fc.boolean(),
    }),
    { minLength: 5, maxLength: 40, size: 'max' },
  );

  test('whatever is quoted, traded and published, the auditor finds the same marks, also after restarts', () => {
    const seen = { basis: 0, premium: 0, last: 0, between: 0 };
    fc.assert(
      fc.property(turns, (all) => {
        const { exchange } = perpetuals();
        let index = M;
        for (const { ms, step, quotes: told, restarts } of all) {
          for (const { user, side, away, lots } of told) {
            const outcome = exchange.take(open(user, side, index + (side === 'long' ? -away : away), lots));
            if (isRejection(outcome)) expect(outcome.rejected).not.toBe('account.unknown');
          }
          index = Math.max(M - 100_000, index + step);
          exchange.take(later(ms, mark(index, exchange.now + ms)));
          if (restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
          count(exchange, seen);
        }
        exchange.auditor.compare(exchange.state);
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
    // A property that no longer meets anything would pass as well.
    for (const often of Object.values(seen)) expect(often).toBeGreaterThan(20);
  });

  function count({ batches }: Exchange, seen: Record<'basis' | 'premium' | 'last' | 'between', number>): void {
    const last = batches[batches.length - 1].events.at(-1);
    if (last?.type !== 'MarkPublished') throw new Error('a publication has a mark');
    if (last.basis !== undefined) seen.basis++;
    if (last.premium !== undefined && last.premium !== 0) seen.premium++;
    if (last.last !== last.index) seen.last++;
    if (last.mark !== last.index) seen.between++;
  }
});

/** What cannot be done to the mark and to funding with orders that nobody can hit, or with trades between accounts of one's own. */

const PERIOD_MS = 1_010;
/** So long before a publication somebody who knows when it comes places an order. */
const EARLY_MS = 28;

function lastMark({ exchange: { batches } }: Scenario): EventOf<'MarkPublished'> {
  for (const { events } of batches.toReversed())
    for (const event of events) if (event.type === 'MarkPublished') return event;
  throw new Error('nothing was published');
}

/** Publications of one index, and before each of them for a moment a bid of Carol's for 25,000 USDT. */
function flicker(scenario: Scenario, ticks: number, publications: number, within: () => void = () => undefined): void {
  for (let turn = 0; turn < publications; turn++) {
    scenario.exchange.now += PERIOD_MS - EARLY_MS;
    scenario.given(open(CAROL, 'long', ticks, 500));
    within();
    scenario.given(moved(scenario, M, PERIOD_MS), by(CAROL, cancelAll(PERP)));
  }
}

test('a bid that stands 28 ms before each publication is no premium, and moves neither P2 nor the mark', () => {
  const scenario = perpetuals().given(open(BOB, 'short', M + 3_000, 1_000));
  flicker(scenario, M + 2_000, 100);
  const { basis, premium, ...prices } = lastMark(scenario);
  expect({ basis, premium }).toEqual({});
  expect(prices).toMatchObject({ mark: M, index: M, p1: M, p2: M, last: M });
  expect(scenario.exchange.state.marks.tracks.get(PERP)).toMatchObject({ premiumSum: 0n, premiumMs: 0, samples: [] });
});

test('the same bid is one where it stands all the time', () => {
  const scenario = perpetuals().given(open(BOB, 'short', M + 3_000, 1_000), open(CAROL, 'long', M + 2_000, 500));
  for (let turn = 0; turn < 100; turn++) scenario.given(moved(scenario, M, PERIOD_MS));
  expect(lastMark(scenario)).toMatchObject({ basis: 5_000, premium: 4_000_000, p2: M + 2_500 });
});

test('a bid that flickers and a lot between two accounts liquidate nobody at a constant index', () => {
  const scenario = perpetuals().given(leverage(ALICE, 125), opened(M, 800), open(BOB, 'short', M + 3_000, 1_000));
  let isTraded = false;
  flicker(scenario, M + 2_300, 17, () => {
    if (isTraded) return;
    isTraded = true;
    scenario.given(open(BOB, 'short', M + 2_400, 1), open(CAROL, 'long', M + 2_400, 1, { timeInForce: 'ioc' }));
  });
  expect(scenario.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type))).not.toContain(
    'LiquidationStarted',
  );
  // 800 lots at 50,000.0 and one at 50,240.0.
  expect(lastMark(scenario)).toMatchObject({ mark: M, index: M, p2: M, last: M + 3 });
});
