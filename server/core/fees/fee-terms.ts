/** Valid fees by level of a market. */
import { PPB } from '../../../shared/rules/arithmetic/rounding';
import { AMOUNT_MAX } from '../amounts';
import type { FeeTerms } from './charge';

/** Maximum number of fee levels. */
export const FEE_LEVELS_MAX = 20;

/**
 * A higher level never pays more. Fixed and proportional fees are not comparable, so one side has one kind: either all
 * fixed amounts are above 0, or none is.
 */
export function areFeesValid({ makerFeesPpb, takerFeesPpb, makerFeesFixed, takerFeesFixed }: FeeTerms): boolean {
  return [makerFeesPpb, takerFeesPpb].every(areValidRates) && [makerFeesFixed, takerFeesFixed].every(areValidFixedFees);
}

function areValidRates(rates: readonly number[]): boolean {
  if (rates.length === 0 || rates.length > FEE_LEVELS_MAX || !neverRises(rates)) return false;
  return rates.every((rate) => Number.isSafeInteger(rate) && rate >= 0 && rate <= Number(PPB));
}

function areValidFixedFees(amounts: readonly bigint[] | undefined): boolean {
  if (amounts === undefined) return true;
  if (amounts.length === 0 || amounts.length > FEE_LEVELS_MAX || !neverRises(amounts)) return false;
  const areInBounds = amounts.every((amount) => amount >= 0n && amount <= AMOUNT_MAX);
  return areInBounds && new Set(amounts.map((amount) => amount > 0n)).size === 1;
}

function neverRises<V extends number | bigint>(values: readonly V[]): boolean {
  return values.every((value, level) => level === 0 || value <= values[level - 1]);
}
