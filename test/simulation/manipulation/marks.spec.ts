/**
 * The index stands still, and two adversaries act freely in a thin book: they liquidate nobody else, nobody else loses,
 * and the fund pays nothing. Nor does the fund pay for the two where the index moves no faster per second than the mark
 * may deviate.
 */
import fc from 'fast-check';
import { PERP, fundInsurance, leverage, open, stop } from '../../tools/fixtures/perpetual-fixture';
import { BOB, CAROL, type Scenario } from '../../tools/fixtures/core-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { dice } from '../random-intentions';
import { ADVERSARIES, MALLORY, Plan, TRUDY, eventsOf, houseOf, runsOf, tried, wealthOf } from './adversaries';
import { INDEX, phases, played, published, standing, traded, withAdversaries } from './books';

const THIRD = [BOB, CAROL];
const TRUE = { [PERP]: INDEX };
/** Almost the maximum of the first tier, at 125×. */
const LOTS = 980;

function scene(times = 125): Scenario {
  const scenario = fundInsurance(withAdversaries(), usdt('100,000'), INDEX);
  return scenario.given(leverage(BOB, 125), leverage(CAROL, 125), leverage(MALLORY, times), leverage(TRUDY, times));
}

function markOf({ exchange }: Scenario): number {
  return exchange.state.perpetual.contracts.get(PERP)!.mark.mark;
}

/** One victim buys from the other at the current mark; orders ahead of them fill at a better price. */
function thirdOpens(scenario: Scenario): boolean {
  const mark = markOf(scenario);
  const { lastPrice } = scenario.exchange.state.markets.get(PERP)!;
  const [makes, takes] =
    mark >= lastPrice
      ? [open(CAROL, 'short', mark, LOTS), open(BOB, 'long', mark, LOTS, { timeInForce: 'ioc' })]
      : [open(BOB, 'long', mark, LOTS), open(CAROL, 'short', mark, LOTS, { timeInForce: 'ioc' })];
  return tried(scenario, makes) && tried(scenario, takes);
}

const house = ({ exchange }: Scenario): bigint => houseOf(exchange.state, 'insurance', 'treasury');

test('a wall of 28 ms per second and one lot between related accounts liquidate nobody', () => {
  const scenario = scene();
  expect(thirdOpens(scenario)).toBe(true);
  const { exchange } = scenario;
  const before = { third: wealthOf(exchange.state, THIRD, {}, TRUE), house: house(scenario) };
  // A far offer of a third party, so neither of the two needs to place it.
  scenario.given(open(TRUDY, 'short', INDEX + 3_100, 600));
  const plan = new Plan();
  const from = exchange.now;
  for (let period = 1; period <= 180; period++) {
    const at = from + period * 1_010;
    standing(scenario, plan, { by: MALLORY, side: 'buy', price: INDEX + 3_000, lots: 600, from: at - 28, to: at + 1 });
    if (period === 170) plan.at(at - 500, () => traded(scenario, TRUDY, MALLORY, INDEX + 2_400, 1));
    plan.at(at, () => published(scenario));
  }
  plan.play(scenario);
  expect(eventsOf(exchange, 'LiquidationStarted')).toEqual([]);
  expect(Math.abs(markOf(scenario) - INDEX)).toBeLessThanOrEqual(900);
  expect(wealthOf(exchange.state, THIRD, {}, TRUE)).toBeGreaterThanOrEqual(before.third);
  expect(house(scenario)).toBeGreaterThanOrEqual(before.house);
});

test('at a constant index, adversaries in the book cannot liquidate a third at the highest leverage, and they end with less', () => {
  let opened = 0;
  const strayed: number[] = [];
  const runs = runsOf(50);
  fc.assert(
    fc.property(phases, fc.boolean(), fc.constantFrom(5, 125), ([first, ...rest], stops, times) => {
      const scenario = scene(times);
      const { exchange } = scenario;
      played(scenario, first, { periods: 30, periodMs: 5_000 });
      if (!thirdOpens(scenario)) return;
      opened++;
      // Triggered by the mark, which no trade can move.
      if (stops) tried(scenario, stop(BOB, 'long', 'stop_loss', INDEX - 2_000, { triggerBy: 'mark' }));
      const wealth = (users: readonly number[]) => wealthOf(exchange.state, users, {}, TRUE);
      const before = { third: THIRD.map((user) => wealth([user])), two: wealth(ADVERSARIES), house: house(scenario) };
      for (const phase of rest) played(scenario, phase, { periods: 30, periodMs: 5_000 });
      for (const { mark } of eventsOf(exchange, 'MarkPublished')) strayed.push(Math.abs(mark - INDEX));
      const started = eventsOf(exchange, 'LiquidationStarted').filter(({ user }) => THIRD.includes(user));
      expect(started).toEqual([]);
      for (const [place, user] of THIRD.entries()) {
        expect(wealth([user])).toBeGreaterThanOrEqual(before.third[place]);
      }
      expect(wealth(ADVERSARIES)).toBeLessThanOrEqual(before.two);
      expect(house(scenario)).toBeGreaterThanOrEqual(before.house);
    }),
    runs,
  );
  // Guards against a run in which no third position opens.
  expect(opened).toBeGreaterThan(runs.numRuns / 2);
  expect(Math.max(...strayed)).toBeGreaterThan(0);
});

test('the fund and the owners pay nothing for two accounts at the highest leverage while the index walks', () => {
  fc.assert(
    fc.property(phases, fc.nat(), (some, seed) => {
      const scenario = scene();
      const { exchange } = scenario;
      const roll = dice(seed);
      let index = INDEX;
      const before = house(scenario);
      const two = (): bigint => wealthOf(exchange.state, ADVERSARIES, {}, { [PERP]: index });
      const had = two();
      for (const phase of some) {
        // At most 0.1 % per publication.
        const ticks = (): number => (index += roll(1_001) - 500);
        played(scenario, phase, { periods: 30, periodMs: 5_000, ticks });
      }
      expect(house(scenario)).toBeGreaterThanOrEqual(before);
      expect(two()).toBeLessThanOrEqual(had);
    }),
    runsOf(30),
  );
});

test('where the index jumps by more than a margin in one publication, the fund pays at most a tenth of its balance for opposite positions', () => {
  const scenario = scene();
  const { exchange } = scenario;
  const at = { [PERP]: INDEX };
  const had = wealthOf(exchange.state, ADVERSARIES, {}, at);
  const fund = house(scenario);
  traded(scenario, MALLORY, TRUDY, INDEX, LOTS);
  // Rests the winner's bid at the coming index, so that the loser's contracts sell there and not at the bankruptcy
  // price.
  scenario.given(open(MALLORY, 'long', INDEX - 20_000, LOTS));
  const plan = new Plan();
  plan.at(exchange.now + 5_000, () => published(scenario, INDEX - 20_000));
  plan.play(scenario);
  const paid = fund - house(scenario);
  expect(paid).toBeGreaterThan(0n);
  expect(paid).toBeLessThanOrEqual(fund / 10n);
  const has = wealthOf(exchange.state, ADVERSARIES, {}, { [PERP]: INDEX - 20_000 });
  expect(has - had).toBeLessThanOrEqual(paid);
});
