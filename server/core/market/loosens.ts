/** Which changes of a spot market's terms loosen what they hold back, or give what they bring in. */
import type { Context } from '../decision';
import type { Facts, NeedsTwo } from '../product';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import { MARKET_TERMS_CHANGED, type ChangeMarketTerms, type MarketTerms } from './commands';
import { spotMarket } from './listing';
import { termsAt } from './terms';

type Field = (typeof MARKET_TERMS_CHANGED)[number];
type Plain<V> = V extends readonly (infer Item)[] ? readonly Item[] : V;
type Terms = { readonly [F in Field]?: Plain<MarketTerms[F]> };

/**
 * Smaller orders and larger ones than before, at prices farther off, more of them at a time, and lower fees. A reference price is neither: by
 * it withdrawals are valued and, before the first trade, orders judged, so it is never the word of one.
 */
export function loosensMarketTerms(
  view: CoreView,
  command: ChangeMarketTerms,
  { at }: Readonly<Pick<Context, 'at'>>,
): NeedsTwo | null {
  const listed = spotMarket(view, command.market) ?? broken(`market ${command.market} is unknown`);
  const { market, from } = command;
  const before = termsAt<Terms>(listed, from ?? at);
  const asked = MARKET_TERMS_CHANGED.filter((field) => command[field] !== undefined);
  if (!asked.some((field) => isLooser(field, before, command))) return null;
  const told = (terms: Terms): Facts => ({
    market,
    ...(from === undefined ? {} : { from }),
    ...Object.fromEntries(asked.map((field) => [field, factOf(terms[field])])),
  });
  return { user: null, waits: true, before: told(before), after: told(command) };
}

function isLooser(field: Field, before: Terms, after: Terms): boolean {
  switch (field) {
    case 'quantityMin':
    case 'notionalMin':
    case 'priceLowest':
      return isBelow(after[field], before[field]);
    case 'quantityMax':
    case 'priceHighest':
    case 'openOrdersMax':
    case 'bandPpb':
      return isBelow(before[field], after[field]);
    case 'referencePrice':
      return after[field] !== before[field];
    case 'makerFeesPpb':
    case 'takerFeesPpb':
      return isAnyLess(before[field] ?? [], after[field] ?? []);
    case 'makerFeesFixed':
    case 'takerFeesFixed': {
      const [old, next] = [before[field] ?? [], after[field] ?? []];
      // An amount in place of a part of what is traded, or a part again, is less for somebody.
      return isNone(old) !== isNone(next) || isAnyLess(old, next);
    }
  }
}

/** Amounts pass what a number holds exactly: compared as they are. */
function isBelow(one: number | bigint | undefined, other: number | bigint | undefined): boolean {
  return one !== undefined && other !== undefined && one < other;
}

/** The last one serves every higher level. */
function isAnyLess(before: readonly (number | bigint)[], after: readonly (number | bigint)[]): boolean {
  const at = (fees: readonly (number | bigint)[], level: number) => fees[Math.min(level, fees.length - 1)] ?? 0;
  const levels = Array.from({ length: Math.max(before.length, after.length) }, (_, level) => level);
  return levels.some((level) => at(after, level) < at(before, level));
}

function isNone(fees: readonly bigint[]): boolean {
  return fees.every((fee) => fee === 0n);
}

function factOf(value: Terms[Field]): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? value.join(' ') : String(value ?? '');
}
