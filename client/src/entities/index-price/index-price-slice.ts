/** The index price of the market that is being watched. */
import { createSlice, prepareAutoBatched, type PayloadAction } from '@reduxjs/toolkit';
import type { IndexPrice } from '../../../../shared/wire/market-data';
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
import { isIndexPrice } from './index-price';

export interface IndexPriceState {
  market: string | null;
  index: IndexPrice | null;
  liveness: Liveness;
}

interface IndexHeard {
  index: IndexPrice;
  at: number;
}

const UNWATCHED: IndexPriceState = { market: null, index: null, liveness: UNHEARD };

export const indexPriceSlice = createSlice({
  name: 'indexPrice',
  initialState: (): IndexPriceState => UNWATCHED,
  reducers: {
    /** Counts whatever was known: after a restart of the exchange positions may begin anew. */
    indexSnapshotReceived: {
      reducer(state, { payload: { index, at } }: PayloadAction<IndexHeard>) {
        if (index.market !== state.market) return state;
        if (!isIndexPrice(index)) return { ...state, liveness: outOfStep(state.liveness, at) };
        return { ...state, index, liveness: synchronised(at, state.liveness) };
      },
      prepare: prepareAutoBatched<IndexHeard>(),
    },
    /** A whole figure, so a missing one is no gap; one that is older than what is known is ignored. */
    indexReceived: {
      reducer(state, { payload: { index, at } }: PayloadAction<IndexHeard>) {
        if (index.market !== state.market) return state;
        if (!isIndexPrice(index)) return { ...state, liveness: outOfStep(state.liveness, at) };
        const isOlder = state.index !== null && index.position < state.index.position;
        return { ...state, index: isOlder ? state.index : index, liveness: heard(state.liveness, at) };
      },
      prepare: prepareAutoBatched<IndexHeard>(),
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload }) => {
        if (payload.channel !== 'index') return state;
        const { market } = payload;
        return market === state.market
          ? { ...state, liveness: asked(state.liveness) }
          : { market, index: null, liveness: UNHEARD };
      })
      .addCase(subscriptionRefused, (state, { payload }) => {
        if (payload.channel !== 'index' || payload.market !== state.market) return;
        state.liveness = refused(state.liveness, payload.fault);
      })
      .addCase(clockTicked, (state, { payload: now }) => {
        state.liveness = afterSilence(state.liveness, now);
      }),
  selectors: {
    /** Of this market, and none while another one is being listened to. */
    selectIndexPrice: (state, market: string): IndexPriceState => (state.market === market ? state : UNWATCHED),
  },
});

export const { indexSnapshotReceived, indexReceived } = indexPriceSlice.actions;
export const { selectIndexPrice } = indexPriceSlice.selectors;
