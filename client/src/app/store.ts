import {
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type StateFromReducersMapObject,
} from '@reduxjs/toolkit';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { bookSlice } from '../kit/entities/book/book-slice';
import { candlesSlice } from '../kit/entities/candle/candle-slice';
import { connectionSlice } from '../kit/entities/connection/connection-slice';
import { indexPriceSlice } from '../kit/entities/index-price/index-price-slice';
import { marketSlice } from '../kit/entities/market/market-slice';
import { messageSlice } from '../kit/entities/message/message-slice';
import { ordersSlice } from '../kit/entities/order/order-slice';
import { routeSlice } from '../kit/entities/route/route-slice';
import { ownActsSlice } from '../kit/news/own-acts';
import { sessionSlice } from '../kit/entities/session/session-slice';
import { tradeSlice } from '../kit/entities/trade/trade-slice';
import type { ProductChannel } from '../products/manifest';
import { api } from '../kit/api/api';
import { refetchPending } from '../kit/api/refetch-pending';
import { rebuildSlice } from '../kit/api/rebuild-slice';
import { sessionChanged } from '../kit/api/session';
import { onNextFrame } from '../kit/lib/frames';
import { toastsSlice } from '../kit/toasts/toasts-slice';
import { interestSlice } from '../kit/stream/interest';

/** Public state and what of it is on screen. It does not depend on the session. */
const PUBLIC = {
  connection: connectionSlice.reducer,
  rebuild: rebuildSlice.reducer,
  interest: interestSlice.reducer,
  market: marketSlice.reducer,
  book: bookSlice.reducer,
  trade: tradeSlice.reducer,
  candles: candlesSlice.reducer,
  indexPrice: indexPriceSlice.reducer,
  route: routeSlice.reducer,
};

/** State of a session. It is reset before the next session begins. Every slice is in one of the two lists. */
const PRIVATE = {
  [api.reducerPath]: api.reducer,
  session: sessionSlice.reducer,
  orders: ordersSlice.reducer,
  ownActs: ownActsSlice.reducer,
  balances: balancesSlice.reducer,
  message: messageSlice.reducer,
  toasts: toastsSlice.reducer,
};

type Slices = typeof PUBLIC & typeof PRIVATE;

export type AppState = StateFromReducersMapObject<Slices>;

/** Adds the reducers of the products' channels. */
function reducerWith(channels: readonly ProductChannel[]): Reducer<AppState> {
  const added = Object.fromEntries(channels.map(({ name, reducer }) => [name, reducer]));
  const slices = combineReducers({ ...PUBLIC, ...PRIVATE, ...added });
  const ofSession = [...Object.keys(PRIVATE), ...channels.filter(({ isPrivate }) => isPrivate).map(({ name }) => name)];
  const forgotten = Object.fromEntries(ofSession.map((name) => [name, undefined]));
  return (state, action) => {
    if (!state || !sessionChanged.match(action)) return slices(state, action);
    return slices({ ...state, ...forgotten }, action);
  };
}

/** RTK Query also holds pending requests, subscriptions and timers, so resetting its slice is not enough. */
const resetCachedAnswers: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    if (sessionChanged.match(action)) dispatch(api.util.resetApiState());
    return next(action);
  };

export function createAppStore(channels: readonly ProductChannel[] = []) {
  return configureStore({
    reducer: reducerWith(channels),
    middleware: (defaults) => defaults().concat(resetCachedAnswers, refetchPending, api.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: onNextFrame } }),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
