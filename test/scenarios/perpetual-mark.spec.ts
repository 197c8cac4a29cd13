/** The mark that follows from each publication: what the index, the book and the last trade say, and what one of them alone cannot. */
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import type { EventOf } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import {
  ALICE,
  BOB,
  CAROL,
  later,
  occurred,
  publish,
  refused,
  restarted,
  staff,
  type Exchange,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import { BTC_PERP, close, mark, open, opened, PERP, perpetuals } from '../tools/perpetual-fixture';

const M = 500_000;
/** A step so many milliseconds after the last publication. */
function since({ exchange }: Scenario, ms: number, step: Step): Step {
  return later((exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0) + ms - exchange.now, step);
}
/** After which everybody shows this price. */
const moved = (scenario: Scenario, ms: number, ticks: number) => {
  const last = scenario.exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0;
  return since(scenario, ms, mark(ticks, last + ms));
};
const published = () => occurred('IndexPublished');
const marked = (facts: Partial<EventOf<'MarkPublished'>>) => occurred('MarkPublished', { market: PERP, ...facts });
const ALL = (ticks: number) => ({ mark: ticks, index: ticks, p1: ticks, p2: ticks, last: ticks });

/** Both sides show 50,000 USDT and more, 6.0 below the index of 50,000 in their middle. */
function quoted(): Scenario {
  return perpetuals().given(open(BOB, 'long', M - 100, 1_010), open(ALICE, 'short', M - 20, 1_010));
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
    const scenario = perpetuals().given(steps);
    scenario
      .when(moved(scenario, 1_000, M))
      .then(published(), marked({ ...ALL(M), basis: undefined, premium: undefined }));
  });

  test('far from the middle it is a premium and no basis', () => {
    const scenario = perpetuals().given(
      open(BOB, 'long', M - 10, 10),
      open(BOB, 'long', M - 9_000, 1_000),
      open(ALICE, 'short', M + 10, 1_000),
    );
    scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ ...ALL(M), basis: undefined, premium: 0 }));
  });
});

describe('the last trade', () => {
  test('counts for a minute', () => {
    const scenario = quoted().given(open(CAROL, 'long', M - 20, 10));
    scenario
      .when(moved(scenario, 1_000, M))
      .then(published(), marked({ p1: M, p2: M - 60, last: M - 20, mark: M - 20 }));
    scenario.when(moved(scenario, 59_000, M)).then(published(), marked({ last: M - 20, mark: M - 20 }));
    scenario.when(moved(scenario, 1_000, M)).then(published(), marked({ last: M, mark: M }));
  });

  test('alone moves the mark no further than to the farther of the other two', () => {
    const scenario = quoted();
    scenario.given(moved(scenario, 10_000, M)).given({
      actor: `user/${BOB}`,
      command: { type: 'CancelAllOrders', user: BOB, market: PERP },
    });
    scenario.given(open(BOB, 'long', M - 20_000, 1), open(CAROL, 'short', M - 20_000, 1, { timeInForce: 'ioc' }));
    scenario
      .when(moved(scenario, 1_000, M))
      .then(published(), marked({ last: M - 20_000, p1: M, p2: M - 60, mark: M - 60 }));
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
