import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../test/support/network';
import { depthChecksum, type Level } from '../../../shared/wire/market-data';
import type { MarketRecord } from '../../../shared/wire/product';
import { balancesSlice } from '../entities/balance/balance-slice';
import { bookSlice } from '../entities/book/book-slice';
import { candlesSlice } from '../entities/candle/candle-slice';
import { connectionLost, connectionOpened, connectionSlice } from '../entities/connection/connection-slice';
import { indexPriceSlice } from '../entities/index-price/index-price-slice';
import { marketsEndpoint } from '../entities/market/market-api';
import { marketSlice } from '../entities/market/market-slice';
import { ordersSlice } from '../entities/order/order-slice';
import { sessionApi } from '../entities/session/session-api';
import { sessionSlice } from '../entities/session/session-slice';
import { tradeSlice } from '../entities/trade/trade-slice';
import { api } from '../shared/api/api';
import { chooseLanguage, startLanguage } from '../shared/i18n/i18n';
import { keep } from '../shared/lib/kept';
import { toastsSlice } from '../shared/toasts/toasts-slice';
import { interestSlice } from '../shared/stream/interest';
import { subscriptionAsked } from '../shared/stream/stream-events';
import { settle } from '../testing/settle';
import { TradePage } from './terminal';

const PLACE = '/exchange/app/spot/place';
const MARKET: MarketRecord = {
  name: 'BTC-USDT',
  product: 'spot',
  label: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  decimals: { price: 2, quantity: 5, notional: 8 },
  state: 'open',
  ownState: 'open',
  tick: '0.01',
  lot: '0.00001',
  quantityMin: '0.00001',
  quantityMax: '10000',
  notionalMin: '5',
  priceLowest: '0.01',
  priceHighest: '1000000',
  makerFeesPpb: [1_000_000],
  takerFeesPpb: [1_000_000],
  makerFeesFixed: [],
  takerFeesFixed: [],
  openOrdersMax: 200,
  bandPpb: 100_000_000,
  price: '65000',
  pending: [],
};
const BIDS: Level[] = [
  ['64990.5', '0.25'],
  ['64980', '1'],
];
const ASKS: Level[] = [
  ['65010.25', '0.125'],
  ['65020', '1'],
];

const pageOf = (records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 200 });
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/spot/tickers': () => success([]),
  '/exchange/app/spot/kline': () => success([]),
  '/exchange/app/product/feeTiers': () => success({ markets: [], volumes: [], userTier: 1, own: null }),
  '/exchange/app/spot/currentOrders': () => pageOf([]),
};

/** A window as wide as asked for, and wider or narrower later: it tells whoever listens. */
function windowOf(isWide: boolean) {
  const lists = new Set<EventTarget & { matches: boolean }>();
  window.matchMedia = (media) => {
    const list = Object.assign(new EventTarget(), {
      matches: isWide && media.includes('width'),
      media,
      onchange: null,
    });
    lists.add(list);
    return list as unknown as MediaQueryList;
  };
  return {
    resize: (becomesWide: boolean) =>
      act(async () => {
        isWide = becomesWide;
        for (const list of lists) list.dispatchEvent(new Event('change'));
      }),
  };
}

