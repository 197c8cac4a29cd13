import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { PositionState } from '../../../../../../shared/products/perpetual/stream';
import { refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { balancesSlice } from '../../../../kit/entities/balance/balance-slice';
import { marksSlice } from '../../../../kit/entities/contract/marks';
import { positionsSlice } from '../../../../kit/entities/contract/positions';
import { connectionSlice } from '../../../../kit/entities/connection/connection-slice';
import { marketSlice } from '../../../../kit/entities/market/market-slice';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { interestSlice } from '../../../../kit/stream/interest';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { AssetsPage } from './assets-page';
import { RecordsPage } from './records/records-page';
import { feeTiers } from '../../../../testing/fee-tiers';
import { showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { chooseIn } from '../../../../testing/choose';

const USER = '/exchange/app/account/getUserInfo';
const MARKETS = '/exchange/app/product/indexList';
const TICKERS = '/exchange/app/spot/tickers';
const ASSETS = '/exchange/app/product/assetList';
const BALANCES = '/exchange/app/assets/balances';
const RECORDS = '/exchange/app/assets/records';

const user = { userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false };
const pageOf = (records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 20 });
const market = {
  name: 'BTC-USDT',
  product: 'spot',
  label: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  state: 'open',
  tick: '0.01',
  lot: '0.00001',
  price: '50000',
};
const OPEN = { trading: 'open', deposits: 'open', withdrawals: 'open' };
const listed = (asset: string) => ({ asset, scale: 8, isFiat: false, chains: [], ...OPEN });
const ALWAYS = {
  [USER]: () => success(user),
  [MARKETS]: () => pageOf([market]),
  [TICKERS]: () => success([]),
  [ASSETS]: () => pageOf([listed('BTC'), listed('USDT')]),
};
const balance = (asset: string, available: string) => ({ account: 'spot', asset, available, frozen: '0', locked: '0' });

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

async function show(Page: ComponentType) {
  const store = testStore({
    balances: balancesSlice.reducer,
    connection: connectionSlice.reducer,
    market: marketSlice.reducer,
    ...{ marks: marksSlice.reducer, positions: positionsSlice.reducer, interest: interestSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <Page />);
  return store;
}

const lastOf = (asked: readonly Asked[], path: string) =>
  JSON.parse(asked.filter((one) => one.path === path).at(-1)?.body ?? '{}') as Record<string, unknown>;

describe('assets page', () => {
  it('shows an error and retries', async () => {
    stubNetwork({ ...ALWAYS, [BALANCES]: () => refusal(503, 'system.busy', 'Busy, sorry.') });
    await show(AssetsPage);
    expect((await screen.findByRole('alert')).textContent).toContain('Busy, sorry.');
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2')] }) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('100,000.00', { selector: 'b *, b' })).toBeTruthy();
  });

  it('shows an error if the markets for the valuation cannot be loaded, and retries', async () => {
    const own = { ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2')] }) };
    stubNetwork({ ...own, [MARKETS]: () => refusal(503, 'system.busy', 'No markets now.') });
    await show(AssetsPage);
    const holdings = screen.getByRole('tabpanel');
    expect(within(holdings).getByRole('alert').textContent).toContain('No markets now.');
    stubNetwork(own);
    fireEvent.click(within(holdings).getByRole('button', { name: 'Try again' }));
    expect(await within(holdings).findByRole('rowheader', { name: 'BTC Bitcoin' })).toBeTruthy();
  });

  it('shows no 24 h change before the day’s prices are loaded', async () => {
    const own = { ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2')] }) };
    const change = () => screen.getByTitle(/24 hours/i).textContent;
    stubNetwork({ ...own, [TICKERS]: () => refusal(503, 'system.busy', 'No prices now.') });
    await show(AssetsPage);
    await screen.findByText('100,000.00', { selector: 'b *, b' });
    expect(change()).toBe('24h price change of holdings–');
    stubNetwork(own);
    await show(AssetsPage);
    expect(await screen.findByText('0.00 USDT', { exact: false })).toBeTruthy();
  });

  it('searches coins, hides small ones and shows a message without matches', async () => {
    const balances = [balance('BTC', '2'), balance('USDT', '0.5')];
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances }) });
    await show(AssetsPage);
    await screen.findByRole('rowheader', { name: 'USDT Tether' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide small coins (under 1 USDT)' }));
    expect(screen.queryByRole('rowheader', { name: 'USDT Tether' })).toBeNull();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search coin' }), { target: { value: 'doge' } });
    expect(screen.getByText('No coin matches.')).toBeTruthy();
  });

  it('marks coins with an unusual state', async () => {
    stubNetwork({
      ...ALWAYS,
      [ASSETS]: () => pageOf([{ ...listed('BTC'), trading: 'maintenance', deposits: 'suspended' }, listed('USDT')]),
      [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2'), balance('USDT', '1')] }),
    });
    await show(AssetsPage);
    expect(await screen.findByRole('rowheader', { name: 'BTC Bitcoin Maintenance Deposits suspended' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'USDT Tether' })).toBeTruthy();
  });

  describe('with a futures account', () => {
    const held = { ...balance('USDT', '1000'), account: 'contract' as const, frozen: '50', locked: '1515.675' };
    const position: PositionState = {
      ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
      ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
      ...{ isLocked: false, openedAt: 1 },
    };
    const mark = {
      ...{ market: PERPETUAL.name, position: 1, mark: '59000', index: '59000', p1: null, p2: null, at: 0 },
      ...{ isStale: false, closeOnlyUntil: null, fundingRate: '0', lastFundingRate: '0', nextFundingAt: null },
      ...{ openInterest: '1', asOf: 0 },
    };
    const answers = {
      ...ALWAYS,
      [MARKETS]: () => pageOf([market, PERPETUAL]),
      [BALANCES]: () => success({ position: 1, balances: [held] }),
      '/exchange/app/product/feeTiers': () => success(feeTiers()),
    };

    async function showFutures() {
      stubNetwork(answers);
      const store = await show(AssetsPage);
      const snapshot = { position: 5, positions: [position], stops: [], orders: [], settings: [] };
      act(() => {
        store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 1, balances: [held] }, at: 1 }));
        store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
        store.dispatch(marksSlice.snapshotReceived({ snapshot: mark, at: 0 }));
      });
      fireEvent.click(screen.getByRole('tab', { name: /^Futures/ }));
      return (await screen.findByRole('region', { name: 'Futures account' })).textContent;
    }

    it('shows the locked amount and the account’s figures', async () => {
      const standing = await showFutures();
      const row = screen.getByRole('rowheader', { name: 'USDT Tether' }).closest('tr')?.textContent;
      expect(row).toContain('1,515.675');
      // 2,565.675 in total; 0.5 BTC is 1,000 below its entry price.
      expect(standing).toContain('Equity2,065.675');
      expect(standing).toContain('Unrealised profit-500');
      expect(standing).toContain('In use1,565.675');
      expect(standing).toContain('Free1,000');
    });

    it('hides all amounts together', async () => {
      expect(await showFutures()).toMatch(/\d/);
      fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
      expect(screen.getByRole('region', { name: 'Futures account' }).textContent).not.toMatch(/\d/);
    });
  });

  it('without assets links to deposits', async () => {
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [] }) });
    await show(AssetsPage);
    await screen.findByText(/^You have no assets yet/);
    const ways = screen.getAllByRole('link', { name: 'Deposit' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/accountSet/recharge', '/accountSet/recharge']);
  });
});

describe('asset records', () => {
  it('show error and empty states', async () => {
    stubNetwork({ ...ALWAYS, [RECORDS]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await show(RecordsPage);
    expect((await screen.findByRole('alert')).textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [RECORDS]: () => pageOf([]) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^No records yet/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
  });

  it('are filtered by coin and show a message without matches', async () => {
    const asked = stubNetwork({ ...ALWAYS, [RECORDS]: () => pageOf([]) });
    await show(RecordsPage);
    await screen.findByRole('combobox', { name: 'Coin' });
    await chooseIn('Coin', 'BTC');
    await screen.findByText('No records match these filters.');
    expect(lastOf(asked, RECORDS)).toMatchObject({ asset: 'BTC', pageIndex: 1 });
  });
});
