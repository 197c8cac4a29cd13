/** The candles that changed since the chart was opened, of the one market and interval it shows. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Candle, Interval, KlinePush } from '../../../../shared/wire/market-data';
import { areCanonical } from '../../shared/stream/decimals';
import { joined } from './candle-series';
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

export interface CandlesState {
  market: string | null;
  interval: Interval | null;
  /** Journal position of the latest push. */
  position: number | null;
  /** By start, oldest first. The chart lays them over the history it asked for. */
  candles: readonly Candle[];
  liveness: Liveness;
}

const UNWATCHED: CandlesState = { market: null, interval: null, position: null, candles: [], liveness: UNHEARD };

/** A day of minutes: beyond it the history is asked for anew. */
const CANDLES_MAX = 1_440;

export const candlesSlice = createSlice({
  name: 'candles',
  initialState: UNWATCHED,
  reducers: {
    /** The first answer to a subscription, and every answer to one after a gap. */
    klineSnapshotReceived(state, { payload: { push, at } }: PayloadAction<{ push: KlinePush; at: number }>) {
      if (!isOf(state, push)) return state;
      if (!areCandles(push.candles)) return { ...state, liveness: outOfStep(state.liveness, at) };
      const liveness = synchronised(at, state.liveness);
      return { ...state, position: push.position, candles: push.candles, liveness };
    },
    klineReceived(state, { payload: { push, at } }: PayloadAction<{ push: KlinePush; at: number }>) {
      if (!isOf(state, push) || state.position === null || push.position < state.position) return state;
      if (!areCandles(push.candles)) return { ...state, liveness: outOfStep(state.liveness, at) };
      const candles = push.candles.length === 0 ? state.candles : laidOver(state.candles, push.candles);
      return { ...state, position: push.position, candles, liveness: heard(state.liveness, at) };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload }) => {
        if (payload.channel !== 'kline') return state;
        const { market, interval } = payload;
        return market === state.market && interval === state.interval
          ? { ...state, liveness: asked(state.liveness) }
          : { ...UNWATCHED, market, interval };
      })
      .addCase(subscriptionRefused, (state, { payload }) => {
        if (payload.channel !== 'kline' || payload.market !== state.market) return state;
        return { ...state, liveness: refused(state.liveness, payload.fault) };
      })
      .addCase(clockTicked, (state, { payload: now }) => {
        const liveness = afterSilence(state.liveness, now);
        return liveness === state.liveness ? state : { ...state, liveness };
      }),
  selectors: {
    selectCandles: (state, market: string, interval: Interval) =>
      state.market === market && state.interval === interval ? state : UNWATCHED,
  },
});

export const { klineSnapshotReceived, klineReceived } = candlesSlice.actions;
export const { selectCandles } = candlesSlice.selectors;

function isOf(state: CandlesState, { market, interval }: KlinePush): boolean {
  return market === state.market && interval === state.interval;
}

/** Whether their figures are written as agreed: a chart adds them up. */
function areCandles(candles: readonly Candle[]): boolean {
  return candles.every(({ open, high, low, close, baseVolume, quoteVolume }) =>
    areCanonical(open, high, low, close, baseVolume, quoteVolume),
  );
}

/** Candles with the same start are replaced; the others keep their order. */
export function laidOver(known: readonly Candle[], fresh: readonly Candle[]): Candle[] {
  return joined(known, fresh).slice(-CANDLES_MAX);
}
