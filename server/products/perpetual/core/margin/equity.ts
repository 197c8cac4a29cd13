/**
 * Cross positions of an account stand for one another: which they are, what is free beside them, and how a loss is paid that a position's
 * own margin does not cover. A batch that is decided keeps what each event leaves to the next in a purse.
 */
import { crossFree, type CrossMarket, type CrossPosition } from '../../../../../shared/products/perpetual/rules/cross';
import { profitAt, valueAt, type Position as Size } from '../../../../../shared/products/perpetual/rules/position';
import { known } from '../../../../core/folding';
import { marketAccount, type Entry } from '../../../../core/ledger/entry';
import { availableIn, bucketsOf } from '../../../../core/ledger/ledger';
import type { OrderView, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { leverageOf, ordersIn } from '../orders/holding';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { inBucket, marginBucket, type MarginBucket } from './bucket';
import { markAt } from '../marks/mark';
import { heldIn } from '../orders/ordered';
import type { MarginDrawn, ProfitSettled, RaisedEvent } from './cross-events';
import { endOpen } from '../orders/end';

/** A cross position, as far as a batch has come. */
export interface Leg {
  readonly id: number;
  readonly market: PerpetualMarketView;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  readonly cost: bigint;
  readonly hold: number;
  /** Where its margin lies. */
  readonly bucket: MarginBucket;
  /** What it has locked, units. */
  readonly collateral: bigint;
}

/** What losses of an account are paid out of. */
export interface Purse {
  readonly user: number;
  readonly quote: string;
  /** Available, units. */
  free: bigint;
  legs: readonly Leg[];
  /** Orders whose holds it may take as well: none in the middle of a walk, which may meet them. Newest first. */
  orders?: readonly OrderView[];
}

const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Whether a position is covered by its account: one that is being taken over stands apart, with its share of that. */
export function isCross(
  view: CoreView,
  { id, user, market }: { readonly id: number; readonly user: number; readonly market: string },
): boolean {
  if (view.perpetual.holdings.get(user)?.get(market)?.mode !== 'cross') return false;
  return view.liquidations.open.get(market)?.position !== id;
}

/** Of markets in that asset, as they were listed. */
export function legsOf(view: CoreView, user: number, quote: string): Leg[] {
  const own = view.perpetual.holdings.get(user);
  const legs: Leg[] = [];
  if (!own) return legs;
  for (const [name, contract] of view.perpetual.contracts) {
    const holding = own.get(name);
    if (holding?.mode !== 'cross') continue;
    const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
    if (market.terms.quote !== quote) continue;
    const leverage = leverageOf(holding, { tiers: contract.orderTiers });
    for (const side of SIDES) {
      const position = holding[side];
      if (!position || !isCross(view, position)) continue;
      const { id, lots, cost, hold } = position;
      const collateral = known(view.holds, hold).remaining;
      legs.push({ id, market, side, leverage, lots, cost, hold, bucket: marginBucket(view, hold), collateral });
    }
  }
  return legs;
}

export function purseOf(view: CoreView, user: number, quote: string): Purse {
  return { user, quote, free: availableIn(view.ledger, 'contract', user, quote), legs: legsOf(view, user, quote) };
}

/** With what its orders hold. */
export function wholePurse(view: CoreView, user: number, quote: string): Purse {
  return withOrders(view, purseOf(view, user, quote));
}

/** They are listed when something is paid with them: most accounts pay with what is available. */
export function withOrders(view: CoreView, purse: Purse): Purse {
  let orders: readonly OrderView[] | null = null;
  return {
    ...purse,
    get orders() {
      return (orders ??= heldOrders(view, purse.user, purse.quote));
    },
    set orders(left) {
      orders = left;
    },
  };
}

export function sizeOf({ market, side, lots, cost }: Pick<Leg, 'market' | 'side' | 'lots' | 'cost'>): Size {
  return { side, perTick: BigInt(lots) * market.quotePerTickLot, cost };
}

/** The mark that a market's positions are worth, in ticks. */
export function markOf(view: CoreView, { terms }: PerpetualMarketView): number {
  return pricesOf(view, terms.market).mark;
}

function pricesOf(view: CoreView, name: string): { mark: number; index: number } {
  const { mark } = known(view.perpetual.contracts, name);
  if (mark.mark > 0) return mark;
  const ticks = markAt(view, known(view.markets, name), view.at)?.ticks ?? broken(`${name} has no mark`);
  return { mark: ticks, index: ticks };
}

/** The worse of mark and index: for a profit that becomes money before its position is closed. */
function settlingPrice(view: CoreView, { market, side }: Leg): number {
  const { mark, index } = pricesOf(view, market.terms.market);
  return side === 'long' ? Math.min(mark, index) : Math.max(mark, index);
}

/** By market, at their marks. */
export function marketsOf(view: CoreView, legs: readonly Leg[]): (CrossMarket<CrossPosition> & { name: string })[] {
  const markets = new Map<string, { of: PerpetualMarketView; legs: CrossPosition[] }>();
  for (const leg of legs) {
    const { market } = leg.market.terms;
    const own = markets.get(market) ?? { of: leg.market, legs: [] };
    own.legs.push({ ...sizeOf(leg), leverage: leg.leverage, locked: leg.collateral });
    markets.set(market, own);
  }
  return [...markets.values()].map(({ of, legs: own }) => {
    const { terms } = known(view.perpetual.contracts, of.terms.market);
    return { name: of.terms.market, terms, mark: markOf(view, of), legs: own };
  });
}

/** What may be held, transferred or frozen, where it is above zero. */
export function freeOf(view: CoreView, { free, legs }: Pick<Purse, 'free' | 'legs'>): bigint {
  return legs.length === 0 ? free : crossFree(free, marketsOf(view, legs));
}

/** Orders of cross markets that hold something, newest first. */
function heldOrders(view: CoreView, user: number, quote: string): OrderView[] {
  return [...(view.perpetual.holdings.get(user) ?? [])]
    .filter(([name, { mode }]) => mode === 'cross' && view.markets.get(name)?.terms.quote === quote)
    .flatMap(([name]) => ordersIn(view, user, name))
    .filter(({ hold }) => hold !== null)
    .sort((one, other) => other.id - one.id);
}

/** What opening orders of cross markets hold; `left` tells what a batch has left of some. */
export function heldByOrders(
  view: CoreView,
  user: number,
  quote: string,
  left: ReadonlyMap<number, bigint> = new Map<number, bigint>(),
): bigint {
  const own = view.perpetual.holdings.get(user);
  const isOf = (market: string): boolean =>
    own?.get(market)?.mode === 'cross' && view.markets.get(market)?.terms.quote === quote;
  let held = 0n;
  for (const market of own?.keys() ?? []) if (isOf(market)) held += heldIn(view, user, market);
  for (const [id, remaining] of left) {
    const order = view.orders.get(id);
    if (order?.user === user && isOf(order.market)) held += remaining - (order.hold?.remaining ?? 0n);
  }
  return held;
}

/** Available, what cross orders hold, and what cross positions have locked. */
export function walletOf(view: CoreView, purse: Purse, left?: ReadonlyMap<number, bigint>): bigint {
  const locked = purse.legs.reduce((sum, { collateral }) => sum + collateral, 0n);
  return purse.free + heldByOrders(view, purse.user, purse.quote, left) + locked;
}

/** What an account is worth at its marks, and all its positions. */
export function equityOf(view: CoreView, user: number, quote: string): { cover: bigint; value: bigint } {
  const purse = purseOf(view, user, quote);
  let [cover, value] = [walletOf(view, purse), 0n];
  for (const leg of purse.legs) {
    const mark = markOf(view, leg.market);
    cover += profitAt(sizeOf(leg), mark);
    value += valueAt(sizeOf(leg), mark);
  }
  return { cover, value };
}

/** What positions have won: losses at the mark, profits at the worse of mark and index. */
export function certainProfit(view: CoreView, legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => {
    const size = sizeOf(leg);
    const profit = profitAt(size, markOf(view, leg.market));
    const certain = profitAt(size, settlingPrice(view, leg));
    return sum + (profit > 0n ? (certain > 0n ? certain : 0n) : profit);
  }, 0n);
}

