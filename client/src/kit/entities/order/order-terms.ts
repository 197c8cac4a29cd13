/**
 * Limits and costs of an order before it is sent, by the exchange's own rules and words. Computes with exact integers, returns decimal
 * strings. Spendable amounts are rounded down, payments are rounded up.
 */
import { bandHigh, bandLow, feeOnFill } from '../../../../../shared/rules/arithmetic/charges';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import type { Level } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { exact, floorTo, isAbove, isMultiple, productOf } from '../../lib/numbers/exact';

export type OrderSide = 'buy' | 'sell';
export type OrderKind = 'limit' | 'market' | 'stop_limit' | 'stop_market';

export function hasLimit(kind: OrderKind): boolean {
  return kind === 'limit' || kind === 'stop_limit';
}

export function hasTrigger(kind: OrderKind): boolean {
  return kind === 'stop_limit' || kind === 'stop_market';
}

/** Maximum of decimals of any asset, for display and computation. */
export const AMOUNT_SCALE = 8;

/** price × quantity, exact. */
export function totalOf(price: string, quantity: string): string {
  return productOf(price, quantity);
}

/** Most whole lots that `total` buys at `price`; null without a price. */
export function quantityFor(total: string, price: string, lot: string): string | null {
  const scale = Math.max(scaleOf(total), scaleOf(price));
  const money = exact(total, scale);
  const perUnit = exact(price, scale);
  if (perUnit === 0n) return null;
  // total / price / lot as one division, to round down only once.
  const lotScale = scaleOf(lot);
  const lotUnits = exact(lot, lotScale);
  const lots = (money * 10n ** BigInt(lotScale)) / (perUnit * lotUnits);
  return decimalOf(lots * lotUnits, lotScale);
}

/** `percent` (0 to 100) of `available`, rounded down to `step`. */
export function shareOf(available: string, percent: number, step: string): string {
  const scale = Math.max(scaleOf(available), scaleOf(step));
  const stepUnits = exact(step, scale);
  const shareUnits = (exact(available, scale) * BigInt(Math.round(percent))) / 100n;
  return decimalOf((shareUnits / stepUnits) * stepUnits, scale);
}

/** Step of quote amounts: the scale of the price. */
export function quoteStepOf({ tick }: Pick<MarketRecord, 'tick'>): string {
  const scale = scaleOf(tick);
  return scale === 0 ? '1' : decimalOf(1n, scale);
}

/**
 * Quantity that `percent` of the available amount buys or sells with a limit: whole lots, at most what is available and permitted. Null if
 * buying needs a price and there is none.
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

/** `decimal` as a whole percentage of `total`, rounded down, at most 100. */
export function percentOf(decimal: string, total: string): number {
  const scale = Math.max(scaleOf(decimal), scaleOf(total));
  const totalUnits = exact(total, scale);
  const partUnits = exact(decimal, scale);
  if (totalUnits === 0n) return 0;
  const percent = (partUnits * 100n) / totalUnits;
  return percent > 100n ? 100 : Number(percent);
}

export interface Charged {
  side: OrderSide;
  /** Amount in base when buying, in quote when selling. */
  received: string;
  /** Fill price; null while unknown. */
  price: string | null;
}

/** Decimals of the two assets. */
export interface Scales {
  base: number;
  quote: number;
}

/**
 * Fee on the received amount, by the exchange's own formula: a share, or instead a fixed amount of quote, rounded up to the unit of the
 * fee's asset. Null while the needed price is unknown.
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
  return decimalOf(feeOnFill(filled, ratePpb, exact(fixed ?? '0', Math.max(quote, scaleOf(fixed ?? '0')))), scale);
}

/** Worst price of a market order: the exchange's band around the last price. */
export function bandEdge(
  side: OrderSide,
  last: string,
  { tick, bandPpb, priceLowest, priceHighest }: Pick<MarketRecord, 'tick' | 'bandPpb' | 'priceLowest' | 'priceHighest'>,
): string {
  const scale = scaleOf(tick);
  const tickUnits = exact(tick, scale);
  const ticks = Number(exact(floorTo(last, tick), scale) / tickUnits);
  const bandLimit = decimalOf(
    BigInt(side === 'buy' ? bandHigh(ticks, bandPpb) : bandLow(ticks, bandPpb)) * tickUnits,
    scale,
  );
  if (side === 'buy') return isAbove(bandLimit, priceHighest) ? priceHighest : bandLimit;
  return isAbove(priceLowest, bandLimit) ? priceLowest : bandLimit;
}

/** Levels of the opposite side within the order's limit. */
export function withinLimit(side: OrderSide, levels: readonly Level[], limit: string): readonly Level[] {
  const end = levels.findIndex(([price]) => (side === 'buy' ? isAbove(price, limit) : isAbove(limit, price)));
  return end < 0 ? levels : levels.slice(0, end);
}

