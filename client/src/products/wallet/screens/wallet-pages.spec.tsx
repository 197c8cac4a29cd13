import { act, fireEvent, screen, within } from '@testing-library/react';
import { never, refusal, stubNetwork, success } from '../../../../../test/support/network';
import { balancesSlice } from '../../../kit/entities/balance/balance-slice';
import { marksSlice } from '../../../kit/entities/contract/marks';
import { positionsSlice } from '../../../kit/entities/contract/positions';
import { marketsEndpoint } from '../../../kit/entities/market/market-api';
import { chooseLanguage, startLanguage } from '../../../kit/i18n/i18n';
import { RechargePage } from './recharge/recharge-page';
import { TransferPage } from './transfer/transfer-page';
import { WithdrawalPage } from './withdrawal/withdrawal-page';
import { settle } from '../../../testing/settle';
import { POSITION } from '../../../testing/position';
import { PERPETUAL } from '../../../testing/perpetual';
import {
  ADDRESS,
  ALWAYS,
  APPLY,
  QUOTE,
  TRANSFER,
  amount,
  bodiesOf,
  chooseAddress,
  coinIn,
  press,
  quote,
  show,
  showForLong,
  type,
} from '../../../testing/wallet-pages';

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

describe('withdrawal page', () => {
  const fill = async (amount: string) => {
    chooseAddress('Address');
    type('Amount', amount);
    await press('Withdraw');
  };

  it('shows holds and disables the button', async () => {
    const held = { heldUntil: Date.now() + 1_000_000, hasFundPassword: false, limitLeft: '0' };
    stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, ...held }) });
    await show(WithdrawalPage);
    expect(screen.getByText(/^Withdrawals are held until/)).toBeTruthy();
    expect(screen.getByText(/used up/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set a fund password' }).getAttribute('href')).toBe(
      '/accountSet/fundPassword',
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(true);
  });

  it('limits the amount to the balance less the fee and to the minimum', async () => {
    const asked = stubNetwork(ALWAYS);
    await show(WithdrawalPage);
    await fill('99.000001');
    expect(await screen.findByText(/^Insufficient balance/)).toBeTruthy();
    await fill('9');
    expect(await screen.findByText(/^The amount is below the minimum/)).toBeTruthy();
    await press('Max');
    expect(amount()).toBe('99');
    expect(bodiesOf(asked, APPLY)).toEqual([]);
  });

  it('focuses the address if missing, and clears the error once chosen', async () => {
    stubNetwork(ALWAYS);
    await show(WithdrawalPage);
    const address = screen.getByRole('combobox', { name: 'Address' });
    await press('Withdraw');
    expect([document.activeElement, address.getAttribute('aria-invalid')]).toEqual([address, 'true']);
    chooseAddress('Address');
    await settle();
    expect([address.textContent, address.getAttribute('aria-invalid')]).toEqual(['cold0x5aAeb6…Ef1BeAed', null]);
  });

  it('asks for the owner of an unknown address above a value and sends the answer', async () => {
    const rich = { ...quote, available: '5000', maximum: '4999', limitLeft: '5000' };
    const asked = stubNetwork({ ...ALWAYS, [QUOTE]: () => success(rich), [APPLY]: () => success({ withdrawal: '1' }) });
    await show(WithdrawalPage);
    await fill('1000');
    expect(screen.queryByText('Whose address is it?')).toBeNull();
    await press('Close', screen.getByRole('dialog', { hidden: true }));
    type('Amount', '1000.01');
    await settle();
    fireEvent.click(screen.getByLabelText('An account at an exchange'));
    await settle();
    type('Name of the recipient', 'Erika');
    type('Name of the exchange', 'Elsewhere');
    await press('Withdraw');
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('Erika · Elsewhere');
    type('Fund password', 'horse-battery');
    await press('Confirm and apply', dialog);
    expect(bodiesOf(asked, APPLY)).toMatchObject([
      { amount: '1000.01', beneficiary: { owner: 'exchange', name: 'Erika', exchange: 'Elsewhere' } },
    ]);
  });

  it('excludes deposits that are not final yet, with a notice', async () => {
    stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, notFinal: '60', maximum: '39' }) });
    await show(WithdrawalPage);
    expect(screen.getByText(/cannot be withdrawn yet/).textContent).toMatch(/^60 USDT cannot be withdrawn yet/);
    await fill('39.000001');
    expect(await screen.findByText(/^Some deposits are not final on their network yet/)).toBeTruthy();
  });

  it('keeps the client id over attempts with an unknown outcome and shows refusals at their place', async () => {
    let answer = () => refusal(503, 'outcome.unknown', 'Nobody knows.');
    const asked = stubNetwork({ ...ALWAYS, [APPLY]: () => answer() });
    await show(WithdrawalPage);
    await fill('50');
    const dialog = screen.getByRole('dialog', { hidden: true });
    type('Fund password', 'horse-battery');
    await press('Confirm and apply', dialog);
    expect(within(dialog).getByRole('alert', { hidden: true }).textContent).toBe('Nobody knows.');
    answer = () => refusal(200, 'fund.password.wrong', 'Wrong one.');
    await press('Confirm and apply', dialog);
    expect(within(dialog).getByText('Wrong one.')).toBeTruthy();
    answer = () => refusal(200, 'withdrawal.address.held', 'This address is new.');
    await press('Confirm and apply', dialog);
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(screen.getByText('This address is new.')).toBeTruthy();
    const sent = bodiesOf(asked, APPLY);
    expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1);
    expect(sent[0]).toMatchObject({ asset: 'USDT', chain: 'ERC20', address: ADDRESS, amount: '50' });
  });

  it('keeps the client id after the dialog was reopened with an unknown outcome', async () => {
    let answer = () => refusal(503, 'outcome.unknown', 'Nobody knows.');
    const asked = stubNetwork({ ...ALWAYS, [APPLY]: () => answer() });
    await show(WithdrawalPage);
    await fill('50');
    const apply = async () => {
      type('Fund password', 'horse-battery');
      await press('Confirm and apply', screen.getByRole('dialog', { hidden: true }));
    };
    await apply();
    await press('Close', screen.getByRole('dialog', { hidden: true }));
    answer = () => success({ withdrawal: '1' });
    await press('Withdraw');
    await apply();
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect([screen.getByRole('combobox', { name: 'Address' }).textContent, amount()]).toEqual(['', '']);
    await fill('50');
    await apply();
    const ids = bodiesOf(asked, APPLY).map(({ clientId }) => clientId);
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    // The first withdrawal was accepted; this is a new one.
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('sends the shown fee, and shows the new fee after a refusal', async () => {
    let fee = '1';
    let answer = () => refusal(200, 'withdrawal.fee.changed', 'The fee is another by now.');
    const asked = stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, fee }), [APPLY]: () => answer() });
    await show(WithdrawalPage);
    await fill('50');
    const apply = async () => {
      type('Fund password', 'horse-battery');
      await press('Confirm and apply', screen.getByRole('dialog', { hidden: true }));
    };
    fee = '2';
    await apply();
    expect(screen.getByText('The fee is another by now.')).toBeTruthy();
    answer = () => success({ withdrawal: '1' });
    await press('Withdraw');
    expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain('52');
    await apply();
    const sent = bodiesOf(asked, APPLY);
    expect(sent).toMatchObject([{ fee: '1' }, { fee: '2' }]);
    expect(sent[1].clientId).toBe(sent[0].clientId);
  });

  it('refetches the terms while open', async () => {
    let fee = '1';
    stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, fee }) });
    const tenSecondsLater = await showForLong(WithdrawalPage);
    const feeShown = () => screen.getByText('Fee').nextSibling?.textContent;
    expect(feeShown()).toContain('1.0000 USDT');
    fee = '2';
    await tenSecondsLater();
    expect(feeShown()).toContain('2.0000 USDT');
  });

  it('keeps the dialog open while sending', async () => {
    stubNetwork({ ...ALWAYS, [APPLY]: never });
    await show(WithdrawalPage);
    await fill('50');
    const dialog = screen.getByRole('dialog', { hidden: true });
    type('Fund password', 'horse-battery');
    await press('Confirm and apply', dialog);
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBe(dialog);
  });
});

