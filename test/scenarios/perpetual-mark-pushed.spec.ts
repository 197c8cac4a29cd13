/** What cannot be done to the mark and to funding with orders that nobody can hit, or with trades between accounts of one's own. */
import type { EventOf } from '../../server/core/event';
import { ALICE, BOB, by, cancelAll, CAROL, type Scenario } from '../tools/core-fixture';
import { leverage, moved, open, opened, PERP, perpetuals } from '../tools/perpetual-fixture';

const M = 500_000;
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
