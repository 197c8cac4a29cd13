/**
 * What an order may be and what it costs, before it is sent: the same rules and words as the exchange's own. Exact integers
 * inside, decimal strings outside; whatever a user may spend is rounded down, whatever they pay is rounded up.
 */
import { bandHigh, bandLow, chargeOn } from '../../../../shared/rules/charges';
import { decimalOf, scaleOf } from '../../../../shared/rules/units';
import type { Level } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { exact, floorTo, isAbove, isMultiple, productOf } from '../../shared/lib/numbers/exact';

export type OrderSide = 'buy' | 'sell';
export type OrderKind = 'limit' | 'market' | 'stop_limit' | 'stop_market';

export function hasLimit(kind: OrderKind): boolean {
  return kind === 'limit' || kind === 'stop_limit';
}

export function hasTrigger(kind: OrderKind): boolean {
  return kind === 'stop_limit' || kind === 'stop_market';
}

/** Amounts of assets are shown and computed at this many places: none has more. */
export const AMOUNT_SCALE = 8;

/** price × quantity, exact. */
export function totalOf(price: string, quantity: string): string {
  return productOf(price, quantity);
}

/** The most whole lots that `total` pays for at `price`; null when there is no price. */
export function quantityFor(total: string, price: string, lot: string): string | null {
  const scale = Math.max(scaleOf(total), scaleOf(price));
  const money = exact(total, scale);
  const perUnit = exact(price, scale);
  if (perUnit === 0n) return null;
  // total / price / lot, as one division, so that it is rounded once and down.
  const lotScale = scaleOf(lot);
  const lotUnits = exact(lot, lotScale);
  const lots = (money * 10n ** BigInt(lotScale)) / (perUnit * lotUnits);
  return decimalOf(lots * lotUnits, lotScale);
}

/** `percent` (0 to 100) of `available`, rounded down to `step`. */
export function shareOf(available: string, percent: number, step: string): string {
  const scale = Math.max(scaleOf(available), scaleOf(step));
  const width = exact(step, scale);
  const share = (exact(available, scale) * BigInt(Math.round(percent))) / 100n;
  return decimalOf((share / width) * width, scale);
}

/** The step in which amounts of the quote asset are offered: that of the price. */
export function quoteStepOf({ tick }: Pick<MarketRecord, 'tick'>): string {
  const scale = scaleOf(tick);
  return scale === 0 ? '1' : decimalOf(1n, scale);
}

/**
 * What `percent` of the available amount buys or sells with a limit: whole lots, never more than there is or is allowed; null
 * where it takes a price to buy and there is none.
 */
export function quantityAtPercent(
  side: OrderSide,
  percent: number,
  available: string,
  price: string | null,
  { lot, quantityMax }: Pick<MarketRecord, 'lot' | 'quantityMax'>,
): string | null {
  const quantity =
    side === 'sell'
      ? shareOf(available, percent, lot)
      : quantityFor(shareOf(available, percent, `0.${'0'.repeat(AMOUNT_SCALE - 1)}1`), price ?? '0', lot);
  if (quantity === null) return null;
  return isAbove(quantity, quantityMax) ? quantityMax : quantity;
}

/** `decimal` as a whole percentage of `whole`, rounded down, at most 100. */
export function percentOf(decimal: string, whole: string): number {
  const scale = Math.max(scaleOf(decimal), scaleOf(whole));
  const all = exact(whole, scale);
  const part = exact(decimal, scale);
  if (all === 0n) return 0;
  const percent = (part * 100n) / all;
  return percent > 100n ? 100 : Number(percent);
}

export interface Charged {
  side: OrderSide;
  /** Of the base when buying, of the quote when selling. */
  received: string;
  /** What is filled at; null while that is not known. */
  price: string | null;
}

/** How many places each of the two assets has. */
export interface Scales {
  base: number;
  quote: number;
}

/**
 * What the exchange takes of what is received, by its own formula: a part, or a fixed amount of quote in its place, rounded up
 * to the unit of what it is taken in. Null while it takes a price to tell.
 */
