/** Changeable market terms, and their changes as texts for display. */
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { MarketTermsRecord } from '../../../../../shared/wire/terms';
import type { NumberFormats } from '../../lib/numbers/format';
import { feesAt, isFixed, ratioOfPpb, tiersOf, type Tier } from './rates';

/** In display order. */
export const TERM_NAMES = [
  'makerFees',
  'takerFees',
  'quantityMin',
  'quantityMax',
  'notionalMin',
  'priceLowest',
  'priceHighest',
  'bandPpb',
  'openOrdersMax',
  'referencePrice',
] as const;
export type TermName = (typeof TERM_NAMES)[number];

export type Terms = MarketTermsRecord;
/** Terms that users see: without the market's own reference price. */
export type TermsNotice = Omit<Terms, 'referencePrice'> & Partial<Pick<Terms, 'referencePrice'>>;

export interface TermChange {
  term: TermName;
  before: string;
  after: string;
}

export interface TermWriting {
  numbers: NumberFormats;
  base: string;
  quote: string;
  /** Fee level of interest; null: all of them. */
  level: number | null;
}

const PERCENT_PLACES_MIN = 2;

/** Differences between two sets of terms, as texts. Terms that either set lacks are not compared. */
export function changesBetween(before: TermsNotice, after: TermsNotice, writing: TermWriting): TermChange[] {
  return TERM_NAMES.flatMap((term) => {
    const [oldText, newText] = [termText(term, before, writing), termText(term, after, writing)];
    return oldText === null || newText === null || oldText === newText
      ? []
      : [{ term, before: oldText, after: newText }];
  });
}

/** Announced changes of markets that affect the user, by time. */
export function announcedChanges(
  market: MarketRecord,
  writing: Omit<TermWriting, 'base' | 'quote'>,
): { from: number; changes: TermChange[] }[] {
  const { pending, base, quote } = market;
  let before: TermsNotice = market;
  return pending.flatMap(({ from, referencePrice: _, ...after }) => {
    const changes = changesBetween(before, after, { base, quote, ...writing });
    before = after;
    return changes.length === 0 ? [] : [{ from, changes }];
  });
}

export function termText(term: TermName, terms: TermsNotice, writing: TermWriting): string | null {
  const { numbers, base, quote } = writing;
  switch (term) {
    case 'makerFees':
      return feeText(terms, writing, ({ makerPpb, makerFixed }) => [makerPpb, makerFixed]);
    case 'takerFees':
      return feeText(terms, writing, ({ takerPpb, takerFixed }) => [takerPpb, takerFixed]);
    case 'quantityMin':
    case 'quantityMax':
      return `${numbers.exact(terms[term])} ${base}`;
    case 'notionalMin':
    case 'priceLowest':
    case 'priceHighest':
      return `${numbers.exact(terms[term])} ${quote}`;
    case 'referencePrice':
      return terms.referencePrice === undefined ? null : `${numbers.exact(terms.referencePrice)} ${quote}`;
    case 'bandPpb':
      return percentText(terms.bandPpb, numbers);
    case 'openOrdersMax':
      return numbers.fixed(String(terms.openOrdersMax), 0);
  }
}

type Charge = readonly [ppb: number, fixed: string | null];

function feeText(
  terms: TermsNotice,
  { numbers, quote, level }: TermWriting,
  chargeOf: (fees: Omit<Tier, 'level'>) => Charge,
): string {
  const levelTexts = (level === null ? tiersOf(terms) : [feesAt(terms, level)]).map((fees) => {
    const [ppb, fixed] = chargeOf(fees);
    return isFixed(fixed) ? `${numbers.exact(fixed)} ${quote}` : percentText(ppb, numbers);
  });
  // Omits levels equal to the last listed one.
  while (levelTexts.length > 1 && levelTexts.at(-1) === levelTexts.at(-2)) levelTexts.pop();
  return levelTexts.join(' / ');
}

function percentText(ppb: number, numbers: NumberFormats): string {
  return numbers.exactPercent(ratioOfPpb(ppb), PERCENT_PLACES_MIN);
}
