import { feeTiers, feesAtLevel } from '../testing/fee-tiers';
import { renderedBy } from '../testing/rendered';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { depthChecksum, type Level, type Ticker } from '../../../shared/wire/market-data';
import { stubNetwork, success } from '../../../test/support/network';
import { bookSlice } from '../kit/entities/book/book-slice';
import { marketsEndpoint } from '../kit/entities/market/market-api';
import { marketSlice } from '../kit/entities/market/market-slice';
import { startLanguage } from '../kit/i18n/i18n';
import { setPreference } from '../kit/lib/storage/preferences';
import { clockTicked, subscriptionAsked } from '../kit/stream/stream-events';
import { settle } from '../testing/settle';
import { App } from './app';
import { loadPage } from '../kit/ui/page/lazy-page';
import { SITE } from './site';
import { createAppStore, type AppStore } from './store';

const PATH = '/currencyTransaction';
const BIDS: Level[] = [['64990', '1']];
const ASKS: Level[] = [['65010', '1']];

const record = (name: string) => ({
  ...{
    name,
    product: 'spot',
    label: name.replace('-', '/'),
    base: name.split('-')[0],
    quote: name.split('-')[1],
    state: 'open',
    ownState: 'open',
  },
  ...{ tick: '0.01', lot: '0.00001', quantityMin: '0.00001', quantityMax: '10000', notionalMin: '5' },
  ...{ priceLowest: '0.01', priceHighest: '1000000', makerFeesPpb: [1_000_000], takerFeesPpb: [1_000_000] },
  ...{ makerFeesFixed: [], takerFeesFixed: [], openOrdersMax: 200, bandPpb: 100_000_000, price: '65000', pending: [] },
});
function ticker(market: string, last: string, position: number): Ticker {
  const figures = { last, open: '1', change: '0', changeRatio: '0', high: '1', low: '1' };
  return { market, position, ...figures, baseVolume: '1', quoteVolume: '1' };
}

beforeAll(async () => {
  await startLanguage();
  window.scrollTo = () => undefined;
  // Runs idle work at once, before renders are counted.
  window.requestIdleCallback = (work) => window.setTimeout(work, 0);
  window.cancelIdleCallback = (id) => window.clearTimeout(id);
  const media = window.matchMedia;
  window.matchMedia = (query) => Object.assign(media(query), { matches: query.includes('width') });
  const screenOf = SITE.screens.find(({ path }) => path === PATH);
  if (screenOf) await loadPage(screenOf.load);
});

/** Overrides of the records in the market list. Their price is a plain snapshot, not a term. */
let listed: Record<string, Partial<ReturnType<typeof record>>> = {};

async function openDesk(): Promise<AppStore> {
  listed = {};
  // The candle chart needs a canvas, which jsdom lacks.
  setPreference('trade.chart', 'depth');
  // Layout with the market list visible.
  setPreference('trade.layout', JSON.stringify({ preset: 'compact', hidden: [], moved: {}, sizes: {} }));
  stubNetwork({
    '/exchange/app/product/indexList': () =>
      success({
        records: ['BTC-USDT', 'ETH-USDT'].map((name) => ({ ...record(name), ...listed[name] })),
        ...{ total: 2, pageIndex: 1, pageSize: 200 },
      }),
    '/exchange/app/spot/tickers': () => success([ticker('BTC-USDT', '65000', 1), ticker('ETH-USDT', '3000', 1)]),
    '/exchange/app/product/feeTiers': () => success(feeTiers({ spot: feesAtLevel(1) })),
  });
  window.history.replaceState(null, '', `${PATH}?market=BTC-USDT`);
  const store = createAppStore();
  render(
    <Provider store={store}>
      <App />
    </Provider>,
  );
  await settle();
  const tell = (...events: Parameters<AppStore['dispatch']>[0][]) =>
    act(async () => events.forEach((event) => store.dispatch(event)));
  await tell(subscriptionAsked({ channel: 'depth', market: 'BTC-USDT' }));
  const snapshot = { market: 'BTC-USDT', seq: 1, bids: BIDS, asks: ASKS, checksum: depthChecksum(BIDS, ASKS) };
  await tell(bookSlice.snapshotReceived({ snapshot, at: 1 }));
  const tickers = [ticker('BTC-USDT', '65000', 1), ticker('ETH-USDT', '3000', 1)];
  await tell(marketSlice.snapshotReceived({ snapshot: { position: 1, at: 1, tickers }, at: 1 }));
  await settle();
  return store;
}

