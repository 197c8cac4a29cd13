/** The requirement, and the first tick at which it is not covered. Shown and applied values agree. */
import fc from 'fast-check';
import { compare, fraction, places, plus, times, type Fraction } from '../../../../test/tools/fixtures/fractions';
import {
  positionOf,
  positions,
  PER_TICK_LOT,
  RISK,
  riskTerms,
  ticks,
  usdt,
} from '../../../../test/tools/fixtures/perpetual-terms';
import { profitAt, valueAt, type Position } from './position';
import {
  firstUndermargined,
  isolatedLiquidationPrice,
  isUndermargined,
  maintenanceMarginAt,
  excessMarginAt,
  type RiskTerms,
} from './maintenance-margin';

const long = positionOf('long', 500, '60,000');
const short = positionOf('short', 400, '50,000');

test.each<[string, Position, string, string, string, string, boolean]>([
  ['the long lives', long, '1,515.675', '57,229.1', '130.225', '130.19620250', false],
  ['and is hit one tick below', long, '1,515.675', '57,229.0', '130.175', '130.195975', true],
  ['the short lives', short, '811.44', '51,792.9', '94.28', '94.263078', false],
  ['and is hit one tick above', short, '811.44', '51,793.0', '94.24', '94.26326', true],
])('%s', (_, position, collateral, price, covered, requirement, hit) => {
  const mark = ticks(price);
  expect(usdt(collateral) + profitAt(position, mark)).toBe(usdt(covered));
  expect(maintenanceMarginAt(RISK, position, mark)).toBe(usdt(requirement));
  expect(isUndermargined(excessMarginAt(RISK, [position], usdt(collateral), mark))).toBe(hit);
});

test.each<[string, Position, string, string | null]>([
  ['a long of 20x', long, '1,515.675', '57,229.0'],
  ['with 500 more', long, '2,015.675', '56,224.4'],
  ['a short of 25x', short, '811.44', '51,793.0'],
  ['a long that has paid all of its cost', positionOf('long', 500, '100'), '50', null],
])('liquidation price of %s', (_, position, collateral, price) => {
  const shown = price === null ? null : ticks(price);
  expect(isolatedLiquidationPrice(RISK, position, usdt(collateral))).toBe(shown);
});

// (2,015.675 − 30,000) ÷ (0.5 × (0.00455 − 1)) = 56,224.4713446…
test('with 500 more the price is 56,224.471345: on ticks of a millionth the first one that is not above', () => {
  const fine = { ...long, perTick: long.perTick / 100_000n };
  expect(isolatedLiquidationPrice(RISK, fine, usdt('2,015.675'))).toBe(56_224_471_344);
});

// Binance, FAQ "How to Calculate Liquidation Price of USDⓈ-M Futures Contracts", the example of two longs in cross
// margin: a wallet of 1,535,443.01, BTCUSDT 109.488 at 32,481.980 (2.5 %, amount 16,300), ETHUSDT 3,683.979 at 1,456.84
// (10 %, amount 135,365). Its requirement has no closing fee, so the fee is 0 here. Its prices are shown to two
// decimals.
test.each([
  ['BTCUSDT', 109_488n, '32,481.98', 25_000_000, '16,300', '356,512.508', '-448,192.89', '26,316.89'],
  ['ETHUSDT', 3_683_979n, '1,456.84', 100_000_000, '135,365', '71,200.81144', '-56,354.57', '1,153.26'],
])('a public example: %s', (_, lots, entry, ratePpb, amount, otherRequired, otherProfit, price) => {
  // Ticks of 0.01 and lots of 0.001: 1,000 units.
  const hundredths = (decimal: string) => Number(usdt(decimal) / 1_000_000n);
  const perTick = lots * 1_000n;
  const position: Position = { side: 'long', perTick, cost: perTick * BigInt(hundredths(entry)) };
  const tier = { floor: 0n, cap: usdt('100,000,000'), leverageMax: 1, ratePpb, amount: usdt(amount) };
  const cover = usdt('1,535,443.01') - usdt(otherRequired) + usdt(otherProfit);
  const shown = isolatedLiquidationPrice({ tiers: [tier], closePpb: 0 }, position, cover) as number;
  expect(Math.abs(shown - hundredths(price))).toBeLessThanOrEqual(1);
});

/**
 * Each part of the value at the rate of its own tier, plus the closing fee of the whole value. Uses no tier amounts.
 */
function naiveRequirement({ tiers, closePpb }: RiskTerms, value: bigint): Fraction {
  let [required, from] = [times(fraction(value), fraction(closePpb, 1_000_000_000)), 0n];
  tiers.forEach(({ cap, ratePpb }, place) => {
    const to = place === tiers.length - 1 || value < cap ? value : cap;
    if (to <= from) return;
    required = plus(required, times(fraction(to - from), fraction(ratePpb, 1_000_000_000)));
    from = to;
  });
  return required;
}

