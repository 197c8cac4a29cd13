/** The 24 hours of every market, folded from the ticker channel; each market's channel has a liveness of its own. */
import { createSlice, prepareAutoBatched, type PayloadAction } from '@reduxjs/toolkit';
import type { Ticker } from '../../../../shared/wire/market-data';
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
import { isTicker, quoteAfter, type Quote } from './quote';

export interface QuoteState {
  quote?: Quote;
  liveness: Liveness;
}

export interface MarketState {
  byMarket: Record<string, QuoteState>;
}

/** Every market speaks each second: what comes within a frame is drawn with it, once. */
interface TickerHeard {
  ticker: Ticker;
  at: number;
}

const UNFOLLOWED: QuoteState = { liveness: UNHEARD };

function stateOf(state: MarketState, market: string): QuoteState {
  return state.byMarket[market] ?? UNFOLLOWED;
}

export const marketSlice = createSlice({
  name: 'market',
  initialState: (): MarketState => ({ byMarket: {} }),
  reducers: {
    /** Counts whatever was known: after a restart of the exchange positions may begin anew. */
    tickerSnapshotReceived: {
      reducer(state, { payload: { ticker, at } }: PayloadAction<TickerHeard>) {
        const { quote, liveness } = stateOf(state, ticker.market);
        state.byMarket[ticker.market] = isTicker(ticker)
          ? { quote: { ticker, moved: 'level' }, liveness: synchronised(at, liveness) }
          : { quote, liveness: outOfStep(liveness, at) };
      },
      prepare: prepareAutoBatched<TickerHeard>(),
    },
    tickerReceived: {
      reducer(state, { payload: { ticker, at } }: PayloadAction<TickerHeard>) {
        const { quote, liveness } = stateOf(state, ticker.market);
        state.byMarket[ticker.market] = isTicker(ticker)
          ? { quote: quoteAfter(quote, ticker), liveness: heard(liveness, at) }
          : { quote, liveness: outOfStep(liveness, at) };
      },
      prepare: prepareAutoBatched<TickerHeard>(),
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload }) => {
        if (payload.channel !== 'ticker') return;
        const { market } = payload;
        const known = stateOf(state, market);
        state.byMarket[market] = { ...known, liveness: asked(known.liveness) };
      })
      .addCase(subscriptionRefused, (state, { payload }) => {
        if (payload.channel !== 'ticker') return;
        const { market, fault } = payload;
        const known = stateOf(state, market);
        state.byMarket[market] = { ...known, liveness: refused(known.liveness, fault) };
      })
      .addCase(clockTicked, (state, { payload: now }) => {
        for (const known of Object.values(state.byMarket)) known.liveness = afterSilence(known.liveness, now);
      }),
  selectors: {
    selectQuote: (state, market: string) => stateOf(state, market),
    selectQuotes: ({ byMarket }) => byMarket,
  },
});

export const { tickerSnapshotReceived, tickerReceived } = marketSlice.actions;
export const { selectQuote, selectQuotes } = marketSlice.selectors;
