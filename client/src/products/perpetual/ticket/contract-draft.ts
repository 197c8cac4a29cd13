/** The user's draft of a contract order, and the quantity that it stands for. */
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { Opening, NoOutcome } from '../../../kit/entities/contract/outcomes';
import { compare, floorTo, productOf, quotientOf } from '../../../kit/lib/numbers/exact';
import type { StopName } from './attached-stops';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../kit/lib/numbers/typed';

export type Act = 'open' | 'close';
/** Units of the size: base asset, lots, value at the price, or cost of opening. */
export const SIZE_UNITS = ['coin', 'lots', 'value', 'cost'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

export interface ContractDraft {
  price: Typed;
  trigger: Typed;
  size: Typed;
  /** Unit in which the size was typed. */
  unit: SizeUnit;
  /** Attached stops as typed: a price, a percentage or a profit. */
  takeProfit: Typed;
  stopLoss: Typed;
  /** Slider position in percent of the maximum to open or close; null once a size has been typed. */
  slid: number | null;
  /** Quantity in the base asset, if the size was set by the slider or typed in another unit; else null. */
  quantity: string | null;
}

export type ContractField = 'price' | 'trigger' | 'size' | StopName;

/** Context for converting sizes. */
export interface SizeTerms {
  market: Pick<MarketRecord, 'lot' | 'decimals' | 'quantityMax'>;
  act: Act;
  unit: SizeUnit;
  /** Expected trade price; null if unknown. */
  at: string | null;
  /** Cost of opening a quantity; null if no price is known. */
  openingOf: (quantity: string) => Opening | NoOutcome | null;
  /** Available balance of the contract account; null if unknown. */
  available: string | null;
  /** Part of the position that no resting order closes; null without a position. */
  closable: string | null;
}

const NO_STOPS = { takeProfit: EMPTY, stopLoss: EMPTY };

/** Clears the stops, as a figure in one measure means nothing in another. */
export function withoutStops(draft: ContractDraft): ContractDraft {
  return { ...draft, ...NO_STOPS };
}

export function emptyDraft(price: string): ContractDraft {
  return { price: typedOf(price), trigger: EMPTY, size: EMPTY, unit: 'coin', ...NO_STOPS, slid: null, quantity: null };
}

/** Colour by the direction of the trade in the book, whether it opens or closes. */
export function colourOf(act: Act, side: PositionSide): 'buy' | 'sell' {
  return (act === 'open') === (side === 'long') ? 'buy' : 'sell';
}

/** Closing has no cost, so that unit is left out. */
export function unitsFor(act: Act): readonly SizeUnit[] {
  return act === 'open' ? SIZE_UNITS : SIZE_UNITS.filter((unit) => unit !== 'cost');
}

/** Decimal places of a size. */
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

/**
 * Quantity in the base asset for the typed size; value and cost are rounded down to whole lots. Null if nothing is
 * typed, or no price is known.
 */
export function quantityOf({ size, quantity }: ContractDraft, terms: SizeTerms): string | null {
  if (quantity !== null) return quantity;
  const sizeValue = decimalOfTyped(size);
  return sizeValue === null ? null : quantityFor(sizeValue, terms);
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
      return at === null ? null : maxQuantityFor(size, terms);
  }
}

const QUOTIENT_DIGITS = 18;

/** Size of a quantity in the chosen unit; null if no price is known. */
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

/** Maximum to open with the available balance, within leverage and tiers, or maximum to close. */
export function maxQuantityOf(terms: SizeTerms): string | null {
  const { act, available, closable, at, market } = terms;
  if (act === 'close') return closable ?? '0';
  if (available === null || at === null) return null;
  const max = maxQuantityFor(available, terms);
  return compare(max, market.quantityMax) > 0 ? market.quantityMax : max;
}

/** Largest number of lots whose cost is at most `budget`. Binary search, as the cost grows with the lots. */
function maxQuantityFor(budget: string, { market, openingOf }: SizeTerms): string {
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

/** Share of the maximum, rounded down to whole lots. */
function quantityAtShare(percent: number, max: string, lot: string): string {
  return percent === 100 ? max : floorTo(quotientOf(productOf(max, String(percent)), '100', QUOTIENT_DIGITS), lot);
}

/** Draft after a move of the slider. */
export function atPercent(draft: ContractDraft, percent: number, terms: SizeTerms): ContractDraft {
  const quantity = quantityAtShare(percent, maxQuantityOf(terms) ?? '0', terms.market.lot);
  return withQuantity(quantity, draft.slid === percent ? draft : { ...draft, slid: percent }, terms);
}

/** Draft with the size that the quantity has now. */
function withQuantity(quantity: string, draft: ContractDraft, terms: SizeTerms): ContractDraft {
  const positiveQuantity = compare(quantity, '0') > 0 ? quantity : null;
  const figure = positiveQuantity === null ? null : sizeFor(positiveQuantity, terms);
  const isShown =
    draft.unit === terms.unit && draft.quantity === positiveQuantity && decimalOfTyped(draft.size) === figure;
  return isShown ? draft : { ...draft, size: typedOf(figure), unit: terms.unit, quantity: positiveQuantity };
}

/** Slider position: where the user put it, else the quantity as a percentage of the maximum. */
export function percentShown(draft: ContractDraft, terms: SizeTerms): number {
  const max = maxQuantityOf(terms);
  if (draft.slid !== null) return draft.slid;
  const quantity = quantityOf(draft, terms);
  if (quantity === null || max === null || compare(max, '0') <= 0) return 0;
  return Math.min(100, Number(quotientOf(productOf(quantity, '100'), max, 0)));
}

/** Draft after typing in a field. Typing a size releases the slider; a new price changes the size of a share. */
export function withEdit(draft: ContractDraft, field: ContractField, value: Typed, unit: SizeUnit): ContractDraft {
  switch (field) {
    case 'size':
      return { ...draft, size: value, unit, slid: null, quantity: null };
    case 'price':
    case 'trigger':
      return withPrice(draft, field, value);
    case 'takeProfit':
    case 'stopLoss':
      return { ...draft, [field]: value };
  }
}

/** Draft at another price. A slider position is a share of the maximum at that price, which `withUnit` recomputes. */
export function withPrice(draft: ContractDraft, field: 'price' | 'trigger', value: Typed): ContractDraft {
  return { ...draft, [field]: value, ...(draft.slid === null ? {} : { size: EMPTY, quantity: null }) };
}

/**
 * Draft in the current unit and at the current price. A quantity from the slider or another unit is kept; its shown
 * size is recomputed.
 */
export function withUnit(draft: ContractDraft, terms: SizeTerms): ContractDraft {
  if (draft.slid !== null && draft.quantity === null) return atPercent(draft, draft.slid, terms);
  if (draft.quantity === null && draft.unit === terms.unit) return draft;
  const quantity = quantityOf(draft, { ...terms, unit: draft.unit });
  return withQuantity(quantity === null ? '0' : floorTo(quantity, terms.market.lot), draft, terms);
}

/** After placing, clears size and stops and keeps the price, unless the draft has changed meanwhile. */
export function afterPlacing(currentDraft: ContractDraft, placedDraft: ContractDraft): ContractDraft {
  return currentDraft === placedDraft
    ? { ...currentDraft, ...NO_STOPS, size: EMPTY, slid: null, quantity: null }
    : currentDraft;
}
