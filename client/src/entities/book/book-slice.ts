/** The order book of the market that is being watched. */
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { DepthDifference, DepthSnapshot } from '../../../../shared/wire/market-data';
import {
  UNHEARD,
  afterSilence,
  asked,
  heard,
  outOfStep,
  refused,
  synchronised,
  type Liveness,
} from '../../shared/stream/liveness';
import { clockTicked, subscriptionAsked, subscriptionRefused } from '../../shared/stream/stream-events';
import { bookAfter, bookOfSnapshot, type Book } from './fold';

export interface BookState {
  market: string | null;
  book: Book | null;
  liveness: Liveness;
}

const UNWATCHED: BookState = { market: null, book: null, liveness: UNHEARD };

export const bookSlice = createSlice({
  name: 'book',
  initialState: UNWATCHED,
  reducers: {
    depthSnapshotReceived(state, { payload }: PayloadAction<{ snapshot: DepthSnapshot; at: number }>) {
      if (payload.snapshot.market !== state.market) return state;
      const book = bookOfSnapshot(payload.snapshot);
      if (!book) return { ...state, liveness: outOfStep(state.liveness, payload.at) };
      return { ...state, book, liveness: synchronised(payload.at, state.liveness) };
    },
    depthDifferenceReceived(state, { payload }: PayloadAction<{ difference: DepthDifference; at: number }>) {
      const { difference, at } = payload;
      // As it is, not as a draft: a book has thousands of levels, and nobody changes one in place.
      const known = original(state);
      // Until the snapshot comes there is no book to apply it to; out of step there is none to trust.
      if (difference.market !== known?.market || !known.book || !known.liveness.isInStep) return state;
      const book = bookAfter(known.book, difference);
      if (!book) return { ...known, liveness: outOfStep(known.liveness, at) };
      return { ...known, book, liveness: heard(known.liveness, at) };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload }) => {
        if (payload.channel !== 'depth') return state;
        const { market } = payload;
        return market === state.market
          ? { ...state, liveness: asked(state.liveness) }
          : { market, book: null, liveness: UNHEARD };
      })
      .addCase(subscriptionRefused, (state, { payload }) => {
        if (payload.channel !== 'depth' || payload.market !== state.market) return;
        state.liveness = refused(state.liveness, payload.fault);
      })
      .addCase(clockTicked, (state, { payload: now }) => {
        state.liveness = afterSilence(state.liveness, now);
      }),
  selectors: {
    /** A market that is not yet being followed has no book, whatever the last one left behind. */
    selectBook: (state, market: string) => (state.market === market ? state : UNWATCHED),
  },
});

export const { depthSnapshotReceived, depthDifferenceReceived } = bookSlice.actions;
export const { selectBook } = bookSlice.selectors;
