import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { bookSlice } from '../entities/book/book-slice';
import { connectionSlice } from '../entities/connection/connection-slice';
import { marketSlice } from '../entities/market/market-slice';
import { tradeSlice } from '../entities/trade/trade-slice';
import { choiceSlice } from '../features/choose-market/choice';
import { api } from '../shared/api/api';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  connection: connectionSlice.reducer,
  market: marketSlice.reducer,
  book: bookSlice.reducer,
  trade: tradeSlice.reducer,
  choice: choiceSlice.reducer,
});

export function createAppStore(marketWanted: string | null) {
  return configureStore({
    reducer,
    preloadedState: { choice: { wanted: marketWanted } },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppState = ReturnType<typeof reducer>;
