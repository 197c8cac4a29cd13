import { act, fireEvent, screen, within } from '@testing-library/react';
import { json, never, refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { balancesSlice } from '../../kit/entities/balance/balance-slice';
import { connectionSlice } from '../../kit/entities/connection/connection-slice';
import { sessionApi } from '../../kit/entities/session/session-api';
import { beginSession } from '../../kit/api/session';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { interestSlice } from '../../kit/stream/interest';
import { chooseIn } from '../../testing/choose';
import { conversionRecord, convertQuote, dustCoin } from '../../testing/convert';
import { openFreshBrowser, pageOf, press, showPage, testStore } from '../../testing/page';
import { settle } from '../../testing/settle';
import { CONVERSIONS } from './manifest';
import { ConvertPage } from './screens/convert-page';

const market = (base: string, quote: string) => ({
  ...{
    name: `${base}-${quote}`,
    product: 'spot',
    label: `${base}/${quote}`,
    base,
    quote,
    tick: '0.01',
    lot: '0.00001',
  },
  ...{ decimals: { price: 2, quantity: 5, notional: 8 }, state: 'open', price: '60000', pending: [], contract: null },
  ...{ quantityMin: '0.00001', quantityMax: '100', notionalMin: '10' },
});
const USER = { userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false };
const PATH = '/exchange/app/convert';
const ACCEPTED = { position: 9, repeated: false, conversionId: '3', spent: '0.5', received: '29965.5' };
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () => success(USER),
  '/exchange/app/product/indexList': () => pageOf(market('BTC', 'USDT'), market('ETH', 'USDT')),
  [`${PATH}/quote`]: () => success(convertQuote()),
  [`${PATH}/accept`]: () => success(ACCEPTED),
  [`${PATH}/records`]: () => pageOf(),
  [`${PATH}/dust/preview`]: () => success({ state: 'open', usedToday: false, coins: [] }),
};

beforeAll(async () => {
  await startLanguage();
  // The site loads these texts with the screens.
  await Promise.all(CONVERSIONS.texts.map(loadTexts));
});
beforeEach(openFreshBrowser);
afterEach(() => jest.useRealTimers());

let asked: Asked[];

interface Shown {
  answers?: Parameters<typeof stubNetwork>[0];
  isVisitor?: boolean;
  user?: Partial<typeof USER>;
  available?: string;
}

async function show(
  address = '/convert?from=BTC&to=USDT',
  { answers = {}, isVisitor = false, user = {}, available = '2' }: Shown = {},
) {
  asked = stubNetwork({
    ...ALWAYS,
    '/exchange/app/account/getUserInfo': () => success({ ...USER, ...user }),
    ...answers,
  });
  const store = testStore({
    ...{ interest: interestSlice.reducer, balances: balancesSlice.reducer, connection: connectionSlice.reducer },
  });
  if (!isVisitor) {
    beginSession(store, { ticket: 't-7', userId: 7 });
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    const balance = { account: 'spot', asset: 'BTC', available, frozen: '0', locked: '0' } as const;
    store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances: [balance] }, at: 1 }));
  }
  await showPage(store, <ConvertPage />, address);
  await settle();
}

const bodiesTo = (path: string) =>
  asked.filter((one) => one.path === `${PATH}/${path}`).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount to convert' });
const received = () => screen.getByRole('status', { name: 'You receive' }).textContent;
async function type(amount: string): Promise<void> {
  fireEvent.change(field(), { target: { value: amount } });
  await settle();
}
async function quoted(amount = '0.5'): Promise<void> {
  await type(amount);
  await press('Get quote');
}
const form = () => within(screen.getByRole('form', { name: 'Convert' }));