test('a requirement is the sum over the parts of the value, rounded up by less than a unit per tier', () => {
  fc.assert(
    fc.property(riskTerms, positions, fc.integer({ min: 1, max: 3_000_000 }), (terms, position, price) => {
      const exact = naiveRequirement(terms, valueAt(position, price));
      const required = maintenanceMarginAt(terms, position, price);
      expect(compare(fraction(required), exact)).toBeGreaterThanOrEqual(0);
      expect(compare(fraction(required - BigInt(terms.tiers.length)), exact)).toBeLessThan(0);
    }),
    { seed: 1 },
  );
});

const collaterals = fc.oneof(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 16n));

test('a position is liquidated at the shown tick, and not one tick before', () => {
  fc.assert(
    fc.property(riskTerms, positions, collaterals, (terms, position, collateral) => {
      const isHit = (price: number) => isUndermargined(excessMarginAt(terms, [position], collateral, price));
      const shown = isolatedLiquidationPrice(terms, position, collateral);
      const nearer = position.side === 'long' ? 1 : -1;
      if (shown === null) {
        for (const price of [1, 2, 1_000, 1_000_000, Number.MAX_SAFE_INTEGER]) expect(isHit(price)).toBe(false);
        return;
      }
      expect(isHit(shown)).toBe(true);
      // No other tick on the safe side, near or far, liquidates it either.
      for (const steps of [1, 2, 3, 17, 1_000, 1_000_003]) {
        const price = shown + nearer * steps;
        if (price >= 1) expect(isHit(price)).toBe(false);
      }
    }),
    { seed: 2, numRuns: 500 },
  );
});

// injective-helix-demo#169
test('more margin never brings the liquidation price nearer', () => {
  fc.assert(
    fc.property(riskTerms, positions, collaterals, fc.bigInt(1n, 10n ** 14n), (terms, position, collateral, more) => {
      const before = isolatedLiquidationPrice(terms, position, collateral);
      const after = isolatedLiquidationPrice(terms, position, collateral + more);
      if (before === null) expect(after).toBeNull();
      else if (position.side === 'long') expect(after ?? 0).toBeLessThanOrEqual(before);
      else expect(after).toBeGreaterThanOrEqual(before);
    }),
    { seed: 3 },
  );
});

test('with several positions no tick between the start and the found tick is short', () => {
  const near = fc.record({
    legs: fc.array(positions, { minLength: 1, maxLength: 2 }),
    cover: fc.bigInt(0n, 10n ** 13n),
    from: fc.integer({ min: 1, max: 400 }),
    towards: fc.constantFrom<'down' | 'up'>('down', 'up'),
  });
  fc.assert(
    fc.property(riskTerms, near, (terms, { legs, cover, from, towards }) => {
      const found = firstUndermargined(terms, legs, cover, { from, towards });
      const last = towards === 'down' ? (found ?? 0) : Math.min(found ?? Infinity, from + 400);
      const step = towards === 'down' ? -1 : 1;
      for (let price = from; price !== last && price >= 1; price += step) {
        expect(isUndermargined(excessMarginAt(terms, legs, cover, price))).toBe(false);
      }
    }),
    { seed: 4, numRuns: 60 },
  );
});

test('for two nearly equal opposite positions the tick is found exactly', () => {
  const legs = [positionOf('long', 1_000, '50,000'), positionOf('short', 900, '50,000')];
  const cover = usdt('1,000');
  for (const towards of ['down', 'up'] as const) {
    const found = firstUndermargined(RISK, legs, cover, { from: ticks('50,000'), towards }) as number;
    expect(isUndermargined(excessMarginAt(RISK, legs, cover, found))).toBe(true);
    expect(isUndermargined(excessMarginAt(RISK, legs, cover, found + (towards === 'down' ? 1 : -1)))).toBe(false);
  }
  // Lots that cancel have no profit or loss. Both requirements grow with the price: 2 × (0.555 % × 99,099 − 50) =
  // 1,000.
  const even = [positionOf('long', 500, '50,000'), positionOf('short', 500, '50,000')];
  expect(firstUndermargined(RISK, even, cover, { from: ticks('50,000'), towards: 'down' })).toBeNull();
  const high = firstUndermargined(RISK, even, cover, { from: ticks('50,000'), towards: 'up' }) as number;
  expect(places(fraction(PER_TICK_LOT * 500n * BigInt(high), usdt('1')), 0)).toBe('99099');
});