beforeAll(startLanguage);
beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
  keep('trade.order-kind', 'limit');
  keep('trade.skip-confirmation', 'off');
  // The other draws on a canvas.
  keep('trade.chart', 'depth');
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}) {
  const { resize } = windowOf(true);
  let polls = 0;
  const asked = stubNetwork({
    ...ALWAYS,
    // The last price moves from one answer to the next: each is a new object.
    '/exchange/app/product/indexList': () => pageOf([{ ...MARKET, price: String(65_000 + polls++) }]),
    [PLACE]: () => success({ position: 9, repeated: false, order: '1' }),
    ...answers,
  });
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ balances: balancesSlice.reducer, book: bookSlice.reducer, candles: candlesSlice.reducer },
      ...{ connection: connectionSlice.reducer, market: marketSlice.reducer },
      ...{ orders: ordersSlice.reducer, session: sessionSlice.reducer, trade: tradeSlice.reducer },
      ...{ indexPrice: indexPriceSlice.reducer },
      ...{ interest: interestSlice.reducer, toasts: toastsSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  store.dispatch(subscriptionAsked({ channel: 'depth', market: MARKET.name }));
  const snapshot = { market: MARKET.name, seq: 1, bids: BIDS, asks: ASKS, checksum: depthChecksum(BIDS, ASKS) };
  store.dispatch(bookSlice.snapshotReceived({ snapshot, at: 0 }));
  const balances = (usdt: string, position: number) =>
    balancesSlice.snapshotReceived({
      snapshot: {
        position,
        balances: [
          { account: 'spot', asset: 'USDT', available: usdt, frozen: '0', locked: '0' },
          { account: 'spot', asset: 'BTC', available: '10', frozen: '0', locked: '0' },
        ],
      },
      at: 0,
    });
  store.dispatch(balances('1000000', 1));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/currencyTransaction?market=${MARKET.name}`]}>
        <TradePage />
      </MemoryRouter>
    </Provider>,
  );
  await settle();
  return {
    resize,
    /** What the exchange was asked to place. */
    placed: () => ordersIn(asked),
    /** The list of markets comes anew, as it does every ten seconds. */
    poll: async () => {
      await act(() => store.dispatch(marketsEndpoint.initiate(undefined, { forceRefetch: true })));
      await settle();
    },
    lose: () => act(async () => void store.dispatch(connectionLost())),
    reconnect: () => act(async () => void store.dispatch(connectionOpened())),
    fund: (usdt: string, position: number) => act(async () => void store.dispatch(balances(usdt, position))),
  };
}

function ordersIn(asked: readonly Asked[]): Record<string, unknown>[] {
  return asked.filter(({ path }) => path === PLACE).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

const form = (side: 'Buy' | 'Sell') => screen.getByRole('form', { name: `${side} BTC`, hidden: true });
const fieldOf = (name: string, side: 'Buy' | 'Sell' = 'Buy') =>
  within(form(side)).getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name} `), hidden: true });
/** Without the marks that the language puts between the digits. */
const figure = (name: string, side: 'Buy' | 'Sell' = 'Buy') => fieldOf(name, side).value.replaceAll(',', '');
const type = (name: string, text: string, side: 'Buy' | 'Sell' = 'Buy') => {
  const field = fieldOf(name, side);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
const kind = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const send = (side: 'Buy' | 'Sell' = 'Buy') =>
  fireEvent.click(within(form(side)).getByRole('button', { name: `${side} BTC`, hidden: true }));
const confirmation = () => screen.getByRole('dialog', { name: /^Confirm/ });
const confirm = async () => {
  fireEvent.click(within(confirmation()).getByRole('button', { name: /^(Buy|Sell) BTC$/ }));
  await settle();
};
const bestAsk = () => within(screen.getByRole('table', { name: 'Asks' })).getByRole('button', { name: '65,010.25' });
const rowOf = (button: HTMLElement) => within(button.closest('tr') as HTMLElement).getAllByRole('cell');

describe('a click on a row of the book', () => {
  it('takes the price, wherever in the row', async () => {
    await show();
    type('Quantity', '0.5');
    for (const cell of rowOf(bestAsk())) {
      type('Price', '1');
      fireEvent.click(cell.querySelector('button') ?? cell);
      expect(figure('Price')).toBe('65010.25');
      expect(figure('Quantity')).toBe('0.5');
    }
  });

  it.each(['pointer', 'keys'])('takes all that stands up to there too, with Shift, by %s', async (means) => {
    await show();
    const row = within(screen.getByRole('table', { name: 'Asks' })).getByRole('button', { name: '65,010.25' });
    if (means === 'keys') fireEvent.keyDown(row, { key: 'Enter', shiftKey: true });
    else fireEvent.click(rowOf(row)[1], { shiftKey: true });
    expect([figure('Price'), figure('Quantity')]).toEqual(['65010.25', '0.125']);
    expect([figure('Price', 'Sell'), figure('Quantity', 'Sell')]).toEqual(['65010.25', '0.125']);
  });

  it('is applied once: what is typed afterwards stays, however often the markets are asked for', async () => {
    const { poll } = await show();
    fireEvent.click(bestAsk());
    type('Price', '60000');
    type('Quantity', '1.5');
    await poll();
    await poll();
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '1.5']);
  });

  it('leaves what a market buy spends as it was typed', async () => {
    const { poll, placed } = await show();
    fireEvent.click(bestAsk(), { shiftKey: true });
    kind('Market');
    type('Total', '5000');
    fireEvent.click(bestAsk());
    await poll();
    send();
    await confirm();
    expect(placed()).toMatchObject([{ side: 'buy', kind: 'market', quoteAmount: '5000' }]);
  });

  it('does not come back after the window has grown or shrunk', async () => {
    const { resize } = await show();
    fireEvent.click(bestAsk(), { shiftKey: true });
    type('Price', '60000');
    type('Quantity', '0.25');
    await resize(false);
    await resize(true);
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '0.25']);
  });
});

