/** Terms of a perpetual beyond those of every market. Rates are parts of 10^9. */
import type { RiskTiers } from '../../../../../shared/products/perpetual/rules/tiers';

export interface ContractTerms {
  /** Named like a spot market: the index that the mark follows. */
  index: string;
  tiers: RiskTiers;
  /** Fee rate reserved for closing: the highest taker fee at listing, never raised. */
  closePpb: number;
  fundingIntervalMs: number;
  /** Maximum rate of one interval, in either direction. */
  fundingCapPpb: number;
  /**
   * Maximum value of all long positions at the mark in units of the quote asset; short positions have the same value.
   */
  openInterestMax: bigint;
  /** Notional in units of the quote asset at which the book's price is sampled for basis and premium. */
  impactNotional: bigint;
}
