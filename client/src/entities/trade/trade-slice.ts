/** The latest trades of the market that is being watched. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TradePush, TradeSnapshot } from '../../../../shared/wire/market-data';
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
import { tapeAfter, tapeOfSnapshot, type Tape } from './fold';

export interface TradeState {
  market: string | null;
  tape: Tape | null;
  liveness: Liveness;
}

const UNWATCHED: TradeState = { market: null, tape: null, liveness: UNHEARD };

export const tradeSlice = createSlice({
  name: 'trade',
  initialState: UNWATCHED,
  reducers: {
    tradeSnapshotReceived(state, { payload }: PayloadAction<{ snapshot: TradeSnapshot; at: number }>) {
      if (payload.snapshot.market !== state.market) return state;
      const tape = tapeOfSnapshot(payload.snapshot);
      if (!tape) return { ...state, liveness: outOfStep(state.liveness, payload.at) };
      return { ...state, tape, liveness: synchronised(payload.at, state.liveness) };
    },
    tradesReceived(state, { payload: { push, at } }: PayloadAction<{ push: TradePush; at: number }>) {
      if (push.market !== state.market || !state.tape || !state.liveness.isInStep) return state;
      const tape = tapeAfter(state.tape, push);
      if (!tape) return { ...state, liveness: outOfStep(state.liveness, at) };
      return { ...state, tape, liveness: heard(state.liveness, at) };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload }) => {
        if (payload.channel !== 'trade') return state;
        const { market } = payload;
        return market === state.market
          ? { ...state, liveness: asked(state.liveness) }
          : { market, tape: null, liveness: UNHEARD };
      })
      .addCase(subscriptionRefused, (state, { payload }) => {
        if (payload.channel !== 'trade' || payload.market !== state.market) return;
        state.liveness = refused(state.liveness, payload.fault);
      })
      .addCase(clockTicked, (state, { payload: now }) => {
        state.liveness = afterSilence(state.liveness, now);
      }),
  selectors: {
    selectTrades: (state, market: string) => (state.market === market ? state : UNWATCHED),
  },
});

export const { tradeSnapshotReceived, tradesReceived } = tradeSlice.actions;
export const { selectTrades } = tradeSlice.selectors;
