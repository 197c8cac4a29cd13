/** Terms of second contracts as they are entered, and as they are sent. */
import { ENTRY_WAIT_MS } from '../../../../shared/rules/option/settlement';
import { DURATION_MS_MAX, PAYOUT_PPB_MAX, PAYOUT_WITH_LEVELS_PPB_MAX } from '../../../../shared/rules/option/terms';
import { unitsOf } from '../../../../shared/rules/units';
import type { ProposedOptionTerms, SetOptionTermsRequest } from '../../../../shared/wire/option-staff';
import type { Entered } from '../../features/staff-act/act-dialog';
import { cellName, rowsOf, type EnteredRow } from '../../features/staff-act/fields';
import { compare } from '../../shared/lib/exact';
import { percentOf } from './market-draft';

export type OptionTerms = Omit<ProposedOptionTerms, 'by'>;
type Durations = OptionTerms['durations'];

export const DURATIONS = 'durations';
export const AMOUNTS = ['amountMin', 'amountMax', 'userMax', 'levelsUserMax', 'sideMax', 'totalMax'] as const;
/** A percent is ten million parts per billion. */
const PERCENT_PLACES = 7;
const MS_PLACES = 3;

/** As the rows of the field tell them. */
export function durationRows(durations: Durations): string {
  return JSON.stringify(
    durations.map(({ durationMs, payoutPpb, feePpb, feeAmount }): EnteredRow => ({
      seconds: secondsOf(durationMs),
      payout: percentOf(payoutPpb),
      ...(feePpb > 0 ? { fee: percentOf(feePpb) } : {}),
      ...(compare(feeAmount, '0') > 0 ? { feeAmount } : {}),
    })),
  );
}

function secondsOf(ms: number): string {
  return String(ms / 1_000);
}

function unitsIn(decimal: string, places: number): number {
  const units = unitsOf(decimal, places);
  return typeof units === 'bigint' ? Number(units) : NaN;
}

export function termsOf(entered: Entered): Omit<SetOptionTermsRequest, 'clientId' | 'reason'> {
  const text = (name: string): string => entered[name] ?? '';
  const [amountMin, amountMax, userMax, levelsUserMax, sideMax, totalMax] = AMOUNTS.map(text);
  return {
    symbol: text('symbol').toUpperCase(),
    asset: text('asset').toUpperCase(),
    ...{ amountMin, amountMax, userMax, levelsUserMax, sideMax, totalMax },
    durations: rowsOf(entered[DURATIONS]).map(durationOf),
  };
}

function durationOf({ seconds = '', payout = '', fee = '0', feeAmount = '0' }: EnteredRow) {
  return {
    durationMs: unitsIn(seconds, MS_PLACES),
    payoutPpb: unitsIn(payout, PERCENT_PLACES),
    feePpb: unitsIn(fee, PERCENT_PLACES),
    feeAmount,
  };
}

/** What is wrong with what was entered together, as the exchange would say it. */
export function wrongIn(entered: Entered): [string, string][] {
  const terms = termsOf(entered);
  const amounts = AMOUNTS.filter((name) => name !== 'levelsUserMax' && compare(terms[name], '0') <= 0);
  const isTurned = compare(terms.amountMin, terms.amountMax) > 0;
  const payoutMax = compare(terms.levelsUserMax, '0') > 0 ? PAYOUT_WITH_LEVELS_PPB_MAX : PAYOUT_PPB_MAX;
  const cells = terms.durations.flatMap(({ durationMs, payoutPpb, feePpb, feeAmount }, place) => {
    const before = place === 0 ? ENTRY_WAIT_MS - 1 : terms.durations[place - 1].durationMs;
    const hasBoth = feePpb > 0 && compare(feeAmount, '0') > 0;
    return [
      ...(durationMs > before && durationMs <= DURATION_MS_MAX ? [] : ['seconds']),
      ...(payoutPpb >= 1 && payoutPpb <= payoutMax ? [] : ['payout']),
      ...(feePpb >= 0 && feePpb < Math.max(payoutPpb, 1) ? [] : ['fee']),
      ...(hasBoth ? ['feeAmount'] : []),
    ].map((column) => cellName(DURATIONS, place, column));
  });
  return [...amounts, ...(isTurned ? ['amountMax'] : []), ...cells].map((name) => [name, 'out.of.range']);
}
