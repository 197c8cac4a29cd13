/** The mark: its three prices, and that no single one of them moves it beyond the others. */
import fc from 'fast-check';
import { compare, fraction, minus, over, plus, times } from '../../../../test/tools/fixtures/fractions';
import { PER_TICK_LOT, TAKER_PPB, ticks, TIERS, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import {
  basisOf,
  basisPrice,
  markDistanceMax,
  fundingPrice,
  impactOf,
  indexInTicks,
  isNear,
  markOf,
  meanBasis,
  middleOfThree,
  sampledMs,
  tradedPrice,
  type BasisSample,
  type Level,
} from './mark';
import { collateralOf, orderCost } from './order-cost';
import { isUndermargined, excessMarginAt } from './maintenance-margin';
import { riskTiers } from './tiers';

const HOUR = 3_600_000;
const index = ticks('50,000');
const p1 = fundingPrice(index, 300_000, 3 * HOUR, 8 * HOUR);
/** 12.0 below the index, in half ticks. */
const p2 = basisPrice(index, { sum: -240 * 150_000, ms: 150_000 });

test('the example: P1 50,005.6, P2 49,988.0', () => {
  expect([p1, p2]).toEqual([ticks('50,005.6'), ticks('49,988.0')]);
});

test.each([
  ['56,000', '50,005.6'],
  ['44,000', '49,988.0'],
  ['49,990', '49,990.0'],
])('with recent trades at %s the mark is %s', (last, mark) => {
  const prices = { p1, p2, last: ticks(last), index };
  expect(markOf(prices, markDistanceMax(index, TIERS[0]))).toBe(ticks(mark));
  // Marks of the first rule have no bound.
  expect(markOf(prices, null)).toBe(ticks(mark));
});

describe('the mark stays near the index', () => {
  /** At an index of 50,000.0: 0.45 × (1 ÷ leverage − rate) of it. */
  test.each([
    [1, 125, 900],
    [2, 100, 1_125],
    [3, 50, 2_250],
    [4, 20, 5_625],
    [5, 10, 11_250],
    [6, 5, 22_500],
    [7, 4, 28_125],
    [8, 3, 41_250],
    [9, 2, 56_250],
    [10, 1, 112_500],
  ])('a first tier like the %dth of the demo, %d×, limits it to %d ticks', (place, leverageMax, bound) => {
    const tier = TIERS[place - 1];
    expect(tier.leverageMax).toBe(leverageMax);
    expect(markDistanceMax(index, tier)).toBe(bound);
  });

  test('even if two of its prices are far away', () => {
    const far = { p1: index, p2: index + 2_500, last: index + 2_400, index };
    expect(markOf(far, 900)).toBe(index + 900);
    expect(markOf({ ...far, p2: index - 2_500, last: index - 2_400 }, 900)).toBe(index - 900);
    expect(markOf(far, null)).toBe(index + 2_400);
  });

  test('so a position opened at the mark at one bound is not short at the other, at the highest leverage of any first tier', () => {
    for (const { leverageMax, ratePpb } of TIERS) {
      for (const side of ['long', 'short'] as const) {
        const risk = { tiers: riskTiers([{ cap: usdt('1,000,000'), leverageMax, ratePpb }]), closePpb: TAKER_PPB };
        // P2 is no further than 0.5 % away, and P1 no further than the cap of funding: where the bound is wider, that rules.
        const most = Math.min(markDistanceMax(index, risk.tiers[0]), index / 200);
        const way = side === 'long' ? most : -most;
        const [price, perTick] = [index + way, 800n * PER_TICK_LOT];
        const fees = { takerPpb: TAKER_PPB, closePpb: TAKER_PPB };
        const cover = collateralOf(orderCost({ side, perTick, price, leverage: leverageMax, ...fees, mark: price }));
        const position = { side, perTick, cost: perTick * BigInt(price) };
        expect(isUndermargined(excessMarginAt(risk, [position], cover, index - way))).toBe(false);
        // From one end to the other are 180.0 at 125 times, and a tenth more is more than there is.
        const beyond = side === 'long' ? price - 2_030 : price + 2_030;
        expect(isUndermargined(excessMarginAt(risk, [position], cover, beyond))).toBe(leverageMax === 125);
      }
    }
  });

  test('by whole ticks, toward the index', () => {
    expect(markDistanceMax(499_999, TIERS[0])).toBe(899);
    expect(markDistanceMax(555, TIERS[0])).toBe(0);
    expect(markOf({ p1: 560, p2: 560, last: 560, index: 555 }, 0)).toBe(555);
  });
});

test.each([
  [5_000_004n, 2, '0.1', 500_000],
  [5_000_005n, 2, '0.1', 500_000], // half rounded down
  [5_000_006n, 2, '0.1', 500_001],
  [12_345n, 4, '0.0001', 12_345],
  [12_345n, 0, '0.5', 24_690],
  [1n, 8, '1', 1],
])('an index of %d with %d decimals on a tick of %s is %d', (price, decimals, tick, expected) => {
  expect(indexInTicks(Number(price), decimals, tick)).toBe(expected);
});

test.each([
  ['no rate', 0, 8 * HOUR, 500_000],
  ['no time left', 3_000_000, 0, 500_000],
  ['all of the time left', 3_000_000, 8 * HOUR, 501_500],
  ['a rate below zero', -3_000_000, 8 * HOUR, 498_500],
  ['half-way between two ticks, down', 1_000, 8 * HOUR, 500_000],
  ['half-way below the index, down as well', -1_000, 8 * HOUR, 499_999],
  ['just above half-way', 1_001, 8 * HOUR, 500_001],
])('P1 with %s', (_, rate, left, expected) => {
  expect(fundingPrice(500_000, rate, left, 8 * HOUR)).toBe(expected);
});

test.each([
  ['the middle', 499_990, 500_030, 500_000, 20],
  ['a middle between two ticks', 499_990, 500_011, 500_000, 1],
  ['at most 0.5 % above', 510_000, 520_000, 500_000, 5_000],
  ['at most 0.5 % below', 400_000, 410_000, 500_000, -5_000],
  ['of an odd index whole half ticks', 200, 300, 199, 1],
  ['of a tiny index nothing', 200, 300, 99, 0],
  ['below it nothing either', 1, 2, 99, 0],
])('a sample is %s', (_, bid, ask, at, basis) => {
  expect(basisOf(bid, ask, at)).toBe(basis);
});

test('a sample counts for the time since the previous publication, but not for a longer gap', () => {
  expect(sampledMs(20_000, 19_000)).toBe(1_000);
  expect(sampledMs(20_000, 5_000)).toBe(15_000);
  expect(sampledMs(20_000, 4_999)).toBe(15_000);
  expect(sampledMs(20_000, 12_000, 18_000)).toBe(2_000);
  expect(sampledMs(20_000, 20_000)).toBe(0);
  expect(sampledMs(20_000, 12_000, 21_000)).toBe(0);
});

const sample = (at: number, ms: number, basis: number): BasisSample => ({ at, ms, basis });

test('samples count by their parts in the last 150 s', () => {
  const samples = [sample(90_000, 10_000, 100), sample(100_000, 10_000, 40), sample(110_000, 10_000, -20)];
  expect(meanBasis(samples, 110_000)).toEqual({ sum: 1_200_000, ms: 30_000 });
  // The oldest sample is fully outside, and half of the second is inside.
  expect(meanBasis(samples, 245_000)).toEqual({ sum: 5_000 * 40 - 10_000 * 20, ms: 15_000 });
  expect(meanBasis(samples, 260_000)).toEqual({ sum: 0, ms: 0 });
  expect(meanBasis([], 110_000)).toEqual({ sum: 0, ms: 0 });
  expect(basisPrice(500_000, { sum: 0, ms: 0 })).toBe(500_000);
  // A sample at the moment of the last publication has no duration.
  expect(basisPrice(500_000, meanBasis([sample(1, 0, 77)], 1))).toBe(500_000);
});

test('the traded price is weighted by size, from a minimum value on', () => {
  // 300 lots at 50,000.0 and 200 at 50,010.0: 25,002 USDT.
  const traded = { lots: 500n, notional: (300n * 500_000n + 200n * 500_100n) * PER_TICK_LOT };
  expect(tradedPrice(499_000, traded, PER_TICK_LOT, usdt('25,002'))).toBe(500_040);
  expect(tradedPrice(499_000, traded, PER_TICK_LOT, usdt('25,002.00000001'))).toBe(499_000);
  expect(tradedPrice(499_000, null, PER_TICK_LOT, 1n)).toBe(499_000);
  // Half is rounded down.
  expect(tradedPrice(1, { lots: 2n, notional: 7n * PER_TICK_LOT }, PER_TICK_LOT, 1n)).toBe(3);
});

const prices = fc.integer({ min: 1, max: 2 ** 30 - 1 });

test('P1 and P2 are the nearest ticks to their exact fractions', () => {
  const half = fraction(1, 2);
  const isNearest = (shown: number, exact: ReturnType<typeof fraction>) => {
    const off = minus(exact, fraction(shown));
    return compare(off, half) <= 0 && compare(off, fraction(-1, 2)) > 0;
  };
  fc.assert(
    fc.property(prices, fc.integer({ min: -3_000_000, max: 3_000_000 }), fc.nat(8 * HOUR), (at, rate, left) => {
      const exact = plus(fraction(at), times(fraction(at), fraction(rate, 1_000_000_000), fraction(left, 8 * HOUR)));
      const shown = fundingPrice(at, rate, left, 8 * HOUR);
      expect(isNearest(shown, exact) || (shown === 1 && compare(exact, half) <= 0)).toBe(true);
    }),
    { seed: 1 },
  );
  const samples = fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: 300_000 }),
      ms: fc.nat(15_000),
      away: fc.integer({ min: -99, max: 99 }),
    }),
  );
  fc.assert(
    fc.property(prices, samples, (at, taken) => {
      const told = taken.map(({ away, ...rest }) => ({ ...rest, basis: Math.trunc((at / 10_000) * away) }));
      // Each sample's time is cut at the window instead of summed per millisecond.
      const cut = told.map((one) => Math.max(0, one.at - Math.max(one.at - one.ms, 150_000)));
      const all = cut.reduce((sum, ms) => sum + ms, 0);
      const mean = told.map(({ basis }, place) => times(fraction(basis, 2), fraction(cut[place], all || 1)));
      const exact = plus(fraction(at), fraction(0), ...mean);
      expect(isNearest(basisPrice(at, meanBasis(told, 300_000)), exact) || at < 60).toBe(true);
    }),
    { seed: 2 },
  );
});