/**
 * Makes as much available as is asked for, as far as it goes: profits of cross positions first, the largest first, then what orders hold,
 * then margins, the largest first, of each of which a unit stays. `except` gives neither profit nor margin. No more than `most` orders end:
 * where more have to, `isRaising` says so, and the next batch goes on.
 */
export function raise(
  view: CoreView,
  purse: Purse,
  amount: bigint,
  except: number,
  most = Number.MAX_SAFE_INTEGER,
): RaisedEvent[] {
  const events: RaisedEvent[] = [];
  const wanted = amount > 0n ? amount : 0n;
  const others = () => purse.legs.filter(({ id }) => id !== except);
  const profits = others()
    .map((leg) => ({ leg, profit: profitAt(sizeOf(leg), settlingPrice(view, leg)) }))
    .filter(({ profit }) => profit > 0n)
    .sort((one, other) => byAmount(one.profit, other.profit) || one.leg.id - other.leg.id);
  for (const { leg } of profits) {
    if (purse.free >= wanted) return events;
    events.push(settleProfit(view, purse, leg));
  }
  if (purse.free >= wanted) return events;
  let ended = 0;
  for (const order of purse.orders ?? []) {
    if (purse.free >= wanted || ended === most) return events;
    ended++;
    const market = perpetualMarket(view, order.market) ?? broken(`${order.market} is no perpetual`);
    events.push(endOpen(view, market, order, 'margin_short'));
    purse.free += order.hold?.remaining ?? 0n;
    purse.orders = purse.orders?.filter(({ id }) => id !== order.id);
  }
  const margins = others().sort((one, other) => byAmount(one.collateral, other.collateral) || one.id - other.id);
  for (const leg of margins) {
    const missing = wanted - purse.free;
    if (missing <= 0n) return events;
    const most = leg.collateral - 1n;
    if (most > 0n) events.push(drawMargin(view, purse, leg, missing < most ? missing : most));
  }
  return events;
}

