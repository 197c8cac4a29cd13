/** Fixture: store, channels, default responses and a stop-loss for the contract terminal. */
import { success, type stubNetwork } from '../../../test/support/network';
import type { StopState } from '../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../shared/wire/product';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { bookSlice } from '../kit/entities/book/book-slice';
import { candlesSlice } from '../kit/entities/candle/candle-slice';
import { connectionSlice } from '../kit/entities/connection/connection-slice';
import { marksSlice } from '../kit/entities/contract/marks';
import { positionsSlice } from '../kit/entities/contract/positions';
import { indexPriceSlice } from '../kit/entities/index-price/index-price-slice';
import { marketSlice } from '../kit/entities/market/market-slice';
import { ordersSlice } from '../kit/entities/order/order-slice';
import { sessionApi } from '../kit/entities/session/session-api';
import { tradeSlice } from '../kit/entities/trade/trade-slice';
import { interestSlice } from '../kit/stream/interest';
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

/** The network stub decides who is logged in. */
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