describe('a market', () => {
  const listOf = (of: object) => ({ '/exchange/app/product/indexList': () => pageOf([{ ...MARKET, ...of }]) });

  it('of a coin in maintenance says so in place of the button', async () => {
    await show(listOf({ state: 'maintenance' }));
    expect(within(form('Buy')).getByText('This coin is under maintenance. Please try again later.')).toBeTruthy();
    expect(within(form('Buy')).queryByRole('button', { name: 'Buy BTC', hidden: true })).toBeNull();
  });

  it('announces what becomes otherwise for the level of whoever looks', async () => {
    const from = new Date(2026, 10, 25, 12).getTime();
    const { name: _, pending: __, ...terms } = MARKET;
    await show(listOf({ pending: [{ ...terms, from, makerFeesPpb: [1_000_000, 500_000], notionalMin: '10' }] }));
    fireEvent.click(screen.getByRole('button', { name: /^Announced changes/ }));
    const told = screen.getByRole('dialog', { name: 'Announced changes – BTC/USDT' });
    expect(within(told).getByRole('heading', { name: 'From 2026-11-25 12:00:00' })).toBeTruthy();
    expect(within(told).getByText('0.05%', { selector: 'ins' })).toBeTruthy();
    expect(within(told).getByText('10 USDT', { selector: 'ins' })).toBeTruthy();
  });

  it('with nothing to announce says nothing', async () => {
    await show();
    expect(screen.queryByRole('button', { name: /^Announced changes/ })).toBeNull();
  });

  it('charges by the level in effect, in percent or an amount of the coin that is bought', async () => {
    const feeShown = () => within(form('Buy')).getByText(/^Fee/).closest('div')?.textContent;
    await show(listOf({ makerFeesPpb: [1_000_000, 750_000] }));
    type('Price', '50000');
    type('Quantity', '0.5');
    expect(feeShown()).toBe('Fee (0.075%)≈ 0.00037500 BTC');
    cleanup();
    await show(listOf({ makerFeesFixed: ['2', '1'] }));
    type('Price', '50000');
    type('Quantity', '0.5');
    expect(feeShown()).toBe('Fee (1 USDT)≈ 0.00002000 BTC');
  });
});

describe('an order', () => {
  it('is the one that its confirmation has shown from the start', async () => {
    const { poll, fund, placed } = await show();
    fireEvent.click(bestAsk(), { shiftKey: true });
    kind('Market');
    type('Total', '550');
    send();
    const shown = confirmation().textContent;
    expect(shown).toContain('550.00 USDT');
    await poll();
    await fund('100', 2);
    expect(confirmation().textContent).toBe(shown);
    await confirm();
    expect(placed()).toMatchObject([{ quoteAmount: '550' }]);
  });

  it('is shown to the last digit that is sent', async () => {
    const { placed } = await show();
    kind('Market');
    type('Total', '550.12345678');
    send();
    expect(confirmation().textContent).toContain('550.12345678 USDT');
    await confirm();
    expect(placed()).toMatchObject([{ quoteAmount: '550.12345678' }]);
  });

  it('leaves a form that stays empty, however often the markets are asked for', async () => {
    const { poll, placed } = await show();
    fireEvent.click(bestAsk(), { shiftKey: true });
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '65010.25', quantity: '0.125' }]);
    await poll();
    expect([figure('Quantity'), figure('Total')]).toEqual(['', '']);
  });

  it('takes nothing back that was typed while it was on its way', async () => {
    let answer: (response: Response) => void = () => undefined;
    await show({ [PLACE]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    type('Price', '61000');
    type('Quantity', '0.75');
    await act(async () => answer(success({ position: 9, repeated: false, order: '1' })));
    await settle();
    expect([figure('Price'), figure('Quantity')]).toEqual(['61000', '0.75']);
  });

  it('stays in the form when it was refused', async () => {
    await show({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(screen.getByRole('alert').textContent).toBe('Frozen.');
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '0.5']);
  });
});

