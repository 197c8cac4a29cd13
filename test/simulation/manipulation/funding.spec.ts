/**
 * Two adversaries hold the maximum position against others and quote any prices while the index stands still. Once per
 * period, at a random moment, a taker takes every order beyond the index and the fee. The two receive no more funding
 * than without quotes.
 */
import fc from 'fast-check';
import { ALICE, BOB, CAROL, later, system, type Scenario } from '../../tools/fixtures/core-fixture';
import { PERP, fund, leverage, mark, open } from '../../tools/fixtures/perpetual-fixture';
import { transferred } from '../../tools/fixtures/cross-fixture';
import { INTEREST_PPB, fundingDue } from '../../../shared/products/perpetual/rules/funding';
import { TAKER_PPB, usdt } from '../../tools/fixtures/perpetual-terms';
import { dice } from '../random-intentions';
import { ADVERSARIES, MALLORY, Plan, TRUDY, eventsOf, houseOf, runsOf, tried, wealthOf } from './adversaries';
import { INDEX, phases, played, published, standing, withAdversaries, type Phase } from './books';

const HOUR_MS = 3_600_000;
const TRUE = { [PERP]: INDEX };
/** 9 million USDT: a user may hold a tenth of the market's cap. */
const LOTS = 180_000;
/** 0.06 % from the index, which exceeds the fee. */
const WORTH_TAKING = Math.ceil((INDEX * TAKER_PPB) / 1_000_000_000) + 25;
const PERIOD_MS = 15_000;
const IDLE: Phase = { acts: [], frame: null, walls: [], trades: [] };

type Side = 'long' | 'short';
const OTHER: Record<Side, Side> = { long: 'short', short: 'long' };

/** Before a funding hour; the two have this side, BOB and CAROL the other. */
function scene(side: Side): Scenario {
  const scenario = withAdversaries({ fundingIntervalMs: HOUR_MS });
  const others = [ALICE, BOB, CAROL];
  scenario.given(
    ...others.flatMap((user) => [
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt('20,000,000'), reference: `more/${user}` }),
      fund(user, usdt('20,000,000')),
    ]),
    ...[...others, ...ADVERSARIES].map((user) => leverage(user, 4)),
  );
  for (const [place, user] of ADVERSARIES.entries()) {
    const other = [BOB, CAROL][place];
    scenario.given(open(user, side, INDEX, LOTS), open(other, OTHER[side], INDEX, LOTS));
  }
  const { exchange } = scenario;
  // After a silence the market is close-only for half a minute.
  exchange.now = fundingDue(exchange.now, HOUR_MS);
  for (let place = 0; place < 4; place++) scenario.given(later(10_000, mark(INDEX, exchange.now + 10_000)));
  return scenario;
}

/** ALICE takes bids above and offers below the index where the fee allows a profit. */
function takes(scenario: Scenario): void {
  tried(scenario, open(ALICE, 'short', INDEX + WORTH_TAKING, 100_000, { timeInForce: 'ioc' }));
  tried(scenario, open(ALICE, 'long', INDEX - WORTH_TAKING, 100_000, { timeInForce: 'ioc' }));
}

/** One hour and its funding. Acts in the book begin shortly after the hour, and no position is closed. */
function hourOf(scenario: Scenario, some: readonly Phase[], seed: number): void {
  const { exchange } = scenario;
  const roll = dice(seed);
  const dueAt = fundingDue(exchange.now, HOUR_MS);
  const each = Math.floor((dueAt - exchange.now) / PERIOD_MS / some.length);
  for (const phase of some) {
    played(
      scenario,
      { ...phase, acts: [] },
      {
        ...{ periods: each, periodMs: PERIOD_MS },
        others: { before: () => 1 + roll(998), act: () => takes(scenario) },
      },
    );
  }
  settled(scenario, dueAt);
}

/** The rest of the hour; funding is paid before positions change. */
function settled(scenario: Scenario, dueAt: number): void {
  const { exchange } = scenario;
  while (exchange.now < dueAt) exchange.take(later(PERIOD_MS, mark(INDEX, exchange.now + PERIOD_MS)));
  for (const user of [...ADVERSARIES, ALICE, BOB, CAROL]) tried(scenario, transferred(user, 1n));
}

test('a wall that stands for 28 ms before every publication does not affect funding', () => {
  const scenario = scene('short');
  const { exchange } = scenario;
  scenario.given(open(TRUDY, 'short', INDEX + 2_600, 600));
  const plan = new Plan();
  const dueAt = fundingDue(exchange.now, HOUR_MS);
  const roll = dice(1);
  for (let at = exchange.now + 5_000; at < dueAt; at += 5_000) {
    standing(scenario, plan, { by: MALLORY, side: 'buy', price: INDEX + 2_000, lots: 600, from: at - 28, to: at + 1 });
    plan.at(at - 30 - roll(4_900), () => takes(scenario));
    plan.at(at, () => published(scenario));
  }
  plan.play(scenario);
  settled(scenario, dueAt);
  const [fixed] = eventsOf(exchange, 'FundingFixed').slice(-1);
  expect({ premium: fixed.premium, rate: fixed.rate }).toEqual({ premium: 0, rate: INTEREST_PPB / 8 });
});

test('two adversaries receive no more funding by quoting than without quotes, and others pay no more', () => {
  const idle = { long: resultOf('long', [IDLE], 0), short: resultOf('short', [IDLE], 0) };
  fc.assert(
    fc.property(phases, fc.constantFrom<Side>('long', 'short'), fc.nat(), (some, side, seed) => {
      const result = resultOf(side, some, seed);
      const fair = idle[side];
      expect(result.two).toBeLessThanOrEqual(fair.two);
      // The mark used for funding may deviate by less than 0.2 %.
      expect(result.others).toBeGreaterThanOrEqual(fair.others - magnitude(fair.others) / 500n);
      expect(result.taker).toBeGreaterThanOrEqual(fair.taker);
      expect(result.house).toBeGreaterThanOrEqual(fair.house);
    }),
    runsOf(15),
  );
});

/** Result of an hour by party, units of USDT. */
function resultOf(side: Side, some: readonly Phase[], seed: number) {
  const scenario = scene(side);
  const { exchange } = scenario;
  const had = () => ({
    two: wealthOf(exchange.state, ADVERSARIES, {}, TRUE),
    others: wealthOf(exchange.state, [BOB, CAROL], {}, TRUE),
    taker: wealthOf(exchange.state, [ALICE], {}, TRUE),
    house: houseOf(exchange.state, 'insurance', 'treasury'),
  });
  const before = had();
  hourOf(scenario, some, seed);
  const after = had();
  return {
    two: after.two - before.two,
    others: after.others - before.others,
    taker: after.taker - before.taker,
    house: after.house - before.house,
  };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
