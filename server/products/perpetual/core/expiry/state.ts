/** Applies the events of a market's expiry to the state. */
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import type {
  PerpetualEndCalledOff,
  PerpetualMarketEnded,
  PerpetualMarketEnding,
  PositionSettled,
  SettlementFixed,
} from './events';
import type { MarksSlice } from '../marks/evolve';
import { cleanUpClosedPosition } from '../position-closed';
import { holdingOf } from '../state';

export function announceEnd(
  { perpetual }: Pick<MarksSlice, 'perpetual'>,
  { market, endsAt }: PerpetualMarketEnding,
): void {
  getOrThrow(perpetual.contracts, market).ending = { endsAt, indexSum: 0n, indexMs: 0, price: 0, isOver: false };
}

export function callOffEnd(
  { perpetual }: Pick<MarksSlice, 'perpetual'>,
  { market }: Pick<PerpetualEndCalledOff, 'market'>,
): void {
  getOrThrow(perpetual.contracts, market).ending = null;
}

export function fixSettlement(state: CoreState, { market: name, price }: SettlementFixed): void {
  const { ending } = getOrThrow(state.perpetual.contracts, name);
  if (!ending) broken(`${name} does not end`);
  ending.price = price;
  getOrThrow(state.markets, name).state = 'closed';
  const track = state.marks.tracks.get(name);
  // No funding hour follows.
  if (track) Object.assign(track, { fundingDue: 0, closing: null });
}

export function settlePosition(
  state: CoreState,
  { market, position: id, user, side, lots, entries }: PositionSettled,
): void {
  postEntries(state, entries);
  const holding = holdingOf(state.perpetual, user, market);
  const position = holding[side];
  if (position?.id !== id || state.holds.has(position.hold)) broken(`position ${id} leaves something held`);
  if (side === 'long') getOrThrow(state.perpetual.contracts, market).openLots -= lots;
  cleanUpClosedPosition(state, position);
  holding[side] = null;
}

export function endMarket({ perpetual }: CoreState, { market }: PerpetualMarketEnded): void {
  const { ending, openLots } = getOrThrow(perpetual.contracts, market);
  if (!ending || openLots !== 0) broken(`${market} ends with something open`);
  ending.isOver = true;
}
