import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { never, refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { ordersSlice } from '../../../kit/entities/order/order-slice';
import { sessionApi } from '../../../kit/entities/session/session-api';
import { startLanguage } from '../../../kit/i18n/i18n';
import { OrdersPage } from './orders-page';
import { choose } from '../../../testing/choose';
import { settle } from '../../../testing/settle';
import { showPage, testStore } from '../../../testing/page';

const USER = '/exchange/app/account/getUserInfo';
const MARKETS = '/exchange/app/product/indexList';
const CURRENT = '/exchange/app/spot/currentOrders';
const HISTORY = '/exchange/app/spot/historyOrders';
const CANCEL = '/exchange/app/spot/cancel';
const CANCEL_ALL = '/exchange/app/spot/cancelAll';

const user = { userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false };
const order = (id: string, market = 'BTC-USDT') => ({
  ...{ order: id, market, side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting', status: 'pending' },
  ...{ reason: null, price: '50000', quantity: '0.5', quoteAmount: null, trigger: null, filledQuantity: '0' },
  ...{ filledQuote: '0', averagePrice: null, clientId: null, selfTrade: 'cancel_taker', placedAt: 0, changedAt: 0 },
});
const MARKET = {
  ...{ product: 'spot', label: 'BTC/USDT', decimals: { price: 0, quantity: 5, notional: 5 } },
  ...{ name: 'BTC-USDT', base: 'BTC', quote: 'USDT', state: 'open', tick: '1', lot: '0.00001', price: '65000' },
  ...{ quantityMin: '0.00001', quantityMax: '100', notionalMin: '5', priceLowest: '0.01', priceHighest: '1000000' },
};
const pageOf = (records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 20 });
const ALWAYS = { [USER]: () => success(user), [MARKETS]: () => pageOf([]) };

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

async function show(active: '1' | '2') {
  const store = testStore({ orders: ordersSlice.reducer });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <OrdersPage />, `/accountSet/commin?active=${active}`);
  return store;
}

