/** Which positions have settled the funding that was fixed, and what the events of funding do to the state. */
import { fundingPerTick } from '../../../../../shared/products/perpetual/rules/funding';
import { addId, createOrderedIds, removeId } from '../../../../core/fees/ordered-ids';
import { known, postAll } from '../../../../core/folding';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { noteFound } from '../liquidation/found';
import type { FundingClosed, FundingFixed, FundingSettled, FundingSkipped } from './events';
import { trackOf, type Marking } from '../marks/evolve';
import type { FundedPositions, MarkTrack } from '../marks/state';
import type { Position } from '../state';

function fundedIn({ marks }: Marking, market: string): FundedPositions {
  let funded = marks.funded.get(market);
  if (!funded) {
    funded = { byId: new Map(), settled: createOrderedIds(), unsettled: createOrderedIds() };
    marks.funded.set(market, funded);
  }
  return funded;
}

/** After a position came into being, or was restored. */
export function notePosition(state: CoreState, position: Position): void {
  const { byId, settled, unsettled } = fundedIn(state, position.market);
  byId.set(position.id, position);
  const isSettled = position.funded === known(state.perpetual.contracts, position.market).mark.fundingSum;
  addId(isSettled ? settled : unsettled, position.id);
}

/** After it was closed. */
export function forgetPosition(state: CoreState, { id, market }: Position): void {
  const { byId, settled } = fundedIn(state, market);
  byId.delete(id);
  removeId(settled, id);
}

/** In one step, whatever there is of positions: those that had settled are those that have not. */
export function fixFunding(state: Marking, { market, dueAt, rate, mark }: FundingFixed): void {
  const { mark: marks } = known(state.perpetual.contracts, market);
  const track = trackOf(state, market);
  if (track.run !== 0) broken(`funding of ${market} is fixed before the one before is settled`);
  const grown = fundingPerTick(rate, mark);
  marks.fundingSum += grown;
  track.ratePpb = rate;
  endInterval(state, market, track, dueAt);
  const funded = fundedIn(state, market);
  if (grown === 0n || funded.byId.size === 0) return;
  [funded.settled, funded.unsettled] = [funded.unsettled, funded.settled];
  track.run = dueAt;
}

export function skipFunding(state: Marking, { market, dueAt }: FundingSkipped): void {
  endInterval(state, market, trackOf(state, market), dueAt);
}

function endInterval(state: Marking, market: string, track: MarkTrack, dueAt: number): void {
  track.fundingDue = dueAt + known(state.perpetual.contracts, market).terms.fundingIntervalMs;
  track.closing = null;
}

export function settleFunding(state: CoreState, { market, position: id, entries }: FundingSettled): void {
  const { byId, settled, unsettled } = fundedIn(state, market);
  postAll(state, entries);
  known(byId, id).funded = known(state.perpetual.contracts, market).mark.fundingSum;
  removeId(unsettled, id);
  addId(settled, id);
  noteFound(state, known(byId, id));
}

export function closeFunding(state: CoreState, { market, entries }: FundingClosed): void {
  postAll(state, entries);
  if (fundedIn(state, market).unsettled.numbers.length > 0) broken(`funding of ${market} ends unsettled`);
  trackOf(state, market).run = 0;
}
