/** What publications and trades do to what is kept of marks. */
import { fundingDue } from '../../../../../shared/products/perpetual/rules/funding';
import { addToMean, BASIS_WINDOW_MS, CLOSING_MS, sampledMs } from '../../../../../shared/products/perpetual/rules/mark';
import { positionOf, type Batch } from '../../../../core/event';
import { areRelated } from '../../../../core/fees/related';
import { known } from '../../../../core/folding';
import type { Order } from '../../../../core/market/order';
import { noteTrade } from '../../../../core/market/traded';
import { reachTriggers } from '../../../../core/market/triggers';
import { noteFund } from '../liquidation/insurance';
import { dropRankings } from '../deleveraging/rankings';
import type { CoreState } from '../../../../core/state';
import type { PerpetualTraded } from '../events';
import type { MarkPublished } from './events';
import { MINUTE, type MarkTrack } from './state';
import { reachStops } from '../stops/evolve';

/** Publications that stopped for longer than this left everybody without a price to act on. */
export const SILENCE_MS = 75_000;
/** After which nobody opens anything for so long. */
export const CLOSE_ONLY_MS = 30_000;

/** What of the state they need: live views fold the same. */
export type Marking = Pick<CoreState, 'marks'> & { perpetual: Pick<CoreState['perpetual'], 'contracts'> };

/** Made when there is none. */
export function trackOf({ marks }: Marking, market: string): MarkTrack {
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

/** After a trade of a perpetual: what accounts that may be of one purse pay each other is no price. */
export function notePaid({ marks, members }: CoreState, trade: PerpetualTraded, at: number): void {
  const { market, quantity, notional } = trade;
  if (areRelated(members, known(members, trade.maker), known(members, trade.taker))) return;
  let traded = marks.traded.get(market);
  if (!traded) marks.traded.set(market, (traded = []));
  noteTrade(traded, at, quantity, notional, MINUTE);
}

/** It has come to rest at its price. */
export function noteRested({ marks }: CoreState, { id, market }: Order): void {
  const young = marks.young.get(market);
  if (young) young.add(id);
  else marks.young.set(market, new Set([id]));
}

/** It is over: orders that come and go while nothing is published leave nothing behind. */
export function noteGone({ marks }: CoreState, { id, market }: Order): void {
  marks.young.get(market)?.delete(id);
}

export function publishMark(state: CoreState, event: MarkPublished, batch: Batch): void {
  const { market, mark } = event;
  state.marks.young.get(market)?.clear();
  if (foldMark(state, event, batch.at)) noteFund(state, market);
  dropRankings(state);
  // While nobody may trade, what was reached goes on waiting: the first mark afterwards reaches it. Of a coin the event says so.
  const { state: now } = known(state.markets, market);
  if (event.halted) return;
  if (now !== 'open' && now !== 'close_only') return;
  const { waiting } = known(state.perpetual.contracts, market);
  reachTriggers(state, waiting.mark, mark, positionOf(batch));
  reachStops(state, market, 'mark', mark, positionOf(batch));
}

/** What it does to the mark and to what the next one rests on; true when it is the first of a funding interval. */
export function foldMark(state: Marking, { market, mark, index, basis, premium }: MarkPublished, at: number): boolean {
  const contract = known(state.perpetual.contracts, market);
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
    // Of several hours that went by only the first had anything published in the interval before it.
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
