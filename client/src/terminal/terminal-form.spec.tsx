import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { refusal, success } from '../../../test/support/network';
import { setPreference } from '../kit/lib/storage/preferences';
import { renderedBy } from '../testing/rendered';
import { settle } from '../testing/settle';
import {
  PLACE,
  confirm,
  confirmation,
  fieldOf,
  form,
  kind,
  send,
  showTerminal,
  startFresh,
  type,
} from '../testing/terminal';

startFresh();

describe('order form', () => {
  const said = (name: string, side: 'Buy' | 'Sell' = 'Buy') =>
    fieldOf(name, side).getAttribute('aria-describedby') === null
      ? null
      : document.getElementById(fieldOf(name, side).getAttribute('aria-describedby') ?? '')?.textContent;

  it('explains empty fields and focuses the first faulty one', async () => {
    const { placed } = await showTerminal();
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

  it('keeps faults separate by kind and side', async () => {
    await showTerminal();
    send();
    expect(said('Quantity')).toBe('Enter a quantity.');
    expect(said('Quantity', 'Sell')).toBeNull();
    kind('Stop limit');
    expect([said('Quantity'), said('Trigger price')]).toEqual([null, null]);
    kind('Market');
    expect(said('Total')).toBeNull();
  });

  it('keeps refusals separate by kind', async () => {
    await showTerminal({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(within(form('Buy')).getByRole('alert', { hidden: true }).textContent).toBe('Frozen.');
    kind('Market');
    expect(within(form('Buy')).queryByRole('alert', { hidden: true })).toBeNull();
  });

  it('shows the fee and the remaining balance before sending', async () => {
    await showTerminal();
    type('Price', '50000');
    type('Quantity', '2');
    send();
    const facts = confirmation().textContent;
    expect(facts).toContain('Fee (0.10%)≈ 0.00200000 BTC');
    expect(facts).toContain('Available afterwards900,000.00 USDT');
  });

  it('confirms a far limit even if confirmations are off', async () => {
    setPreference('trade.skip-confirmation', 'on');
    const { placed } = await showTerminal();
    type('Price', '650000');
    type('Quantity', '1');
    const words =
      /^Your limit is 899\.\d+% above the market \(65,010\.25 USDT\)\. By the book .* 65,018\.78 USDT on average\.$/;
    expect(within(form('Buy')).getByText(/^Your limit is/).textContent).toMatch(words);
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

  it('links to verification and to deposits when needed', async () => {
    const user = { userId: 7, nickName: 'me', userType: 3, verification: 'none', frozen: false };
    await showTerminal({ '/exchange/app/account/getUserInfo': () => success(user) });
    const link = within(form('Buy')).getByRole('link', { name: 'Verify now', hidden: true });
    expect(link.getAttribute('href')).toBe('/accountSet/realName');
    cleanup();
    const { fund } = await showTerminal();
    await fund('0', 2);
    const note = within(form('Buy')).getByText(/^You have no USDT to pay with\./);
    expect(within(note).getByRole('link', { hidden: true }).getAttribute('href')).toBe(
      '/accountSet/recharge?asset=USDT',
    );
  });

  it('sends nothing while disconnected and says so', async () => {
    const { lose, reconnect, placed } = await showTerminal();
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

  it('renders a changed balance without its fields', async () => {
    const { fund } = await showTerminal();
    const rendered = await renderedBy(() => fund('2000000', 2));
    expect(within(form('Buy')).getByText(/^2,000,000/)).toBeTruthy();
    expect(rendered).toContain('SideForm');
    expect(rendered.filter((name) => /^(Field|NumberField|Slider|SendOrder)$/.test(name))).toEqual([]);
  });
});
