/**
 * Cross positions of an account cover one another: this file lists them, calculates the free balance, and pays losses beyond a position's
 * own margin. While a batch is decided, a collateral pool carries the effects of each event to the next.
 */
import {
  crossFreeBalance,
  type CrossMarket,
  type CrossPosition,
} from '../../../../../shared/products/perpetual/rules/cross';
import { profitAt, valueAt, type Position as Size } from '../../../../../shared/products/perpetual/rules/position';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { marketAccount, type Entry } from '../../../../core/ledger/entry';
import { availableIn, bucketsOf } from '../../../../core/ledger/ledger';
import type { OrderView, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { leverageOf, ordersIn } from '../orders/open-orders';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { entryKindForBucket, marginBucket, type MarginBucket } from './bucket';
import { markAt } from '../marks/mark';
import { orderHoldsIn } from '../orders/open-order-sums';
import type { MarginDrawn, ProfitSettled, FundsRaisedEvent } from './cross-events';
import { cancelOpenOrder } from '../orders/cancel';

/** A cross position, as far as a batch has come. */
export interface CrossLeg {
  readonly id: number;
  readonly market: PerpetualMarketView;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  readonly cost: bigint;
  readonly hold: number;
  readonly bucket: MarginBucket;
  /** Its locked margin, units. */
  readonly collateral: bigint;
}

/** Funds that pay an account's losses. */
export interface CollateralPool {
  readonly user: number;
  readonly quote: string;
  /** Available balance, units. */
  free: bigint;
  legs: readonly CrossLeg[];
  /** Orders whose holds may be used too, newest first; none during a walk, which may meet them. */
  orders?: readonly OrderView[];
}

const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Whether an account covers the position; a position being taken over is separate, with its own share. */
export function isCross(
  view: CoreView,
  { id, user, market }: { readonly id: number; readonly user: number; readonly market: string },
): boolean {
  if (view.perpetual.holdings.get(user)?.get(market)?.mode !== 'cross') return false;
  return view.liquidations.open.get(market)?.position !== id;
}

/** Cross positions in markets of that quote asset, in order of listing. */
export function legsOf(view: CoreView, user: number, quote: string): CrossLeg[] {
  const holdings = view.perpetual.holdings.get(user);
  const legs: CrossLeg[] = [];
  if (!holdings) return legs;
  for (const [name, contract] of view.perpetual.contracts) {
    const holding = holdings.get(name);
    if (holding?.mode !== 'cross') continue;
    const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
    if (market.terms.quote !== quote) continue;
    const leverage = leverageOf(holding, { tiers: contract.orderTiers });
    for (const side of SIDES) {
      const position = holding[side];
      if (!position || !isCross(view, position)) continue;
      const { id, lots, cost, hold } = position;
      const collateral = getOrThrow(view.holds, hold).remaining;
      legs.push({ id, market, side, leverage, lots, cost, hold, bucket: marginBucket(view, hold), collateral });
    }
  }
  return legs;
}

export function collateralPoolOf(view: CoreView, user: number, quote: string): CollateralPool {
  return { user, quote, free: availableIn(view.ledger, 'contract', user, quote), legs: legsOf(view, user, quote) };
}

/** Purse including the holds of the account's orders. */
export function collateralPoolWithOrders(view: CoreView, user: number, quote: string): CollateralPool {
  return withOrderHolds(view, collateralPoolOf(view, user, quote));
}

/** Orders are listed only when needed: most accounts pay from their available balance. */
export function withOrderHolds(view: CoreView, pool: CollateralPool): CollateralPool {
  let orders: readonly OrderView[] | null = null;
  return {
    ...pool,
    get orders() {
      return (orders ??= heldOrders(view, pool.user, pool.quote));
    },
    set orders(remainingOrders) {
      orders = remainingOrders;
    },
  };
}

export function sizeOf({ market, side, lots, cost }: Pick<CrossLeg, 'market' | 'side' | 'lots' | 'cost'>): Size {
  return { side, perTick: BigInt(lots) * market.quotePerTickLot, cost };
}

/** The mark at which a market's positions are valued, in ticks. */
export function markOf(view: CoreView, { terms }: PerpetualMarketView): number {
  return pricesOf(view, terms.market).mark;
}

function pricesOf(view: CoreView, name: string): { mark: number; index: number } {
  const { mark } = getOrThrow(view.perpetual.contracts, name);
  if (mark.mark > 0) return mark;
  const ticks = markAt(view, getOrThrow(view.markets, name), view.at)?.ticks ?? broken(`${name} has no mark`);
  return { mark: ticks, index: ticks };
}

/** The worse of mark and index, for a profit realized before its position is closed. */
function settlingPrice(view: CoreView, { market, side }: CrossLeg): number {
  const { mark, index } = pricesOf(view, market.terms.market);
  return side === 'long' ? Math.min(mark, index) : Math.max(mark, index);
}

/** Positions by market, at their marks. */
export function marketsOf(
  view: CoreView,
  legs: readonly CrossLeg[],
): (CrossMarket<CrossPosition> & { name: string })[] {
  const markets = new Map<string, { market: PerpetualMarketView; legs: CrossPosition[] }>();
  for (const leg of legs) {
    const { market } = leg.market.terms;
    const marketLegs = markets.get(market) ?? { market: leg.market, legs: [] };
    marketLegs.legs.push({ ...sizeOf(leg), leverage: leg.leverage, locked: leg.collateral });
    markets.set(market, marketLegs);
  }
  return [...markets.values()].map(({ market, legs: marketLegs }) => {
    const { terms } = getOrThrow(view.perpetual.contracts, market.terms.market);
    return { name: market.terms.market, terms, mark: markOf(view, market), legs: marketLegs };
  });
}

/** Amount available for holds, transfers or freezes, if above zero. */
export function freeBalanceOf(view: CoreView, { free, legs }: Pick<CollateralPool, 'free' | 'legs'>): bigint {
  return legs.length === 0 ? free : crossFreeBalance(free, marketsOf(view, legs));
}

/** Orders of cross markets with a hold, newest first. */
function heldOrders(view: CoreView, user: number, quote: string): OrderView[] {
  return [...(view.perpetual.holdings.get(user) ?? [])]
    .filter(([name, { mode }]) => mode === 'cross' && view.markets.get(name)?.terms.quote === quote)
    .flatMap(([name]) => ordersIn(view, user, name))
    .filter(({ hold }) => hold !== null)
    .sort((one, other) => other.id - one.id);
}

/** Total holds of opening orders in cross markets; `remainingHolds` gives the remaining holds that a batch has changed. */
export function crossOrderHolds(
  view: CoreView,
  user: number,
  quote: string,
  remainingHolds: ReadonlyMap<number, bigint> = new Map<number, bigint>(),
): bigint {
  const holdings = view.perpetual.holdings.get(user);
  const isOf = (market: string): boolean =>
    holdings?.get(market)?.mode === 'cross' && view.markets.get(market)?.terms.quote === quote;
  let heldAmount = 0n;
  for (const market of holdings?.keys() ?? []) if (isOf(market)) heldAmount += orderHoldsIn(view, user, market);
  for (const [id, remaining] of remainingHolds) {
    const order = view.orders.get(id);
    if (order?.user === user && isOf(order.market)) heldAmount += remaining - (order.hold?.remaining ?? 0n);
  }
  return heldAmount;
}

/** Available balance, holds of cross orders, and locked margins of cross positions. */
export function crossWalletOf(
  view: CoreView,
  pool: CollateralPool,
  remainingHolds?: ReadonlyMap<number, bigint>,
): bigint {
  const locked = pool.legs.reduce((sum, { collateral }) => sum + collateral, 0n);
  return pool.free + crossOrderHolds(view, pool.user, pool.quote, remainingHolds) + locked;
}

/** Equity of an account at its marks, and the value of all its positions. */
export function equityOf(view: CoreView, user: number, quote: string): { cover: bigint; value: bigint } {
  const pool = collateralPoolOf(view, user, quote);
  let [cover, value] = [crossWalletOf(view, pool), 0n];
  for (const leg of pool.legs) {
    const mark = markOf(view, leg.market);
    cover += profitAt(sizeOf(leg), mark);
    value += valueAt(sizeOf(leg), mark);
  }
  return { cover, value };
}

/** Unrealized profit of positions: losses at the mark, profits at the worse of mark and index. */
export function conservativeProfit(view: CoreView, legs: readonly CrossLeg[]): bigint {
  return legs.reduce((sum, leg) => {
    const size = sizeOf(leg);
    const profit = profitAt(size, markOf(view, leg.market));
    const certain = profitAt(size, settlingPrice(view, leg));
    return sum + (profit > 0n ? (certain > 0n ? certain : 0n) : profit);
  }, 0n);
}

/**
 * Makes the requested amount available as far as possible: profits of cross positions first, the largest first, then order holds, then
 * margins, the largest first, each keeping one unit. `except` gives neither profit nor margin. At most `max` orders are cancelled; if more
 * must be, `mustCancelOrders` returns true, and the next batch continues.
 */
export function raiseFunds(
  view: CoreView,
  pool: CollateralPool,
  amount: bigint,
  except: number,
  max = Number.MAX_SAFE_INTEGER,
): FundsRaisedEvent[] {
  const events: FundsRaisedEvent[] = [];
  const requiredAmount = amount > 0n ? amount : 0n;
  const others = () => pool.legs.filter(({ id }) => id !== except);
  const profits = others()
    .map((leg) => ({ leg, profit: profitAt(sizeOf(leg), settlingPrice(view, leg)) }))
    .filter(({ profit }) => profit > 0n)
    .sort((one, other) => largestFirst(one.profit, other.profit) || one.leg.id - other.leg.id);
  for (const { leg } of profits) {
    if (pool.free >= requiredAmount) return events;
    events.push(settleProfit(view, pool, leg));
  }
  if (pool.free >= requiredAmount) return events;
  let cancelledCount = 0;
  for (const order of pool.orders ?? []) {
    if (pool.free >= requiredAmount || cancelledCount === max) return events;
    cancelledCount++;
    const market = perpetualMarket(view, order.market) ?? broken(`${order.market} is no perpetual`);
    events.push(cancelOpenOrder(view, market, order, 'margin_short'));
    pool.free += order.hold?.remaining ?? 0n;
    pool.orders = pool.orders?.filter(({ id }) => id !== order.id);
  }
  const margins = others().sort((one, other) => largestFirst(one.collateral, other.collateral) || one.id - other.id);
  for (const leg of margins) {
    const missing = requiredAmount - pool.free;
    if (missing <= 0n) return events;
    const drawableMax = leg.collateral - 1n;
    if (drawableMax > 0n) events.push(drawMargin(view, pool, leg, missing < drawableMax ? missing : drawableMax));
  }
  return events;
}

/** Whether the bound alone left orders to cancel: their holds pay before margins and before any other payer. */
export function mustCancelOrders(pool: CollateralPool, amount: bigint): boolean {
  return pool.free < amount && (pool.orders ?? []).length > 0;
}

/** Maximum amount that `raiseFunds` can provide, including the available balance. */
export function raisableMax(view: CoreView, { free, legs, orders = [] }: CollateralPool, except: number): bigint {
  const orderHolds = orders.reduce((sum, { hold }) => sum + (hold?.remaining ?? 0n), 0n);
  return legs.reduce((sum, leg) => {
    if (leg.id === except) return sum;
    const profit = profitAt(sizeOf(leg), settlingPrice(view, leg));
    return sum + leg.collateral - 1n + (profit > 0n ? profit : 0n);
  }, free + orderHolds);
}

/** Descending. */
function largestFirst(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}

/** Realizes the position's profit; its cost is then as if opened at that price. */
export function settleProfit(view: CoreView, pool: CollateralPool, leg: CrossLeg): ProfitSettled {
  const { id: position, side, market } = leg;
  const { market: name, quote } = market.terms;
  const price = settlingPrice(view, leg);
  const profit = profitAt(sizeOf(leg), price);
  replaceLeg(pool, { ...leg, cost: valueAt(sizeOf(leg), price) });
  pool.free += profit;
  const { available } = bucketsOf(view.ledger, 'contract', pool.user, quote);
  const clearing = marketAccount('clearing', name, quote);
  const entries: Entry[] = [{ kind: 'margin_profit', debit: clearing, credit: available, amount: profit }];
  return { type: 'ProfitSettled', user: pool.user, market: name, position, side, price, profit, entries };
}

/** Moves part of a position's margin to the available balance. */
export function drawMargin(view: CoreView, pool: CollateralPool, leg: CrossLeg, amount: bigint): MarginDrawn {
  const { id: position, side, market, hold, bucket } = leg;
  const { market: name, quote } = market.terms;
  replaceLeg(pool, { ...leg, collateral: leg.collateral - amount });
  pool.free += amount;
  const buckets = bucketsOf(view.ledger, 'contract', pool.user, quote);
  const kind = entryKindForBucket('margin_return', bucket);
  const entries: Entry[] = [{ kind, debit: buckets[bucket], credit: buckets.available, amount, hold }];
  return { type: 'MarginDrawn', user: pool.user, market: name, position, side, amount, entries };
}

export function replaceLeg(pool: CollateralPool, leg: CrossLeg): void {
  pool.legs = pool.legs.map((one) => (one.id === leg.id ? leg : one));
}
