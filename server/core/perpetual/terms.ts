/** The terms of a perpetual beside those that every market has. Rates are parts of 10^9. */

/** One span of notional: over the cap of the tier before, up to its own, that one included. */
export interface RiskTier {
  /** Units of the quote asset. */
  cap: bigint;
  leverageMax: number;
  /** Maintenance margin. */
  ratePpb: number;
}

export interface ContractTerms {
  /** Named like a spot market: the index that the mark follows. */
  index: string;
  /** By notional, lowest first. */
  tiers: RiskTier[];
  /** What closing is reserved for: the highest taker fee, never raised. */
  closeFeePpb: number;
  /** How far from the mark an order may go. */
  priceLimitPpb: number;
  fundingIntervalMs: number;
  /** Highest rate of one interval, either way. */
  fundingCapPpb: number;
  /** Units of the quote asset that all long positions may be worth at the mark; short ones are worth the same. */
  openInterestMax: bigint;
  /** Units of the quote asset whose price in the book counts for basis and premium. */
  impactNotional: bigint;
}
