/** Applies publications and trades to the state of marks. */
import { fundingDue } from '../../../../../shared/products/perpetual/rules/funding';
import { addToMean, BASIS_WINDOW_MS, CLOSING_MS, sampledMs } from '../../../../../shared/products/perpetual/rules/mark';
import { positionOf, type Batch } from '../../../../core/event';
import { areRelated } from '../../../../core/fees/related';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { Order } from '../../../../core/market/order';
import { addTrade } from '../../../../core/market/rolling-volume';
import { reachTriggers } from '../../../../core/market/triggers';
import { setFundLimit } from '../liquidation/insurance';
import { dropRankings } from '../deleveraging/rankings';
import type { CoreState } from '../../../../core/state';
import type { PerpetualTraded } from '../events';
import type { MarkPublished } from './events';
import { MINUTE_WINDOW, type MarkTrack } from './state';
import { triggerReachedStops } from '../stops/evolve';

/** Maximum gap between publications; after a longer one no one had a price to act on. */
export const SILENCE_MS = 75_000;
/** Duration after such a gap in which no position may be opened. */
export const CLOSE_ONLY_MS = 30_000;

/** Part of the state that these functions need; live views use the same functions. */
export type MarksSlice = Pick<CoreState, 'marks'> & { perpetual: Pick<CoreState['perpetual'], 'contracts'> };

/** Creates the track if there is none. */
export function trackOf({ marks }: MarksSlice, market: string): MarkTrack {
  let track = marks.tracks.get(market);
  if (!track) {
    track = {
      samples: [],
      premiumSum: 0n,
      premiumMs: 0,
      ratePpb: 0,
      fundingDue: 0,
      closing: null,
      run: 0,
      closeOnlyUntil: 0,
    };
    marks.tracks.set(market, track);
  }
  return track;
}

/** Called after a trade of a perpetual; trades between related accounts do not count as prices. */
export function noteTradedPrice({ marks, members }: CoreState, trade: PerpetualTraded, at: number): void {
  const { market, quantity, notional } = trade;
  if (areRelated(members, getOrThrow(members, trade.maker), getOrThrow(members, trade.taker))) return;
  let traded = marks.traded.get(market);
  if (!traded) marks.traded.set(market, (traded = []));
  addTrade(traded, at, quantity, notional, MINUTE_WINDOW);
}

/** Called when an order comes to rest at its price. */
export function noteYoungOrder({ marks }: CoreState, { id, market }: Order): void {
  const recentOrders = marks.young.get(market);
  if (recentOrders) recentOrders.add(id);
  else marks.young.set(market, new Set([id]));
}

/** Called when an order is over, so that orders between two publications leave nothing behind. */
export function forgetYoungOrder({ marks }: CoreState, { id, market }: Order): void {
  marks.young.get(market)?.delete(id);
}

export function publishMark(state: CoreState, event: MarkPublished, batch: Batch): void {
  const { market, mark } = event;
  state.marks.young.get(market)?.clear();
  if (foldMark(state, event, batch.at)) setFundLimit(state, market);
  dropRankings(state);
  // While trading is halted, reached triggers keep waiting; the first mark afterwards triggers them. A halt of a coin is in the event.
  const { state: marketState } = getOrThrow(state.markets, market);
  if (event.halted) return;
  if (marketState !== 'open' && marketState !== 'close_only') return;
  const { waiting } = getOrThrow(state.perpetual.contracts, market);
  reachTriggers(state, waiting.mark, mark, positionOf(batch));
  triggerReachedStops(state, market, 'mark', mark, positionOf(batch));
}

/** Updates the mark and the inputs of the next one; returns true for the first mark of a funding interval. */
export function foldMark(
  state: MarksSlice,
  { market, mark, index, basis, premium }: MarkPublished,
  at: number,
): boolean {
  const contract = getOrThrow(state.perpetual.contracts, market);
  const track = trackOf(state, market);
  const before = contract.mark.at === 0 ? at : contract.mark.at;
  if (at - before > SILENCE_MS) track.closeOnlyUntil = at + CLOSE_ONLY_MS;

  track.samples = track.samples.filter((sample) => sample.at > at - BASIS_WINDOW_MS);
  if (basis !== undefined) track.samples.push({ at, ms: sampledMs(at, before), basis });

  const interval = contract.terms.fundingIntervalMs;
  const since = fundingDue(at, interval) - interval;
  if (track.fundingDue === 0) track.fundingDue = since + interval;
  if (before < since) {
    const { premiumSum, premiumMs } = track;
    // If several hours have passed, only the first had publications in its interval.
    if (track.fundingDue <= at && track.closing === null)
      track.closing = { mark: contract.mark.mark, at: before, premiumSum, premiumMs };
    Object.assign(track, { premiumSum: 0n, premiumMs: 0 });
  }
  const isFirst = before < since || contract.mark.at === 0;
  if (premium !== undefined) {
    const ms = sampledMs(at, before, since);
    track.premiumSum += BigInt(premium) * BigInt(ms);
    track.premiumMs += ms;
  }
  if (contract.ending) addToMean(contract.ending, index, sampledMs(at, before, contract.ending.endsAt - CLOSING_MS));
  Object.assign(contract.mark, { mark, index, at });
  return isFirst;
}
