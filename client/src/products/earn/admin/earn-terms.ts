/** Terms of financial products and mining: input values and requests. */
import { decimalOf, unitsOf } from '../../../../../shared/rules/units';
import type { FinancialTerms, MiningTerms } from '../../../../../shared/products/earn/staff';
import type { Entered } from '../../../admin/act/act-dialog';

/** Decimals of a percentage in parts per billion: 1 % is 10,000,000 ppb. */
const PERCENT_PLACES = 7;
const PPB_MAX = 1_000_000_000n;
const DAYS_MAX = 3_650n;

export function percentOf(ppb: number): string {
  return decimalOf(BigInt(ppb), PERCENT_PLACES);
}

function ppbOf(percent: string): number {
  const units = unitsOf(percent, PERCENT_PLACES);
  return typeof units === 'bigint' ? Number(units) : NaN;
}

type Wrong = readonly (readonly [field: string, code: string])[];

/** Faults of the input, by the server's rules and codes. */
export function wrongIn(input: Entered): Wrong {
  const rates = (['annual', 'daily', 'rebateRatio'] as const).filter((name) => name in input);
  return [
    ...rates.filter((name) => !isRate(input[name] ?? '', name === 'rebateRatio')).map((name) => outOfRangeError(name)),
    ...(isTerm(input.termDays ?? '') ? [] : [outOfRangeError('termDays')]),
  ];
}

function outOfRangeError(name: string): readonly [string, string] {
  return [name, 'out.of.range'];
}

function isRate(percent: string, mayBeNothing: boolean): boolean {
  if (percent === '') return mayBeNothing;
  const units = unitsOf(percent, PERCENT_PLACES);
  return typeof units === 'bigint' && units <= PPB_MAX && (mayBeNothing || units > 0n);
}

function isTerm(days: string): boolean {
  const count = unitsOf(days, 0);
  return typeof count === 'bigint' && count > 0n && count <= DAYS_MAX;
}

const text = (input: Entered, name: string): string => input[name] ?? '';

function sharedOf(input: Entered) {
  return {
    product: text(input, 'product'),
    name: text(input, 'name'),
    asset: text(input, 'asset').toUpperCase(),
    termDays: Number(text(input, 'termDays')),
    quota: text(input, 'quota'),
    amountMin: text(input, 'amountMin'),
  };
}

export function financialTermsOf(input: Entered): FinancialTerms {
  return {
    ...sharedOf(input),
    annualRatePpb: ppbOf(text(input, 'annual')),
    userMax: text(input, 'userMax'),
  };
}

export function miningTermsOf(input: Entered): MiningTerms {
  const type = text(input, 'rebateType');
  return {
    ...sharedOf(input),
    incomeAsset: text(input, 'incomeAsset').toUpperCase(),
    dailyRatePpb: ppbOf(text(input, 'daily')),
    payout: text(input, 'payout') === 'end' ? 'end' : 'daily',
    rebate:
      type === 'purchase' || type === 'income' ? { type, ratioPpb: ppbOf(text(input, 'rebateRatio') || '0') } : null,
    amountMax: text(input, 'userMax'),
  };
}
