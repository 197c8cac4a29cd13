/** What the terminal of contracts stands on in a test: a store with its channels, the answers that it begins with, and a stop-loss. */
import { success, type stubNetwork } from '../../../test/support/network';
import type { StopState } from '../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../shared/wire/product';
import { balancesSlice } from '../entities/balance/balance-slice';
import { bookSlice } from '../entities/book/book-slice';
import { candlesSlice } from '../entities/candle/candle-slice';
import { connectionSlice } from '../entities/connection/connection-slice';
import { marksSlice } from '../entities/contract/marks';
import { positionsSlice } from '../entities/contract/positions';
import { indexPriceSlice } from '../entities/index-price/index-price-slice';
import { marketSlice } from '../entities/market/market-slice';
import { ordersSlice } from '../entities/order/order-slice';
import { sessionApi } from '../entities/session/session-api';
import { tradeSlice } from '../entities/trade/trade-slice';
import { interestSlice } from '../shared/stream/interest';
import { feeTiers } from './fee-tiers';
import { pageOf, testStore } from './page';
import { PERPETUAL } from './perpetual';

export function contractAnswers(...markets: readonly MarketRecord[]): Parameters<typeof stubNetwork>[0] {
  return {
    '/exchange/app/account/getUserInfo': () =>
      success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
    '/exchange/app/product/indexList': () => pageOf(...markets),
    '/exchange/app/product/feeTiers': () => success(feeTiers()),
    '/exchange/app/spot/tickers': () => success([]),
  };
}

/** Knows who is logged in, by what the network says. */
export async function contractStore() {
  const store = testStore({
    ...{ balances: balancesSlice.reducer, book: bookSlice.reducer, candles: candlesSlice.reducer },
    ...{ connection: connectionSlice.reducer, market: marketSlice.reducer, marks: marksSlice.reducer },
    ...{ orders: ordersSlice.reducer, positions: positionsSlice.reducer, trade: tradeSlice.reducer },
    ...{ indexPrice: indexPriceSlice.reducer, interest: interestSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  return store;
}

export const STOP: StopState = {
  ...{ id: '4', market: PERPETUAL.name, position: 'long', contract: '1', kind: 'stop_loss', triggerBy: 'mark' },
  ...{ trigger: '57500', callback: null, callbackRate: null, extreme: null },
  ...{ price: null, quantity: null, phase: 'waiting', reason: null },
};
