/** A perpetual as the worked examples have it: tick 0.1, lot 0.001 BTC, USDT to 8 digits, a taker rate of 0.055 %. */
import fc from 'fast-check';
import type { Position, PositionSide } from '../../shared/products/perpetual/rules/position';
import type { RiskTerms } from '../../shared/products/perpetual/rules/requirement';
import { riskTiers, type Tier } from '../../shared/products/perpetual/rules/tiers';
import { unitsOf } from '../../shared/rules/units';

/** Units of USDT; with a minus sign where it is less than nothing. */
export function usdt(decimal: string): bigint {
  const plain = decimal.replaceAll(',', '');
  if (plain.startsWith('-')) return -usdt(plain.slice(1));
  return unitsOf(plain, 8) as bigint;
}

/** Ticks of 0.1. */
export function ticks(decimal: string): number {
  return Number(unitsOf(decimal.replaceAll(',', ''), 1));
}

/** Units of USDT that one lot costs at one tick. */
export const PER_TICK_LOT = 10_000n;
export const TAKER_PPB = 550_000;

const tier = (cap: string, leverageMax: number, ratePpb: number): Tier => ({ cap: usdt(cap), leverageMax, ratePpb });
export const TIERS = [
  tier('50,000', 125, 4_000_000),
  tier('250,000', 100, 5_000_000),
  tier('1,000,000', 50, 10_000_000),
  tier('3,000,000', 20, 25_000_000),
  tier('6,000,000', 10, 50_000_000),
  tier('8,000,000', 5, 100_000_000),
  tier('10,000,000', 4, 125_000_000),
  tier('12,000,000', 3, 150_000_000),
  tier('20,000,000', 2, 250_000_000),
  tier('40,000,000', 1, 500_000_000),
];
export const RISK: RiskTerms = { tiers: riskTiers(TIERS), closePpb: TAKER_PPB };

/** So many lots of 0.001 BTC, all bought or sold at one price. */
export function positionOf(side: PositionSide, lots: number, price: string): Position {
  const perTick = BigInt(lots) * PER_TICK_LOT;
  return { side, perTick, cost: perTick * BigInt(ticks(price)) };
}

export const sides = fc.constantFrom<PositionSide>('long', 'short');

/** Positions from dust to far beyond the last tier, with a cost that is no multiple of anything. */
export const positions: fc.Arbitrary<Position> = fc
  .record({
    side: sides,
    perTick: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1_000n, 10n ** 10n)),
    entry: fc.integer({ min: 2, max: 2_000_000 }),
    odd: fc.bigInt(0n, 10n ** 9n),
  })
  .map(({ side, perTick, entry, odd }) => ({ side, perTick, cost: perTick * BigInt(entry) + (odd % perTick) }));

/** Terms whose caps and rates are odd numbers. */
export const riskTerms: fc.Arbitrary<RiskTerms> = fc
  .record({
    steps: fc.array(fc.tuple(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 1, max: 60_000_000 })), {
      minLength: 1,
      maxLength: 8,
    }),
    closePpb: fc.integer({ min: 0, max: 2_000_000 }),
  })
  .map(({ steps, closePpb }) => {
    let [cap, ratePpb] = [0n, 0];
    const tiers = steps.map(([wider, more]): Tier => {
      cap += wider;
      ratePpb += more;
      return { cap, leverageMax: 1, ratePpb };
    });
    return { tiers: riskTiers(tiers), closePpb };
  });