describe('quote', () => {
  it('shows received amount, minimum, fees and route', async () => {
    const legs = [
      { market: 'BTC-USDT', side: 'sell', price: '60000', fee: { asset: 'USDT', amount: '30' } },
      { market: 'ETH-USDT', side: 'buy', price: '3000', fee: { asset: 'ETH', amount: '0.01' } },
    ] as const;
    const quote = {
      to: 'ETH',
      received: '9.98',
      least: '9.97002',
      rest: '0.000001',
      restUsdt: '0.0012',
      spent: '0.499999',
    };
    const answers = { [`${PATH}/quote`]: () => success(convertQuote({ ...quote, legs: [...legs] })) };
    await show('/convert?from=BTC&to=ETH', { answers });
    await quoted();
    expect(bodiesTo('quote')).toEqual([{ from: 'BTC', to: 'ETH', amount: '0.5' }]);
    expect(received()).toBe('9.98');
    for (const said of ['9.97002 ETH', '30 USDT + 0.01 ETH', 'BTC → USDT → ETH', '1 BTC ≈ 19.960039 ETH'])
      expect(form().getByText(said)).toBeTruthy();
    expect(form().getByText(/^0\.000001 BTC stays in your spot account/)).toBeTruthy();
    expect(form().getByText(/^0\.0012 USDT left between the two markets/)).toBeTruthy();
  });

  it('counts down, expires and can be refreshed', async () => {
    // Timers also advance in real time, so that the page can settle.
    jest.useFakeTimers({ advanceTimers: true });
    await show();
    await quoted();
    expect(screen.getByText(/^Quote valid for (10|9) s$/)).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(screen.getByText(/^Quote valid for [4-6] s$/)).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(7_000));
    expect(screen.getByText('Quote expired. Refresh it to continue.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Convert BTC to USDT' })).toBeNull();
    await press('Refresh quote');
    expect(bodiesTo('quote')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Convert BTC to USDT' })).toBeTruthy();
  });

  it('is cleared when the amount changes', async () => {
    await show();
    await quoted();
    await type('0.6');
    expect(received()).toBe('–');
    expect(screen.getByRole('button', { name: 'Get quote' })).toBeTruthy();
  });

  it('is ignored if it arrives after a change of the amount', async () => {
    let answer: (response: Response) => void = () => undefined;
    const answers = { [`${PATH}/quote`]: () => new Promise<Response>((resolve) => (answer = resolve)) };
    await show(undefined, { answers });
    await quoted();
    await type('0.6');
    answer(success(convertQuote()));
    await settle();
    expect(received()).toBe('–');
  });

  it.each([
    ['', '2', 'The amount must be greater than 0.'],
    ['0', '2', 'The amount must be greater than 0.'],
    ['3', '2', 'Insufficient balance. Please deposit funds or reduce the amount.'],
  ])('is not requested for amount %p with balance %p', async (amount, available, said) => {
    await show(undefined, { available });
    await type(amount);
    await press('Get quote');
    expect(bodiesTo('quote')).toEqual([]);
    expect(form().getByRole('alert').textContent).toBe(said);
  });

  it.each([
    ['convert.amount.minimum', 'At least 10 USDT.', true],
    ['coin.under.maintenance', 'Under maintenance.', false],
    ['system.busy', 'Try again later.', false],
  ])('refused with %s shows the text at its place', async (code, said, isOfField) => {
    await show(undefined, { answers: { [`${PATH}/quote`]: () => refusal(409, code, said) } });
    await quoted();
    expect(form().getByText(said)).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe(String(isOfField));
  });

  it('uses the whole balance with Max and swaps the coins', async () => {
    await show();
    await press('Max');
    expect(field().value).toBe('2');
    await press('Swap coins');
    expect(screen.getByRole('combobox', { name: 'Coin to convert' }).textContent).toContain('USDT');
    expect(field().value).toBe('');
  });
});

describe('conversion', () => {
  it('sends the quoted terms and shows the result', async () => {
    await show();
    await quoted();
    await press('Convert BTC to USDT');
    const [order] = bodiesTo('accept');
    expect(order).toEqual({
      ...{ clientId: expect.any(String), from: 'BTC', to: 'USDT', amount: '0.5', least: '29940.03' },
      validUntil: expect.any(Number),
    });
    expect(screen.getByRole('heading', { name: 'Converted' })).toBe(document.activeElement);
    expect(screen.getAllByText('29,965.5 USDT')).toHaveLength(2);
    await press('Convert again');
    expect(field().value).toBe('');
  });

  it.each([
    ['convert.least.not.reached', 'Less would be received.'],
    ['convert.quote.expired', 'The quote is over.'],
  ])('refused with %s offers a new quote', async (code, said) => {
    await show(undefined, { answers: { [`${PATH}/accept`]: () => refusal(409, code, said) } });
    await quoted();
    await press('Convert BTC to USDT');
    expect(screen.getByText(said)).toBeTruthy();
    expect(received()).toBe('–');
    await press('Refresh quote');
    expect(bodiesTo('quote')).toHaveLength(2);
  });

  it('with an unknown outcome can only be retried with the same client id', async () => {
    let isThere = false;
    const answers = { [`${PATH}/accept`]: () => (isThere ? success(ACCEPTED) : json(502, {})) };
    await show(undefined, { answers });
    await quoted();
    await press('Convert BTC to USDT');
    expect(screen.getByText(/nothing is converted twice/)).toBeTruthy();
    expect(field().readOnly).toBe(true);
    isThere = true;
    await press('Check result');
    const [first, second] = bodiesTo('accept');
    expect(second).toEqual(first);
    expect(screen.getByRole('heading', { name: 'Converted' })).toBeTruthy();
  });

  it('is sent once for two presses', async () => {
    await show(undefined, { answers: { [`${PATH}/accept`]: never } });
    await quoted();
    await press('Convert BTC to USDT');
    fireEvent.submit(screen.getByRole('form', { name: 'Convert' }));
    await settle();
    expect(bodiesTo('accept')).toHaveLength(1);
  });
});

