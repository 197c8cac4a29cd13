import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import type { Choices } from '../../../../shared/products/identity/choices';
import { json, never, refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { api } from '../../shared/api/api';
import { beginSession, leaveSession, sessionChanged, type Session } from '../../shared/api/session';
import { keep, keptText } from '../../shared/lib/storage/kept';
import { forgetServerTime } from '../../shared/stream/server-time';
import { selectToasts, toastsSlice } from '../../shared/toasts/toasts-slice';
import { followChoices } from './follow-choices';

const OWN = '/exchange/app/account/choices';
const SAVE = '/exchange/app/account/saveChoices';
const [ANN, BEN] = ['1', '2'];

/** What the exchange keeps, by user. */
let accounts: Record<string, Choices>;
let asked: Asked[];
let stops: (() => void)[];

const userOf = ({ ticket }: Asked): string => ticket?.slice(1) ?? '';
const takes = (request: Asked): Response => {
  const { choices } = JSON.parse(request.body) as { choices: Choices };
  accounts[userOf(request)] = { ...accounts[userOf(request)], ...choices };
  return success(null);
};
const answers = (save: (asked: Asked) => Response | Promise<Response> = takes): void => {
  asked = stubNetwork({ [OWN]: (request) => success({ choices: accounts[userOf(request)] ?? {} }), [SAVE]: save });
};
const unreachable = (): void => void (asked = stubNetwork({}));
const saves = () => asked.filter(({ path }) => path === SAVE);
const values = (user: string) =>
  Object.fromEntries(Object.entries(accounts[user] ?? {}).map(([key, text]) => [key, text.replace(/^\d+ /, '')]));

beforeEach(() => {
  jest.useFakeTimers();
  forgetServerTime();
  accounts = {};
  stops = [];
  // A visitor’s browser, whoever it was before.
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
  answers();
});
afterEach(() => {
  for (const stop of stops) stop();
  jest.useRealTimers();
});

const sessionReducer = (known: Session | null = null, event: UnknownAction): Session | null =>
  sessionChanged.match(event) ? event.payload : known;

/** A page of a browser, from its start. */
function open() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer, toasts: toastsSlice.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  const stop = followChoices(store);
  stops.push(stop);
  return {
    enter: (user: string) => beginSession(store, { ticket: `t${user}`, userId: Number(user) }),
    leave: () => leaveSession(store),
    close: stop,
    told: () => selectToasts(store.getState()),
  };
}

/** Time goes by, and what was asked is answered. */
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const comeBack = async () => {
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();
};
/** As another device: nothing of this browser is there. */
const elsewhere = (page: ReturnType<typeof open>) => {
  page.leave();
  page.close();
  localStorage.clear();
  return open();
};

