import { act, fireEvent, screen, within } from '@testing-library/react';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { Robot, RobotBacktest } from '../../../../shared/products/robot/wire';
import { balancesSlice } from '../../kit/entities/balance/balance-slice';
import { connectionSlice } from '../../kit/entities/connection/connection-slice';
import { robotsSlice } from './api/robot-slice';
import { sessionApi } from '../../kit/entities/session/session-api';
import { beginSession } from '../../kit/api/session';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { interestSlice } from '../../kit/stream/interest';
import { openFreshBrowser, pageOf, press, showPage, testStore } from '../../testing/page';
import { ROBOT_MARKET, ROBOT_PRODUCT, robot, robotCycle, robotOrder } from '../../testing/robot';
import { ASKED_MOST, requestsWhilePushed } from '../../testing/pushed';
import { settle } from '../../testing/settle';
import { ROBOTS } from './manifest';
import { chooseIn } from '../../testing/choose';

const MARKET = {
  ...{ name: 'BTC-USDT', product: 'spot', label: 'BTC/USDT', base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.00001' },
  ...{ decimals: { price: 2, quantity: 5, notional: 8 }, state: 'open', price: '60000', pending: [], contract: null },
  ...ROBOT_MARKET,
};
const USER = { userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false };
const BACKTEST: RobotBacktest = {
  ...{ market: 'BTC-USDT', interval: '5m', from: 0, to: 600_000, isMade: true, lower: '57000', upper: '63000' },
  ...{ lines: 11, buys: 12, sells: 11, realised: '31.5', fees: '2.5', quote: '900', base: '0.002', value: '1020' },
  ...{ lowest: '990', result: '20', heldValue: '1050', stoppedAt: null },
  points: [
    { at: 0, value: '1000' },
    { at: 300_000, value: '1020' },
  ],
};
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () => success(USER),
  '/exchange/app/product/indexList': () => pageOf(MARKET),
  '/exchange/app/demo/users': () => success({ users: [] }),
  '/exchange/app/robot/products': () => success([ROBOT_PRODUCT]),
  '/exchange/app/spot/kline': () => success([]),
  '/exchange/app/robot/backtest': () => success(BACKTEST),
  '/exchange/app/robot/robots': () => pageOf(robot({ status: 'ended', reason: 'loss', ...OVER })),
  '/exchange/app/robot/info': () => success(robot()),
  '/exchange/app/robot/cycles': () => pageOf(robotCycle()),
  '/exchange/app/robot/orders': () => pageOf(robotOrder(), robotOrder({ order: '42', side: 'sell', price: null })),
};
const OVER = { quoteHeld: '0', baseHeld: '0', returnedQuote: '899', returnedBase: '0', endedAt: 900_000 };

// The chart library needs a canvas, which jsdom lacks. The mock accepts any call.
jest.mock(
  'lightweight-charts',
  () => {
    const anything: unknown = new Proxy((): unknown => anything, {
      get: (_target, name) => (name === 'then' ? undefined : anything),
    });
    return anything;
  },
  { virtual: true },
);

beforeAll(async () => {
  await startLanguage();
  // The site loads these texts with the screens.
  await Promise.all(ROBOTS.texts.map(loadTexts));
});
beforeEach(openFreshBrowser);

let asked: Asked[];

interface Shown {
  answers?: Parameters<typeof stubNetwork>[0];
  isVisitor?: boolean;
  robots?: Robot[];
  available?: string;
}

async function show(
  address = '/robot',
  { answers = {}, isVisitor = false, robots = [], available = '5000' }: Shown = {},
) {
  asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({
    ...{ interest: interestSlice.reducer, balances: balancesSlice.reducer, connection: connectionSlice.reducer },
    robots: robotsSlice.reducer,
  });
  if (!isVisitor) {
    beginSession(store, { ticket: 't-7', userId: 7 });
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    store.dispatch(robotsSlice.snapshotReceived({ snapshot: { position: 5, robots }, at: 1 }));
    const balance = { account: 'spot', asset: 'USDT', available, frozen: '0', locked: '0' } as const;
    store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances: [balance] }, at: 1 }));
  }
  const [{ load }] = ROBOTS.routes.topLevel;
  const Page = await load();
  await showPage(store, <Page />, address);
  return store;
}