test('no trade moves the mark beyond the farther of the other two', () => {
  fc.assert(
    fc.property(prices, prices, prices, (one, other, last) => {
      const mark = middleOfThree(one, other, last);
      expect([one, other, last].sort((a, b) => a - b)[1]).toBe(mark);
    }),
    { seed: 3 },
  );
});

const impact = (notional: string, ...levels: Level[]) => impactOf(levels, PER_TICK_LOT, usdt(notional));
const priceOf = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
  Number((numerator * 1_000n) / denominator) / 1_000;

test('an impact price is the mean weighted by size, and may use part of a level', () => {
  // 100 lots at 50,000 are 5,000 USDT.
  const best = { ticks: 500_000, lots: 100 };
  expect(impact('5,000.00000001', best)).toBeNull();
  expect(impact('5,000')).toBeNull();
  const exact = impact('5,000', best, { ticks: 400_000, lots: 100 });
  expect(exact).toMatchObject({ bestTicks: 500_000, worstTicks: 500_000 });
  expect(exact && priceOf(exact)).toBe(500_000);
  // The other half at 40,000 is 125 lots, so 10,000 USDT buy 225 lots.
  const two = impact('10,000', best, { ticks: 400_000, lots: 1_000 });
  expect(two).toMatchObject({ bestTicks: 500_000, worstTicks: 400_000 });
  expect(two && priceOf(two)).toBe(444_444.444);
});

