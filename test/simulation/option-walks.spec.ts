/**
 * Value of levels to a buyer who knows only the price process. At constant volatility no order, and so no pair of
 * opposite orders, earns. At late volatility a pair does, which is why stakes with levels have their own cap.
 */
import { payoutFor, levelReached, outcomeOf, reserveOf } from '../../shared/products/option/rules/settlement';
import { PAYOUT_WITH_LEVELS_PPB_MAX } from '../../server/products/option/core/terms';
import { dice } from './random-intentions';

const WALKS = 100_000;
/** Publications one second apart; the contract ends with the last one before this many seconds. */
const SECONDS = 60;
const STAKE = 1_000_000;
const BOUGHT = {
  stake: BigInt(STAKE),
  payoutPpb: PAYOUT_WITH_LEVELS_PPB_MAX,
  durationMs: SECONDS * 1_000,
  fee: 0n,
};
/** Standard deviation of a step, in ticks. */
const STEP = 1_000;
/** Distances of levels, in ticks from the entry; null: none. */
const DISTANCES = [null, 1, 1_000, 2_000, 4_000, 7_500, 12_000, 20_000] as const;

/** Gain in stakes, by end and time. */
const gainOf = (end: Parameters<typeof payoutFor>[1], second: number): number => {
  const { returnedStake: back, income } = payoutFor(BOUGHT, end, second * 1_000);
  return Number(back + income - BOUGHT.stake) / STAKE;
};
const GAINS = {
  ...{ won: gainOf('won', SECONDS), lost: gainOf('lost', SECONDS), tie: gainOf('tie', SECONDS) },
  take_profit: Array.from({ length: SECONDS }, (_, second) => gainOf('take_profit', second)),
  stop_loss: Array.from({ length: SECONDS }, (_, second) => gainOf('stop_loss', second)),
};

/** Standard normal deviate from two uniform numbers. */
function bell(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** Prices of each second from the entry on. */
function walk(chance: () => number, volatilityAt: (second: number) => number, prices: Int32Array): void {
  let price = 0;
  prices[0] = 0;
  for (let second = 1; second < SECONDS; second++) {
    price += bell(chance) * STEP * volatilityAt(second);
    prices[second] = Math.round(price);
  }
}

/** First second at or beyond each distance; SECONDS if none. */
function firstBeyond(prices: Int32Array, sign: 1 | -1): number[] {
  return DISTANCES.map((distance) => {
    if (distance === null) return SECONDS;
    const found = prices.findIndex((price, second) => second > 0 && price * sign >= distance);
    return found < 0 ? SECONDS : found;
  });
}

interface Yields {
  /** Average gain of one contract by its two levels, in stakes. */
  up: number[][];
  down: number[][];
}

function played(seed: number, volatilityAt: (second: number) => number): Yields {
  const roll = dice(seed);
  const chance = (): number => roll(2 ** 32) / 2 ** 32;
  const prices = new Int32Array(SECONDS);
  const empty = () => DISTANCES.map(() => DISTANCES.map(() => 0));
  const yields: Yields = { up: empty(), down: empty() };
  for (let number = 0; number < WALKS; number++) {
    walk(chance, volatilityAt, prices);
    const above = firstBeyond(prices, 1);
    const below = firstBeyond(prices, -1);
    const last = prices[SECONDS - 1];
    for (const [direction, winning, losing] of [
      ['up', above, below],
      ['down', below, above],
    ] as const) {
      const end = GAINS[outcomeOf(direction, 0, last)];
      const sums = yields[direction];
      for (const [profit, reached] of winning.entries()) {
        for (const [loss, stopped] of losing.entries()) {
          const gain =
            reached === SECONDS && stopped === SECONDS
              ? end
              : reached < stopped
                ? GAINS.take_profit[reached]
                : GAINS.stop_loss[stopped];
          sums[profit][loss] += gain / WALKS;
        }
      }
    }
  }
  return yields;
}

const best = (sums: number[][]): number => Math.max(...sums.flat());
/** Twice the standard error of a mean of gains between −1 and 0.85. */
const NOISE = 2 / Math.sqrt(WALKS);

test("the grid's levels are those that the rule allows", () => {
  expect(levelReached({ takeProfit: 1_000, stopLoss: -1_000 }, 'up', 1_000)).toBe('take_profit');
  expect(levelReached({ takeProfit: -1_000, stopLoss: 1_000 }, 'down', 1_000)).toBe('stop_loss');
  expect(Number(reserveOf(BOUGHT)) / STAKE).toBe(0.85);
});

test('over walks of constant volatility no pair of orders earns, at any levels', () => {
  const { up, down } = played(20_261_123, () => 1);
  expect(up[0][0]).toBeCloseTo(-0.075, 2);
  // A pair's gain is the sum of its orders' gains, so the best of each make the best pair.
  expect(best(up) + best(down)).toBeLessThan(NOISE);
});

test('over walks with late volatility an order earns 0.2 to 0.4 stakes, the reason for the cap', () => {
  const { up, down } = played(20_261_124, (second) => (second < SECONDS - 12 ? 0.02 : 3));
  for (const earned of [best(up), best(down)]) {
    expect(earned).toBeGreaterThan(0.2);
    expect(earned).toBeLessThan(0.4);
  }
});