describe('convert page', () => {
  it('links a visitor to the log-in with a return path', async () => {
    await show(undefined, { isVisitor: true });
    const link = screen.getByRole('link', { name: 'Log in to convert' });
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/convert?from=BTC&to=USDT'));
    expect(screen.queryByRole('heading', { name: 'Conversions' })).toBeNull();
  });

  it.each([
    ['frozen', { frozen: true }, '2', /frozen/i],
    ['not verified', { verification: 'none' }, '2', /Verify now/],
    ['without the coin', {}, '0', /You have no BTC to pay with/],
  ])('shows the obstacle for a user who is %s', async (_who, user, available, said) => {
    await show(undefined, { user, available });
    expect(form().getByText(said)).toBeTruthy();
  });

  it('shows a message without markets', async () => {
    await show(undefined, { answers: { '/exchange/app/product/indexList': () => pageOf() } });
    expect(screen.getByText('No coins can be converted at the moment.')).toBeTruthy();
  });

  it('shows an error if the markets cannot be loaded', async () => {
    const answers = { '/exchange/app/product/indexList': () => refusal(503, 'system.busy', 'Not there yet.') };
    await show(undefined, { answers });
    expect(screen.getAllByText('Not there yet.').length).toBeGreaterThan(0);
  });

  it('lists conversions, filtered by kind and coin', async () => {
    const dust = conversionRecord({
      ...{ id: '2', kind: 'dust', from: 'DOGE', to: 'USDT', spent: '4', received: '0.594', orders: [] },
    });
    const answers = { [`${PATH}/records`]: () => pageOf(conversionRecord(), dust) };
    await show(undefined, { answers });
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toContain('#41, #42');
    expect(rows[2]).toContain('Small balance');
    await chooseIn('Type', 'Small balance');
    expect(bodiesTo('records').at(-1)).toMatchObject({ kind: 'dust' });
  });
});

describe('small balances', () => {
  const COINS = [
    dustCoin(),
    dustCoin({ asset: 'ETH', amount: '0.0001', worth: '0.3', receives: '0.297', least: '0.296703' }),
    dustCoin({ asset: 'XMR', worth: null, receives: null, least: null, refusal: 'convert.dust.index.stale' }),
  ];
  const preview = (known: object) => ({
    [`${PATH}/dust/preview`]: () => success({ state: 'open', usedToday: false, coins: COINS, ...known }),
  });

  it('convert all possible coins to USDT, or the selected ones', async () => {
    const accept = { [`${PATH}/dust/accept`]: () => success({ ...ACCEPTED, received: '0.297' }) };
    await show('/convert?active=2', { answers: { ...preview({}), ...accept } });
    expect(screen.getByText('0.891 USDT')).toBeTruthy();
    expect(screen.getByText('0.890109 USDT')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select XMR' }).disabled).toBe(true);
    expect(screen.getByText(/^There is no current index price of XMR\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select DOGE' }));
    await press('Convert to USDT');
    expect(bodiesTo('dust/accept')).toEqual([{ clientId: expect.any(String), assets: ['ETH'], least: '0.296703' }]);
    expect(screen.getByRole('heading', { name: 'Converted' })).toBeTruthy();
    expect(screen.getByText('0.297 USDT')).toBeTruthy();
  });

  it('show the exchange’s refusal', async () => {
    const accept = { [`${PATH}/dust/accept`]: () => refusal(409, 'convert.dust.exhausted', 'Nothing left today.') };
    await show('/convert?active=2', { answers: { ...preview({}), ...accept } });
    await press('Convert to USDT');
    expect(screen.getByText('Nothing left today.')).toBeTruthy();
  });

  it('are asked for again with the least of the first time, if nobody knows what came of it', async () => {
    let [price, tries] = ['0.594', 0];
    const answers = {
      [`${PATH}/dust/preview`]: () =>
        success({ state: 'open', usedToday: false, coins: [dustCoin({ receives: price, least: price })] }),
      [`${PATH}/dust/accept`]: () => {
        price = '0.5';
        return ++tries === 1 ? refusal(503, 'outcome.unknown', '') : success({ ...ACCEPTED, received: '0.594' });
      },
    };
    await show('/convert?active=2', { answers });
    await press('Convert to USDT');
    await settle();
    expect(screen.getAllByText('0.5 USDT')).toHaveLength(2);
    await press('Convert to USDT');
    const [first, second] = bodiesTo('dust/accept');
    expect(first).toMatchObject({ assets: ['DOGE'], least: '0.594' });
    expect(second).toEqual(first);
  });

  it.each([
    [{ state: 'closed' }, 'Small balances cannot be converted at the moment.'],
    [{ usedToday: true }, /^Used today\./],
    [{ coins: [] }, 'No small balances in your spot account.'],
  ])('show why they cannot be converted: %p', async (known, said) => {
    await show('/convert?active=2', { answers: preview(known) });
    expect(screen.getByText(said)).toBeTruthy();
  });

  it('require a log-in', async () => {
    await show('/convert?active=2', { isVisitor: true });
    expect(screen.getByText('Log in to see your small balances.')).toBeTruthy();
    expect(asked.some(({ path }) => path.includes('dust'))).toBe(false);
  });
});
