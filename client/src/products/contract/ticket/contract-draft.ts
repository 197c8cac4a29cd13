/** What a user has typed of a contract order so far, and what quantity that is. */
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { Opening, NoOutcome } from '../../../entities/contract/outcomes';
import { compare, floorTo, productOf, quotientOf } from '../../../shared/lib/numbers/exact';
import type { StopName } from './attached-stops';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/numbers/typed';

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
  /** Percent of the most that can be opened, or closed, by the slider, as long as no size was typed since. */
  slid: number | null;
  /** Of the coin, what the size stands for where it was not typed as it is shown: it was slid to, or typed in another unit. */
  quantity: string | null;
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
  return { price: typedOf(price), trigger: EMPTY, size: EMPTY, unit: 'coin', ...NO_STOPS, slid: null, quantity: null };
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
export function quantityOf({ size, quantity }: ContractDraft, terms: SizeTerms): string | null {
  if (quantity !== null) return quantity;
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

/** The size that a quantity is, in the unit that is chosen; null where nothing prices it. */
function sizeFor(quantity: string, { market, unit, at, openingOf }: SizeTerms): string | null {
  const scale = sizeScale(unit, market);
  switch (unit) {
    case 'lots':
      return quotientOf(quantity, market.lot, 0);
    case 'coin':
      return quantity;
    case 'value':
      return at === null ? null : quotientOf(productOf(quantity, at), '1', scale);
    case 'cost': {
      const opening = openingOf(quantity);
      return opening?.kind === 'opening' ? quotientOf(opening.total, '1', scale) : null;
    }
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
  const quantity = atShare(percent, mostOf(terms) ?? '0', terms.market.lot);
  return standingFor(quantity, draft.slid === percent ? draft : { ...draft, slid: percent }, terms);
}

/** With the figure that a quantity is by now. */
function standingFor(quantity: string, draft: ContractDraft, terms: SizeTerms): ContractDraft {
  const known = compare(quantity, '0') > 0 ? quantity : null;
  const figure = known === null ? null : sizeFor(known, terms);
  const isShown = draft.unit === terms.unit && draft.quantity === known && decimalOfTyped(draft.size) === figure;
  return isShown ? draft : { ...draft, size: typedOf(figure), unit: terms.unit, quantity: known };
}

/** What the slider stands at: where it was put, else what the quantity is of the most. */
export function percentShown(draft: ContractDraft, terms: SizeTerms): number {
  const most = mostOf(terms);
  if (draft.slid !== null) return draft.slid;
  const quantity = quantityOf(draft, terms);
  if (quantity === null || most === null || compare(most, '0') <= 0) return 0;
  return Math.min(100, Number(quotientOf(productOf(quantity, '100'), most, 0)));
}

/** After a field was typed in: whoever types a size has let go of the slider, and a share of another price is another size. */
export function edited(draft: ContractDraft, field: ContractField, typed: Typed, unit: SizeUnit): ContractDraft {
  switch (field) {
    case 'size':
      return { ...draft, size: typed, unit, slid: null, quantity: null };
    case 'price':
    case 'trigger':
      return priced(draft, field, typed);
    case 'takeProfit':
    case 'stopLoss':
      return { ...draft, [field]: typed };
  }
}

/** At another price: what the slider stands at is a share of what can be opened there, which `inUnit` tells. */
export function priced(draft: ContractDraft, field: 'price' | 'trigger', typed: Typed): ContractDraft {
  return { ...draft, [field]: typed, ...(draft.slid === null ? {} : { size: EMPTY, quantity: null }) };
}

/** The same order in the unit that is chosen now, at the price of now: a quantity that was not typed as it is shown keeps, its figure follows. */
export function inUnit(draft: ContractDraft, terms: SizeTerms): ContractDraft {
  if (draft.slid !== null && draft.quantity === null) return atPercent(draft, draft.slid, terms);
  if (draft.quantity === null && draft.unit === terms.unit) return draft;
  const quantity = quantityOf(draft, { ...terms, unit: draft.unit });
  return standingFor(quantity === null ? '0' : floorTo(quantity, terms.market.lot), draft, terms);
}

/** After it was placed: what it was for is done, the price stays. */
export function afterPlacing(known: ContractDraft, sent: ContractDraft): ContractDraft {
  return known === sent ? { ...known, ...NO_STOPS, size: EMPTY, slid: null, quantity: null } : known;
}
