/** Funding: the rate, the amounts owed, and that payments cover receipts. */
import fc from 'fast-check';
import { compare, fraction, times } from '../../../../test/tools/fixtures/fractions';
import { PER_TICK_LOT, sides, ticks, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import {
  FUNDING_BASE_MS,
  fundingCap,
  fundingDue,
  fundingOwed,
  fundingPerTick,
  fundingRate,
  meanPremium,
  premiumOf,
} from './funding';
import { impactOf } from './mark';
import type { PositionSide } from './position';

const CAP = fundingCap(4_000_000);

test('the cap is three quarters of the rate of the first tier', () => {
  expect(CAP).toBe(3_000_000);
  expect(fundingCap(5)).toBe(3);
});

test.each([
  ['0.03 %', 300_000, 100_000],
  ['0.12 %', 1_200_000, 700_000],
  ['−0.08 %', -800_000, -300_000],
  ['0.6 %, capped', 6_000_000, 3_000_000],
  ['−0.6 %, capped', -6_000_000, -3_000_000],
  ['nothing: the interest', 0, 100_000],
  ['0.06 %: the last that the clamp pulls to the interest', 600_000, 100_000],
  ['−0.04 %: on the other side', -400_000, 100_000],
])('a premium of %s', (_, premium, rate) => {
  expect(fundingRate(premium, CAP, FUNDING_BASE_MS)).toBe(rate);
});

// podnetwork/pod-sdk PR 217
test('funding clamp is symmetric and scaled by the interval, toward zero', () => {
  expect(fundingRate(1_200_000, CAP, FUNDING_BASE_MS / 8)).toBe(87_500);
  expect(fundingRate(1_200_003, CAP, FUNDING_BASE_MS / 8)).toBe(87_500);
  expect(fundingRate(-800_003, CAP, FUNDING_BASE_MS / 8)).toBe(-37_500);
  // The cap applies to one interval of any length: the double interval reaches it with half the premium, an hour with
  // eight times the premium.
  expect(fundingRate(9_000_000, CAP, FUNDING_BASE_MS * 2)).toBe(3_000_000);
  expect(fundingRate(9_000_000, CAP, FUNDING_BASE_MS / 8)).toBe(1_062_500);
  expect(fundingRate(-90_000_000, CAP, FUNDING_BASE_MS / 8)).toBe(-3_000_000);
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 1, max: 24 }), (premium, hours) => {
      const [up, down] = [premium, -premium].map((one) => fundingRate(100_000 + one, CAP, hours * 3_600_000));
      // The clamp is symmetric around the interest, the cap around zero.
      for (const rate of [up, down]) expect(Math.abs(rate)).toBeLessThanOrEqual(CAP);
      const interest = Math.trunc((100_000 * hours) / 8);
      if (Math.abs(premium) <= 500_000) expect([up, down]).toEqual([interest, interest]);
      else if (premium > 0) expect(up >= interest && down <= interest).toBe(true);
    }),
    { seed: 1 },
  );
});

