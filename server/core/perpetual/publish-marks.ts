/**
 * With each publication of an index the marks of the perpetuals that follow it are decided, in the same batch: from the index, the
 * market's own book and its last trade, by arithmetic alone.
 */
import { fundingDue, premiumOf } from '../../../shared/rules/perpetual/funding';
import {
  CLOSING_MS,
  closingMark,
  basisOf,
  basisPrice,
  fundingPrice,
  impactOf,
  indexInTicks,
  isNear,
  lastPriceAt,
  markOf,
  meanBasis,
  sampledMs,
  type BasisSample,
  type Level,
} from '../../../shared/rules/perpetual/mark';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { known } from '../folding';
import type { PublishIndex } from '../index-price/commands';
import { decidePublishIndex } from '../index-price/decide-publish';
import { bestTicks, firstSlot, nextSlot, NONE, slotLots, slotTicks, type BookView } from '../market/book';
import type { OrderSide } from '../market/order';
import { isRejection } from '../rejection';
import type { CoreView, MarketView } from '../state';
import { isLiquidationWaiting } from './liquidation-due';
import type { MarkPublished } from './mark-events';
import { standsStill } from './standstill';

/** What is published of indices, and behind it what follows of marks; none as long as a liquidation waits, or who was hit would not follow from the state. */
export function decidePublication(view: CoreView, command: PublishIndex, context: Context): Decision {
  const decision = decidePublishIndex(view, command, context);
  if (isRejection(decision) || isLiquidationWaiting(view, context.at)) return decision;
  return [...decision, ...marksAfter(view, decision, context.at)];
}

/** In the order in which their markets were listed. */
function marksAfter(view: CoreView, events: readonly CoreEvent[], at: number): MarkPublished[] {
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
  const { terms, mark: before, ending } = known(view.perpetual.contracts, name);
  const track = view.marks.tracks.get(name);
  const { decimals } = known(view.index.symbols, terms.index).terms;

  const index = indexInTicks(price, decimals, market.terms.tick);
  const { basis, premium } = sampled(market, terms.impactNotional, index);
  const sample: BasisSample[] =
    basis === undefined ? [] : [{ at, ms: sampledMs(at, before.at === 0 ? at : before.at), basis }];
  const { fundingIntervalMs: interval } = terms;
  const p1 = fundingPrice(index, track?.ratePpb ?? 0, fundingDue(at, interval) - at, interval);
  const p2 = basisPrice(index, meanBasis([...(track?.samples ?? []), ...sample], at));
  const last = lastPriceAt(index, { price: market.lastPrice, at: track?.tradedAt ?? 0 }, at);
  const closesFrom = ending ? ending.endsAt - CLOSING_MS : Infinity;
  const mark =
    ending && at >= closesFrom
      ? closingMark(ending, index, sampledMs(at, before.at === 0 ? at : before.at, closesFrom))
      : markOf(p1, p2, last);
  const published: MarkPublished = { type: 'MarkPublished', market: name, mark, index, p1, p2, last, basis, premium };
  return standsStill(view, market) ? { ...published, halted: 1 } : published;
}

/** What the book says at this moment: nothing where it is not deep enough to say it. */
function sampled(
  { book, quotePerTickLot }: MarketView,
  notional: bigint,
  index: number,
): Pick<MarkPublished, 'basis' | 'premium'> {
  const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
  const bids = impactOf(levels(book, 'buy'), quotePerTickLot, notional);
  const asks = impactOf(levels(book, 'sell'), quotePerTickLot, notional);
  if (!bids || !asks) return {};
  const premium = premiumOf(index, bids, asks);
  return isNear(bid, ask, bids, asks) ? { basis: basisOf(bid, ask, index), premium } : { premium };
}

/** Best price first. */
function* levels(book: BookView, side: OrderSide): Generator<Level> {
  let slot = firstSlot(book, side);
  while (slot !== NONE) {
    const ticks = slotTicks(book, slot);
    let lots = 0;
    for (; slot !== NONE && slotTicks(book, slot) === ticks; slot = nextSlot(book, slot)) lots += slotLots(book, slot);
    yield { ticks, lots };
  }
}
