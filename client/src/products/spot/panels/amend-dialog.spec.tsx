import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { refusal, stubNetwork, success } from '../../../../../test/support/network';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { api } from '../../../kit/api/api';
import { chooseLanguage, startLanguage } from '../../../kit/i18n/i18n';
import { toastsSlice } from '../../../kit/toasts/toasts-slice';
import { settle } from '../../../testing/settle';
import { AmendDialog } from './amend-dialog';

const AMEND = '/exchange/app/spot/amend';
const MARKET = {
  ...{
    name: 'BTC-USDT',
    label: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    state: 'open',
    tick: '0.01',
    lot: '0.00001',
    price: '65000',
  },
  ...{ quantityMin: '0.00001', quantityMax: '100', notionalMin: '5', priceLowest: '0.01', priceHighest: '1000000' },
};
const order = (of: Partial<OrderState> = {}): OrderState => ({
  ...{ order: '7', market: 'BTC-USDT', side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '64310.25', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity: '0', filledQuote: '0', ...of },
});

beforeAll(startLanguage);
beforeEach(() => chooseLanguage('en'));

async function show(
  of: OrderState,
  price?: string,
  answer = () => success({ position: 1, repeated: false }) as Response | Promise<Response>,
) {
  const asked = stubNetwork({
    '/exchange/app/product/indexList': () => success({ records: [MARKET] }),
    [AMEND]: answer,
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, toasts: toastsSlice.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const onClose = jest.fn();
  const dialog = (shown: OrderState) => (
    <Provider store={store}>
      <AmendDialog order={shown} {...(price === undefined ? {} : { price })} onClose={onClose} />
    </Provider>
  );
  const { rerender } = render(dialog(of));
  await settle();
  return {
    onClose,
    becomes: (next: OrderState) => act(async () => rerender(dialog(next))),
    sent: () => asked.filter(({ path }) => path === AMEND).map(({ body }) => JSON.parse(body) as object),
  };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name} `) });
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const send = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^(Amend|Modificar)$/ }));
  await settle();
};

describe('amend dialog', () => {
  it('uses the language’s number format', async () => {
    await chooseLanguage('ep');
    const { sent } = await show(order());
    expect([field('Precio').value, field('Cantidad').value]).toEqual(['64.310,25', '1,5']);
    type('Precio', '64.000,5');
    await send();
    expect(sent()).toMatchObject([{ order: '7', price: '64000.5', quantity: '1.5' }]);
  });

  it('sends the shown values, even if the order changed', async () => {
    const { becomes, sent } = await show(order(), '64000');
    await becomes(order({ price: '70000', quantity: '9', filledQuantity: '0.5' }));
    expect([field('Price').value, field('Quantity').value]).toEqual(['64,000', '1.5']);
    await send();
    expect(sent()).toMatchObject([{ price: '64000', quantity: '1.5' }]);
  });

  it('stays open while sending and shows a refusal', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { onClose } = await show(order(), undefined, () => new Promise((resolve) => (answer = resolve)));
    const escape = () =>
      fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('cancel', { cancelable: true }));
    type('Price', '64000');
    await send();
    escape();
    expect(onClose).not.toHaveBeenCalled();
    answer(refusal(200, 'balance.insufficient', 'Not enough.'));
    await settle();
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Not enough.');
    escape();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('rejects an invalid number', async () => {
    const { sent } = await show(order());
    type('Quantity', '1,5');
    await send();
    expect(screen.getByText(/^Not clear/)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['buy', '64000'],
    ['sell', '64000.01'],
  ] as const)('rounds the price in the user’s favour: a %s at %s', async (side, price) => {
    const { sent } = await show(order({ side }));
    type('Price', '64000.001');
    await send();
    expect(sent()).toMatchObject([{ price }]);
  });
});
