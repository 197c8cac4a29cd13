/** Tracks the positions that have settled fixed funding, and applies the events of funding to the state. */
import { fundingPerTick } from '../../../../../shared/products/perpetual/rules/funding';
import { addId, createOrderedIds, removeId } from '../../../../core/fees/ordered-ids';
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { enqueuePosition } from '../liquidation/liquidation-queue';
import type { FundingClosed, FundingFixed, FundingSettled, FundingSkipped } from './events';
import { trackOf, type MarksSlice } from '../marks/evolve';
import type { FundedPositions, MarkTrack } from '../marks/state';
import type { Position } from '../state';

function fundedPositionsOf({ marks }: MarksSlice, market: string): FundedPositions {
  let funded = marks.funded.get(market);
  if (!funded) {
    funded = { byId: new Map(), settled: createOrderedIds(), unsettled: createOrderedIds() };
    marks.funded.set(market, funded);
  }
  return funded;
}

/** Called after a position was created or restored. */
export function notePosition(state: CoreState, position: Position): void {
  const { byId, settled, unsettled } = fundedPositionsOf(state, position.market);
  byId.set(position.id, position);
  const isSettled = position.funded === getOrThrow(state.perpetual.contracts, position.market).mark.fundingSum;
  addId(isSettled ? settled : unsettled, position.id);
}

/** Called after a position was closed. */
export function forgetPosition(state: CoreState, { id, market }: Position): void {
  const { byId, settled } = fundedPositionsOf(state, market);
  byId.delete(id);
  removeId(settled, id);
}

/** One step for any number of positions: the sets of settled and unsettled ones are swapped. */
export function fixFunding(state: MarksSlice, { market, dueAt, rate, mark }: FundingFixed): void {
  const { mark: marks } = getOrThrow(state.perpetual.contracts, market);
  const track = trackOf(state, market);
  if (track.run !== 0) broken(`funding of ${market} is fixed before the one before is settled`);
  const grown = fundingPerTick(rate, mark);
  marks.fundingSum += grown;
  track.ratePpb = rate;
  endInterval(state, market, track, dueAt);
  const funded = fundedPositionsOf(state, market);
  if (grown === 0n || funded.byId.size === 0) return;
  [funded.settled, funded.unsettled] = [funded.unsettled, funded.settled];
  track.run = dueAt;
}

export function skipFunding(state: MarksSlice, { market, dueAt }: FundingSkipped): void {
  endInterval(state, market, trackOf(state, market), dueAt);
}

function endInterval(state: MarksSlice, market: string, track: MarkTrack, dueAt: number): void {
  track.fundingDue = dueAt + getOrThrow(state.perpetual.contracts, market).terms.fundingIntervalMs;
  track.closing = null;
}

export function settleFunding(state: CoreState, { market, position: id, entries }: FundingSettled): void {
  const { byId, settled, unsettled } = fundedPositionsOf(state, market);
  postEntries(state, entries);
  getOrThrow(byId, id).funded = getOrThrow(state.perpetual.contracts, market).mark.fundingSum;
  removeId(unsettled, id);
  addId(settled, id);
  enqueuePosition(state, getOrThrow(byId, id));
}

export function closeFunding(state: CoreState, { market, entries }: FundingClosed): void {
  postEntries(state, entries);
  if (fundedPositionsOf(state, market).unsettled.numbers.length > 0) broken(`funding of ${market} ends unsettled`);
  trackOf(state, market).run = 0;
}
