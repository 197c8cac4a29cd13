/** What the user has done with orders in this very tab: what they see happen under their hands is no news to them. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NewsKind } from './news-kind';

/** As many as may be open at once, and more than anybody remembers. */
const ACTS_KEPT_MAX = 1_000;

export interface OwnActsState {
  /** So many orders are on their way: any that comes to be known meanwhile may be one of them. */
  placing: number;
  placed: readonly string[];
  cancelled: readonly string[];
}

export const ownActsSlice = createSlice({
  name: 'ownActs',
  initialState: (): OwnActsState => ({ placing: 0, placed: [], cancelled: [] }),
  reducers: {
    placingBegun: (state) => ({ ...state, placing: state.placing + 1 }),
    /** With the order that came of it, if one did. */
    placingEnded: (state, { payload }: PayloadAction<string | null>) => ({
      ...state,
      // It may have been sent under the session before.
      placing: Math.max(state.placing - 1, 0),
      placed: payload === null ? state.placed : [...state.placed, payload].slice(-ACTS_KEPT_MAX),
    }),
    /** Asked for; whether it comes to that the stream will say. */
    cancellationAsked: (state, { payload }: PayloadAction<readonly string[]>) => ({
      ...state,
      cancelled: [...state.cancelled, ...payload].slice(-ACTS_KEPT_MAX),
    }),
  },
  selectors: { selectOwnActs: (state) => state },
});

export const { placingBegun, placingEnded, cancellationAsked } = ownActsSlice.actions;
export const { selectOwnActs } = ownActsSlice.selectors;

/** Whether the user did it, here: placed the order, had it filled or ended as it was placed, or took it back. */
export function isOwnAct(
  { placed, cancelled }: OwnActsState,
  { kind, isNew, order }: { kind: NewsKind; isNew: boolean; order: { order: string } },
): boolean {
  return (isNew && placed.includes(order.order)) || (kind === 'cancelled' && cancelled.includes(order.order));
}
