import { configureStore } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type {
  ContractOrderState,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../shared/products/perpetual/stream';
import type { OrderState } from '../../../../shared/wire/market-data';
import type { MessageKey, MessageRecord } from '../../../../shared/wire/messages-center';
import { positionsSlice } from '../../kit/entities/contract/positions';
import { marketsEndpoint } from '../../kit/entities/market/market-api';
import { messagePushed } from '../../kit/entities/message/message-api';
import { messageSlice } from '../../kit/entities/message/message-slice';
import { ordersSlice } from '../../kit/entities/order/order-slice';
import { cancellationAsked, ownActsSlice, placingBegun, placingEnded } from '../../kit/news/own-acts';
import { success, stubNetwork } from '../../../../test/support/network';
import { api } from '../../kit/api/api';
import { beginSession, leaveSession } from '../../kit/api/session';
import { sessionSlice } from '../../kit/entities/session/session-slice';
import { startLanguage } from '../../kit/i18n/i18n';
import { onNextFrame } from '../../kit/lib/frames';
import { setPreference } from '../../kit/lib/storage/preferences';
import { selectToasts, toastsSlice } from '../../kit/toasts/toasts-slice';
import { useContractMessageNotices } from './use-contract-message-notices';
import { useNotices } from './use-notices';
import { useOrderNews } from './use-order-news';

const order = (id: number, of: Partial<OrderState> = {}): OrderState => ({
  ...{ order: String(id), market: 'BTC-USDT', side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '64310.25', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity: '0', filledQuote: '0', ...of },
});
const cancelled = (id: number, market = 'BTC-USDT') =>
  order(id, { market, phase: 'closed', status: 'cancelled', reason: 'requested' });
const filled = (id: number) => order(id, { phase: 'closed', status: 'filled', filledQuantity: '1.5' });
const contractOrder = (id: number, of: Partial<ContractOrderState> = {}): ContractOrderState => ({
  ...{ id: String(id), clientId: null, market: 'BTC-USDT', side: 'buy', position: 'long', act: 'open', kind: 'limit' },
  ...{ timeInForce: 'gtc', price: '50000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null },
  ...{ quantity: '0.1', filledQuantity: '0', filledValue: '0', held: '250', against: '0', leverage: 20 },
  ...{ mode: 'isolated', phase: 'resting', reason: null, ...of },
});
const NOTHING_OF_CONTRACTS = { positions: [], stops: [], orders: [], settings: [] };
const ORDER_OF_PLACING = '77';
const TURNS_MAX = 1_000;
/** Delay in ms after which store updates are rendered. */
const DRAWN_MS = 50;
const realFrame = window.requestAnimationFrame.bind(window);
const realTimers = jest.requireActual<typeof import('node:timers')>('node:timers');

const message = (id: string, key: MessageKey, createdAt: number, readAt: number | null = null): MessageRecord => ({
  ...{ message: id, key, title: `title of ${id}`, text: 'what happened', facts: {}, createdAt, readAt },
});
/** The exchange’s messages so far, newest first. */
let written: MessageRecord[] = [];

beforeAll(startLanguage);
beforeEach(() => {
  written = [];
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
  const record = (name: string) => {
    const [base, quote] = name.split('-');
    return { name, product: 'spot', label: `${base}/${quote}`, base, quote, decimals: {} };
  };
  stubNetwork({
    '/exchange/app/message/list': () =>
      success({ records: written, total: written.length, pageIndex: 1, pageSize: 50 }),
    '/exchange/app/product/indexList': () =>
      success({ records: ['BTC-USDT', 'ETH-USDT'].map(record), total: 2, pageIndex: 1, pageSize: 200 }),
  });
});
afterEach(() => jest.useRealTimers());

/** Renders a tab of a user with these open orders. */
async function follow(open: OrderState[] = [], user = 7) {
  jest.useRealTimers();
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ orders: ordersSlice.reducer, positions: positionsSlice.reducer, ownActs: ownActsSlice.reducer },
      ...{ toasts: toastsSlice.reducer, session: sessionSlice.reducer, message: messageSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: onNextFrame } }),
  });
  beginSession(store, { ticket: `t-${user}`, userId: user });
  await store.dispatch(marketsEndpoint.initiate());
  // Real timers: the store publishes markets in the next animation frame, which fake timers do not fire.
  await new Promise((resolve) => setTimeout(() => realFrame(resolve), DRAWN_MS));
  jest.useFakeTimers();
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: open }, at: 1 }));
  const contracts = { position: 1, ...NOTHING_OF_CONTRACTS };
  store.dispatch(positionsSlice.snapshotReceived({ snapshot: contracts, at: 1 }));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(
    () => {
      useOrderNews();
      useContractMessageNotices();
      return useNotices();
    },
    { wrapper },
  );
  // Responses are read in event loop turns, which fake timers do not drive.
  const isAsking = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  const quiet = async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    for (let turns = 0; isAsking() && turns < TURNS_MAX; turns++) {
      await new Promise((resolve) => realTimers.setImmediate(resolve));
      await jest.advanceTimersByTimeAsync(1);
    }
    await jest.advanceTimersByTimeAsync(1_000);
  };
  return {
    store,
    happens: (position: number, ...orders: OrderState[]) =>
      act(() => {
        const updates = [{ position, at: position, orders, fills: [] }];
        store.dispatch(ordersSlice.pushReceived({ push: { from: position - 1, to: position, at: 0, updates }, at: 1 }));
        jest.advanceTimersByTime(DRAWN_MS);
      }),
    ofContracts: (position: number, of: Partial<ContractUpdate>) =>
      act(() => {
        const update = { ...NOTHING_OF_CONTRACTS, ...of, position, at: position };
        const push = { from: position - 1, to: position, at: 0, updates: [update] };
        store.dispatch(positionsSlice.pushReceived({ push, at: 1 }));
        jest.advanceTimersByTime(DRAWN_MS);
      }),
    place: () => act(() => void store.dispatch(placingBegun())),
    answered: () => act(() => void store.dispatch(placingEnded(ORDER_OF_PLACING))),
    writes: (...messages: MessageRecord[]) =>
      act(async () => {
        written = [...messages, ...written];
        store.dispatch(messagePushed());
        await quiet();
      }),
    settle: () => act(quiet),
    pass: () => act(() => jest.advanceTimersByTime(1_000)),
    told: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
    kept: () => result.current.notices.map(({ id }) => id),
    unread: () => result.current.unread,
    read: () => act(() => result.current.markRead()),
  };
}

