import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { never, refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { balancesSlice } from '../../../entities/balance/balance-slice';
import { marksSlice } from '../../../entities/contract/marks';
import { positionsSlice } from '../../../entities/contract/positions';
import { marketsEndpoint } from '../../../entities/market/market-api';
import { sessionApi } from '../../../entities/session/session-api';
import { chooseLanguage, startLanguage } from '../../../shared/i18n/i18n';
import { interestSlice } from '../../../shared/stream/interest';
import { RechargePage } from './recharge/recharge-page';
import { TransferPage } from './transfer/transfer-page';
import { WithdrawalPage } from './withdrawal/withdrawal-page';
import { feeTiers } from '../../../testing/fee-tiers';
import { choose } from '../../../testing/choose';
import { settle } from '../../../testing/settle';
import { pageOf, showPage, testStore } from '../../../testing/page';
import { PERPETUAL } from '../../../testing/perpetual';
import { POSITION } from '../../../testing/position';

const APPLY = '/exchange/app/withdraw/apply';
const TRANSFER = '/exchange/app/transfer/apply';
const QUOTE = '/exchange/app/withdraw/quote';
const RECHARGES = '/exchange/app/rechargerecord/list';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OWN = {
  addressId: '1',
  chain: 'ERC20',
  chainName: 'Ethereum (ERC-20)',
  address: ADDRESS,
  label: 'cold',
  listed: true,
  addedAt: 1,
  usableAt: 2,
  beneficiary: null,
  provenAt: null,
};

const none = () => success({ records: [], total: 0, pageIndex: 1, pageSize: 20 });
const quote = {
  asset: 'USDT',
  chain: 'ERC20',
  account: 'spot',
  available: '100',
  notFinal: '0',
  beneficiaryAbove: '1000',
  fee: '1',
  minimum: '10',
  decimals: 6,
  maximum: '99',
  limit: '1000',
  limitLeft: '1000',
  price: '1',
  heldUntil: null,
  needsSecondFactor: false,
  hasFundPassword: true,
};
const chain = {
  asset: 'USDT',
  chain: 'ERC20',
  chainName: 'Ethereum (ERC-20)',
  minimum: '1',
  confirmations: 12,
  decimals: 6,
  simulated: true,
  faucetMaximum: '10000',
};
const OPEN = { trading: 'open', deposits: 'open', withdrawals: 'open', pending: [] as unknown[] };
const usdt = {
  ...{ asset: 'USDT', scale: 8, isFiat: false },
  chains: [{ chain: 'ERC20', rechargeMin: '1', confirmations: 12 }],
};
/** USDT alone, in a state of its own. */
const coinIn = (states: Partial<typeof OPEN>) => ({
  '/exchange/app/product/assetList': () => success({ records: [{ ...usdt, ...OPEN, ...states }] }),
});
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () => success({ userId: 7, nickName: 'me', userType: 3 }),
  '/exchange/app/product/assetList': () =>
    success({
      records: [
        { ...usdt, ...OPEN },
        { asset: 'USD', scale: 2, isFiat: true, chains: [], ...OPEN },
      ],
    }),
  '/exchange/app/assets/balances': () =>
    success({
      position: 1,
      balances: [{ account: 'spot', asset: 'USDT', available: '100', frozen: '0', locked: '0' }],
    }),
  '/exchange/app/recharge/chains': () => success({ records: [chain], bank: ['USD'] }),
  '/exchange/app/recharge/address': () => success({ ...chain, address: ADDRESS, uri: ADDRESS }),
  '/exchange/app/recharge/reports': none,
  '/exchange/app/withdraw/addresses': () => success({ records: [OWN] }),
  '/exchange/app/withdraw/list': none,
  '/exchange/app/transfer/list': none,
  '/exchange/app/product/indexList': () => pageOf(PERPETUAL),
  '/exchange/app/product/feeTiers': () => success(feeTiers()),
  [RECHARGES]: none,
  [QUOTE]: () => success(quote),
};

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