export function chargeFor(
  { side, received, price }: Charged,
  { ratePpb, fixed }: { ratePpb: number; fixed: string | null },
  { base, quote }: Scales = { base: AMOUNT_SCALE, quote: AMOUNT_SCALE },
): string | null {
  if (fixed !== null && side === 'buy' && (price === null || !isAbove(price, '0'))) return null;
  const scale = Math.max(side === 'buy' ? base : quote, scaleOf(received));
  const priceScale = Math.max(quote, scaleOf(price ?? '0'));
  const filled = {
    ...{ side, received: exact(received, scale) },
    ...{ baseUnits: 10n ** BigInt(base + priceScale - quote), quoteUnits: exact(price ?? '1', priceScale) },
  };
  return decimalOf(chargeOn(filled, ratePpb, exact(fixed ?? '0', Math.max(quote, scaleOf(fixed ?? '0')))), scale);
}

/** The worst price at which a market order may trade, as the exchange reckons it from the last price. */
export function bandEdge(
  side: OrderSide,
  last: string,
  { tick, bandPpb, priceLowest, priceHighest }: Pick<MarketRecord, 'tick' | 'bandPpb' | 'priceLowest' | 'priceHighest'>,
): string {
  const scale = scaleOf(tick);
  const width = exact(tick, scale);
  const ticks = Number(exact(floorTo(last, tick), scale) / width);
  const edge = decimalOf(BigInt(side === 'buy' ? bandHigh(ticks, bandPpb) : bandLow(ticks, bandPpb)) * width, scale);
  if (side === 'buy') return isAbove(edge, priceHighest) ? priceHighest : edge;
  return isAbove(priceLowest, edge) ? priceLowest : edge;
}

/** Those levels of the other side of the book that an order of this side with this limit would trade with. */
export function withinLimit(side: OrderSide, levels: readonly Level[], limit: string): readonly Level[] {
  const end = levels.findIndex(([price]) => (side === 'buy' ? isAbove(price, limit) : isAbove(limit, price)));
  return end < 0 ? levels : levels.slice(0, end);
}

export interface MarketEstimate {
  quantity: string;
  /** In the quote asset. */
  cost: string;
  /** cost / quantity, rounded down to the tick; null when nothing would be filled. */
  averagePrice: string | null;
  /** The book as it is known does not hold enough. */
  isPartial: boolean;
}

/**
 * What a market order would do to the other side of the book as it is now: by quantity, or by an amount of the quote
 * asset, which buys whole lots level by level.
 */
export function estimateMarket(
  levels: readonly Level[],
  wish: { quantity: string } | { amount: string },
  { lot, tick }: Pick<MarketRecord, 'lot' | 'tick'>,
): MarketEstimate {
  const lotScale = scaleOf(lot);
  const tickScale = scaleOf(tick);
  const costScale = lotScale + tickScale;
  const lotUnits = exact(lot, lotScale);
  let quantity = 0n;
  let cost = 0n;
  let wanted = 'quantity' in wish ? exact(floorTo(wish.quantity, lot), lotScale) : null;
  let money = 'amount' in wish ? exact(floorTo(wish.amount, unitAt(costScale)), costScale) : null;
  let isPartial = true;
  for (const [price, offered] of levels) {
    const perUnit = exact(price, tickScale);
    const offer = exact(offered, lotScale);
    const affordable = money === null ? offer : (money / perUnit / lotUnits) * lotUnits;
    const taken = least(offer, least(affordable, wanted ?? offer));
    quantity += taken;
    cost += taken * perUnit;
    if (wanted !== null) wanted -= taken;
    if (money !== null) money -= taken * perUnit;
    if (wanted === 0n || (money !== null && taken < offer)) {
      isPartial = false;
      break;
    }
  }
  return {
    quantity: decimalOf(quantity, lotScale),
    cost: decimalOf(cost, costScale),
    averagePrice: quantity === 0n ? null : decimalOf(cost / quantity, tickScale),
    isPartial,
  };
}

export type TermsCode =
  | 'quantity.not.positive'
  | 'quantity.too.small'
  | 'quantity.too.large'
  | 'quantity.off.lot'
  | 'price.off.tick'
  | 'price.out.of.range'
  | 'trigger.out.of.range'
  | 'trigger.at.last.price'
  | 'amount.not.positive'
  | 'notional.too.small'
  | 'balance.insufficient';

export type TermsField = 'price' | 'trigger' | 'quantity' | 'amount';

export interface TermsFault {
  field: TermsField;
  code: TermsCode;
  /** The limit that was passed, for the words. */
  limit?: { kind: 'minimum' | 'maximum'; value: string; asset: string };
}

export interface OrderWish {
  side: OrderSide;
  kind: OrderKind;
  price?: string;
  trigger?: string;
  quantity?: string;
  /** Of the quote asset. */
  amount?: string;
}

