/**
 * What an order may be and what it costs, before it is sent: the same rules and words as the exchange's own. Exact integers
 * inside, decimal strings outside; whatever a user may spend is rounded down, whatever they pay is rounded up.
 */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { Level } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { productOf } from '../../shared/lib/exact';

export type OrderSide = 'buy' | 'sell';
export type OrderKind = 'limit' | 'market' | 'stop_limit' | 'stop_market';

/** Rates are integers in parts per billion. */
const PPB = 1_000_000_000n;
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

/** The greatest multiple of `step` that is not above `decimal`. */
export function floorTo(decimal: string, step: string): string {
  const scale = Math.max(scaleOf(decimal), scaleOf(step));
  const width = exact(step, scale);
  return decimalOf((exact(decimal, scale) / width) * width, scale);
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

/** Fee on what is received, rounded up at `scale` places, as the exchange takes it. */
export function feeOn(received: string, ratePpb: number, scale: number): string {
  const units = exact(received, Math.max(scale, scaleOf(received)));
  const fee = (units * BigInt(ratePpb) + PPB - 1n) / PPB;
  return decimalOf(fee, Math.max(scale, scaleOf(received)));
}

/**
 * A fixed amount of quote as it is taken from what is received, never more than that: of a buyer as much of the coin as it is
 * worth at `price`, rounded up at `scale` places. Null while a buyer's price is not known.
 */
export function fixedFeeOn(
  received: string,
  fixed: string,
  { side, price, scale }: { side: OrderSide; price: string | null; scale: number },
): string | null {
  const fee = side === 'sell' ? fixed : price === null ? null : coinFor(fixed, price, scale);
  return fee !== null && isAbove(fee, received) ? received : fee;
}

/** What of the coin is worth `amount` of quote, rounded up; null without a price. */
function coinFor(amount: string, price: string, scale: number): string | null {
  const common = Math.max(scaleOf(amount), scaleOf(price));
  const perUnit = exact(price, common);
  if (perUnit === 0n) return null;
  return decimalOf((exact(amount, common) * 10n ** BigInt(scale) + perUnit - 1n) / perUnit, scale);
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

export function isAbove(a: string, b: string): boolean {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return exact(a, scale) > exact(b, scale);
}

export function isMultiple(decimal: string, step: string): boolean {
  const scale = Math.max(scaleOf(decimal), scaleOf(step));
  return exact(decimal, scale) % exact(step, scale) === 0n;
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

function exact(decimal: string, scale: number): bigint {
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} is no decimal of scale ${scale}`);
  return units;
}
