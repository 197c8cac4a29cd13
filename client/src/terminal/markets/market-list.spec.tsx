import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../test/support/network';
import type { Ticker } from '../../../../shared/wire/market-data';
import { marketSlice } from '../../kit/entities/market/market-slice';
import { sessionSlice } from '../../kit/entities/session/session-slice';
import { api } from '../../kit/api/api';
import { startLanguage } from '../../kit/i18n/i18n';
import { setPreference } from '../../kit/lib/storage/preferences';
import { renderedBy } from '../../testing/rendered';
import { settle } from '../../testing/settle';
import { MarketList } from './market-list';

function ticker(market: string, last: number): Ticker {
  const figures = { last: String(last), open: '1', change: '0', changeRatio: '0', high: '1', low: '1' };
  return { market, position: 1, ...figures, baseVolume: '1', quoteVolume: String(last) };
}
const record = (name: string) => {
  const [base, quote] = name.split('-');
  const label = `${base}/${quote}`;
  return { name, product: 'spot', base, quote, label, state: 'open', tick: '1', price: '1' };
};

/** Three markets, highest price first. */
async function show() {
  setPreference('trade.market-tab', 'all');
  stubNetwork({
    '/exchange/app/product/indexList': () =>
      success({ records: ['A-USDT', 'B-USDT', 'C-USDT'].map(record), total: 3, pageIndex: 1, pageSize: 200 }),
    '/exchange/app/spot/tickers': () => success([]),
  });
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ market: marketSlice.reducer, session: sessionSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MarketList product="spot" chosen={null} onChoose={() => undefined} />
    </Provider>,
  );
  await settle();
  act(
    () => void store.dispatch(marketSlice.snapshotReceived({ snapshot: { position: 1, at: 1, tickers: [] }, at: 1 })),
  );
  const prices = async (...lasts: [string, number][]) => {
    act(() => {
      const tickers = lasts.map(([market, last]) => ticker(market, last));
      store.dispatch(marketSlice.pushReceived({ push: { from: 1, to: 1, at: 1, tickers }, at: 1 }));
    });
    await settle();
  };
  await prices(['A-USDT', 30], ['B-USDT', 20], ['C-USDT', 10]);
  fireEvent.click(screen.getByRole('button', { name: 'Price' }));
  return { prices };
}

const body = () => screen.getByRole('table', { name: 'Markets' }).querySelector('tbody') as HTMLElement;
const names = () => [...body().querySelectorAll('b')].map(({ textContent }) => textContent);
const shown = () => [...body().querySelectorAll('td:first-of-type')].map(({ textContent }) => textContent);
const choice = (name: string) => within(body()).getByText(name).closest('button') as HTMLElement;

beforeEach(() => startLanguage());

describe('market list rows', () => {
  it('are sorted by their current values', async () => {
    const { prices } = await show();
    expect(names()).toEqual(['A', 'B', 'C']);
    await prices(['C-USDT', 40]);
    expect([names(), shown()]).toEqual([
      ['C', 'A', 'B'],
      ['40', '30', '20'],
    ]);
  });

  it('keep their order under the pointer while prices update, until it leaves', async () => {
    const { prices } = await show();
    fireEvent.pointerEnter(body());
    await prices(['C-USDT', 40]);
    expect([names(), shown()]).toEqual([
      ['A', 'B', 'C'],
      ['30', '20', '40'],
    ]);
    fireEvent.pointerLeave(body());
    await prices(['B-USDT', 21]);
    expect(names()).toEqual(['C', 'A', 'B']);
  });

  it('keep their order while a row has the focus, or the pointer is over them afterwards', async () => {
    const { prices } = await show();
    act(() => choice('B').focus());
    await prices(['C-USDT', 40]);
    expect(names()).toEqual(['A', 'B', 'C']);
    fireEvent.pointerEnter(body());
    act(() => choice('B').blur());
    await prices(['C-USDT', 50]);
    expect(names()).toEqual(['A', 'B', 'C']);
  });

  it('re-sort at once on request, by current values', async () => {
    const { prices } = await show();
    fireEvent.pointerEnter(body());
    await prices(['C-USDT', 40]);
    fireEvent.click(screen.getByRole('button', { name: 'Price' }));
    expect(names()).toEqual(['B', 'A', 'C']);
    await prices(['B-USDT', 90]);
    expect(names()).toEqual(['B', 'A', 'C']);
  });
});

describe('market list prices', () => {
  const rows = () => [...body().querySelectorAll('tr')];
  const priceOf = (row: number) => rows()[row].querySelector('td span') as HTMLElement;

  it('flash in the same element on each move', async () => {
    const { prices } = await show();
    const price = priceOf(0);
    await prices(['A-USDT', 31]);
    const once = price.outerHTML;
    await prices(['A-USDT', 32]);
    expect(priceOf(0)).toBe(price);
    expect([once, price.outerHTML].map((html) => /data-flash="up" data-turn="(.)"/.exec(html)?.[1])).toEqual([
      '1',
      '0',
    ]);
  });

  it('do not render out of view, and are current when they come into view', async () => {
    const watched = new Set<Element>();
    const tell: ((entries: { target: Element; isIntersecting: boolean }[]) => void)[] = [];
    Object.assign(globalThis, {
      IntersectionObserver: class {
        constructor(heard: (typeof tell)[number]) {
          tell.push(heard);
        }
        observe = (element: Element) => void watched.add(element);
        unobserve = (element: Element) => void watched.delete(element);
      },
    });
    const { prices } = await show();
    const [first, second] = rows();
    const see = (target: Element, isIntersecting: boolean) =>
      act(() => tell.forEach((heard) => heard([{ target, isIntersecting }])));
    see(first, true);
    const rendered = await renderedBy(() => prices(['A-USDT', 31], ['B-USDT', 21], ['C-USDT', 11]));
    expect(rendered.filter((name) => name === 'Row')).toHaveLength(1);
    see(second, true);
    see(first, false);
    expect(shown().slice(0, 2)).toEqual(['31', '21']);
    await prices(['A-USDT', 32], ['B-USDT', 22]);
    expect(shown().slice(0, 2)).toEqual(['31', '22']);
    cleanup();
    expect(watched.size).toBe(0);
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });
});
