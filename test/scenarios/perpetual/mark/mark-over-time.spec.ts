import fc from 'fast-check';
import { canonicalLines, decide, restoreState, evolve } from '../../../../server/products/core';
import { BATCH_VERSION } from '../../../../server/core/codec';
import type { Batch, CoreEvent, EventOf } from '../../../../server/core/event';
import { isRejection } from '../../../../server/core/rejection';
import {
  ALICE,
  BOB,
  CAROL,
  Exchange,
  later,
  occurred,
  quotes,
  refused,
  restoredFromSnapshot,
  Scenario,
  asUser,
  cancelAll,
} from '../../../tools/fixtures/core-fixture';
import {
  close,
  mark,
  open,
  openBothSides,
  PERP,
  perpetuals,
  leverage,
  moveMark,
} from '../../../tools/fixtures/perpetual-fixture';
import { M, since, movedAfter, FEED, published, marked, quoted } from './mark-fixture';

describe('mark prices', () => {
  describe('a mark of the first rule', () => {
    /** The book at that moment, and the last trade, of one lot. */
    const FACTS = { mark: M + 30, index: M, p1: M, p2: M + 30, last: M + 40, basis: 60, premium: 40_000 };

    /** The same journal as written under the first rule: no mark in it deviates from the index. */
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

    test('is read as stored, and the next one follows the second rule', () => {
      const { scenario, batch } = stored();
      const { exchange } = scenario;
      evolve(exchange.state, batch);
      exchange.auditor.follow(batch);
      exchange.now = batch.at;
      expect(exchange.state.perpetual.contracts.get(PERP)?.mark.mark).toBe(M + 30);
      scenario
        .when(movedAfter(scenario, 1_000, M))
        .then(published(), marked({ rule: 2, basis: 60, p2: M + 30, last: M, bound: 900, mark: M }));
    });

    test.each([
      ['another price in the middle', { mark: M + 40 }],
      ['no basis', { basis: undefined }],
      ['an index in place of the last trade', { last: M }],
      ['no premium', { premium: undefined }],
    ])('is refused by the auditor, under the first rule, with %s', (_, facts) => {
      const { scenario, batch } = stored(facts);
      expect(() => scenario.exchange.auditor.follow(batch)).toThrow(/^(?!goes by rule).*MarkPublished/);
    });
  });

  describe('when publications stop', () => {
    // manifold PR 4011, percolator-launch#298, #2484
    test('refuses opening on a stale mark after 15 s, for any feed, and allows closing', () => {
      const scenario = perpetuals().given(openBothSides(M, 10));
      scenario.when(since(scenario, 15_000, open(BOB, 'long', M, 1))).then(occurred('PerpetualOrderPlaced'));
      scenario.when(open(BOB, 'long', M, 1)).then(refused('mark.stale'));
      scenario.when(close(BOB, 'long', M + 10, 1)).then(occurred('PerpetualOrderPlaced'));
    });

    test('for up to 75 s, everything continues once they are back', () => {
      const scenario = perpetuals().given(openBothSides(M, 10));
      scenario.given(movedAfter(scenario, 75_000, M));
      scenario.when(open(BOB, 'long', M, 1)).then(occurred('PerpetualOrderPlaced'));
    });

    test('for longer, nothing opens in the first 30 s after they are back', () => {
      const scenario = perpetuals().given(openBothSides(M, 10));
      scenario.given(movedAfter(scenario, 75_001, M));
      scenario.when(open(BOB, 'long', M, 1)).then(refused('market.close.only'));
      scenario.when(close(BOB, 'long', M + 10, 1)).then(occurred('PerpetualOrderPlaced'));
      scenario.given(movedAfter(scenario, 20_000, M));
      restoredFromSnapshot(scenario)
        .when(since(scenario, 9_999, open(BOB, 'long', M, 1)))
        .then(refused('market.close.only'));
      scenario.when(open(BOB, 'long', M, 1)).then(occurred('PerpetualOrderPlaced'));
    });
  });

  test('counts premiums from the last funding hour', () => {
    const scenario = quoted();
    const track = () => scenario.exchange.state.marks.tracks.get(PERP);
    scenario.given(movedAfter(scenario, 10_000, M));
    expect(track()).toMatchObject({ premiumSum: -40_000n * 10_000n, premiumMs: 10_000 });
    const eight = 28_800_000;
    const now = scenario.exchange.state.at;
    const hour = Math.ceil(now / eight) * eight;
    scenario.given(movedAfter(scenario, hour - 4_000 - now, M));
    expect(track()?.premiumMs).toBe(25_000);
    scenario.given(movedAfter(scenario, 10_000, M));
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

  test('the auditor computes the same marks for any quotes, trades and publications, also after restarts', () => {
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
    // A property that reached nothing would pass as well.
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

/** Manipulation of the mark and of funding by orders that nobody can hit, or by trades between own accounts. */

const PERIOD_MS = 1_010;
/** Time before a publication at which an attacker who knows its schedule places an order. */
const EARLY_MS = 28;

function lastMark({ exchange: { batches } }: Scenario): EventOf<'MarkPublished'> {
  for (const { events } of batches.toReversed())
    for (const event of events) if (event.type === 'MarkPublished') return event;
  throw new Error('nothing was published');
}

/** Publishes one index repeatedly; shortly before each publication Carol bids for 25,000 USDT. */
function flicker(scenario: Scenario, ticks: number, publications: number, within: () => void = () => undefined): void {
  for (let turn = 0; turn < publications; turn++) {
    scenario.exchange.now += PERIOD_MS - EARLY_MS;
    scenario.given(open(CAROL, 'long', ticks, 500));
    within();
    scenario.given(moveMark(scenario, M, PERIOD_MS), asUser(CAROL, cancelAll(PERP)));
  }
}

test('a bid that rests 28 ms before each publication gives no premium and moves neither P2 nor the mark', () => {
  const scenario = perpetuals().given(open(BOB, 'short', M + 3_000, 1_000));
  flicker(scenario, M + 2_000, 100);
  const { basis, premium, ...prices } = lastMark(scenario);
  expect({ basis, premium }).toEqual({});
  expect(prices).toMatchObject({ mark: M, index: M, p1: M, p2: M, last: M });
  expect(scenario.exchange.state.marks.tracks.get(PERP)).toMatchObject({ premiumSum: 0n, premiumMs: 0, samples: [] });
});

test('the same bid counts if it rests all the time', () => {
  const scenario = perpetuals().given(open(BOB, 'short', M + 3_000, 1_000), open(CAROL, 'long', M + 2_000, 500));
  for (let turn = 0; turn < 100; turn++) scenario.given(moveMark(scenario, M, PERIOD_MS));
  expect(lastMark(scenario)).toMatchObject({ basis: 5_000, premium: 4_000_000, p2: M + 2_500 });
});

test('a flickering bid and one lot between two accounts liquidate nobody at a constant index', () => {
  const scenario = perpetuals().given(
    leverage(ALICE, 125),
    openBothSides(M, 800),
    open(BOB, 'short', M + 3_000, 1_000),
  );
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