const tickerPushed = (one: Ticker) =>
  marketSlice.pushReceived({ push: { from: 1, to: 1, at: 2, tickers: [one] }, at: 2 });

const rendersOf = async (store: AppStore, event: Parameters<AppStore['dispatch']>[0]) => {
  const rendered = await renderedBy(async () => {
    act(() => void store.dispatch(event));
    await settle();
  });
  return [...new Set(rendered)];
};
/** Container components: a render of one usually renders most of its children. */
const panelsOf = (names: readonly string[]) =>
  names.filter((name) => /(Page|Screen|Layout|Frame|Split|Panel|Chart|List|Listed|Form|Strip)$/.test(name));

it('a message renders only the components that show its data', async () => {
  const store = await openDesk();
  expect(screen.getByRole('table', { name: 'Asks' })).toBeTruthy();

  const other = tickerPushed(ticker('ETH-USDT', '3001', 2));
  const foreign = await rendersOf(store, other);
  expect(foreign).toEqual(['Row']);

  const own = tickerPushed(ticker('BTC-USDT', '65001', 2));
  expect(panelsOf(await rendersOf(store, own))).toEqual(['TickerStrip']);

  const unmoved = tickerPushed({ ...ticker('BTC-USDT', '65001', 3), baseVolume: '2' });
  expect(panelsOf(await rendersOf(store, unmoved))).toEqual(['TickerStrip']);

  const difference = { market: 'BTC-USDT', from: 1, to: 2, bids: [], asks: [['65011', '2'] as const] };
  const changed = bookSlice.pushReceived({ push: difference, at: 3 });
  const withBook = await rendersOf(store, changed);
  expect(panelsOf(withBook)).toEqual(['DepthChart', 'BookPanel']);
  // Controls above the book, and the forms while their texts stay the same.
  expect(
    withBook.filter((name) => /^(Choice|Views|Step|Preview|PreviewLines|FormNote|TicketNote)$/.test(name)),
  ).toEqual([]);

  expect(await rendersOf(store, clockTicked(4))).toEqual([]);
});

it('a refetched market list renders only components that show changed terms', async () => {
  const store = await openDesk();
  const listAgain = async () => {
    const rendered = await renderedBy(async () => {
      await act(async () => void (await store.dispatch(marketsEndpoint.initiate(undefined, { forceRefetch: true }))));
      await settle();
    });
    return new Set(rendered);
  };
  expect(await listAgain()).toEqual(new Set());
  // Trading changes the prices in the list, not the terms.
  listed = { 'BTC-USDT': { price: '65002' }, 'ETH-USDT': { price: '3002' } };
  expect(await listAgain()).toEqual(new Set());

  listed['BTC-USDT'].quantityMin = '0.0001';
  expect(await listAgain()).toContain('OrderForm');
  expect(store.getState().api.queries['markets(undefined)']?.data).toMatchObject([{ quantityMin: '0.0001' }, {}]);
});

it('switching the market does not render the page frame', async () => {
  await openDesk();
  const row = within(screen.getByRole('table', { name: 'Markets' })).getByRole('button', { name: /^ETH/ });
  const rendered = await renderedBy(async () => {
    fireEvent.click(row);
    await settle();
  });
  expect(rendered).toContain('TickerStrip');
  expect(
    rendered.filter((name) => /^(Frame|Header|LanguageSelect|Footer|Column|Toasts|Offline|LazyPage)$/.test(name)),
  ).toEqual([]);
});
