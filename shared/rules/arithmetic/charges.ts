/**
 * Fee of a spot fill and price bound of a market order. The order form uses the core's formulas before it sends an order. All amounts are
 * integers of the smallest unit.
 */
import { PPB, feeOf, valueUp } from './rounding';

export interface Filled {
  side: 'buy' | 'sell';
  /** Received units of this side, in which it pays the fee. */
  received: bigint;
  /** The price of the fill as a ratio: `baseUnits` of base cost `quoteUnits` of quote. */
  baseUnits: bigint;
  quoteUnits: bigint;
}

/**
 * Fee of one side of a fill. By default it is a share of the received amount, rounded up. A non-zero `fixed` fee is in units of quote; a
 * buyer pays its value in base at the fill's price, rounded up. The fee never exceeds the received amount.
 */
export function feeOnFill({ side, received, baseUnits, quoteUnits }: Filled, ratePpb: number, fixed: bigint): bigint {
  if (fixed === 0n) return feeOf(received, ratePpb);
  const charged = side === 'sell' ? fixed : valueUp(fixed, baseUnits, quoteUnits);
  return charged < received ? charged : received;
}

/** The lowest whole tick not below `reference − reference × bandPpb`: the worst price of a banded sell. */
export function bandLow(referenceTicks: number, bandPpb: number): number {
  const distance = (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB;
  return Math.max(1, Number(BigInt(referenceTicks) - distance));
}

/** The highest whole tick not above `reference + reference × bandPpb`: the worst price of a banded buy. */
export function bandHigh(referenceTicks: number, bandPpb: number): number {
  return Number(BigInt(referenceTicks) + (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB);
}
