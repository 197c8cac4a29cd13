import type { FundingRateRecord } from '../../../../../../shared/products/perpetual/records';

/** A settled funding rate. */
export interface FixedRate {
  /** Due time in epoch milliseconds. */
  at: number;
  /** Fraction of 1, as a decimal. */
  rate: string;
}

/** Oldest first, as the chart needs them. Intervals without a rate are omitted, not drawn as zero. */
export function fixedRates(records: readonly Pick<FundingRateRecord, 'dueAt' | 'rate'>[]): FixedRate[] {
  return records
    .flatMap(({ dueAt: at, rate }) => (rate === null ? [] : [{ at, rate }]))
    .sort((one, other) => one.at - other.at);
}