export interface MarketEstimate {
  quantity: string;
  /** In the quote asset. */
  cost: string;
  /** cost / quantity, rounded down to the tick; null without a fill. */
  averagePrice: string | null;
  /** The known book does not hold enough. */
  isPartial: boolean;
}

/**
 * Estimated fills of a market order on the other side of the current book: by quantity, or by an amount of the quote asset, which buys
 * whole lots level by level.
 */
export function estimateMarket(
  levels: readonly Level[],
  request: { quantity: string } | { amount: string },
  { lot, tick }: Pick<MarketRecord, 'lot' | 'tick'>,
): MarketEstimate {
  const lotScale = scaleOf(lot);
  const tickScale = scaleOf(tick);
  const costScale = lotScale + tickScale;
  const lotUnits = exact(lot, lotScale);
  let quantity = 0n;
  let cost = 0n;
  let remainingQuantity = 'quantity' in request ? exact(floorTo(request.quantity, lot), lotScale) : null;
  let money = 'amount' in request ? exact(floorTo(request.amount, unitAt(costScale)), costScale) : null;
  let isPartial = true;
  for (const [price, offered] of levels) {
    const perUnit = exact(price, tickScale);
    const offer = exact(offered, lotScale);
    const affordable = money === null ? offer : (money / perUnit / lotUnits) * lotUnits;
    const filledQuantity = minOf(offer, minOf(affordable, remainingQuantity ?? offer));
    quantity += filledQuantity;
    cost += filledQuantity * perUnit;
    if (remainingQuantity !== null) remainingQuantity -= filledQuantity;
    if (money !== null) money -= filledQuantity * perUnit;
    if (remainingQuantity === 0n || (money !== null && filledQuantity < offer)) {
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
  /** Exceeded limit, for the text. */
  limit?: { kind: 'minimum' | 'maximum'; value: string; asset: string };
}

export interface OrderRequest {
  side: OrderSide;
  kind: OrderKind;
  price?: string;
  trigger?: string;
  quantity?: string;
  /** Amount of the quote asset. */
  amount?: string;
}

/** All faults of an order by the market's terms, with the exchange's codes. Missing fields are not checked. */
export function faultsOf(
  request: OrderRequest,
  market: MarketRecord,
  last: string | null,
  available: string | null,
): TermsFault[] {
  const errors = [
    request.price === undefined ? null : priceFault('price', request.price, market),
    request.trigger === undefined ? null : triggerFault(request.trigger, market, last),
    request.quantity === undefined ? null : quantityFault(request.quantity, market),
    request.amount === undefined ? null : amountFault(request.amount),
  ].filter((error) => error !== null);
  if (errors.length > 0) return errors;
  return [notionalFault(request, market, last) ?? balanceFault(request, market, available)].filter(
    (error) => error !== null,
  );
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
  const priceError = priceFault('trigger', trigger, market);
  if (priceError || last === null) return priceError;
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

function notionalFault(
  request: OrderRequest,
  { notionalMin, quote }: MarketRecord,
  last: string | null,
): TermsFault | null {
  const price = request.price ?? request.trigger ?? last;
  const notional =
    request.amount ?? (price === null || request.quantity === undefined ? null : totalOf(price, request.quantity));
  if (notional === null || !isAbove(notionalMin, notional)) return null;
  return {
    field: request.amount === undefined ? 'quantity' : 'amount',
    code: 'notional.too.small',
    limit: { kind: 'minimum', value: notionalMin, asset: quote },
  };
}

function balanceFault(request: OrderRequest, _market: MarketRecord, available: string | null): TermsFault | null {
  if (available === null) return null;
  const heldAmount = heldBy(request);
  if (heldAmount === null || !isAbove(heldAmount, available)) return null;
  return { field: request.amount === undefined ? 'quantity' : 'amount', code: 'balance.insufficient' };
}

/** Hold of the order: price × quantity or the amount in quote when buying, the quantity in base when selling. */
export function heldBy({ side, price, quantity, amount }: OrderRequest): string | null {
  if (side === 'sell') return quantity ?? null;
  if (amount !== undefined) return amount;
  return price === undefined || quantity === undefined ? null : totalOf(price, quantity);
}

/** Multiple of `tick` nearest to a pointer's price; at least one tick. */
export function nearestTick(price: number, tick: string): string {
  const scale = scaleOf(tick);
  const ticks = Math.max(1, Math.round(price / Number(tick)));
  return decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}

/** One tick up or down, at least one tick. */
export function stepped(price: string, tick: string, ticks: number): string {
  const scale = Math.max(scaleOf(tick), scaleOf(price));
  const width = exact(tick, scale);
  const next = (exact(price, scale) / width + BigInt(ticks)) * width;
  return decimalOf(next < width ? width : next, scale);
}

function unitAt(scale: number): string {
  return decimalOf(1n, scale);
}

function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
