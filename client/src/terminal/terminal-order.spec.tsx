import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { refusal, success } from '../../../test/support/network';
import { MARKET } from '../testing/market';
import { settle } from '../testing/settle';
import {
  PLACE,
  bestAsk,
  confirm,
  confirmation,
  figure,
  form,
  kind,
  pageOf,
  send,
  showTerminal,
  startFresh,
  type,
} from '../testing/terminal';

startFresh();

describe('a market', () => {
  const listOf = (of: object) => ({ '/exchange/app/product/indexList': () => pageOf([{ ...MARKET, ...of }]) });

  it('of a coin in maintenance says so in place of the button', async () => {
    await showTerminal(listOf({ state: 'maintenance' }));
    expect(within(form('Buy')).getByText('This coin is under maintenance. Please try again later.')).toBeTruthy();
    expect(within(form('Buy')).queryByRole('button', { name: 'Buy BTC', hidden: true })).toBeNull();
    // Enter in the one field of an order without a limit presses no button that is not there.
    kind('Market');
    type('Total', '550');
    fireEvent.submit(form('Buy'));
    await settle();
    expect(screen.queryByRole('dialog', { name: /^Confirm/ })).toBeNull();
  });

  it('announces what becomes otherwise for the level of whoever looks', async () => {
    const from = new Date(2026, 10, 25, 12).getTime();
    const { name: _, pending: __, ...terms } = MARKET;
    await showTerminal(
      listOf({ pending: [{ ...terms, from, makerFeesPpb: [1_000_000, 500_000], notionalMin: '10' }] }),
    );
    fireEvent.click(screen.getByRole('button', { name: /^Announced changes/ }));
    const told = screen.getByRole('dialog', { name: 'Announced changes – BTC/USDT' });
    expect(within(told).getByRole('heading', { name: 'From 2026-11-25 12:00:00' })).toBeTruthy();
    expect(within(told).getByText('0.05%', { selector: 'ins' })).toBeTruthy();
    expect(within(told).getByText('10 USDT', { selector: 'ins' })).toBeTruthy();
  });

  it('with nothing to announce says nothing', async () => {
    await showTerminal();
    expect(screen.queryByRole('button', { name: /^Announced changes/ })).toBeNull();
  });

  it('charges by the level in effect, in percent or an amount of the coin that is bought', async () => {
    const feeShown = () => within(form('Buy')).getByText(/^Fee/).closest('div')?.textContent;
    await showTerminal(listOf({ makerFeesPpb: [1_000_000, 750_000] }));
    type('Price', '50000');
    type('Quantity', '0.5');
    expect(feeShown()).toBe('Fee (0.075%)≈ 0.00037500 BTC');
    cleanup();
    await showTerminal(listOf({ makerFeesFixed: ['2', '1'] }));
    type('Price', '50000');
    type('Quantity', '0.5');
    expect(feeShown()).toBe('Fee (1 USDT)≈ 0.00002000 BTC');
  });
});

describe('an order', () => {
  it('is the one that its confirmation has shown from the start', async () => {
    const { poll, fund, placed } = await showTerminal();
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
    const { placed } = await showTerminal();
    kind('Market');
    type('Total', '550.12345678');
    send();
    expect(confirmation().textContent).toContain('550.12345678 USDT');
    await confirm();
    expect(placed()).toMatchObject([{ quoteAmount: '550.12345678' }]);
  });

  it('leaves a form that stays empty, however often the markets are asked for', async () => {
    const { poll, placed } = await showTerminal();
    fireEvent.click(bestAsk(), { shiftKey: true });
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '65010.25', quantity: '0.125' }]);
    await poll();
    expect([figure('Quantity'), figure('Total')]).toEqual(['', '']);
  });

  it('takes nothing back that was typed while it was on its way', async () => {
    let answer: (response: Response) => void = () => undefined;
    await showTerminal({ [PLACE]: () => new Promise<Response>((resolve) => (answer = resolve)) });
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
    await showTerminal({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(screen.getByRole('alert').textContent).toBe('Frozen.');
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '0.5']);
  });
});
