/**
 * Limits of open interest: of a market, of one user in it, and of one user in its tiers. In units of the quote asset.
 * Only opening is refused.
 */
import type { RiskTiers } from './tiers';

/** The cap per user is a tenth of the market's cap, or `min` if that is more. */
export function userCap(marketCap: bigint, min: bigint): bigint {
  const tenth = marketCap / 10n;
  return tenth > min ? tenth : min;
}

/** Exposure of an opening order: its value at the higher of its price and the mark. */
export function orderExposure(perTick: bigint, price: number, mark: number): bigint {
  return perTick * BigInt(Math.max(price, mark));
}

/** Position and opening orders together must stay within the last tier. */
export function fitsTiers(tiers: RiskTiers, exposure: bigint): boolean {
  return exposure <= tiers[tiers.length - 1].cap;
}