test('the book counts if both sides have enough within a hundredth of the middle', () => {
  const at = (bestTicks: number, worstTicks: number) => ({ numerator: 1n, denominator: 1n, bestTicks, worstTicks });
  expect(isNear(at(999, 990), at(1_001, 1_010))).toBe(true);
  expect(isNear(at(999, 989), at(1_001, 1_010))).toBe(false);
  expect(isNear(at(999, 990), at(1_001, 1_011))).toBe(false);
});

test('an impact price equals the value over the size, in fractions', () => {
  const books = fc.array(fc.record({ ticks: prices, lots: fc.integer({ min: 1, max: 10 ** 6 }) }), { minLength: 1 });
  fc.assert(
    fc.property(books, fc.bigInt(1n, 10n ** 20n), (levels, notional) => {
      let [left, size] = [fraction(notional), fraction(0)];
      let worst = 0;
      for (const level of levels) {
        if (compare(left, fraction(0)) === 0) break;
        worst = level.ticks;
        const lot = fraction(BigInt(level.ticks) * PER_TICK_LOT);
        const wanted = over(left, lot);
        const got = compare(wanted, fraction(level.lots)) < 0 ? wanted : fraction(level.lots);
        size = plus(size, got);
        left = minus(left, times(got, lot));
      }
      const found = impactOf(levels, PER_TICK_LOT, notional);
      if (compare(left, fraction(0)) > 0) {
        expect(found).toBeNull();
        return;
      }
      const mean = over(over(fraction(notional), size), fraction(PER_TICK_LOT));
      expect(found?.worstTicks).toBe(worst);
      expect(found && compare(found, mean)).toBe(0);
    }),
    { seed: 4 },
  );
});