describe('the form', () => {
  const said = (name: string, side: 'Buy' | 'Sell' = 'Buy') =>
    fieldOf(name, side).getAttribute('aria-describedby') === null
      ? null
      : document.getElementById(fieldOf(name, side).getAttribute('aria-describedby') ?? '')?.textContent;

  it('says what to enter where nothing is, and leads to the first field that is wrong', async () => {
    const { placed } = await show();
    kind('Stop limit');
    type('Price', '60000');
    send();
    expect(said('Trigger price')).toBe('Enter the price that sends the order.');
    expect(said('Quantity')).toBe('Enter a quantity.');
    expect(document.activeElement).toBe(fieldOf('Trigger price'));
    type('Trigger price', '64000');
    expect(said('Trigger price')).toBeNull();
    send();
    expect(document.activeElement).toBe(fieldOf('Quantity'));
    type('Quantity', '1');
    expect(said('Quantity')).toBeNull();
    expect(placed()).toEqual([]);
  });

  it('keeps what is wrong with one kind of order, or one side, from the others', async () => {
    await show();
    send();
    expect(said('Quantity')).toBe('Enter a quantity.');
    expect(said('Quantity', 'Sell')).toBeNull();
    kind('Stop limit');
    expect([said('Quantity'), said('Trigger price')]).toEqual([null, null]);
    kind('Market');
    expect(said('Total')).toBeNull();
  });

  it('keeps what was refused of one kind of order from the others', async () => {
    await show({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(within(form('Buy')).getByRole('alert', { hidden: true }).textContent).toBe('Frozen.');
    kind('Market');
    expect(within(form('Buy')).queryByRole('alert', { hidden: true })).toBeNull();
  });

  it('shows the fee, and what is left afterwards, before an order is sent', async () => {
    await show();
    type('Price', '50000');
    type('Quantity', '2');
    send();
    const facts = confirmation().textContent;
    expect(facts).toContain('Fee (0.10%)≈ 0.00200000 BTC');
    expect(facts).toContain('Available afterwards900,000.00 USDT');
  });

  it('asks about a limit far through the market even whoever is not asked any more', async () => {
    keep('trade.skip-confirmation', 'on');
    const { placed } = await show();
    type('Price', '650000');
    type('Quantity', '1');
    const words =
      /^Your limit is 899\.\d+% above the market \(65,010\.25 USDT\)\. By the book .* 65,018\.78 USDT on average\.$/;
    expect(within(form('Buy')).getByText(words)).toBeTruthy();
    send();
    expect(placed()).toEqual([]);
    expect(within(confirmation()).getByRole('alert').textContent).toMatch(words);
    await confirm();
    expect(placed()).toMatchObject([{ price: '650000' }]);
    type('Price', '65000');
    type('Quantity', '1');
    send();
    await settle();
    expect(placed()).toHaveLength(2);
  });

  it('says where one verifies, and where one gets something to pay with', async () => {
    const user = { userId: 7, nickName: 'me', userType: 3, verification: 'none', frozen: false };
    await show({ '/exchange/app/account/getUserInfo': () => success(user) });
    const link = within(form('Buy')).getByRole('link', { name: 'Verify now', hidden: true });
    expect(link.getAttribute('href')).toBe('/accountSet/realName');
    cleanup();
    const { fund } = await show();
    await fund('0', 2);
    const note = within(form('Buy')).getByText(/^You have no USDT to pay with\./);
    expect(within(note).getByRole('link', { hidden: true }).getAttribute('href')).toBe(
      '/accountSet/recharge?asset=USDT',
    );
  });

  it('sends nothing while there is no connection, and says so', async () => {
    const { lose, reconnect, placed } = await show();
    type('Price', '60000');
    type('Quantity', '0.5');
    await lose();
    expect(within(form('Buy')).getByRole('alert', { hidden: true }).textContent).toMatch(/^No connection/);
    const button = within(form('Buy')).getByRole<HTMLButtonElement>('button', { name: 'Buy BTC', hidden: true });
    expect(button.disabled).toBe(true);
    fireEvent.submit(form('Buy'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await reconnect();
    expect(button.disabled).toBe(false);
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '60000', quantity: '0.5' }]);
  });
});

describe('the fields', () => {
  it('follow the one that was typed last: a total that was typed stays when the price moves', async () => {
    await show();
    type('Price', '50000');
    type('Total', '1000');
    expect(figure('Quantity')).toBe('0.02');
    fireEvent.click(bestAsk());
    expect([figure('Total'), figure('Quantity')]).toEqual(['1000', '0.01538']);
    type('Quantity', '0.02');
    type('Price', '60000');
    expect([figure('Total'), figure('Quantity')]).toEqual(['1200', '0.02']);
  });

  it('do not move with the balance; the slider says what share of it they are', async () => {
    const { fund } = await show();
    type('Price', '50000');
    const slider = within(form('Buy')).getByRole<HTMLInputElement>('slider', { hidden: true });
    fireEvent.change(slider, { target: { value: '50' } });
    expect([figure('Quantity'), slider.value]).toEqual(['10', '50']);
    await fund('2000000', 2);
    expect([figure('Quantity'), slider.value]).toEqual(['10', '25']);
  });

  it('are shown in the language that is chosen, and mean what they meant', async () => {
    const { placed } = await show();
    type('Price', '64000.5');
    type('Quantity', '1.25');
    await act(() => chooseLanguage('ep'));
    const comprar = screen.getByRole('form', { name: 'Comprar BTC', hidden: true });
    const values = within(comprar)
      .getAllByRole<HTMLInputElement>('textbox', { hidden: true })
      .map(({ value }) => value);
    expect(values).toEqual(['64.000,5', '1,25', '80.000,62']);
    await act(() => chooseLanguage('en'));
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '64000.5', quantity: '1.25' }]);
  });
});