const sent = (path: string) =>
  asked
    .filter((one) => one.path === `/exchange/app/robot/${path}`)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const type = (name: RegExp, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const tab = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('tab', { name }));
  await settle();
};

describe('robot page', () => {
  it('explains robots to visitors and asks them to log in', async () => {
    await show('/robot', { isVisitor: true });
    expect(screen.getByText(/buys at the lower one and sells what it bought at the upper one/)).toBeTruthy();
    expect(screen.getByText(/Every 2.5 minutes a cycle ends/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start robot' }).getAttribute('href')).toContain('from=%2Frobot');
    expect(screen.getByText('Log in to start robots and to see your own.')).toBeTruthy();
  });

  it('suggests a grid around the price and previews a stake', async () => {
    await show();
    expect(screen.getByLabelText<HTMLInputElement>(/^Lowest price/).value).toBe('57,000');
    type(/^Stake/, '1000');
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect(fact('Distance of lines')).toBe('600 USDT');
    expect(fact('For each step')).toBe('100 USDT');
    expect(fact('Stops at a worth of')).toBe('900 USDT');
  });

  it.each([
    ['nothing for a stake', '0', 'right', /greater than 0|positive|above/i],
    ['less than the minimum', '99', 'right', /below the minimum for this grid/],
    ['more than there is', '5001', 'right', /[Ii]nsufficient/],
    ['no secret key', '1000', '', /Please enter your secret key/],
  ])('rejects %s before sending', async (_what, amount, key, words) => {
    await show();
    type(/^Stake/, amount);
    type(/^Secret key/, key);
    await press('Start robot');
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(sent('start')).toEqual([]);
  });

  it('reveals the user’s key on request', async () => {
    const key = 'ABCDEFGH-JKMNPQRS-TVWXYZ01-23456789';
    await show('/robot', { answers: { '/exchange/app/robot/showKey': () => success({ issuedAt: 1, key }) } });
    expect(screen.queryByText(key)).toBeNull();
    await press('Show my secret key');
    await press(key);
    expect(screen.getByLabelText<HTMLInputElement>(/^Secret key/).value).toBe(key);
  });

  it('asks for a new key if the old one cannot be shown', async () => {
    await show('/robot', { answers: { '/exchange/app/robot/showKey': () => success({ issuedAt: 1, key: null }) } });
    await press('Show my secret key');
    expect(screen.getByText(/issued before keys could be shown/)).toBeTruthy();
  });

  it('offers demo users their key, as there is no staff to issue one', async () => {
    const users = [{ role: 'user', email: 'me@demo.example', password: 'x', robotKey: 'ABCDE-FGHJK' }];
    const answers = {
      '/exchange/app/account/getUserInfo': () => success({ ...USER, email: 'me@demo.example' }),
      '/exchange/app/demo/users': () => success({ users }),
    };
    await show('/robot', { answers });
    await press('ABCDE-FGHJK');
    expect(screen.getByLabelText<HTMLInputElement>(/^Secret key/).value).toBe('ABCDE-FGHJK');
  });

  it('starts a robot after a confirmation that hides the key, then forgets the key', async () => {
    await show('/robot', { answers: { '/exchange/app/robot/start': () => success({ position: 9, robot: '8' }) } });
    type(/^Stake/, '1000');
    type(/^Secret key/, 'open sesame');
    await press('Start robot');
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).not.toContain('open sesame');
    expect(dialog.textContent).toContain('57,000.00 USDT');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start robot' }));
    await settle();
    expect(sent('start')).toMatchObject([
      {
        ...{ market: 'BTC-USDT', amount: '1000', secretKey: 'open sesame', lossLimitPpb: 100_000_000 },
        grid: { lower: '57000', upper: '63000', lines: 11 },
      },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Secret key/).value).toBe('');
  });

  it('keeps input typed while the start is sent', async () => {
    let answer: (response: Response) => void = () => undefined;
    const started = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await show('/robot', { answers: { '/exchange/app/robot/start': () => started } });
    type(/^Stake/, '1000');
    type(/^Secret key/, 'open sesame');
    await press('Start robot');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start robot' }));
    await settle();
    type(/^Lowest price/, '50000');
    answer(success({ position: 9, robot: '8' }));
    await settle();
    expect(screen.getByLabelText<HTMLInputElement>(/^Lowest price/).value.replace(',', '')).toBe('50000');
    expect(screen.getByLabelText<HTMLInputElement>(/^Secret key/).value).toBe('');
  });

  it('starts without a confirmation once the user opted out, until reset on the page', async () => {
    await show('/robot', { answers: { '/exchange/app/robot/start': () => success({ position: 9, robot: '8' }) } });
    const ask = async () => {
      type(/^Stake/, '1000');
      type(/^Secret key/, 'open sesame');
      await press('Start robot');
    };
    await ask();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not ask again', hidden: true }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start robot' }));
    await settle();
    await ask();
    expect(sent('start')).toHaveLength(2);
    await press('Trading settings');
    const asks = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Ask before a robot is started',
      hidden: true,
    });
    expect(asks.checked).toBe(false);
    fireEvent.click(asks);
    await press('Close');
    await ask();
    expect(sent('start')).toHaveLength(2);
    expect(screen.getByRole('dialog').textContent).toContain('57,000.00 USDT');
  });

  it.each([
    ['secret.key.wrong', 'The secret key is wrong.'],
    ['balance.insufficient', 'Your balance is insufficient.'],
    ['account.not.authenticated', 'Your account is not verified.'],
    ['account.frozen', 'Your account is frozen.'],
    ['coin.under.maintenance', 'This coin is under maintenance.'],
  ])('shows %s in the exchange’s words', async (code, text) => {
    await show('/robot', { answers: { '/exchange/app/robot/start': () => refusal(400, code, text) } });
    type(/^Stake/, '1000');
    type(/^Secret key/, 'wrong');
    await press('Start robot');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start robot' }));
    await settle();
    expect(screen.getByRole('alert').textContent).toContain(text);
  });

  it.each([
    ['is not offered', { state: 'closed' as const }, /No robots can be started/],
    ['is under maintenance', { state: 'maintenance' as const }, /maintenance/],
    ['has no fresh index', { price: null }, /index/i],
  ])('hides the start button if the market %s', async (_what, more, words) => {
    await show('/robot', {
      answers: { '/exchange/app/robot/products': () => success([{ ...ROBOT_PRODUCT, ...more }]) },
    });
    expect(screen.queryByRole('button', { name: 'Start robot' })).toBeNull();
    expect(screen.getAllByRole('status').some(({ textContent }) => words.test(textContent ?? ''))).toBe(true);
  });

  it('shows a backtest with a disclaimer first', async () => {
    await show();
    type(/^Stake/, '1000');
    await press('Backtest');
    expect(screen.getByText(/It is no promise/)).toBeTruthy();
    expect(screen.getByText(/made for the demo/)).toBeTruthy();
    expect(screen.getByText('Result').nextElementSibling?.textContent).toContain('+20.0000');
    expect(sent('backtest')).toMatchObject([{ amount: '1000', interval: '5m', grid: { lines: 11 } }]);
    expect(sent('backtest')[0]).not.toHaveProperty('secretKey');
  });
});

