/** Fixture: the spot terminal with network stub, book and balances, and helpers to fill in and submit its form. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { stubNetwork, success, type Asked } from '../../../test/support/network';
import { depthChecksum, type Level, type OrderState } from '../../../shared/wire/market-data';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { bookSlice } from '../kit/entities/book/book-slice';
import { candlesSlice } from '../kit/entities/candle/candle-slice';
import { connectionLost, connectionOpened, connectionSlice } from '../kit/entities/connection/connection-slice';
import { indexPriceSlice } from '../kit/entities/index-price/index-price-slice';
import { marketsEndpoint } from '../kit/entities/market/market-api';
import { marketSlice } from '../kit/entities/market/market-slice';
import { ordersSlice } from '../kit/entities/order/order-slice';
import { sessionApi } from '../kit/entities/session/session-api';
import { tradeSlice } from '../kit/entities/trade/trade-slice';
import { chooseLanguage, startLanguage } from '../kit/i18n/i18n';
import { setPreference } from '../kit/lib/storage/preferences';
import { interestSlice } from '../kit/stream/interest';
import { subscriptionAsked } from '../kit/stream/stream-events';
import { feeTiers, feesAtLevel } from './fee-tiers';
import { MARKET } from './market';
import { followedBy, showPage, testStore } from './page';
import { settle } from './settle';
import { SpotPage } from '../products/spot/parts';

export const PLACE = '/exchange/app/spot/place';
const BIDS: Level[] = [
  ['64990.5', '0.25'],
  ['64980', '1'],
];
const ASKS: Level[] = [
  ['65010.25', '0.125'],
  ['65020', '1'],
];

export const pageOf = (records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 200 });
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/spot/tickers': () => success([]),
  '/exchange/app/spot/kline': () => success([]),
  '/exchange/app/product/feeTiers': () => success(feeTiers({ spot: feesAtLevel(1) })),
  '/exchange/app/spot/currentOrders': () => pageOf([]),
};

/** Stubs `matchMedia` for a wide or narrow window; a resize notifies the listeners. */
function windowOf(isWide: boolean) {
  const lists = new Set<EventTarget & { matches: boolean }>();
  window.matchMedia = (media) => {
    const list = Object.assign(new EventTarget(), {
      matches: media.includes('max-width') ? !isWide : isWide && media.includes('width'),
      media,
      onchange: null,
    });
    lists.add(list);
    return list as unknown as MediaQueryList;
  };
  return {
    resize: (becomesWide: boolean) =>
      act(async () => {
        isWide = becomesWide;
        for (const list of lists) list.dispatchEvent(new Event('change'));
      }),
  };
}

/** Before each test: English, limit order, confirmation on. */
export function startFresh(): void {
  beforeAll(startLanguage);
  beforeEach(async () => {
    await chooseLanguage('en');
    localStorage.clear();
    setPreference('trade.order-kind', 'limit');
    setPreference('trade.skip-confirmation', 'off');
    // The other chart draws on a canvas.
    setPreference('trade.chart', 'depth');
  });
}

/** Terminal of a user who may trade and has funds; the book has two levels per side. */
export async function showTerminal(answers: Parameters<typeof stubNetwork>[0] = {}) {
  const { resize } = windowOf(true);
  let polls = 0;
  const requests = stubNetwork({
    ...ALWAYS,
    // The last price changes with each response, so each response is a new object.
    '/exchange/app/product/indexList': () => pageOf([{ ...MARKET, price: String(65_000 + polls++) }]),
    [PLACE]: () => success({ position: 9, repeated: false, order: '1' }),
    ...answers,
  });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, book: bookSlice.reducer, candles: candlesSlice.reducer },
    ...{ connection: connectionSlice.reducer, market: marketSlice.reducer },
    ...{ orders: ordersSlice.reducer, trade: tradeSlice.reducer },
    ...{ indexPrice: indexPriceSlice.reducer, interest: interestSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  store.dispatch(subscriptionAsked({ channel: 'depth', market: MARKET.name }));
  const snapshot = { market: MARKET.name, seq: 1, bids: BIDS, asks: ASKS, checksum: depthChecksum(BIDS, ASKS) };
  store.dispatch(bookSlice.snapshotReceived({ snapshot, at: 0 }));
  const balances = (usdt: string, position: number) =>
    balancesSlice.snapshotReceived({
      snapshot: {
        position,
        balances: [
          { account: 'spot', asset: 'USDT', available: usdt, frozen: '0', locked: '0' },
          { account: 'spot', asset: 'BTC', available: '10', frozen: '0', locked: '0' },
        ],
      },
      at: 0,
    });
  store.dispatch(balances('1000000', 1));
  await showPage(store, <SpotPage />, `/currencyTransaction?market=${MARKET.name}`);
  return {
    resize,
    /** Bodies of the order requests. */
    placed: () => ordersIn(requests),
    /** Refetches the market list, as the page does every ten seconds. */
    poll: async () => {
      await act(() => store.dispatch(marketsEndpoint.initiate(undefined, { forceRefetch: true })));
      await settle();
    },
    lose: () => act(async () => void store.dispatch(connectionLost())),
    reconnect: () => act(async () => void store.dispatch(connectionOpened())),
    fund: (usdt: string, position: number) => act(async () => void store.dispatch(balances(usdt, position))),
    /** Open orders, as the private stream's snapshot sends them. */
    order: async (...orders: OrderState[]) => {
      act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders }, at: 1 })));
      await settle();
    },
    /** Keys of the streams the page subscribes to. */
    followed: () => followedBy(store),
    asked: requests,
  };
}

function ordersIn(requests: readonly Asked[]): Record<string, unknown>[] {
  return requests.filter(({ path }) => path === PLACE).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

export const form = (side: 'Buy' | 'Sell', base = 'BTC') =>
  screen.getByRole('form', { name: `${side} ${base}`, hidden: true });
export const fieldOf = (name: string, side: 'Buy' | 'Sell' = 'Buy', base = 'BTC') =>
  within(form(side, base)).getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name} `), hidden: true });
/** Value without thousands separators. */
export const figure = (name: string, side: 'Buy' | 'Sell' = 'Buy', base = 'BTC') =>
  fieldOf(name, side, base).value.replaceAll(',', '');
export const type = (name: string, text: string, side: 'Buy' | 'Sell' = 'Buy') => {
  const field = fieldOf(name, side);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
export const kind = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const send = (side: 'Buy' | 'Sell' = 'Buy') =>
  fireEvent.click(within(form(side)).getByRole('button', { name: `${side} BTC`, hidden: true }));
export const confirmation = () => screen.getByRole('dialog', { name: /^Confirm/ });
export const confirm = async () => {
  fireEvent.click(within(confirmation()).getByRole('button', { name: /^(Buy|Sell) BTC( anyway)?$/ }));
  await settle();
};
export const bestAsk = () =>
  within(screen.getByRole('table', { name: 'Asks' })).getByRole('button', { name: '65,010.25' });