const press = async (name: string, within_: HTMLElement = document.body) => {
  fireEvent.click(within(within_).getByRole('button', { name }));
  await settle();
};
const sentTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('open orders', () => {
  it('show a message and a link to trading when empty', async () => {
    stubNetwork({ ...ALWAYS, [CURRENT]: () => pageOf([]) });
    await show('1');
    const way = await screen.findByRole('link', { name: /trad/i });
    expect(way.getAttribute('href')).toBe('/currencyTransaction');
  });

  it('show an error and retry', async () => {
    stubNetwork({ ...ALWAYS, [CURRENT]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await show('1');
    expect((await screen.findByRole('alert')).textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [CURRENT]: () => pageOf([order('1')]) });
    await press('Try again');
    expect(await screen.findByText('50,000')).toBeTruthy();
  });

  it('are cancelled one by one; a refused one stays listed', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [CURRENT]: () => pageOf([order('1')]),
      [CANCEL]: () => refusal(200, 'order.not.found', 'It is gone.'),
    });
    const store = await show('1');
    await press('Cancel');
    expect(sentTo(asked, CANCEL)).toMatchObject([{ order: '1' }]);
    expect(store.getState().toasts).toMatchObject({ shown: [{ kind: 'error', text: 'It is gone.' }] });
    expect(screen.getByText('50,000')).toBeTruthy();
  });

  it('show a notice, not an error, if already filled', async () => {
    stubNetwork({
      ...ALWAYS,
      [CURRENT]: () => pageOf([order('1')]),
      [CANCEL]: () => refusal(200, 'order.filled', 'It is filled.'),
    });
    const store = await show('1');
    await press('Cancel');
    expect(store.getState().toasts).toMatchObject({ shown: [{ kind: 'info', text: 'It is filled.' }] });
  });

  describe('selection', () => {
    const tick = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

    it('is cancelled, except robot orders', async () => {
      const asked = stubNetwork({
        ...ALWAYS,
        [CURRENT]: () => pageOf([order('1'), { ...order('2'), robot: '12' }, order('3')]),
        [CANCEL]: () => success({ position: 2, repeated: false }),
      });
      await show('1');
      expect(tick('Select 2').disabled).toBe(true);
      fireEvent.click(tick(/all rows/));
      expect(tick('Select 2').checked).toBe(false);
      expect(status()).toContain('2 selected');
      await press('Cancel selected');
      expect(sentTo(asked, CANCEL).map((sent) => sent.order)).toEqual(['1', '3']);
    });

    it('includes only orders still listed', async () => {
      let open = [order('1'), order('2')];
      const asked = stubNetwork({
        ...ALWAYS,
        [CURRENT]: () => pageOf(open),
        [CANCEL]: () => success({ position: 2, repeated: false }),
      });
      const store = await show('1');
      fireEvent.click(tick('Select 1'));
      fireEvent.click(tick('Select 2'));
      const goOn = async (position: number) => {
        act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position, orders: [] }, at: 1 })));
        // The list is refetched at most once a second.
        await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select 1' })).toBeNull());
      };
      open = [order('2')];
      await goOn(9);
      expect(status()).toContain('1 selected');
      await press('Cancel selected');
      expect(sentTo(asked, CANCEL).map((sent) => sent.order)).toEqual(['2']);
    });

    it('is empty if all selected orders are gone', async () => {
      let open = [order('1'), order('2')];
      stubNetwork({ ...ALWAYS, [CURRENT]: () => pageOf(open) });
      const store = await show('1');
      fireEvent.click(tick('Select 1'));
      open = [order('2')];
      act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 9, orders: [] }, at: 1 })));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel selected' })).toBeNull());
      expect(status()).toContain('1 entry');
    });
  });

  it('show an error in the pair filter and retry', async () => {
    const own = { ...ALWAYS, [CURRENT]: () => pageOf([order('1')]) };
    stubNetwork({ ...own, [MARKETS]: () => refusal(503, 'system.busy', 'No markets now.') });
    await show('1');
    fireEvent.click(screen.getByRole('combobox', { name: 'Pair' }));
    const [alert] = await screen.findAllByRole('alert', { hidden: true });
    expect(alert.textContent).toContain('No markets now.');
    stubNetwork({ ...own, [MARKETS]: () => pageOf([MARKET]) });
    fireEvent.click(within(alert).getByText('Try again'));
    expect(await screen.findByRole('option', { name: 'BTC/USDT' })).toBeTruthy();
  });

  it('are filtered by pair; contracts are not offered', async () => {
    const contract = { ...MARKET, name: 'P1', product: 'perpetual', label: 'BTC/USDT Perpetual' };
    stubNetwork({ ...ALWAYS, [MARKETS]: () => pageOf([contract, MARKET]), [CURRENT]: () => pageOf([order('1')]) });
    await show('1');
    fireEvent.click(screen.getByRole('combobox', { name: 'Pair' }));
    await screen.findByRole('option', { name: 'BTC/USDT' });
    expect(screen.queryByRole('option', { name: 'BTC/USDT Perpetual' })).toBeNull();
  });

  it('are amended in the list', async () => {
    stubNetwork({ ...ALWAYS, [MARKETS]: () => pageOf([MARKET]), [CURRENT]: () => pageOf([order('1')]) });
    await show('1');
    await press('Amend');
    const dialog = screen.getByRole('dialog', { name: 'Amend order BTC/USDT' });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Price/ }).value).toBe('50,000');
  });

  it('are cancelled for the filtered market only, as the button says', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [MARKETS]: () => pageOf([MARKET]),
      [CURRENT]: () => pageOf([order('1')]),
      [CANCEL_ALL]: () => success({ position: 2, repeated: false }),
    });
    const store = await show('1');
    const orders = [order('1'), order('2', 'ETH-USDT')] as OrderState[];
    act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders }, at: 1 })));
    choose(screen.getByRole('combobox', { name: 'Pair' }), 'BTC/USDT');
    await settle();
    await press('Cancel all BTC/USDT');
    expect(screen.getByRole('dialog').textContent).toContain('1 open order will be cancelled.');
    await press('Cancel all BTC/USDT', screen.getByRole('dialog'));
    expect(sentTo(asked, CANCEL_ALL)).toMatchObject([{ market: 'BTC-USDT' }]);
  });

  it('stay visible during a refetch', async () => {
    let isHeld = false;
    stubNetwork({ ...ALWAYS, [CURRENT]: () => (isHeld ? never() : pageOf([order('1')])) });
    const store = await show('1');
    isHeld = true;
    act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 9, orders: [] }, at: 1 })));
    await settle();
    expect(screen.getByText('50,000')).toBeTruthy();
    expect(screen.queryByText(/^Loading/)).toBeNull();
  });

  it('are all cancelled only after a confirmation', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [CURRENT]: () => pageOf([order('1'), order('2', 'ETH-USDT')]),
      [CANCEL_ALL]: () => success({ position: 2, repeated: false }),
    });
    const store = await show('1');
    const orders = [order('1'), order('2', 'ETH-USDT')] as OrderState[];
    act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders }, at: 1 })));
    await press('Cancel all');
    expect(sentTo(asked, CANCEL_ALL)).toEqual([]);
    await press('Cancel all', await screen.findByRole('dialog'));
    await waitFor(() =>
      expect(
        sentTo(asked, CANCEL_ALL)
          .map(({ market }) => market)
          .sort(),
      ).toEqual(['BTC-USDT', 'ETH-USDT']),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('order details', () => {
  const DETAIL = '/exchange/app/spot/order';
  it('have one request in flight during fills; only the latest response is kept', async () => {
    let answer: (() => void) | null = null;
    const detail = (filledQuantity: string) => success({ ...order('1'), filledQuantity, fills: [] });
    let filled = 0;
    const asked = stubNetwork({
      ...ALWAYS,
      [MARKETS]: () => pageOf([MARKET]),
      [CURRENT]: () => pageOf([order('1')]),
      [DETAIL]: () =>
        filled === 0 ? detail('0') : new Promise((resolve) => (answer = () => resolve(detail('0.00005'))) as never),
    });
    const store = await show('1');
    await press('Details');
    const details = () => asked.filter(({ path }) => path.startsWith(DETAIL));
    expect(details()).toHaveLength(1);
    for (filled = 1; filled <= 50; filled++) {
      const snapshot = { position: filled, orders: [order('1')] as OrderState[] };
      act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot, at: filled })));
    }
    await waitFor(() => expect(details()).toHaveLength(2));
    // A request is in flight; further updates wait for it.
    act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 99, orders: [] }, at: 99 })));
    await settle();
    expect(details()).toHaveLength(2);
    act(() => answer?.());
    await settle();
    expect(screen.getByText('0.00005')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Order details' }).textContent).toContain('0.00005');
    const kept = Object.keys(store.getState().api.queries).filter((name) => name.startsWith('orderDetail'));
    expect(kept).toHaveLength(1);
    await press('Close', screen.getByRole('dialog', { name: 'Order details' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('ended orders', () => {
  it('are filtered by side and show a message without matches', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [HISTORY]: ({ body }) => pageOf(body.includes('sell') ? [] : [order('1')]),
    });
    await show('2');
    expect(await screen.findByText('50,000')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Side' }), { target: { value: 'sell' } });
    await settle();
    await screen.findByText(/No orders match/);
    expect(sentTo(asked, HISTORY).at(-1)).toMatchObject({ side: 'sell', pageIndex: 1 });
  });

  it('and their trades are exported with the list’s filters', async () => {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const asked = stubNetwork({
      ...ALWAYS,
      [HISTORY]: () => pageOf([order('1')]),
      '/exchange/app/spot/export': () => new Response('order\r\n7\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await show('2');
    await screen.findByText('50,000');
    fireEvent.change(screen.getByRole('combobox', { name: 'Side' }), { target: { value: 'sell' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'limit' } });
    await settle();
    await press('Export CSV');
    await press('Export trades');
    const requests = asked
      .filter(({ path }) => path.startsWith('/exchange/app/spot/export'))
      .map(({ path }) => Object.fromEntries(new URL(path, 'http://here').searchParams));
    expect(requests).toMatchObject([
      { list: 'orders', side: 'sell', kind: 'limit' },
      { list: 'fills', side: 'sell' },
    ]);
    expect(requests[1]).not.toHaveProperty('kind');
    expect(names).toEqual(['spot-orders.csv', 'spot-fills.csv']);
  });

  it('save no trades file if none match', async () => {
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    stubNetwork({
      ...ALWAYS,
      [HISTORY]: () => pageOf([order('1')]),
      '/exchange/app/spot/export': () => refusal(404, 'data.none', 'No data yet.'),
    });
    const store = await show('2');
    await screen.findByText('50,000');
    await press('Export trades');
    expect(store.getState().toasts.shown).toMatchObject([{ kind: 'info', text: 'No data yet.' }]);
    expect(names).toEqual([]);
  });
});