describe('running robot', () => {
  it('shows holdings and worth, and stops after an explanation', async () => {
    await show('/robot', {
      robots: [robot()],
      answers: { '/exchange/app/robot/stop': () => success({ position: 9 }) },
    });
    const card = within(screen.getByRole('article', { name: 'Robot #7 on BTC/USDT' }));
    // 884.879 + 0.001996 × 60,000.
    expect(card.getByText('Worth by the index').nextElementSibling?.textContent).toContain('1,004.639');
    expect(card.getByText('Gain or loss').nextElementSibling?.textContent).toContain('+4.639');
    fireEvent.click(card.getByRole('button', { name: 'Stop' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/Its orders are cancelled, the BTC that it has is sold/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    await settle();
    expect(sent('stop')).toMatchObject([{ robot: '7' }]);
  });

  it('follows the stream and disappears when ended', async () => {
    const store = await show('/robot', { robots: [robot()] });
    const update = async (robots: Robot[], to: number) => {
      const updates = [{ position: to, at: 2, robots, cycles: [] }];
      store.dispatch(robotsSlice.pushReceived({ push: { from: to - 1, to, at: 2, updates }, at: 2 }));
      await settle();
    };
    await update([robot({ status: 'stopping', reason: 'loss' })], 6);
    expect(screen.getByText('Stopping: loss limit reached')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    await update([robot({ status: 'ended', reason: 'loss', ...OVER })], 7);
    expect(screen.getByText(/^No robot is running/)).toBeTruthy();
  });

  it('shows its cycles and orders', async () => {
    await show('/robot?market=BTC-USDT&robot=7', { robots: [robot()] });
    expect(screen.getByRole('tab', { name: 'Robot #7', selected: true })).toBeTruthy();
    const cycles = screen.getByRole('table', { name: 'Cycles' });
    expect(within(cycles).getByText('+2.7610', { exact: false })).toBeTruthy();
    const orders = screen.getByRole('table', { name: 'Orders of the robot' });
    expect(within(orders).getByText('#41')).toBeTruthy();
    expect(within(orders).getByText('Market')).toBeTruthy();
    await tab(/^Running/);
    expect(screen.getByRole('article', { name: 'Robot #7 on BTC/USDT' })).toBeTruthy();
  });

  it('refetches at most once a second, and requests no details while streamed', async () => {
    const store = await show('/robot?market=BTC-USDT&robot=7', { robots: [robot()] });
    const drawn = () => sent('cycles').filter(({ pageSize }) => pageSize === 200).length;
    expect(sent('info')).toEqual([]);
    const more = await requestsWhilePushed((count) => {
      const snapshot = { position: 5 + count, robots: [robot({ cycle: count })] };
      store.dispatch(robotsSlice.snapshotReceived({ snapshot, at: 1 }));
    }, drawn);
    expect(more).toBeGreaterThan(0);
    expect(more).toBeLessThanOrEqual(ASKED_MOST);
    expect(sent('info')).toEqual([]);
  });

  it('is refetched once ended', async () => {
    const answers = { '/exchange/app/robot/info': () => success(robot({ status: 'ended', reason: 'loss', ...OVER })) };
    const store = await show('/robot?market=BTC-USDT&robot=7', { answers, robots: [robot()] });
    act(() => void store.dispatch(robotsSlice.snapshotReceived({ snapshot: { position: 9, robots: [] }, at: 2 })));
    await settle();
    expect(sent('info')).toEqual([{ robot: '7', minPosition: 9 }]);
    expect(screen.getByText('Over: loss limit reached')).toBeTruthy();
  });

  it('exports cycles and orders with the list’s filters', async () => {
    const written = () =>
      asked
        .filter(({ path }) => path.startsWith('/exchange/app/robot/export'))
        .map(({ path }) => Object.fromEntries(new URL(path, 'http://localhost').searchParams));
    // A refused export saves no file.
    const answers = { '/exchange/app/robot/export': () => refusal(503, 'system.busy') };
    await show('/robot?market=BTC-USDT&robot=7', { answers, robots: [robot()] });
    await chooseIn('Cycle', '2');
    const [, ofOrders] = screen.getAllByRole('button', { name: /^Export/ });
    fireEvent.click(ofOrders);
    await settle();
    await tab(/^History/);
    await chooseIn('Status', 'Over');
    await press(/^Export/);
    expect(written()).toEqual([
      expect.objectContaining({ of: 'orders', robot: '7', cycle: '2' }),
      expect.objectContaining({ of: 'robots', status: 'ended' }),
    ]);
  });

  it('is listed in the history with end reason and result', async () => {
    await show();
    await tab(/^History/);
    expect(screen.getByText('Over: loss limit reached')).toBeTruthy();
    expect(screen.getByText('-101.0000', { exact: false })).toBeTruthy();
  });
});
