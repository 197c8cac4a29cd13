/**
 * What a fill of a spot order costs, and how far a market order may go: the formulas of the core, which the order form shows
 * before an order is sent. Integers of the smallest unit.
 */
import { PPB, feeOf, valueUp } from './rounding';

export interface Filled {
  side: 'buy' | 'sell';
  /** Units of what this side receives, which it pays in. */
  received: bigint;
  /** The price of the fill: so many units of base cost so many of quote. */
  baseUnits: bigint;
  quoteUnits: bigint;
}

/**
 * What one side of a fill pays: a part of what it receives, rounded up; or, where there is one, a `fixed` amount of quote
 * (units; 0 for none), of which a buyer pays in base as much as it buys at the price, rounded up. Never more than is received.
 */
export function chargeOn({ side, received, baseUnits, quoteUnits }: Filled, ratePpb: number, fixed: bigint): bigint {
  if (fixed === 0n) return feeOf(received, ratePpb);
  const charged = side === 'sell' ? fixed : valueUp(fixed, baseUnits, quoteUnits);
  return charged < received ? charged : received;
}

/** The lowest whole tick not below `reference − reference × bandPpb`: the worst price a banded sell may trade at. */
export function bandLow(referenceTicks: number, bandPpb: number): number {
  const away = (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB;
  return Math.max(1, Number(BigInt(referenceTicks) - away));
}

/** The highest whole tick not above `reference + reference × bandPpb`: the worst price a banded buy may trade at. */
export function bandHigh(referenceTicks: number, bandPpb: number): number {
  return Number(BigInt(referenceTicks) + (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB);
}
