/**
 * With each publication of an index the marks of the perpetuals that follow it are decided, in the same batch: from the index, the
 * market's own book and what was lately paid there, by arithmetic alone.
 *
 * The time of the next publication is nearly known, so somebody could show an order for that moment alone, in which nobody can take it.
 * That is why orders count only if they have rested since the publication before.
 */
import { fundingDue, premiumOf } from '../../../../../shared/products/perpetual/rules/funding';
import {
  CLOSING_MS,
  closingMark,
  basisOf,
  basisPrice,
  boundOf,
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
import { known } from '../../../../core/folding';
import { firstSlot, nextSlot, NONE, slotLots, slotOrder, slotTicks, type BookView } from '../../../../core/market/book';
import type { OrderSide } from '../../../../core/market/order';
import { tradedUntil } from '../../../../core/market/traded';
import type { CoreView, MarketView } from '../../../../core/state';
import { isLiquidationWaiting } from '../liquidation/due';
import type { MarkPublished } from './events';
import { MINUTE } from './state';
import { standsStill } from './standstill';

/**
 * In the order in which their markets were listed. None as long as a liquidation waits, or the positions that a mark liquidates would
 * not follow from the state.
 */
export function marksAfter(view: CoreView, events: readonly CoreEvent[], { at }: Context): MarkPublished[] {
  if (isLiquidationWaiting(view, at)) return [];
  const published = events.find((event) => event.type === 'IndexPublished');
  const prices = new Map(published?.prices.map(({ symbol, price }) => [symbol, price]));
  const marks: MarkPublished[] = [];
  for (const [name, { terms, ending }] of view.perpetual.contracts) {
    const price = prices.get(terms.index);
    // The price at which a market ends is that of the publications before.
    if (price !== undefined && !(ending && at >= ending.endsAt)) marks.push(markAfter(view, name, price, at));
  }
  return marks;
}

function markAfter(view: CoreView, name: string, price: number, at: number): MarkPublished {
  const market = known(view.markets, name);
  const { terms, orderTiers, mark: before, ending } = known(view.perpetual.contracts, name);
  const track = view.marks.tracks.get(name);
  const { decimals } = known(view.index.symbols, terms.index).terms;

  const index = indexInTicks(price, decimals, market.terms.tick);
  const { basis, premium } = sampled(market, view.marks.young.get(name) ?? NO_ORDERS, terms.impactNotional, index);
  const sample: BasisSample[] =
    basis === undefined ? [] : [{ at, ms: sampledMs(at, before.at === 0 ? at : before.at), basis }];
  const { fundingIntervalMs: interval } = terms;
  const p1 = fundingPrice(index, track?.ratePpb ?? 0, fundingDue(at, interval) - at, interval);
  const p2 = basisPrice(index, meanBasis([...(track?.samples ?? []), ...sample], at));
  const paid = tradedUntil(view.marks.traded.get(name) ?? [], at, MINUTE);
  const last = tradedPrice(index, paid, market.quotePerTickLot, terms.impactNotional);
  // Tighter tiers are those of orders a day before they are those of positions: then both must hold.
  const bound = Math.min(...[terms.tiers, orderTiers].map(([first]) => boundOf(index, first)));
  const closesFrom = ending ? ending.endsAt - CLOSING_MS : Infinity;
  const mark =
    ending && at >= closesFrom
      ? closingMark(ending, index, sampledMs(at, before.at === 0 ? at : before.at, closesFrom))
      : markOf({ p1, p2, last, index }, bound);
  const prices = { mark, index, p1, p2, last, bound };
  const published: MarkPublished = { type: 'MarkPublished', market: name, rule: 2, ...prices, basis, premium };
  return standsStill(view, market) ? { ...published, halted: 1 } : published;
}

const NO_ORDERS: ReadonlySet<number> = new Set();

/** What the book has said since the publication before: nothing where it is not deep enough to say it. */
function sampled(
  { book, quotePerTickLot }: MarketView,
  young: ReadonlySet<number>,
  notional: bigint,
  index: number,
): Pick<MarkPublished, 'basis' | 'premium'> {
  const bids = impactOf(levels(book, 'buy', young), quotePerTickLot, notional);
  const asks = impactOf(levels(book, 'sell', young), quotePerTickLot, notional);
  if (!bids || !asks) return {};
  const premium = premiumOf(index, bids, asks);
  return isNear(bids, asks) ? { basis: basisOf(bids.best, asks.best, index), premium } : { premium };
}

/**
 * So many orders of a side are looked at, so that a publication costs no more however many there are; a book that has no depth in
 * them gives no sample. Whoever wants samples to fail has to keep as many orders ahead of all others, at prices at which anybody can
 * take them, and each amended once a publication: all the open orders of fifty accounts. What that gets is no premium, and a mark
 * that follows the index.
 */
const ORDERS_MAX = 10_000;

/** Of orders that are not young, best price first. */
function* levels(book: BookView, side: OrderSide, young: ReadonlySet<number>): Generator<Level> {
  let [ticks, lots] = [0, 0];
  let slot = firstSlot(book, side);
  for (let seen = 0; slot !== NONE && seen < ORDERS_MAX; slot = nextSlot(book, slot), seen++) {
    if (young.has(slotOrder(book, slot))) continue;
    if (slotTicks(book, slot) !== ticks) {
      if (lots > 0) yield { ticks, lots };
      [ticks, lots] = [slotTicks(book, slot), 0];
    }
    lots += slotLots(book, slot);
  }
  if (lots > 0) yield { ticks, lots };
}