async function show(Page: ComponentType, at = '/') {
  const store = testStore({
    ...{ balances: balancesSlice.reducer, interest: interestSlice.reducer },
    ...{ marks: marksSlice.reducer, positions: positionsSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <Page />, at);
  return store;
}

/** Returns how to let pass what it waits for before it asks again. */
async function showForLong(Page: ComponentType) {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await show(Page);
  const due = timers.mock.calls.filter(([, ms]) => ms === 10_000).map(([work]) => work);
  timers.mockRestore();
  return async () => {
    act(() => due.forEach((work) => work()));
    await settle();
  };
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
/** The one of the address book: nothing can be typed. */
const chooseAddress = (label: string) => {
  choose(screen.getByRole('combobox', { name: label }), /cold/);
};
const press = async (name: string, of: HTMLElement = document.body) => {
  fireEvent.click(within(of).getByRole('button', { name }));
  await settle();
};
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount').value;
const bodiesOf = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('a withdrawal', () => {
  const fill = async (amount: string) => {
    chooseAddress('Address');
    type('Amount', amount);
    await press('Withdraw');
  };

  it('says what holds it, and cannot be sent', async () => {
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

  it('is never more than there is with its fee, nor less than the minimum', async () => {
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

  it('that names no address leads to it, and the fault goes with the choice', async () => {
    stubNetwork(ALWAYS);
    await show(WithdrawalPage);
    const address = screen.getByRole('combobox', { name: 'Address' });
    await press('Withdraw');
    expect([document.activeElement, address.getAttribute('aria-invalid')]).toEqual([address, 'true']);
    chooseAddress('Address');
    await settle();
    expect([address.textContent, address.getAttribute('aria-invalid')]).toEqual(['cold0x5aAeb6…Ef1BeAed', null]);
  });

  it('asks above a value whose address it is, where that is not known, and sends what is said', async () => {
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

  it('leaves here what is not final, and says so', async () => {
    stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, notFinal: '60', maximum: '39' }) });
    await show(WithdrawalPage);
    expect(screen.getByText(/cannot be withdrawn yet/).textContent).toMatch(/^60 USDT cannot be withdrawn yet/);
    await fill('39.000001');
    expect(await screen.findByText(/^Some deposits are not final on their network yet/)).toBeTruthy();
  });

  it('keeps its id over tries that nobody knows the end of, and says refusals where they belong', async () => {
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

  it('asked for again after its dialog was closed is the same one, as long as nobody knows what became of it', async () => {
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
    // It was taken: this is another one.
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('names the fee that is shown, and shows the one of by now when it was refused for another', async () => {
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

  it('asks for its terms again as long as it is shown', async () => {
    let fee = '1';
    stubNetwork({ ...ALWAYS, [QUOTE]: () => success({ ...quote, fee }) });
    const tenSecondsLater = await showForLong(WithdrawalPage);
    const feeShown = () => screen.getByText('Fee').nextSibling?.textContent;
    expect(feeShown()).toContain('1.0000 USDT');
    fee = '2';
    await tenSecondsLater();
    expect(feeShown()).toContain('2.0000 USDT');
  });

  it('that is on its way keeps its dialog', async () => {
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

describe('a transfer', () => {
  it('sends what was typed in canonical form, and another one as another', async () => {
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

  it('that names no account stays where it began, whatever comes in or goes out', async () => {
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

  it('takes out of the account of contracts what its cross positions have not lost', async () => {
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
    // Half a bitcoin is worth 500 less than it was bought for.
    await press('Max');
    await press('Transfer');
    expect(bodiesOf(asked, TRANSFER)).toMatchObject([{ from: 'contract', amount: '500' }]);
    type('Amount', '500.01');
    await press('Transfer');
    expect(await screen.findByText(/^Insufficient balance/)).toBeTruthy();
    const everywhere = screen.getByRole('complementary', { name: 'Available USDT' }).textContent;
    expect(everywhere).toContain('Futures500');
  });

  it('of legal currency goes between the two accounts that hold it', async () => {
    stubNetwork(ALWAYS);
    await show(TransferPage, '/?from=legal&asset=USD');
    expect(screen.getByText('Available USD')).toBeTruthy();
    type('Amount', '1.239');
    expect(screen.getByText(/rounded down to 1.23\.$/)).toBeTruthy();
  });
});

describe('an amount in Spanish', () => {
  beforeEach(() => chooseLanguage('ep'));
  afterEach(() => act(() => chooseLanguage('en')));

  it('is withdrawn as it was typed, by the marks of the language, and shown so before', async () => {
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

  it('that is not clear is not transferred: the field says so, and what it may have been', async () => {
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

describe('a coin whose state is not as usual', () => {
  it('shows no address while deposits are suspended, and none is asked for', async () => {
    const asked = stubNetwork({ ...ALWAYS, ...coinIn({ deposits: 'suspended' }) });
    await show(RechargePage);
    expect(screen.getByText('Deposits of this coin are suspended for now.')).toBeTruthy();
    expect(screen.queryByText(ADDRESS)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Get coins' })).toBeNull();
    // The first one left before it was known; nothing of it is shown.
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

  it('announces what a withdrawal will cost', async () => {
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

describe('a recharge', () => {
  it('asks again what it must bring as long as it is shown: less is lost', async () => {
    let minimum = '1';
    const chains = () => success({ records: [{ ...chain, minimum }], bank: ['USD'] });
    stubNetwork({ ...ALWAYS, '/exchange/app/recharge/chains': chains });
    const tenSecondsLater = await showForLong(RechargePage);
    expect(document.body.textContent).not.toContain('750');
    minimum = '750';
    await tenSecondsLater();
    expect(document.body.textContent).toContain('750');
  });

  it('shows the address, and how far what is on its way has come', async () => {
    const record = {
      recharge: '3',
      asset: 'USDT',
      chain: 'ERC20',
      chainName: 'Ethereum (ERC-20)',
      amount: '25',
      status: 'recharging',
      reason: null,
      confirmations: 7,
      needed: 12,
      at: 1,
    };
    const failed = { ...record, recharge: '2', status: 'failure', reason: 'recharge.below.minimum' };
    stubNetwork({ ...ALWAYS, [RECHARGES]: () => success({ records: [record, failed], total: 2 }) });
    await show(RechargePage);
    expect(screen.getByRole('img', { name: 'QR code of your USDT address on Ethereum (ERC-20)' })).toBeTruthy();
    expect(screen.getByText(ADDRESS)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '7 of 12 confirmations' })).toBeTruthy();
    expect(screen.getByText('The deposit is below the minimum and was not credited.')).toBeTruthy();
  });

  describe('of coins', () => {
    const btc = { ...chain, asset: 'BTC', chain: 'BTC', chainName: 'Bitcoin' };
    const coins = (closed: readonly string[]) => () =>
      success({
        records: ['USDT', 'BTC', 'USD'].map((codeName) => ({ codeName, isOpen: closed.includes(codeName) ? 1 : 0 })),
      });
    const WAYS = {
      ...ALWAYS,
      '/exchange/app/recharge/chains': () => success({ records: [chain, btc], bank: ['USD'] }),
    };
    const offered = () => {
      fireEvent.click(screen.getByRole('combobox', { name: 'Coin' }));
      return screen.getAllByRole('option').map((option) => option.getAttribute('data-value'));
    };

    it.each([
      ['of those that are open', '/', { '/exchange/app/product/coinList': coins(['BTC']) }, ['USDT', 'USD']],
      [
        'and the one that was asked for',
        '/?asset=BTC',
        { '/exchange/app/product/coinList': coins(['BTC']) },
        ['USDT', 'BTC', 'USD'],
      ],
      ['of all while it is not known', '/', {}, ['USDT', 'BTC', 'USD']],
    ])('offers a choice %s', async (_which, at, list, expected) => {
      stubNetwork({ ...WAYS, ...list });
      await show(RechargePage, at);
      expect(offered()).toEqual(expected);
    });
  });

  it('by bank names the account and the reference', async () => {
    const bank = {
      asset: 'USD',
      bankName: 'First Bank',
      accountName: 'Open Exchange',
      accountNumber: '12-34',
      bankCode: 'FIRSTXX',
      reference: 'OX-7-1',
    };
    stubNetwork({ ...ALWAYS, '/exchange/app/recharge/bank': () => success(bank) });
    await show(RechargePage, '/?asset=USD');
    expect(screen.getByText('OX-7-1')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy: Reference' })).toBeTruthy();
  });

  it('says why there is no address', async () => {
    stubNetwork({ ...ALWAYS, '/exchange/app/recharge/address': () => refusal(200, 'chain.unavailable', 'Not now.') });
    await show(RechargePage);
    expect(screen.getByText('Not now.')).toBeTruthy();
  });
});