/** Everything that is wrong with an order, by the market's terms and in the exchange's words; fields not given are not judged. */
export function faultsOf(
  wish: OrderWish,
  market: MarketRecord,
  last: string | null,
  available: string | null,
): TermsFault[] {
  const faults = [
    wish.price === undefined ? null : priceFault('price', wish.price, market),
    wish.trigger === undefined ? null : triggerFault(wish.trigger, market, last),
    wish.quantity === undefined ? null : quantityFault(wish.quantity, market),
    wish.amount === undefined ? null : amountFault(wish.amount),
  ].filter((fault) => fault !== null);
  if (faults.length > 0) return faults;
  return [notionalFault(wish, market, last) ?? balanceFault(wish, market, available)].filter((fault) => fault !== null);
}

function priceFault(field: 'price' | 'trigger', price: string, market: MarketRecord): TermsFault | null {
  const { tick, priceLowest, priceHighest, quote } = market;
  const code = field === 'price' ? 'price.out.of.range' : 'trigger.out.of.range';
  if (isAbove(price, priceHighest))
    return { field, code, limit: { kind: 'maximum', value: priceHighest, asset: quote } };
  if (isAbove(priceLowest, price)) return { field, code, limit: { kind: 'minimum', value: priceLowest, asset: quote } };
  return isMultiple(price, tick)
    ? null
    : { field, code: 'price.off.tick', limit: { kind: 'minimum', value: tick, asset: quote } };
}

function triggerFault(trigger: string, market: MarketRecord, last: string | null): TermsFault | null {
  const fault = priceFault('trigger', trigger, market);
  if (fault || last === null) return fault;
  return isAbove(trigger, last) || isAbove(last, trigger) ? null : { field: 'trigger', code: 'trigger.at.last.price' };
}

function quantityFault(quantity: string, { lot, quantityMin, quantityMax, base }: MarketRecord): TermsFault | null {
  const field = 'quantity';
  if (!isAbove(quantity, '0')) return { field, code: 'quantity.not.positive' };
  if (isAbove(quantityMin, quantity))
    return { field, code: 'quantity.too.small', limit: { kind: 'minimum', value: quantityMin, asset: base } };
  if (isAbove(quantity, quantityMax))
    return { field, code: 'quantity.too.large', limit: { kind: 'maximum', value: quantityMax, asset: base } };
  return isMultiple(quantity, lot)
    ? null
    : { field, code: 'quantity.off.lot', limit: { kind: 'minimum', value: lot, asset: base } };
}

function amountFault(amount: string): TermsFault | null {
  return isAbove(amount, '0') ? null : { field: 'amount', code: 'amount.not.positive' };
}

function notionalFault(wish: OrderWish, { notionalMin, quote }: MarketRecord, last: string | null): TermsFault | null {
  const price = wish.price ?? wish.trigger ?? last;
  const notional =
    wish.amount ?? (price === null || wish.quantity === undefined ? null : totalOf(price, wish.quantity));
  if (notional === null || !isAbove(notionalMin, notional)) return null;
  return {
    field: wish.amount === undefined ? 'quantity' : 'amount',
    code: 'notional.too.small',
    limit: { kind: 'minimum', value: notionalMin, asset: quote },
  };
}

function balanceFault(wish: OrderWish, _market: MarketRecord, available: string | null): TermsFault | null {
  if (available === null) return null;
  const held = heldBy(wish);
  if (held === null || !isAbove(held, available)) return null;
  return { field: wish.amount === undefined ? 'quantity' : 'amount', code: 'balance.insufficient' };
}

/** What the order sets aside: price × quantity or the amount in quote when buying, the quantity in base when selling. */
export function heldBy({ side, price, quantity, amount }: OrderWish): string | null {
  if (side === 'sell') return quantity ?? null;
  if (amount !== undefined) return amount;
  return price === undefined || quantity === undefined ? null : totalOf(price, quantity);
}

/** The multiple of `tick` nearest to a price that a pointer was at; at least one tick. */
export function nearestTick(price: number, tick: string): string {
  const scale = scaleOf(tick);
  const ticks = Math.max(1, Math.round(price / Number(tick)));
  return decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}

/** One tick up or down, never below one. */
export function stepped(price: string, tick: string, ticks: number): string {
  const scale = Math.max(scaleOf(tick), scaleOf(price));
  const width = exact(tick, scale);
  const next = (exact(price, scale) / width + BigInt(ticks)) * width;
  return decimalOf(next < width ? width : next, scale);
}

function unitAt(scale: number): string {
  return decimalOf(1n, scale);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
