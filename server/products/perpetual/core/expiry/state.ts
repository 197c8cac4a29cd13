/** What the events of a market's end do to the state. */
import { known, postAll } from '../../../../core/folding';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import type {
  PerpetualEndCalledOff,
  PerpetualMarketEnded,
  PerpetualMarketEnding,
  PositionSettled,
  SettlementFixed,
} from './events';
import type { Marking } from '../marks/evolve';
import { positionGone } from '../position-gone';
import { holdingOf } from '../state';

export function announceEnd(
  { perpetual }: Pick<Marking, 'perpetual'>,
  { market, endsAt }: PerpetualMarketEnding,
): void {
  known(perpetual.contracts, market).ending = { endsAt, indexSum: 0n, indexMs: 0, price: 0, isOver: false };
}

export function callOffEnd(
  { perpetual }: Pick<Marking, 'perpetual'>,
  { market }: Pick<PerpetualEndCalledOff, 'market'>,
): void {
  known(perpetual.contracts, market).ending = null;
}

export function fixSettlement(state: CoreState, { market: name, price }: SettlementFixed): void {
  const { ending } = known(state.perpetual.contracts, name);
  if (!ending) broken(`${name} does not end`);
  ending.price = price;
  known(state.markets, name).state = 'closed';
  const track = state.marks.tracks.get(name);
  // No hour comes after it.
  if (track) Object.assign(track, { fundingDue: 0, closing: null });
}

export function settlePosition(
  state: CoreState,
  { market, position: id, user, side, lots, entries }: PositionSettled,
): void {
  postAll(state, entries);
  const holding = holdingOf(state.perpetual, user, market);
  const position = holding[side];
  if (position?.id !== id || state.holds.has(position.hold)) broken(`position ${id} leaves something held`);
  if (side === 'long') known(state.perpetual.contracts, market).openLots -= lots;
  positionGone(state, position);
  holding[side] = null;
}

export function endMarket({ perpetual }: CoreState, { market }: PerpetualMarketEnded): void {
  const { ending, openLots } = known(perpetual.contracts, market);
  if (!ending || openLots !== 0) broken(`${market} ends with something open`);
  ending.isOver = true;
}
