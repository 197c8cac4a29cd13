/** What a user has typed of a contract order so far, and what quantity that is. */
import type { MarketRecord } from '../../../../shared/wire/product';
import type { PositionSide } from '../../../../shared/rules/perpetual/position';
import { scaleOf } from '../../../../shared/rules/units';
import type { Opening, NoOutcome } from '../../entities/contract/outcomes';
import { compare, floorTo, productOf, quotientOf } from '../../shared/lib/exact';
import type { StopName } from './attached-stops';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../shared/lib/typed';

export type Act = 'open' | 'close';
/** What the size counts: lots, the coin, what they are worth at the price, or what opening them holds. */
export const SIZE_UNITS = ['coin', 'lots', 'value', 'cost'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

export interface ContractDraft {
  price: Typed;
  trigger: Typed;
  size: Typed;
  /** What the size was typed in. */
  unit: SizeUnit;
  /** What it brings along, each as it was typed: as a price, a rate or a profit. */
  takeProfit: Typed;
  stopLoss: Typed;
  /** Chosen by the slider, as long as nothing was typed since. */
  slid: Slid | null;
}

interface Slid {
  percent: number;
  /** What it was a share of: the most that could be opened, or closed. */
  most: string;
}

export type ContractField = 'price' | 'trigger' | 'size' | StopName;

/** What the size is judged by. */
export interface SizeTerms {
  market: Pick<MarketRecord, 'lot' | 'decimals' | 'quantityMax'>;
  act: Act;
  unit: SizeUnit;
  /** What it would trade at; null where nothing says so. */
  at: string | null;
  /** What opening so much would hold, all of it; null where nothing prices it. */
  openingOf: (quantity: string) => Opening | NoOutcome | null;
  /** Of the contract account; null where that is not known. */
  available: string | null;
  /** What of the position nothing is closing yet; null where there is none. */
  closable: string | null;
}

const NO_STOPS = { takeProfit: EMPTY, stopLoss: EMPTY };

/** As a price is no rate, what was typed as one is typed anew as the other. */
export function withoutStops(draft: ContractDraft): ContractDraft {
  return { ...draft, ...NO_STOPS };
}

export function emptyDraft(price: string): ContractDraft {
  return { price: typedOf(price), trigger: EMPTY, size: EMPTY, unit: 'coin', ...NO_STOPS, slid: null };
}

/** What goes up with the price is green, on whichever side it opens or closes. */
export function colourOf(act: Act, side: PositionSide): 'buy' | 'sell' {
  return (act === 'open') === (side === 'long') ? 'buy' : 'sell';
}

/** What closes holds nothing: of it there is no cost. */
export function unitsFor(act: Act): readonly SizeUnit[] {
  return act === 'open' ? SIZE_UNITS : SIZE_UNITS.filter((unit) => unit !== 'cost');
}

/** Places that a size has. */
export function sizeScale(unit: SizeUnit, { lot, decimals }: SizeTerms['market']): number {
  switch (unit) {
    case 'lots':
      return 0;
    case 'coin':
      return scaleOf(lot);
    case 'value':
    case 'cost':
      return Math.min(decimals.notional, 2);
  }
}

/** Whole lots of the coin for what was typed, never more than it says; null where nothing is typed, or nothing prices it. */
export function quantityOf({ size, slid }: ContractDraft, terms: SizeTerms): string | null {
  if (slid) return atShare(slid.percent, slid.most, terms.market.lot);
  const typed = decimalOfTyped(size);
  return typed === null ? null : quantityFor(typed, terms);
}

function quantityFor(size: string, terms: SizeTerms): string | null {
  const { market, unit, at } = terms;
  switch (unit) {
    case 'lots':
      return productOf(size, market.lot);
    case 'coin':
      return size;
    case 'value':
      return at === null ? null : floorTo(quotientOf(size, at, QUOTIENT_DIGITS), market.lot);
    case 'cost':
      return at === null ? null : mostFor(size, terms);
  }
}

const QUOTIENT_DIGITS = 18;

/** The size that a quantity is, in the unit that is chosen; null for a cost, which only the quantity follows. */
export function sizeFor(quantity: string, { market, unit, at }: SizeTerms): string | null {
  const scale = sizeScale(unit, market);
  switch (unit) {
    case 'lots':
      return quotientOf(quantity, market.lot, 0);
    case 'coin':
      return quantity;
    case 'value':
      return at === null ? null : quotientOf(productOf(quantity, at), '1', scale);
    case 'cost':
      return null;
  }
}

/** The most that can be opened with what is available, within leverage and tiers, or closed of what is held. */
export function mostOf(terms: SizeTerms): string | null {
  const { act, available, closable, at, market } = terms;
  if (act === 'close') return closable ?? '0';
  if (available === null || at === null) return null;
  const most = mostFor(available, terms);
  return compare(most, market.quantityMax) > 0 ? market.quantityMax : most;
}

/** The largest whole number of lots whose cost is no more than `budget`: by halving, since the cost grows with the lots. */
function mostFor(budget: string, { market, openingOf }: SizeTerms): string {
  const isCovered = (lots: number): boolean => {
    const opening = openingOf(productOf(String(lots), market.lot));
    return opening?.kind === 'opening' && compare(opening.total, budget) <= 0;
  };
  let [covered, above] = [0, 1];
  while (isCovered(above) && above < LOTS_MAX) [covered, above] = [above, above * 2];
  while (above - covered > 1) {
    const middle = covered + Math.floor((above - covered) / 2);
    if (isCovered(middle)) covered = middle;
    else above = middle;
  }
  return productOf(String(covered), market.lot);
}

const LOTS_MAX = 2 ** 40;

/** In whole lots. */
function atShare(percent: number, most: string, lot: string): string {
  return percent === 100 ? most : floorTo(quotientOf(productOf(most, String(percent)), '100', QUOTIENT_DIGITS), lot);
}

/** The draft after the slider. */
export function atPercent(draft: ContractDraft, percent: number, terms: SizeTerms): ContractDraft {
  const most = mostOf(terms) ?? '0';
  const size = sizeFor(atShare(percent, most, terms.market.lot), terms);
  return {
    ...draft,
    size: size === null || compare(size, '0') <= 0 ? EMPTY : typedOf(size),
    unit: terms.unit,
    slid: { percent, most },
  };
}

/** What the slider stands at: where it was put, else what the quantity is of the most. */
export function percentShown(draft: ContractDraft, terms: SizeTerms): number {
  const most = mostOf(terms);
  if (draft.slid) return draft.slid.percent;
  const quantity = quantityOf(draft, terms);
  if (quantity === null || most === null || compare(most, '0') <= 0) return 0;
  return Math.min(100, Number(quotientOf(productOf(quantity, '100'), most, 0)));
}

/** After a field was typed in: whoever types a size has let go of the slider, and a share of another price is another size. */
export function edited(draft: ContractDraft, field: ContractField, typed: Typed, unit: SizeUnit): ContractDraft {
  const after = { ...draft, [field]: typed };
  return field === 'size' ? { ...after, unit, slid: null } : after;
}

/** The same order in the unit that is chosen now: a size typed in another keeps its quantity, not its figure. */
export function inUnit(draft: ContractDraft, terms: SizeTerms): ContractDraft {
  if (draft.unit === terms.unit) return draft;
  const quantity = quantityOf(draft, { ...terms, unit: draft.unit });
  const size = quantity === null ? null : sizeFor(quantity, terms);
  return { ...draft, size: typedOf(size), unit: terms.unit };
}

/** After it was placed: what it was for is done, the price stays. */
export function afterPlacing(known: ContractDraft, sent: ContractDraft): ContractDraft {
  return known === sent ? { ...known, ...NO_STOPS, size: EMPTY, slid: null } : known;
}