test.each([
  ['2026-01-31T15:59:59.999Z', 8, '2026-01-31T16:00:00.000Z'],
  ['2026-01-31T16:00:00.000Z', 8, '2026-02-01T00:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 8, '2026-02-01T00:00:00.000Z'],
  ['2026-02-01T00:00:00.000Z', 8, '2026-02-01T08:00:00.000Z'],
  ['2026-02-01T00:00:00.000Z', 1, '2026-02-01T01:00:00.000Z'],
  ['2026-02-01T00:00:00.000Z', 24, '2026-02-01T16:00:00.000Z'],
])('after %s the next funding every %d h is at %s, counted from midnight in GMT+8', (at, hours, due) => {
  expect(new Date(fundingDue(Date.parse(at), hours * 3_600_000)).toISOString()).toBe(due);
});

test.each([
  ['half of the interval sampled', 4n * 500n, 4, 8, 500],
  ['less than half of it', 3n * 500n, 3, 8, 0],
  ['nothing of nothing', 0n, 0, 0, 0],
  ['below zero, toward zero', -4n * 500n - 3n, 4, 8, -500],
])('mean premium: %s', (_, sum, sampled, interval, mean) => {
  expect(meanPremium(sum, sampled, interval)).toBe(mean);
});

const impactAt = (price: string) => {
  const found = impactOf([{ ticks: ticks(price), lots: 10_000 }], PER_TICK_LOT, usdt('1,000'));
  if (!found) throw new Error('the level is deep enough');
  return found;
};

test.each([
  ['around the index', '49,999.9', '50,000.1', 0],
  ['at it', '50,000', '50,000', 0],
  ['above it', '50,050', '50,060', 1_000_000],
  ['below it', '49,930', '49,950', -1_000_000],
  ['a third, toward zero', '50,000.1', '50,000.2', 2_000],
])('a book %s', (_, bid, ask, premium) => {
  expect(premiumOf(ticks('50,000'), impactAt(bid), impactAt(ask))).toBe(premium);
});

test('a premium is rounded toward zero on both sides', () => {
  const index = 300_000;
  const at = (numerator: bigint) => ({ numerator, denominator: 1n, bestTicks: 0, worstTicks: 0 });
  expect(premiumOf(index, at(300_001n), at(300_002n))).toBe(3_333);
  expect(premiumOf(index, at(299_998n), at(299_999n))).toBe(-3_333);
});

test.each<[string, PositionSide, bigint, string]>([
  ['A, long 7 lots, pays', 'long', 7n, '0.04322058'],
  ['B, short 3, gets', 'short', 3n, '-0.01852310'],
  ['C, short 4, gets', 'short', 4n, '-0.02469747'],
])('at 123,457 ppb and a mark of 50,012.3 %s: %s %d', (_, side, lots, owed) => {
  expect(fundingOwed({ side, perTick: lots * PER_TICK_LOT }, fundingPerTick(123_457, ticks('50,012.3')))).toBe(
    usdt(owed),
  );
});

test('longs pay at a positive rate, shorts at a negative one', () => {
  const one = (side: PositionSide, rate: number) =>
    fundingOwed({ side, perTick: 10n ** 9n }, fundingPerTick(rate, 500));
  expect([one('long', 7), one('short', 7), one('long', -7), one('short', -7)]).toEqual([
    3_500n,
    -3_500n,
    -3_500n,
    3_500n,
  ]);
});

test('payments cover receipts and leave less than a unit per position', () => {
  const lots = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lots, lots, fc.integer({ min: -3_000_000, max: 3_000_000 }), (longs, shorts, rate) => {
      const grown = fundingPerTick(rate, 500_123);
      // Both sides get the same number of lots.
      const missing = longs.reduce((sum, one) => sum + one, 0) - shorts.reduce((sum, one) => sum + one, 0);
      if (missing > 0) shorts.push(missing);
      if (missing < 0) longs.push(-missing);
      const owed = (side: PositionSide, all: number[]) =>
        all.reduce((sum, one) => sum + fundingOwed({ side, perTick: BigInt(one) * 7n }, grown), 0n);
      const left = owed('long', longs) + owed('short', shorts);
      expect(left).toBeGreaterThanOrEqual(0n);
      expect(left).toBeLessThan(BigInt(longs.length + shorts.length));
    }),
    { seed: 2 },
  );
});

test('the owed amount is the exact one, rounded against its owner by less than a unit', () => {
  fc.assert(
    fc.property(
      sides,
      fc.bigInt(1n, 10n ** 12n),
      fc.integer({ min: -3_000_000, max: 3_000_000 }),
      fc.integer({ min: 1, max: 2 ** 30 }),
      (side, perTick, rate, mark) => {
        const sign = side === 'long' ? 1 : -1;
        const exact = times(fraction(perTick), fraction(mark), fraction(sign * rate, 1_000_000_000));
        const owed = fundingOwed({ side, perTick }, fundingPerTick(rate, mark));
        expect(compare(fraction(owed), exact)).toBeGreaterThanOrEqual(0);
        expect(compare(fraction(owed - 1n), exact)).toBeLessThan(0);
      },
    ),
    { seed: 3 },
  );
});