describe('transfer page', () => {
  it('sends a canonical amount with a new client id per transfer', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [TRANSFER]: () => success({ position: 2, repeated: false, transfer: '1' }),
    });
    await show(TransferPage, '/?from=spot&to=contract&asset=USDT');
    for (const typed of ['.50', '7.']) {
      type('Amount', typed);
      await press('Transfer');
      expect(amount()).toBe('');
    }
    const sent = bodiesOf(asked, TRANSFER);
    expect(sent).toMatchObject([
      { asset: 'USDT', from: 'spot', to: 'contract', amount: '0.5' },
      { asset: 'USDT', from: 'spot', to: 'contract', amount: '7' },
    ]);
    expect(sent[0].clientId).not.toBe(sent[1].clientId);
  });

  it('keeps its source account when balances change', async () => {
    const held = (account: string, asset: string, available: string) => ({
      ...{ account, asset, available },
      ...{ frozen: '0', locked: '0' },
    });
    stubNetwork({
      ...ALWAYS,
      '/exchange/app/assets/balances': () => success({ position: 1, balances: [held('spot', 'USDT', '100')] }),
    });
    const store = await show(TransferPage);
    type('Amount', '5');
    const balances = [held('spot', 'USDT', '100'), held('legal', 'USD', '7')];
    const snapshot = { position: 2, balances };
    act(() => void store.dispatch(balancesSlice.snapshotReceived({ snapshot, at: 1 } as never)));
    await settle();
    expect(amount()).toBe('5');
    expect(screen.getByText(/^Available \(Spot\)/)).toBeTruthy();
  });

  it('limits a futures transfer by unrealised losses in cross margin', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [TRANSFER]: () => success({ position: 2, repeated: false, transfer: '1' }),
    });
    const store = await show(TransferPage, '/?from=contract&to=spot&asset=USDT');
    await act(() => store.dispatch(marketsEndpoint.initiate()));
    const balances = [{ account: 'contract', asset: 'USDT', available: '1000', frozen: '0', locked: '1515.675' }];
    const position = { ...POSITION, market: PERPETUAL.name, mode: 'cross' as const };
    const mark = {
      ...{ market: PERPETUAL.name, position: 5, mark: '59000', index: '59000', p1: null, p2: null, at: 0 },
      ...{ isStale: false, closeOnlyUntil: null, fundingRate: '0', lastFundingRate: '0', nextFundingAt: null },
      ...{ openInterest: '1', asOf: 0 },
    };
    act(() => {
      store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances }, at: 0 } as never));
      const snapshot = { position: 5, positions: [position], stops: [], orders: [], settings: [] };
      store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
      store.dispatch(marksSlice.snapshotReceived({ snapshot: mark, at: 0 }));
    });
    await settle();
    // 0.5 BTC is worth 500 less than at entry.
    await press('Max');
    await press('Transfer');
    expect(bodiesOf(asked, TRANSFER)).toMatchObject([{ from: 'contract', amount: '500' }]);
    type('Amount', '500.01');
    await press('Transfer');
    expect(await screen.findByText(/^Insufficient balance/)).toBeTruthy();
    const everywhere = screen.getByRole('complementary', { name: 'Available USDT' }).textContent;
    expect(everywhere).toContain('Futures500');
  });

  it('offers legal currency only between its two accounts', async () => {
    stubNetwork(ALWAYS);
    await show(TransferPage, '/?from=legal&asset=USD');
    expect(screen.getByText('Available USD')).toBeTruthy();
    type('Amount', '1.239');
    expect(screen.getByText(/rounded down to 1.23\.$/)).toBeTruthy();
  });
});