describe('order news', () => {
  it('of one batch are stored in one write', async () => {
    const { happens, kept } = await follow([order(1), order(2), order(3)]);
    const write = jest.spyOn(Storage.prototype, 'setItem');
    happens(2, cancelled(1), cancelled(2), filled(3));
    expect(write.mock.calls.filter(([place]) => place.startsWith('notices.told'))).toHaveLength(1);
    write.mockRestore();
    expect(kept()).toHaveLength(3);
  });

  it('name the market of a cancelled order', async () => {
    const { happens, pass, told, kept } = await follow([order(1, { market: 'ETH-USDT' })]);
    happens(2, cancelled(1, 'ETH-USDT'));
    pass();
    expect(told()).toEqual(['Order cancelled: ETH/USDT']);
    expect(kept()).toEqual(['cancelled:1']);
  });

  it('count simultaneous cancellations', async () => {
    const { happens, pass, told } = await follow();
    happens(2, cancelled(1), cancelled(2));
    happens(3, cancelled(3, 'ETH-USDT'));
    expect(told()).toEqual([]);
    pass();
    expect(told()).toEqual(['3 orders cancelled']);
  });

  it('report each step from other tabs, the market or the platform, newest first', async () => {
    const { happens, told, kept, unread, read } = await follow([order(2, { phase: 'waiting', kind: 'stop_limit' })]);
    happens(2, order(1));
    happens(3, order(1, { status: 'partially_filled', filledQuantity: '0.5' }));
    happens(4, filled(1));
    happens(5, order(2));
    expect(told()).toEqual([
      'Buy order placed: BTC/USDT',
      'Buy order partly filled: 0.5 BTC on BTC/USDT',
      'Buy order filled: 1.5 BTC on BTC/USDT',
      'Buy order triggered: BTC/USDT',
    ]);
    happens(6, order(2, { phase: 'closed', status: 'cancelled', reason: 'staff' }));
    expect(kept()).toEqual(['ended:2', 'triggered:2', 'filled:1', 'partly:1:0.5', 'placed:1']);
    expect(unread()).toBe(5);
    read();
    expect(unread()).toBe(0);
  });

  it('of this tab’s own actions are toasts at most and not listed', async () => {
    const { store, happens, place, answered, pass, told, kept } = await follow();
    place();
    happens(2, order(Number(ORDER_OF_PLACING)));
    expect(told()).toEqual([]);
    answered();
    expect(told()).toEqual([]);
    act(() => void store.dispatch(cancellationAsked([ORDER_OF_PLACING])));
    happens(3, cancelled(Number(ORDER_OF_PLACING)));
    pass();
    expect(told()).toEqual(['Order cancelled: BTC/USDT']);
    expect(kept()).toEqual([]);
  });

  it('wait during a placement until the tab’s own order is known', async () => {
    const { happens, place, answered, told, kept } = await follow();
    place();
    happens(2, order(76), filled(Number(ORDER_OF_PLACING)));
    expect(told()).toEqual([]);
    answered();
    expect(told()).toEqual(['Buy order placed: BTC/USDT', 'Buy order filled: 1.5 BTC on BTC/USDT']);
    expect(kept()).toEqual(['placed:76']);
  });

  it('report later fills of this tab’s orders', async () => {
    const { happens, place, answered, kept } = await follow();
    place();
    answered();
    happens(2, order(Number(ORDER_OF_PLACING)));
    happens(3, filled(Number(ORDER_OF_PLACING)));
    expect(kept()).toEqual([`filled:${ORDER_OF_PLACING}`]);
  });

  it('are shown and listed once, however often they are sent', async () => {
    const [tab, other] = [await follow(), await follow()];
    for (const { happens } of [tab, other]) happens(2, filled(1));
    expect(tab.kept()).toEqual(['filled:1']);
    // After a restart positions may begin anew.
    act(() => void tab.store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [] }, at: 1 })));
    tab.happens(2, filled(1));
    expect(tab.told()).toHaveLength(1);
    expect(tab.kept()).toEqual(['filled:1']);
  });

  it('cover contracts on any screen: orders, reached stops and closed positions', async () => {
    const { happens, ofContracts, told, kept } = await follow();
    ofContracts(2, { orders: [contractOrder(5)] });
    ofContracts(3, { orders: [contractOrder(5, { phase: 'closed', filledQuantity: '0.1' })] });
    happens(2, filled(1));
    expect(told()).toEqual([
      'Open long order placed: BTC/USDT',
      'Open long order filled: 0.1 BTC on BTC/USDT',
      'Buy order filled: 1.5 BTC on BTC/USDT',
    ]);
    const position: PositionState = {
      ...{ id: '2', market: 'BTC-USDT', side: 'long', mode: 'isolated', leverage: 20, lots: 100, cost: '5000' },
      ...{ margin: '250', liquidationPrice: null, bankruptcyPrice: null, isLocked: false, openedAt: 3 },
      quantity: '0.1',
    };
    const stop: StopState = {
      ...{ id: '8', market: 'BTC-USDT', position: 'long', contract: '2', kind: 'stop_loss', triggerBy: 'mark' },
      ...{ trigger: '49000', callback: null, callbackRate: null, extreme: null, price: null, quantity: null },
      ...{ phase: 'closed', reason: 'filled' },
    };
    ofContracts(4, { positions: [position] });
    ofContracts(5, { positions: [{ ...position, quantity: '0', lots: 0, cost: '0' }], stops: [stop] });
    expect(told().slice(-2)).toEqual(['Stop-loss of BTC/USDT was reached', 'Long position in BTC/USDT is closed']);
    expect(kept()).toEqual(['reached:8', 'filled:5', 'filled:1', 'placed:5']);
  });

  it('of this tab’s own contract actions are not listed', async () => {
    const { store, ofContracts, place, answered, pass, told, kept } = await follow();
    place();
    ofContracts(2, { orders: [contractOrder(Number(ORDER_OF_PLACING))] });
    answered();
    act(() => void store.dispatch(cancellationAsked([ORDER_OF_PLACING])));
    ofContracts(3, { orders: [contractOrder(Number(ORDER_OF_PLACING), { phase: 'closed', reason: 'requested' })] });
    pass();
    expect(told()).toEqual(['Order cancelled: BTC/USDT']);
    expect(kept()).toEqual([]);
    const ended = contractOrder(6, { phase: 'closed', reason: 'margin_short' });
    ofContracts(4, { orders: [ended] });
    expect(kept()).toEqual(['ended:6']);
  });

  it('can be disabled by kind', async () => {
    const { happens, told, kept } = await follow();
    act(() => setPreference('notices.kind.placed', 'off'));
    happens(2, order(1));
    happens(3, filled(1));
    expect(told()).toEqual(['Buy order filled: 1.5 BTC on BTC/USDT']);
    expect(kept()).toEqual(['filled:1']);
  });

  it('are restored after a reload for the same user only', async () => {
    (await follow()).happens(2, filled(1));
    cleanup();
    jest.useRealTimers();
    expect((await follow()).kept()).toEqual(['filled:1']);
    cleanup();
    jest.useRealTimers();
    expect((await follow([], 8)).kept()).toEqual([]);
  });

  it.each([
    'nonsense',
    '{}',
    '[{"id":1}]',
    '[{"id":"x","kind":"filled","at":1,"order":{"market":"A"}}]',
    '[{"id":"x","kind":"filled","at":1,"contract":{"market":"A","filledQuantity":"1"}}]',
    '[{"id":"x","kind":"reached","at":1,"stop":{"market":"A","kind":"other"}}]',
  ])('are empty for stored text %p', async (text) => {
    localStorage.setItem('notices.told@7', text);
    expect((await follow()).kept()).toEqual([]);
  });
});

