/** The user's own order actions in this tab, which need no notices. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NewsKind } from './news-kind';

/** Maximum of open orders; enough for any user. */
const ACTS_KEPT_MAX = 1_000;

export interface OwnActsState {
  /** Number of orders being placed. A new order in that time may be one of them. */
  placing: number;
  placedOrders: readonly string[];
  cancelledOrders: readonly string[];
}

export const ownActsSlice = createSlice({
  name: 'ownActs',
  initialState: (): OwnActsState => ({ placing: 0, placedOrders: [], cancelledOrders: [] }),
  reducers: {
    placingBegun: (state) => ({ ...state, placing: state.placing + 1 }),
    /** Includes the created order, if any. */
    placingEnded: (state, { payload }: PayloadAction<string | null>) => ({
      ...state,
      // Started under a previous session.
      placing: Math.max(state.placing - 1, 0),
      placedOrders: payload === null ? state.placedOrders : [...state.placedOrders, payload].slice(-ACTS_KEPT_MAX),
    }),
    /** Cancellation requested; the stream reports whether it succeeds. */
    cancellationAsked: (state, { payload }: PayloadAction<readonly string[]>) => ({
      ...state,
      cancelledOrders: [...state.cancelledOrders, ...payload].slice(-ACTS_KEPT_MAX),
    }),
  },
  selectors: { selectOwnActs: (state) => state },
});

export const { placingBegun, placingEnded, cancellationAsked } = ownActsSlice.actions;
export const { selectOwnActs } = ownActsSlice.selectors;

/** True if this tab caused the event: it placed the order, the event belongs to the placement, or it cancelled the order. */
export function isOwnAct(
  { placedOrders, cancelledOrders }: OwnActsState,
  { kind, isNew, order }: { kind: NewsKind; isNew: boolean; order: { order: string } },
): boolean {
  return (
    (isNew && placedOrders.includes(order.order)) || (kind === 'cancelled' && cancelledOrders.includes(order.order))
  );
}
