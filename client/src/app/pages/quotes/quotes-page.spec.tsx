import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { stubNetwork, success } from '../../../../../test/support/network';
import { connectionSlice } from '../../../kit/entities/connection/connection-slice';
import { marketSlice } from '../../../kit/entities/market/market-slice';
import { api } from '../../../kit/api/api';
import { startLanguage } from '../../../kit/i18n/i18n';
import { toastsSlice } from '../../../kit/toasts/toasts-slice';
import { QuotesPage } from './quotes-page';
import { showMedia } from '../../../testing/media';
import { choose } from '../../../testing/choose';
import { settle } from '../../../testing/settle';

const LIST = '/exchange/app/product/indexList';
const TICKERS = '/exchange/app/spot/tickers';
const KLINE = '/exchange/app/spot/kline';

const market = (name: string, state = 'open') => {
  const [base, quote] = name.split('-');
  return { name, product: 'spot', label: `${base}/${quote}`, base, quote, state, tick: '0.01', price: '1' };
};
const ticker = (name: string, last: string, changeRatio: string, quoteVolume: string) => {
  return { market: name, position: 1, last, high: last, low: last, changeRatio, quoteVolume };
};
const MARKETS = [market('BTC-USDT'), market('ETH-USDT', 'maintenance'), market('ETH-BTC')];
const QUOTES = [
  ticker('BTC-USDT', '60000', '-0.02', '900'),
  ticker('ETH-USDT', '3000', '0.03', '500'),
  ticker('ETH-BTC', '0.05', '0', '7'),
];
const UNTRADED = { ...QUOTES[2], last: null, high: null, low: null, changeRatio: null, quoteVolume: '0' };

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

async function show(isPhone = false) {
  showMedia(isPhone);
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      connection: connectionSlice.reducer,
      market: marketSlice.reducer,
      toasts: toastsSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <QuotesPage />
      </MemoryRouter>
    </Provider>,
  );
  await settle();
  return store;
}

const rows = () => screen.getByRole('table').querySelector('tbody') as HTMLElement;
const firstLink = () => screen.getAllByRole('link', { name: /^Trade/ })[0];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const listed = () =>
  screen
    .getAllByRole('link', { name: /^Trade/ })
    .map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('market'));

