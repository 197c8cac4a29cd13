import {
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type StateFromReducersMapObject,
} from '@reduxjs/toolkit';
import { balancesSlice } from '../entities/balance/balance-slice';
import { bookSlice } from '../entities/book/book-slice';
import { candlesSlice } from '../entities/candle/candle-slice';
import { connectionSlice } from '../entities/connection/connection-slice';
import { indexPriceSlice } from '../entities/index-price/index-price-slice';
import { marketSlice } from '../entities/market/market-slice';
import { messageSlice } from '../entities/message/message-slice';
import { ordersSlice } from '../entities/order/order-slice';
import { routeSlice } from '../entities/route/route-slice';
import { ownActsSlice } from '../shared/news/own-acts';
import { sessionSlice } from '../entities/session/session-slice';
import { tradeSlice } from '../entities/trade/trade-slice';
import type { ProductChannel } from '../products/manifest';
import { api } from '../shared/api/api';
import { askedAgain } from '../shared/api/asked-again';
import { rebuildSlice } from '../shared/api/rebuild-slice';
import { sessionChanged } from '../shared/api/session';
import { withNextFrame } from '../shared/lib/frames';
import { toastsSlice } from '../shared/toasts/toasts-slice';
import { interestSlice } from '../shared/stream/interest';

/** What everybody sees, and what of it is on the screen: the same whoever is logged in. */
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

/** What belongs to a session and goes with it, before the next one is told of. A slice stands here or above. */
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

/** With what the products' channels fold beside it. */
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

/** The cache of answers has more than its slice: requests on their way, subscriptions, timers. */
const forgetAnswers: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    if (sessionChanged.match(action)) dispatch(api.util.resetApiState());
    return next(action);
  };

export function createAppStore(channels: readonly ProductChannel[] = []) {
  return configureStore({
    reducer: reducerWith(channels),
    middleware: (defaults) => defaults().concat(forgetAnswers, askedAgain, api.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: withNextFrame } }),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
