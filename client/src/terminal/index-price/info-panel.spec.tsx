import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../test/support/network';
import type { IndexPrice, Ticker } from '../../../../shared/wire/market-data';
import { connectionLost, connectionOpened, connectionSlice } from '../../kit/entities/connection/connection-slice';
import { indexPriceSlice } from '../../kit/entities/index-price/index-price-slice';
import { marketSlice } from '../../kit/entities/market/market-slice';
import { api } from '../../kit/api/api';
import { chooseLanguage, startLanguage } from '../../kit/i18n/i18n';
import { subscriptionAsked, subscriptionRefused } from '../../kit/stream/stream-events';
import { MARKET as SAMPLE } from '../../testing/market';
import { settle } from '../../testing/settle';
import { InfoPanel } from './info-panel';

const NOW = 1_760_000_000_000;
const MARKET = { ...SAMPLE, quantityMin: '0.00002' };
const NONE: IndexPrice = {
  market: 'BTC-USDT',
  position: 1,
  price: null,
  at: null,
  isStale: true,
  sources: [],
  asOf: NOW,
};
const PUBLISHED: IndexPrice = {
  ...NONE,
  position: 2,
  price: '65000.5',
  at: NOW - 1_000,
  isStale: false,
  sources: [
    { name: 'Alpha', price: '65000', at: NOW - 2_000 },
    { name: 'Beta', price: '65001', at: NOW - 130_000 },
  ],
};
const TICKER: Ticker = {
  ...{ market: 'BTC-USDT', position: 2, last: '64350.495', open: null, change: '0', changeRatio: '0' },
  ...{ high: null, low: null, baseVolume: '0', quoteVolume: '0' },
};

beforeAll(startLanguage);
beforeEach(() => chooseLanguage('en'));

async function show(...happenings: Parameters<ReturnType<typeof storeOf>['dispatch']>[0][]) {
  stubNetwork({ '/exchange/app/spot/tickers': () => success([]) });
  const store = storeOf();
  render(
    <Provider store={store}>
      <InfoPanel market={MARKET} />
    </Provider>,
  );
  const tell = async (...events: typeof happenings) => {
    act(() => events.forEach((event) => store.dispatch(event)));
    await settle();
  };
  await tell(connectionOpened(), subscriptionAsked({ channel: 'index', market: 'BTC-USDT' }), ...happenings);
  return tell;
}

function storeOf() {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      connection: connectionSlice.reducer,
      indexPrice: indexPriceSlice.reducer,
      market: marketSlice.reducer,
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
}

const snapshot = (index: IndexPrice) => indexPriceSlice.snapshotReceived({ snapshot: index, at: NOW });
const rows = () =>
  within(screen.getByRole('table', { name: 'Sources of the index price' }))
    .getAllByRole('row')
    .map((row) => row.textContent);

test('shows the index price, its sources with ages, and the last price’s deviation', async () => {
  await show(
    snapshot(PUBLISHED),
    marketSlice.snapshotReceived({ snapshot: { position: 1, at: NOW, tickers: [TICKER] }, at: NOW }),
  );
  expect(screen.getByText(/^65,000\.50/).textContent).toBe('65,000.50 USDT');
  expect(rows()).toEqual(['SourcePrice (USDT)Age', 'Alpha65,000.002 s', 'Beta65,001.002 min']);
  expect(screen.getByText('-1.00%').dataset.direction).toBe('down');
  expect(screen.getByText('Live')).not.toBeNull();
  expect(screen.getByText(/No order is filled at it/)).not.toBeNull();
});

test('updates with each publication', async () => {
  const tell = await show(snapshot(PUBLISHED));
  await tell(indexPriceSlice.pushReceived({ push: { ...PUBLISHED, position: 3, price: '65010' }, at: NOW + 1_000 }));
  expect(screen.getByText(/^65,010\.00/)).not.toBeNull();
  // Without trades there is no last price to compare.
  expect(screen.getByText('Last price vs. index').nextSibling?.textContent).toBe('–');
});

test('explains a stale price', async () => {
  await show(snapshot({ ...PUBLISHED, isStale: true }));
  expect(screen.getByText('Stale')).not.toBeNull();
  expect(screen.getByText(/Nothing is settled by this price/)).not.toBeNull();
  expect(screen.getByText(/^65,000\.50/).dataset.stale).toBe('true');
});

test('keeps the last price as stale after a disconnection', async () => {
  const tell = await show(snapshot(PUBLISHED));
  await tell(connectionLost());
  expect(screen.getByText('Stale')).not.toBeNull();
  expect(screen.getByText(/^65,000\.50/)).not.toBeNull();
});

test('shows the market’s rules even without an index', async () => {
  await show(snapshot(NONE));
  expect(screen.getByText('This market has no index price yet.')).not.toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  const rule = (name: string) => screen.getByText(name).nextSibling?.textContent;
  expect(rule('Price step')).toBe('0.01 USDT');
  expect(rule('Quantity step')).toBe('0.00001 BTC');
  expect(rule('Smallest quantity')).toBe('0.00002 BTC');
  expect(rule('Smallest order value')).toBe('5 USDT');
  expect(rule('Range of market orders')).toBe('± 10.00%');
  expect(rule('Open orders at most')).toBe('200');
});

test('shows loading, then the reason of a refused subscription', async () => {
  const tell = await show();
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  await tell(subscriptionRefused({ channel: 'index', market: 'BTC-USDT', fault: 'Not today.' }));
  expect(screen.getByRole('alert').textContent).toBe('Not today.');
});
