/**
 * The index stands still, and two do in a thin book whatever they like: nobody else is liquidated, nobody else has less, and the
 * fund pays nothing. And where the index moves, by no more in a second than the mark may stray, the fund pays nothing for those two.
 */
import fc from 'fast-check';
import { PERP, insured, leverage, open, stop } from '../../tools/fixtures/perpetual-fixture';
import { BOB, CAROL, type Scenario } from '../../tools/fixtures/core-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { dice } from '../random-commands';
import { ADVERSARIES, MALLORY, Plan, TRUDY, eventsOf, houseOf, runsOf, tried, wealthOf } from './adversaries';
import { INDEX, phases, played, published, standing, traded, withAdversaries } from './books';

const THIRD = [BOB, CAROL];
const TRUE = { [PERP]: INDEX };
/** Nearly all that the first tier lets anybody have, at 125 times. */
const LOTS = 980;

function scene(times = 125): Scenario {
  const scenario = insured(withAdversaries(), usdt('100,000'), INDEX);
  return scenario.given(leverage(BOB, 125), leverage(CAROL, 125), leverage(MALLORY, times), leverage(TRUDY, times));
}

function markOf({ exchange }: Scenario): number {
  return exchange.state.perpetual.contracts.get(PERP)!.mark.mark;
}

/** One of the third persons buys from the other at the mark of now; whoever stands before them gives a better price. */
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

test('a wall that stands for 28 ms of every second, and one lot between two who know each other, liquidate nobody', () => {
  const scenario = scene();
  expect(thirdOpens(scenario)).toBe(true);
  const { exchange } = scenario;
  const before = { third: wealthOf(exchange.state, THIRD, {}, TRUE), house: house(scenario) };
  // Somebody offers far above: neither of the two has to.
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

test('whatever two do in a book while the index stands still, a third at the highest leverage is left alone, and they end with less', () => {
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
      // Named by the mark: nobody trades it away.
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
  // A property in which nobody stands there would hold as well.
  expect(opened).toBeGreaterThan(runs.numRuns / 2);
  expect(Math.max(...strayed)).toBeGreaterThan(0);
});

test('the fund and the owners pay nothing for two at the highest leverage, while the index walks', () => {
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
        // 0.1 % at most from one publication to the next.
        const ticks = (): number => (index += roll(1_001) - 500);
        played(scenario, phase, { periods: 30, periodMs: 5_000, ticks });
      }
      expect(house(scenario)).toBeGreaterThanOrEqual(before);
      expect(two()).toBeLessThanOrEqual(had);
    }),
    runsOf(30),
  );
});

test('where the index jumps in one publication by more than a margin, the fund pays for what two hold against each other: a tenth of it at most', () => {
  const scenario = scene();
  const { exchange } = scenario;
  const at = { [PERP]: INDEX };
  const had = wealthOf(exchange.state, ADVERSARIES, {}, at);
  const fund = house(scenario);
  traded(scenario, MALLORY, TRUDY, INDEX, LOTS);
  // The loser's contracts are to be sold to the winner where the index will be, and not where the loser has nothing left.
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
