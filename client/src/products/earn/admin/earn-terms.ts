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
export function wrongIn(entered: Entered): Wrong {
  const rates = (['annual', 'daily', 'rebateRatio'] as const).filter((name) => name in entered);
  return [
    ...rates.filter((name) => !isRate(entered[name] ?? '', name === 'rebateRatio')).map((name) => wrong(name)),
    ...(isTerm(entered.termDays ?? '') ? [] : [wrong('termDays')]),
  ];
}

function wrong(name: string): readonly [string, string] {
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

const text = (entered: Entered, name: string): string => entered[name] ?? '';

function sharedOf(entered: Entered) {
  return {
    product: text(entered, 'product'),
    name: text(entered, 'name'),
    asset: text(entered, 'asset').toUpperCase(),
    termDays: Number(text(entered, 'termDays')),
    quota: text(entered, 'quota'),
    amountMin: text(entered, 'amountMin'),
  };
}

export function financialTermsOf(entered: Entered): FinancialTerms {
  return {
    ...sharedOf(entered),
    annualRatePpb: ppbOf(text(entered, 'annual')),
    userMax: text(entered, 'userMax'),
  };
}

export function miningTermsOf(entered: Entered): MiningTerms {
  const type = text(entered, 'rebateType');
  return {
    ...sharedOf(entered),
    incomeAsset: text(entered, 'incomeAsset').toUpperCase(),
    dailyRatePpb: ppbOf(text(entered, 'daily')),
    payout: text(entered, 'payout') === 'end' ? 'end' : 'daily',
    rebate:
      type === 'purchase' || type === 'income' ? { type, ratioPpb: ppbOf(text(entered, 'rebateRatio') || '0') } : null,
    amountMax: text(entered, 'userMax'),
  };
}