describe('choices of an account', () => {
  it('follow the user to another device', async () => {
    const first = open();
    first.enter(ANN);
    keep('trade.layout', 'wide');
    await pass(1_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    const second = elsewhere(first);
    expect(keptText('trade.layout')).toBeNull();
    second.enter(ANN);
    await pass();
    expect(keptText('trade.layout')).toBe('wide');
    await pass(60_000);
    expect(saves()).toHaveLength(1);
  });

  it('are saved together, and no more often than something is changed', async () => {
    open().enter(ANN);
    await pass();
    for (const size of ['1', '2', '3']) {
      keep('trade.layout', size);
      await pass(500);
    }
    keep('favourites', '["BTC-USDT"]');
    await pass(1_000);
    keep('favourites', '["BTC-USDT"]');
    await pass(60_000);
    expect(saves()).toHaveLength(1);
    expect(values(ANN)).toEqual({ 'trade.layout': '3', favourites: '["BTC-USDT"]' });
  });

  it('are no other user’s of the same browser', async () => {
    const page = open();
    page.enter(ANN);
    keep('favourites', '["BTC-USDT"]');
    await pass(1_000);
    page.enter(BEN);
    await pass();
    expect(keptText('favourites')).toBeNull();
    keep('favourites', '["ETH-USDT"]');
    await pass(1_000);
    expect(values(ANN)).toEqual({ favourites: '["BTC-USDT"]' });
    expect(values(BEN)).toEqual({ favourites: '["ETH-USDT"]' });
  });

  it('leave with the account what belongs to the device, and what visitors chose with the browser', async () => {
    const page = open();
    keep('trade.chart', 'depth');
    page.enter(ANN);
    for (const key of ['assets.hidden', 'trade.open-markets', 'trade.tab.book', 'trade.step.BTC-USDT']) keep(key, 'x');
    await pass(60_000);
    expect(keptText('trade.chart')).toBe('depth');
    expect(saves()).toEqual([]);
  });

  it('changed offline are saved when the exchange can be reached again, after a reload as well', async () => {
    unreachable();
    const first = open();
    first.enter(ANN);
    keep('trade.layout', 'wide');
    await pass(1_000);
    first.close();
    answers();
    const second = open();
    second.enter(ANN);
    await pass();
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    unreachable();
    keep('trade.layout', 'narrow');
    await pass(1_000);
    answers();
    window.dispatchEvent(new Event('online'));
    await pass();
    expect(values(ANN)).toEqual({ 'trade.layout': 'narrow' });
  });

  it('are asked for again after a while when nothing could be reached', async () => {
    unreachable();
    open().enter(ANN);
    await pass(1_000);
    accounts[ANN] = { 'trade.layout': '5 wide' };
    answers();
    await pass(30_000);
    expect(keptText('trade.layout')).toBe('wide');
  });

  it('of two devices: the later change counts, key by key, whichever is told first', async () => {
    unreachable();
    open().enter(ANN);
    keep('trade.layout', 'first');
    await pass(10);
    keep('favourites', '["BTC-USDT"]');
    const between = Date.now() - 5;
    accounts[ANN] = {
      'trade.layout': `${between} second`,
      favourites: `${between} []`,
      'trade.chart': `${between} depth`,
    };
    answers();
    await comeBack();
    expect(keptText('trade.layout')).toBe('second');
    expect(keptText('trade.chart')).toBe('depth');
    expect(values(ANN)).toEqual({ 'trade.layout': 'second', favourites: '["BTC-USDT"]', 'trade.chart': 'depth' });
  });

  it('of a device whose clock is ahead do not outlive what is chosen after them', async () => {
    accounts[ANN] = { 'trade.layout': `${Date.now() + 86_400_000} late` };
    open().enter(ANN);
    await pass();
    expect(keptText('trade.layout')).toBe('late');
    keep('trade.layout', 'later');
    accounts[ANN] = {};
    await pass(1_000);
    expect(keptText('trade.layout')).toBe('later');
    expect(values(ANN)).toEqual({ 'trade.layout': 'later' });
  });

  it('come again with the tab', async () => {
    open().enter(ANN);
    await pass();
    accounts[ANN] = { 'trade.layout': `${Date.now()} elsewhere` };
    await comeBack();
    expect(keptText('trade.layout')).toBe('elsewhere');
  });

  it('that the account has lost are told again', async () => {
    open().enter(ANN);
    keep('trade.layout', 'wide');
    await pass(1_000);
    accounts = {};
    await comeBack();
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
  });

  it('kept for the user before they followed the account are told; the account’s count', async () => {
    localStorage.setItem('favourites@1', '["BTC-USDT"]');
    localStorage.setItem('trade.skip-confirmation@1', 'on');
    accounts[ANN] = { favourites: '5 ["ETH-USDT"]' };
    open().enter(ANN);
    await pass();
    expect(values(ANN)).toEqual({ favourites: '["ETH-USDT"]', 'trade.skip-confirmation': 'on' });
  });

  it('of a user who leaves while they are being saved are saved at the next visit, and never as another’s', async () => {
    answers(never);
    const page = open();
    page.enter(ANN);
    keep('trade.layout', 'wide');
    await pass(1_000);
    expect(saves()).toHaveLength(1);
    page.leave();
    answers();
    page.enter(BEN);
    await pass(60_000);
    expect(accounts[BEN]).toBeUndefined();
    page.enter(ANN);
    await pass();
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
  });

  it('changed again while they are being saved are saved again', async () => {
    answers((request) => {
      keep('trade.layout', 'second');
      return takes(request);
    });
    open().enter(ANN);
    keep('trade.layout', 'first');
    await pass(1_000);
    await pass(1_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'second' });
  });

  it('that the exchange refuses are told of once, kept here, and hinder no other', async () => {
    answers((request) => {
      const tooMany = request.body.includes('columns.orders');
      return tooMany ? refusal(200, 'choices.too.many', 'Too many settings.') : takes(request);
    });
    const page = open();
    page.enter(ANN);
    keep('columns.orders', 'fee');
    keep('trade.layout', 'wide');
    await pass(1_000);
    expect(page.told()).toMatchObject([{ kind: 'error', text: 'Too many settings.' }]);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    expect(keptText('columns.orders')).toBe('fee');
    const sent = saves().length;
    await comeBack();
    await pass(60_000);
    expect(saves()).toHaveLength(sent);
    expect(page.told()).toHaveLength(1);
  });

  it('wait for an exchange that is busy', async () => {
    answers(() => json(503, { code: 'system.busy', message: 'Busy.', data: null }));
    const page = open();
    page.enter(ANN);
    keep('trade.layout', 'wide');
    await pass(1_000);
    answers();
    await pass(30_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    expect(page.told()).toEqual([]);
  });
});
