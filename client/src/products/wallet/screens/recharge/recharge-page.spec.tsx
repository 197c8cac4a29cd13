import { fireEvent, screen } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { RechargePage } from './recharge-page';
import { ADDRESS, ALWAYS, RECHARGES, chain, show, showForLong } from '../../../../testing/wallet-pages';

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

describe('deposit page', () => {
  it('refetches the minimum while open, as smaller deposits are lost', async () => {
    let minimum = '1';
    const chains = () => success({ records: [{ ...chain, minimum }], bank: ['USD'] });
    stubNetwork({ ...ALWAYS, '/exchange/app/recharge/chains': chains });
    const tenSecondsLater = await showForLong(RechargePage);
    expect(document.body.textContent).not.toContain('750');
    minimum = '750';
    await tenSecondsLater();
    expect(document.body.textContent).toContain('750');
  });

  it('shows the address and the progress of pending deposits', async () => {
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

  describe('coin selection', () => {
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

  it('by bank shows account and reference', async () => {
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

  it('shows why there is no address', async () => {
    stubNetwork({ ...ALWAYS, '/exchange/app/recharge/address': () => refusal(200, 'chain.unavailable', 'Not now.') });
    await show(RechargePage);
    expect(screen.getByText('Not now.')).toBeTruthy();
  });
});
