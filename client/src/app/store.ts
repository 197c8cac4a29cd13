import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { balancesSlice } from '../entities/balance/balance-slice';
import { bookSlice } from '../entities/book/book-slice';
import { candlesSlice } from '../entities/candle/candle-slice';
import { connectionSlice } from '../entities/connection/connection-slice';
import { favouritesSlice } from '../entities/favourites/favourites-slice';
import { marketSlice } from '../entities/market/market-slice';
import { messageSlice } from '../entities/message/message-slice';
import { ordersSlice } from '../entities/order/order-slice';
import { sessionSlice } from '../entities/session/session-slice';
import { tradeSlice } from '../entities/trade/trade-slice';
import { watchSlice } from '../entities/watch/watch-slice';
import { api } from '../shared/api/api';
import { noticesSlice } from '../shared/notices/notices-slice';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  session: sessionSlice.reducer,
  connection: connectionSlice.reducer,
  watch: watchSlice.reducer,
  market: marketSlice.reducer,
  book: bookSlice.reducer,
  trade: tradeSlice.reducer,
  candles: candlesSlice.reducer,
  orders: ordersSlice.reducer,
  balances: balancesSlice.reducer,
  message: messageSlice.reducer,
  favourites: favouritesSlice.reducer,
  notices: noticesSlice.reducer,
});

export function createAppStore() {
  return configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppState = ReturnType<typeof reducer>;
