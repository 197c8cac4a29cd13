import type { FundingRateRecord } from '../../../../../../shared/products/perpetual/wire';

/** One that was fixed. */
export interface FixedRate {
  /** Epoch milliseconds at which it was due. */
  at: number;
  /** Decimal of 1. */
  rate: string;
}

/** Oldest first, as they are drawn; intervals for which none was fixed are left out, not drawn as nothing. */
export function fixedRates(records: readonly Pick<FundingRateRecord, 'dueAt' | 'rate'>[]): FixedRate[] {
  return records
    .flatMap(({ dueAt: at, rate }) => (rate === null ? [] : [{ at, rate }]))
    .sort((one, other) => one.at - other.at);
}
