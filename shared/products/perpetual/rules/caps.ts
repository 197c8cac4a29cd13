/** How much may be open: of a market, of one user in it, and of one user in its tiers. Units of the quote asset. Only opening is refused. */
import type { RiskTiers } from './tiers';

/** A user may have a tenth of what a market may, or `least` if that is more. */
export function userCap(marketCap: bigint, least: bigint): bigint {
  const tenth = marketCap / 10n;
  return tenth > least ? tenth : least;
}

/** What an opening order counts as: at its price, or at the mark if that is higher. */
export function orderExposure(perTick: bigint, price: number, mark: number): bigint {
  return perTick * BigInt(Math.max(price, mark));
}

/** Position and opening orders together stay within the last tier. */
export function fitsTiers(tiers: RiskTiers, exposure: bigint): boolean {
  return exposure <= tiers[tiers.length - 1].cap;
}