describe('Spanish amount', () => {
  beforeEach(() => chooseLanguage('ep'));
  afterEach(() => act(() => chooseLanguage('en')));

  it('is withdrawn as typed and confirmed in the language’s format', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [QUOTE]: () => success({ ...quote, available: '90000', limitLeft: '90000', beneficiaryAbove: '90000' }),
    });
    await show(WithdrawalPage);
    chooseAddress('Dirección');
    type('Importe', '64.310,251234');
    await press('Retirar');
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('64.310,251234 USDT');
    type('Contraseña de fondos', 'horse-battery');
    await press('Confirmar y solicitar', dialog);
    expect(bodiesOf(asked, APPLY)).toMatchObject([{ amount: '64310.251234' }]);
  });

  it('is not transferred if ambiguous; the field suggests a value', async () => {
    const asked = stubNetwork({
      ...ALWAYS,
      [TRANSFER]: () => success({ position: 2, repeated: false, transfer: '1' }),
    });
    await show(TransferPage, '/?from=spot&to=contract&asset=USDT');
    type('Importe', '1.5');
    await press('Transferir');
    expect(bodiesOf(asked, TRANSFER)).toEqual([]);
    expect(screen.getByText(/^No está claro/)).toBeTruthy();
    await press('Usar 1,5');
    await press('Transferir');
    expect(bodiesOf(asked, TRANSFER)).toMatchObject([{ amount: '1.5' }]);
  });
});

describe('coin with an unusual state', () => {
  it('shows and requests no address while deposits are suspended', async () => {
    const asked = stubNetwork({ ...ALWAYS, ...coinIn({ deposits: 'suspended' }) });
    await show(RechargePage);
    expect(screen.getByText('Deposits of this coin are suspended for now.')).toBeTruthy();
    expect(screen.queryByText(ADDRESS)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Get coins' })).toBeNull();
    // The first request may be sent before the state is known; its address is not shown.
    expect(asked.filter(({ path }) => path === '/exchange/app/recharge/address').length).toBeLessThanOrEqual(1);
  });

  it.each([
    [{ withdrawals: 'suspended' }, 'Withdrawals of this coin are suspended for now.'],
    [{ trading: 'maintenance' }, 'This coin is under maintenance. Please try again later.'],
  ])('%j cannot be withdrawn', async (states, words) => {
    stubNetwork({ ...ALWAYS, ...coinIn(states) });
    await show(WithdrawalPage);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(true);
  });

  it('announces withdrawal fee changes', async () => {
    const pending = [{ from: new Date(2026, 10, 25, 12).getTime(), withdrawalFee: '2', withdrawalMin: '20' }];
    stubNetwork({ ...ALWAYS, ...coinIn({ pending }) });
    await show(WithdrawalPage);
    expect(screen.getByText('From 2026-11-25 12:00:00: fee 2 USDT, minimum 20 USDT.')).toBeTruthy();
  });

  it('cannot be transferred in maintenance', async () => {
    stubNetwork({ ...ALWAYS, ...coinIn({ trading: 'maintenance' }) });
    await show(TransferPage, '/?from=spot&to=contract&asset=USDT');
    expect(screen.getByText('This coin is under maintenance. Please try again later.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull();
  });
});
