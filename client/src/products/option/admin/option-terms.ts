/** Terms of second contracts as entered and as sent; a request always contains all of them. */
import { unitsOf } from '../../../../../shared/rules/units';
import type { OptionDuration } from '../../../../../shared/products/option/wire';
import type { SetOptionTermsRequest } from '../../../../../shared/products/option/staff';
import type { Entered } from '../../../admin/act/act-dialog';
import { ppbOf } from '../../../admin/parts/market-draft';

export type OptionTerms = Omit<SetOptionTermsRequest, 'clientId' | 'reason'>;

export const OPTION_AMOUNTS = ['amountMin', 'amountMax', 'userMax', 'levelsUserMax', 'sideMax', 'totalMax'] as const;

const SECOND_MS = 1_000;
const SECONDS_MAX = 86_400n;
const PPB = 1_000_000_000;
const PLACES_MAX = 30;

type Wrong = readonly (readonly [field: string, code: string])[];

/** Terms of a product record, without its other fields. */
export function termsOf(terms: OptionTerms): OptionTerms {
  const { symbol, asset, amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax, durations } = terms;
  return { symbol, asset, amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax, durations };
}

/** Terms with new limits. */
export function withLimits(terms: OptionTerms, input: Entered): OptionTerms {
  return { ...termsOf(terms), ...Object.fromEntries(OPTION_AMOUNTS.map((name) => [name, input[name] ?? ''])) };
}

/** Terms of a new product with its first duration. */
export function newTerms(input: Entered): OptionTerms {
  const nothing = { amountMin: '', amountMax: '', sideMax: '', totalMax: '', userMax: '', levelsUserMax: '' };
  const symbol = (input.symbol ?? '').toUpperCase();
  const asset = (input.asset ?? '').toUpperCase();
  return withLimits({ symbol, asset, ...nothing, durations: [durationOf(input)] }, input);
}

/** Adds a duration, or replaces the one of length `before`. */
export function withDuration(terms: OptionTerms, before: number | null, input: Entered): OptionTerms {
  const added = durationOf(input);
  const rest = terms.durations.filter(({ durationMs }) => durationMs !== before && durationMs !== added.durationMs);
  return {
    ...termsOf(terms),
    durations: [...rest, added].sort((one, other) => one.durationMs - other.durationMs),
  };
}

export function withoutDuration(terms: OptionTerms, durationMs: number): OptionTerms {
  return { ...termsOf(terms), durations: terms.durations.filter((one) => one.durationMs !== durationMs) };
}

function durationOf({ seconds, payout, feeRate, feeAmount }: Entered): OptionDuration {
  return {
    durationMs: Number(seconds) * SECOND_MS,
    payoutPpb: ppbOf(payout ?? ''),
    feePpb: ppbOf(feeRate || '0'),
    feeAmount: feeAmount || '0',
  };
}

/** Checks an entered duration as far as possible without the server. */
export function wrongInDuration({ seconds = '', payout = '', feeRate = '', feeAmount = '' }: Entered): Wrong {
  const count = unitsOf(seconds, 0);
  const isTime = typeof count === 'bigint' && count > 0n && count <= SECONDS_MAX;
  const gain = ppbOf(payout);
  const rate = ppbOf(feeRate || '0');
  // A rate and an amount cannot be combined.
  const hasBoth = rate > 0 && isAbove(feeAmount || '0');
  return [
    ...(isTime ? [] : [outOfRangeError('seconds')]),
    ...(gain > 0 && gain < PPB ? [] : [outOfRangeError('payout')]),
    ...(rate >= 0 && rate < PPB ? [] : [outOfRangeError('feeRate')]),
    ...(hasBoth ? [outOfRangeError('feeAmount')] : []),
  ];
}

function isAbove(amount: string): boolean {
  const units = unitsOf(amount, PLACES_MAX);
  return typeof units === 'bigint' && units > 0n;
}

function outOfRangeError(name: string): readonly [string, string] {
  return [name, 'out.of.range'];
}