/** Whether orders are left that a bound alone kept from ending: what they hold pays before margins and before anybody else. */
export function isRaising(purse: Purse, amount: bigint): boolean {
  return purse.free < amount && (purse.orders ?? []).length > 0;
}

/** How much `raise` could make available at most, with what is available. */
export function raisable(view: CoreView, { free, legs, orders = [] }: Purse, except: number): bigint {
  const held = orders.reduce((sum, { hold }) => sum + (hold?.remaining ?? 0n), 0n);
  return legs.reduce((sum, leg) => {
    if (leg.id === except) return sum;
    const profit = profitAt(sizeOf(leg), settlingPrice(view, leg));
    return sum + leg.collateral - 1n + (profit > 0n ? profit : 0n);
  }, free + held);
}

/** The larger one first. */
function byAmount(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}

/** Its profit becomes money, and it goes on as if it had been opened at that price. */
export function settleProfit(view: CoreView, purse: Purse, leg: Leg): ProfitSettled {
  const { id: position, side, market } = leg;
  const { market: name, quote } = market.terms;
  const price = settlingPrice(view, leg);
  const profit = profitAt(sizeOf(leg), price);
  replace(purse, { ...leg, cost: valueAt(sizeOf(leg), price) });
  purse.free += profit;
  const { available } = bucketsOf(view.ledger, 'contract', purse.user, quote);
  const clearing = marketAccount('clearing', name, quote);
  const entries: Entry[] = [{ kind: 'margin_profit', debit: clearing, credit: available, amount: profit }];
  return { type: 'ProfitSettled', user: purse.user, market: name, position, side, price, profit, entries };
}

/** Out of a position's margin into what is available. */
export function drawMargin(view: CoreView, purse: Purse, leg: Leg, amount: bigint): MarginDrawn {
  const { id: position, side, market, hold, bucket } = leg;
  const { market: name, quote } = market.terms;
  replace(purse, { ...leg, collateral: leg.collateral - amount });
  purse.free += amount;
  const buckets = bucketsOf(view.ledger, 'contract', purse.user, quote);
  const kind = inBucket('margin_return', bucket);
  const entries: Entry[] = [{ kind, debit: buckets[bucket], credit: buckets.available, amount, hold }];
  return { type: 'MarginDrawn', user: purse.user, market: name, position, side, amount, entries };
}

export function replace(purse: Purse, leg: Leg): void {
  purse.legs = purse.legs.map((one) => (one.id === leg.id ? leg : one));
}
