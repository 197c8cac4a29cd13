/** The terms of a perpetual beside those that every market has. Rates are parts of 10^9. */
import type { RiskTiers } from '../../../../../shared/products/perpetual/rules/tiers';

export interface ContractTerms {
  /** Named like a spot market: the index that the mark follows. */
  index: string;
  tiers: RiskTiers;
  /** What closing is reserved for: the highest taker fee at listing, never raised. */
  closePpb: number;
  fundingIntervalMs: number;
  /** Highest rate of one interval, either way. */
  fundingCapPpb: number;
  /** Units of the quote asset that all long positions may be worth at the mark; short ones are worth the same. */
  openInterestMax: bigint;
  /** Units of the quote asset whose price in the book counts for basis and premium. */
  impactNotional: bigint;
}
