/** The terms of a market that may change, and what of them a change changes, in the figures of a screen. */
import type { MarketRecord } from '../../../../shared/wire/product';
import type { MarketTermsRecord } from '../../../../shared/wire/terms';
import type { NumberFormats } from '../../shared/lib/numbers/format';
import { feesAt, isFixed, ratioOfPpb, tiersOf, type Tier } from './rates';

/** In the order in which they are told. */
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
/** What users see of a market: it has no reference price of its own. */
export type ToldTerms = Omit<Terms, 'referencePrice'> & Partial<Pick<Terms, 'referencePrice'>>;

export interface TermChange {
  term: TermName;
  before: string;
  after: string;
}

export interface TermWriting {
  numbers: NumberFormats;
  base: string;
  quote: string;
  /** The fee level that is looked at; null: all of them. */
  level: number | null;
}

const PERCENT_PLACES_MIN = 2;

/** What differs between two sets of terms, in words of the screen. What either does not have is not compared. */
export function changesBetween(before: ToldTerms, after: ToldTerms, writing: TermWriting): TermChange[] {
  return TERM_NAMES.flatMap((term) => {
    const [told, telling] = [termText(term, before, writing), termText(term, after, writing)];
    return told === null || telling === null || told === telling ? [] : [{ term, before: told, after: telling }];
  });
}

/** Changes that markets have announced and that change something for whoever looks, by time. */
export function announcedChanges(
  market: MarketRecord,
  writing: Omit<TermWriting, 'base' | 'quote'>,
): { from: number; changes: TermChange[] }[] {
  const { pending, base, quote } = market;
  let before: ToldTerms = market;
  return pending.flatMap(({ from, referencePrice: _, ...after }) => {
    const changes = changesBetween(before, after, { base, quote, ...writing });
    before = after;
    return changes.length === 0 ? [] : [{ from, changes }];
  });
}

export function termText(term: TermName, terms: ToldTerms, writing: TermWriting): string | null {
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
  terms: ToldTerms,
  { numbers, quote, level }: TermWriting,
  chargeOf: (fees: Omit<Tier, 'level'>) => Charge,
): string {
  const told = (level === null ? tiersOf(terms) : [feesAt(terms, level)]).map((fees) => {
    const [ppb, fixed] = chargeOf(fees);
    return isFixed(fixed) ? `${numbers.exact(fixed)} ${quote}` : percentText(ppb, numbers);
  });
  // Levels that pay what the last one that is named pays need no mention.
  while (told.length > 1 && told.at(-1) === told.at(-2)) told.pop();
  return told.join(' / ');
}

function percentText(ppb: number, numbers: NumberFormats): string {
  return numbers.exactPercent(ratioOfPpb(ppb), PERCENT_PLACES_MIN);
}