describe('markets page', () => {
  beforeEach(() => {
    stubNetwork({
      [LIST]: () => success({ records: MARKETS, total: 3, pageIndex: 1, pageSize: 200 }),
      [TICKERS]: () => success(QUOTES),
      [KLINE]: () => success([]),
    });
  });

  it('shows no change before a market’s first trade', async () => {
    stubNetwork({
      [LIST]: () => success({ records: MARKETS, total: 3, pageIndex: 1, pageSize: 200 }),
      [TICKERS]: () => success([QUOTES[0], QUOTES[1], UNTRADED]),
      [KLINE]: () => success([]),
    });
    await show();
    const row = screen.getAllByRole('row').find(({ textContent }) => textContent.includes('ETH/BTC'));
    expect(row?.textContent).toContain('–––');
    expect(row?.textContent).not.toContain('%');
  });

  it('lists markets with their quotes and marks a market that is not open', async () => {
    await show();
    expect(listed()).toEqual(['BTC-USDT', 'ETH-USDT', 'ETH-BTC']);
    const [, bitcoin, ether] = screen.getAllByRole('row');
    expect(bitcoin.textContent).toContain('60,000.00');
    expect(bitcoin.textContent).toContain('-2.00%');
    expect(within(ether).getByText('Maintenance')).toBeTruthy();
  });

  it('shows a streamed price at once', async () => {
    const store = await show();
    const { open, change, baseVolume } = { open: '60000', change: '1', baseVolume: '1' };
    const fresh = { ...ticker('BTC-USDT', '60001.5', '0.01', '900'), position: 2, open, change, baseVolume };
    act(
      () =>
        void store.dispatch(
          marketSlice.snapshotReceived({ snapshot: { position: 2, at: 1, tickers: [fresh] }, at: 1 }),
        ),
    );
    // Updates are rendered in the next frame.
    await waitFor(() => expect(screen.getAllByRole('row')[1].textContent).toContain('60,001.50'));
  });

  it('sorts by a heading: descending, ascending, unsorted', async () => {
    await show();
    const heading = () => screen.getByRole('columnheader', { name: '24h change' });
    press('24h change');
    expect(listed()).toEqual(['ETH-USDT', 'ETH-BTC', 'BTC-USDT']);
    expect(heading().getAttribute('aria-sort')).toBe('descending');
    press('24h change');
    expect(listed()).toEqual(['BTC-USDT', 'ETH-BTC', 'ETH-USDT']);
    press('24h change');
    expect(heading().getAttribute('aria-sort')).toBe('none');
  });

  describe('with sorted rows', () => {
    const CHANGES = ['-0.02', '0.03', '0.5', '-0.3'];
    let beats: (() => void)[];
    beforeEach(() => {
      beats = [];
      const every = jest.spyOn(window, 'setInterval');
      every.mockImplementation((beat: TimerHandler) => beats.push(beat as () => void) as unknown as NodeJS.Timeout);
    });
    afterEach(() => jest.restoreAllMocks());

    /** Changes ETH/BTC’s price change and fires the interval that re-sorts the rows. */
    async function moved(store: Awaited<ReturnType<typeof show>>, position: number) {
      const { open, change, baseVolume } = { open: '1', change: '1', baseVolume: '1' };
      const fresh = { ...ticker('ETH-BTC', '0.05', CHANGES[position % 4], '7'), position, open, change, baseVolume };
      const snapshot = { position, at: 1, tickers: [fresh] };
      act(() => {
        store.dispatch(marketSlice.snapshotReceived({ snapshot, at: 1 }));
        for (const beat of beats) beat();
      });
      await settle();
    }

    it.each([
      ['the pointer', () => fireEvent.pointerEnter(rows()), () => fireEvent.pointerLeave(rows())],
      ['the focus', () => act(() => firstLink().focus()), () => act(() => firstLink().blur())],
    ])('keeps the order under %s and re-sorts afterwards', async (_by, comes, goes) => {
      const store = await show();
      press('24h change');
      expect(listed()).toEqual(['ETH-USDT', 'ETH-BTC', 'BTC-USDT']);
      comes();
      await moved(store, 2);
      await moved(store, 6);
      expect(listed()).toEqual(['ETH-USDT', 'ETH-BTC', 'BTC-USDT']);
      // The figures still update.
      expect(rows().textContent).toContain('+50.00%');
      goes();
      await moved(store, 10);
      expect(listed()).toEqual(['ETH-BTC', 'ETH-USDT', 'BTC-USDT']);
    });
  });

  it('filters by category and search text', async () => {
    await show();
    press('BTC');
    expect(listed()).toEqual(['ETH-BTC']);
    press('USDT');
    const search = screen.getByRole('searchbox', { name: 'Search markets' });
    fireEvent.change(search, { target: { value: 'eth' } });
    expect(listed()).toEqual(['ETH-USDT']);
    fireEvent.change(search, { target: { value: 'xyz' } });
    expect(screen.getByText('No market matches “xyz”.')).toBeTruthy();
  });

  it('lists contracts by product, under the exchange’s labels, with links to their own screen', async () => {
    const contract = { ...market('BTC-USDT'), name: 'P1', product: 'perpetual', label: 'BTC/USDT Perpetual' };
    stubNetwork({
      [LIST]: () => success({ records: [...MARKETS, contract], total: 4, pageIndex: 1, pageSize: 200 }),
      [TICKERS]: () => success(QUOTES),
      [KLINE]: () => success([]),
    });
    await show();
    press('Futures');
    expect(listed()).toEqual(['P1']);
    expect(rows().textContent).toContain('BTC/USDT Perpetual');
    expect(firstLink().getAttribute('href')).toBe('/contractTransaction?market=P1');
    press('Spot');
    expect(listed()).toEqual(['BTC-USDT', 'ETH-USDT', 'ETH-BTC']);
  });

  it('hides the product filter if there is only one product', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Spot' })).toBeNull();
  });

  it('stores favourites', async () => {
    await show();
    press('Favourites');
    expect(screen.getByText(/^No favourites yet/)).toBeTruthy();
    press('All');
    press('Favourite ETH/BTC');
    press('Favourites');
    expect(listed()).toEqual(['ETH-BTC']);
    expect(localStorage.getItem('favourites')).toBe('["ETH-BTC"]');
  });

  it('shows cards and a sort menu on a phone', async () => {
    await show(true);
    expect(screen.queryByRole('table')).toBeNull();
    choose(screen.getByRole('combobox', { name: 'Sort by' }), 'Top losers');
    expect(screen.getAllByRole('listitem')[0].textContent).toContain('BTC/USDT');
    expect(screen.getByText('Maintenance')).toBeTruthy();
  });
});

describe('markets page without a connection', () => {
  it('shows the error and offers a retry', async () => {
    stubNetwork({});
    await show();
    expect(screen.getByRole('alert').textContent).toContain('cannot be reached');
    stubNetwork({ [LIST]: () => success({ records: [], total: 0, pageIndex: 1, pageSize: 200 }) });
    press('Try again');
    await settle();
    expect(screen.getByText('No markets here yet.')).toBeTruthy();
  });
});
