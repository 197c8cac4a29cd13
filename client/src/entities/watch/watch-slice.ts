/** What is on the screen and therefore to be listened to. Pages say it when they come and when they go. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { KlineTopic } from '../../shared/stream/stream-events';

export interface WatchState {
  /** The market whose book and trades are shown. */
  market: string | null;
  kline: KlineTopic | null;
}

export const watchSlice = createSlice({
  name: 'watch',
  initialState: (): WatchState => ({ market: null, kline: null }),
  reducers: {
    marketWatched: (state, { payload: market }: PayloadAction<string | null>) => ({ ...state, market }),
    klineWatched: (state, { payload: kline }: PayloadAction<KlineTopic | null>) => ({ ...state, kline }),
  },
  selectors: { selectWatchedMarket: ({ market }) => market, selectWatchedKline: ({ kline }) => kline },
});

export const { marketWatched, klineWatched } = watchSlice.actions;
export const { selectWatchedMarket, selectWatchedKline } = watchSlice.selectors;
