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

describe('market', () => {
  const listOf = (of: object) => ({ '/exchange/app/product/indexList': () => pageOf([{ ...MARKET, ...of }]) });

  it('in maintenance shows a notice instead of the button', async () => {
    await showTerminal(listOf({ state: 'maintenance' }));
    expect(within(form('Buy')).getByText('This coin is under maintenance. Please try again later.')).toBeTruthy();
    expect(within(form('Buy')).queryByRole('button', { name: 'Buy BTC', hidden: true })).toBeNull();
    // A single-field form submits on Enter even without a button. No order may result.
    kind('Market');
    type('Total', '550');
    fireEvent.submit(form('Buy'));
    await settle();
    expect(screen.queryByRole('dialog', { name: /^Confirm/ })).toBeNull();
  });

  it('announces changes at the user’s fee level', async () => {
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

  it('without changes shows no announcement', async () => {
    await showTerminal();
    expect(screen.queryByRole('button', { name: /^Announced changes/ })).toBeNull();
  });

  it('charges the level’s fee, in percent or as an amount in the bought coin', async () => {
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

describe('order', () => {
  it('is sent as first shown in its confirmation', async () => {
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

  it('is shown with all digits sent', async () => {
    const { placed } = await showTerminal();
    kind('Market');
    type('Total', '550.12345678');
    send();
    expect(confirmation().textContent).toContain('550.12345678 USDT');
    await confirm();
    expect(placed()).toMatchObject([{ quoteAmount: '550.12345678' }]);
  });

  it('leaves an empty form, despite polls', async () => {
    const { poll, placed } = await showTerminal();
    fireEvent.click(bestAsk(), { shiftKey: true });
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '65010.25', quantity: '0.125' }]);
    await poll();
    expect([figure('Quantity'), figure('Total')]).toEqual(['', '']);
  });

  it('keeps input typed while it was in flight', async () => {
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

  it('stays in the form after a refusal', async () => {
    await showTerminal({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(screen.getByRole('alert').textContent).toBe('Frozen.');
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '0.5']);
  });
});
