import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import type { Choices } from '../../../../shared/products/identity/choices';
import { json, never, refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { api } from '../../kit/api/api';
import { beginSession, leaveSession, sessionChanged, type Session } from '../../kit/api/session';
import { setPreference, preferenceText } from '../../kit/lib/storage/preferences';
import { resetServerTime } from '../../kit/stream/server-time';
import { selectToasts, toastsSlice } from '../../kit/toasts/toasts-slice';
import { followChoices } from './follow-choices';

const OWN = '/exchange/app/account/choices';
const SAVE = '/exchange/app/account/saveChoices';
const [ANN, BEN] = ['1', '2'];

/** Stored choices on the server, by user. */
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
  resetServerTime();
  accounts = {};
  stops = [];
  // Starts from a visitor’s browser, whichever user the previous test used.
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

/** Opens a new page in the same browser. */
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

/** Advances the clock and lets pending requests finish. */
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const comeBack = async () => {
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();
};
/** Opens a page on another device: empty localStorage. */
const elsewhere = (page: ReturnType<typeof open>) => {
  page.leave();
  page.close();
  localStorage.clear();
  return open();
};

describe('account choices', () => {
  it('follow the user to another device', async () => {
    const first = open();
    first.enter(ANN);
    setPreference('trade.layout', 'wide');
    await pass(1_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    const second = elsewhere(first);
    expect(preferenceText('trade.layout')).toBeNull();
    second.enter(ANN);
    await pass();
    expect(preferenceText('trade.layout')).toBe('wide');
    await pass(60_000);
    expect(saves()).toHaveLength(1);
  });

  it('are saved in one debounced request, and only after a change', async () => {
    open().enter(ANN);
    await pass();
    for (const size of ['1', '2', '3']) {
      setPreference('trade.layout', size);
      await pass(500);
    }
    setPreference('favourites', '["BTC-USDT"]');
    await pass(1_000);
    setPreference('favourites', '["BTC-USDT"]');
    await pass(60_000);
    expect(saves()).toHaveLength(1);
    expect(values(ANN)).toEqual({ 'trade.layout': '3', favourites: '["BTC-USDT"]' });
  });

  it('are separate for each user of a browser', async () => {
    const page = open();
    page.enter(ANN);
    setPreference('favourites', '["BTC-USDT"]');
    await pass(1_000);
    page.enter(BEN);
    await pass();
    expect(preferenceText('favourites')).toBeNull();
    setPreference('favourites', '["ETH-USDT"]');
    await pass(1_000);
    expect(values(ANN)).toEqual({ favourites: '["BTC-USDT"]' });
    expect(values(BEN)).toEqual({ favourites: '["ETH-USDT"]' });
  });

  it('exclude device settings and the choices visitors made in this browser', async () => {
    const page = open();
    setPreference('trade.chart', 'depth');
    page.enter(ANN);
    for (const key of ['assets.hidden', 'trade.open-markets', 'trade.tab.book', 'trade.step.BTC-USDT'])
      setPreference(key, 'x');
    await pass(60_000);
    expect(preferenceText('trade.chart')).toBe('depth');
    expect(saves()).toEqual([]);
  });

  it('made offline are saved once the exchange is reachable, even after a reload', async () => {
    unreachable();
    const first = open();
    first.enter(ANN);
    setPreference('trade.layout', 'wide');
    await pass(1_000);
    first.close();
    answers();
    const second = open();
    second.enter(ANN);
    await pass();
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    unreachable();
    setPreference('trade.layout', 'narrow');
    await pass(1_000);
    answers();
    window.dispatchEvent(new Event('online'));
    await pass();
    expect(values(ANN)).toEqual({ 'trade.layout': 'narrow' });
  });

  it('are refetched after a failed request', async () => {
    unreachable();
    open().enter(ANN);
    await pass(1_000);
    accounts[ANN] = { 'trade.layout': '5 wide' };
    answers();
    await pass(30_000);
    expect(preferenceText('trade.layout')).toBe('wide');
  });

  it('of two devices merge per key: the later change wins, in either order of arrival', async () => {
    unreachable();
    open().enter(ANN);
    setPreference('trade.layout', 'first');
    await pass(10);
    setPreference('favourites', '["BTC-USDT"]');
    const between = Date.now() - 5;
    accounts[ANN] = {
      'trade.layout': `${between} second`,
      favourites: `${between} []`,
      'trade.chart': `${between} depth`,
    };
    answers();
    await comeBack();
    expect(preferenceText('trade.layout')).toBe('second');
    expect(preferenceText('trade.chart')).toBe('depth');
    expect(values(ANN)).toEqual({ 'trade.layout': 'second', favourites: '["BTC-USDT"]', 'trade.chart': 'depth' });
  });

  it('from a device with a fast clock do not override later ones', async () => {
    accounts[ANN] = { 'trade.layout': `${Date.now() + 86_400_000} late` };
    open().enter(ANN);
    await pass();
    expect(preferenceText('trade.layout')).toBe('late');
    setPreference('trade.layout', 'later');
    accounts[ANN] = {};
    await pass(1_000);
    expect(preferenceText('trade.layout')).toBe('later');
    expect(values(ANN)).toEqual({ 'trade.layout': 'later' });
  });

  it('are refetched when the tab becomes visible', async () => {
    open().enter(ANN);
    await pass();
    accounts[ANN] = { 'trade.layout': `${Date.now()} elsewhere` };
    await comeBack();
    expect(preferenceText('trade.layout')).toBe('elsewhere');
  });

  it('lost on the server are saved again', async () => {
    open().enter(ANN);
    setPreference('trade.layout', 'wide');
    await pass(1_000);
    accounts = {};
    await comeBack();
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
  });

  it('stored before account sync are uploaded, unless the account has its own value', async () => {
    localStorage.setItem('favourites@1', '["BTC-USDT"]');
    localStorage.setItem('trade.skip-confirmation@1', 'on');
    accounts[ANN] = { favourites: '5 ["ETH-USDT"]' };
    open().enter(ANN);
    await pass();
    expect(values(ANN)).toEqual({ favourites: '["ETH-USDT"]', 'trade.skip-confirmation': 'on' });
  });

  it('pending at log-out are saved at the user’s next log-in, never for another user', async () => {
    answers(never);
    const page = open();
    page.enter(ANN);
    setPreference('trade.layout', 'wide');
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

  it('changed during a save are saved again', async () => {
    answers((request) => {
      setPreference('trade.layout', 'second');
      return takes(request);
    });
    open().enter(ANN);
    setPreference('trade.layout', 'first');
    await pass(1_000);
    await pass(1_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'second' });
  });

  it('refused by the exchange raise one toast, stay local and do not block others', async () => {
    answers((request) => {
      const tooMany = request.body.includes('columns.orders');
      return tooMany ? refusal(200, 'choices.too.many', 'Too many settings.') : takes(request);
    });
    const page = open();
    page.enter(ANN);
    setPreference('columns.orders', 'fee');
    setPreference('trade.layout', 'wide');
    await pass(1_000);
    expect(page.told()).toMatchObject([{ kind: 'error', text: 'Too many settings.' }]);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    expect(preferenceText('columns.orders')).toBe('fee');
    const sent = saves().length;
    await comeBack();
    await pass(60_000);
    expect(saves()).toHaveLength(sent);
    expect(page.told()).toHaveLength(1);
  });

  it('are saved again after a busy response', async () => {
    answers(() => json(503, { code: 'system.busy', message: 'Busy.', data: null }));
    const page = open();
    page.enter(ANN);
    setPreference('trade.layout', 'wide');
    await pass(1_000);
    answers();
    await pass(30_000);
    expect(values(ANN)).toEqual({ 'trade.layout': 'wide' });
    expect(page.told()).toEqual([]);
  });
});
