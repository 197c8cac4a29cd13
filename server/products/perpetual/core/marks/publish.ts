/**
 * Each publication of an index decides the marks of the perpetuals that follow it, in the same batch. Inputs are the index, the market's
 * book and its recent trades; the result is pure arithmetic. The time of the next publication is nearly predictable, so an order could be
 * shown for that moment alone, when no one can take it. Orders therefore count only if they have rested since the publication before.
 */
import { fundingDue, premiumOf } from '../../../../../shared/products/perpetual/rules/funding';
import {
  CLOSING_MS,
  closingMark,
  basisOf,
  basisPrice,
  markDistanceMax,
  fundingPrice,
  impactOf,
  indexInTicks,
  isNear,
  markOf,
  meanBasis,
  sampledMs,
  tradedPrice,
  type BasisSample,
  type Level,
} from '../../../../../shared/products/perpetual/rules/mark';
import type { Context } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { firstSlot, nextSlot, slotLots, slotOrder, slotTicks, type BookView } from '../../../../core/market/book';
import { NONE } from '../../../../core/market/typed-arrays';
import type { OrderSide } from '../../../../core/market/order';
import { tradedUntil } from '../../../../core/market/rolling-volume';
import type { CoreView, MarketView } from '../../../../core/state';
import { isLiquidationWaiting } from '../liquidation/due-liquidations';
import type { MarkPublished } from './events';
import { MINUTE_WINDOW } from './state';
import { isMarketHalted } from './market-halt';

/**
 * Marks in order of their markets' listing. None while a liquidation waits: otherwise the positions that a mark
 * liquidates would not follow from the state.
 */
export function marksAfter(view: CoreView, events: readonly CoreEvent[], { at }: Context): MarkPublished[] {
  if (isLiquidationWaiting(view, at)) return [];
  const published = events.find((event) => event.type === 'IndexPublished');
  const prices = new Map(published?.prices.map(({ symbol, price }) => [symbol, price]));
  const marks: MarkPublished[] = [];
  for (const [name, { terms, ending }] of view.perpetual.contracts) {
    const price = prices.get(terms.index);
    // The settlement price uses only earlier publications.
    if (price !== undefined && !(ending && at >= ending.endsAt)) marks.push(markAfter(view, name, price, at));
  }
  return marks;
}

function markAfter(view: CoreView, name: string, price: number, at: number): MarkPublished {
  const market = getOrThrow(view.markets, name);
  const { terms, orderTiers, mark: before, ending } = getOrThrow(view.perpetual.contracts, name);
  const track = view.marks.tracks.get(name);
  const { decimals } = getOrThrow(view.index.symbols, terms.index).terms;

  const index = indexInTicks(price, decimals, market.terms.tick);
  const { basis, premium } = basisAndPremium(
    market,
    view.marks.young.get(name) ?? NO_ORDERS,
    terms.impactNotional,
    index,
  );
  const sample: BasisSample[] =
    basis === undefined ? [] : [{ at, ms: sampledMs(at, before.at === 0 ? at : before.at), basis }];
  const { fundingIntervalMs: interval } = terms;
  const p1 = fundingPrice(index, track?.ratePpb ?? 0, fundingDue(at, interval) - at, interval);
  const p2 = basisPrice(index, meanBasis([...(track?.samples ?? []), ...sample], at));
  const trades = tradedUntil(view.marks.traded.get(name) ?? [], at, MINUTE_WINDOW);
  const last = tradedPrice(index, trades, market.quotePerTickLot, terms.impactNotional);
  // Tighter tiers apply to orders a day before positions; meanwhile both bounds hold.
  const bound = Math.min(...[terms.tiers, orderTiers].map(([first]) => markDistanceMax(index, first)));
  const closesFrom = ending ? ending.endsAt - CLOSING_MS : Infinity;
  const mark =
    ending && at >= closesFrom
      ? closingMark(ending, index, sampledMs(at, before.at === 0 ? at : before.at, closesFrom))
      : markOf({ p1, p2, last, index }, bound);
  const prices = { mark, index, p1, p2, last, bound };
  const published: MarkPublished = { type: 'MarkPublished', market: name, rule: 2, ...prices, basis, premium };
  return isMarketHalted(view, market) ? { ...published, halted: 1 } : published;
}

const NO_ORDERS: ReadonlySet<number> = new Set();

/** Basis and premium of the book since the previous publication; empty if the book is not deep enough. */
function basisAndPremium(
  { book, quotePerTickLot }: MarketView,
  ignoredOrders: ReadonlySet<number>,
  notional: bigint,
  index: number,
): Pick<MarkPublished, 'basis' | 'premium'> {
  const bids = impactOf(levels(book, 'buy', ignoredOrders), quotePerTickLot, notional);
  const asks = impactOf(levels(book, 'sell', ignoredOrders), quotePerTickLot, notional);
  if (!bids || !asks) return {};
  const premium = premiumOf(index, bids, asks);
  return isNear(bids, asks) ? { basis: basisOf(bids.bestTicks, asks.bestTicks, index), premium } : { premium };
}

/**
 * Orders read per side, so that a publication's cost is bounded; a book without enough depth in them gives no sample. To make samples fail,
 * an attacker must keep this many orders ahead of all others, at prices open to every taker, each amended once per publication. This takes
 * all open orders of fifty accounts. The effect is only that there is no premium and that the mark follows the index.
 */
const ORDERS_MAX = 10_000;

/** Levels without young orders, best price first. */
function* levels(book: BookView, side: OrderSide, ignoredOrders: ReadonlySet<number>): Generator<Level> {
  let [ticks, lots] = [0, 0];
  let slot = firstSlot(book, side);
  for (let visitedCount = 0; slot !== NONE && visitedCount < ORDERS_MAX; slot = nextSlot(book, slot), visitedCount++) {
    if (ignoredOrders.has(slotOrder(book, slot))) continue;
    if (slotTicks(book, slot) !== ticks) {
      if (lots > 0) yield { ticks, lots };
      [ticks, lots] = [slotTicks(book, slot), 0];
    }
    lots += slotLots(book, slot);
  }
  if (lots > 0) yield { ticks, lots };
}