describe('a number', () => {
  it.each([
    ['en', '64,000.50', '1,234.5'],
    ['ep', '64.000,50', '1.234,5'],
    ['ep', '64000,50', '1234,5'],
  ] as const)('is read as the screen of the language writes it: %s %s', async (language, price, quantity) => {
    const { placed, fund } = await show();
    await fund('100000000', 2);
    await act(() => chooseLanguage(language));
    const [side, fields] =
      language === 'en'
        ? (['Buy BTC', ['Price', 'Quantity']] as const)
        : (['Comprar BTC', ['Precio', 'Cantidad']] as const);
    const buying = screen.getByRole('form', { name: side, hidden: true });
    for (const [index, text] of [price, quantity].entries()) {
      const field = within(buying).getByRole('textbox', { name: new RegExp(`^${fields[index]} `), hidden: true });
      fireEvent.change(field, { target: { value: text } });
    }
    fireEvent.click(within(buying).getByRole('button', { name: side, hidden: true }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: side }));
    await settle();
    expect(placed()).toMatchObject([{ price: '64000.5', quantity: '1234.5' }]);
  });

  it('that is not clear is refused in words, kept as it was typed, and not sent', async () => {
    const { placed } = await show();
    type('Price', '60000');
    type('Quantity', '1,5');
    const field = fieldOf('Quantity');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['1,5', 'true']);
    expect(within(form('Buy')).getByText(/^Not clear/)).toBeTruthy();
    send();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(within(form('Buy')).getByRole('button', { name: 'Use 1.5' }));
    expect(fieldOf('Quantity').value).toBe('1.5');
    expect(document.activeElement).toBe(fieldOf('Quantity'));
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '60000', quantity: '1.5' }]);
  });

  it.each([
    ['Buy', '64000.509', '64000.5', /rounded down to 64,000.5\.$/],
    ['Sell', '64000.501', '64000.51', /rounded up to 64,000.51\.$/],
  ] as const)(
    'that is too fine is cut to the safe side, and that is said: %s at %s',
    async (side, typed, price, words) => {
      const { placed } = await show();
      type('Price', typed, side);
      type('Quantity', '0.123456789', side);
      expect(within(form(side)).getByText(words)).toBeTruthy();
      expect(within(form(side)).getByText(/rounded down to 0.12345\.$/)).toBeTruthy();
      send(side);
      await confirm();
      expect(placed()).toMatchObject([{ price, quantity: '0.12345' }]);
    },
  );
});

describe('the keys B and S', () => {
  it.each(['Buy', 'Sell'] as const)('lead to the fields of that side: %s', async (side) => {
    await show();
    act(() => void fireEvent.keyDown(window, { key: side[0].toLowerCase() }));
    expect(document.activeElement).toBe(fieldOf('Price', side));
    // And Esc out of them.
    act(() => void fireEvent.keyDown(fieldOf('Price', side), { key: 'Escape' }));
    expect(document.activeElement).toBe(document.body);
  });
});