describe('exchange messages on contracts', () => {
  it('are listed among order news by time and announced', async () => {
    written = [message('1', 'position.locked', 1), message('0', 'login.new.device', 1)];
    const { happens, settle, writes, told, kept, unread, read } = await follow();
    await settle();
    expect([kept(), told()]).toEqual([['message:1'], []]);
    happens(2, filled(1));
    await writes(message('3', 'margin.call', 9), message('2', 'recharge.credited', 8));
    expect(kept()).toEqual(['message:3', 'filled:1', 'message:1']);
    expect(told()).toContain('title of 3');
    expect(unread()).toBe(3);
    read();
    expect(unread()).toBe(0);
    await writes(message('4', 'liquidation.started', 11));
    expect(unread()).toBe(1);
  });

  it.each<MessageKey>([
    ...(['margin.call', 'margin.account', 'liquidation.started', 'liquidation.account', 'liquidation.healed'] as const),
    ...(['liquidation.closed', 'liquidation.recovered', 'position.deleveraged', 'stop.stayed'] as const),
    ...(['position.locked', 'position.unlocked', 'contract.terms', 'contract.ending', 'contract.ended'] as const),
  ])('%s has its own text', async (key) => {
    const { settle, writes, told, kept } = await follow();
    await settle();
    await writes(message('1', key, 1));
    expect([kept(), told()]).toEqual([['message:1'], ['title of 1']]);
  });

  it('about an order ended for lack of margin are listed; the order news announces it', async () => {
    const { settle, writes, told, kept } = await follow();
    await settle();
    await writes(message('1', 'order.margin', 1));
    expect([kept(), told()]).toEqual([['message:1'], []]);
  });

  it('do not count once read in the message centre', async () => {
    written = [message('2', 'margin.call', 5, 6), message('1', 'margin.call', 4)];
    const { settle, unread } = await follow();
    await settle();
    expect(unread()).toBe(1);
  });
});
