import { fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { balancesSlice } from '../../entities/balance/balance-slice';
import { connectionSlice } from '../../entities/connection/connection-slice';
import { marketSlice } from '../../entities/market/market-slice';
import { sessionApi } from '../../entities/session/session-api';
import { startLanguage } from '../../shared/i18n/i18n';
import { AssetsPage } from './assets-page';
import { RecordsPage } from './records-page';
import { showPage, testStore } from '../../testing/page';

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
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <Page />);
}

const lastOf = (asked: readonly Asked[], path: string) =>
  JSON.parse(asked.filter((one) => one.path === path).at(-1)?.body ?? '{}') as Record<string, unknown>;

describe('the assets', () => {
  it('say why they cannot be shown, and try again', async () => {
    stubNetwork({ ...ALWAYS, [BALANCES]: () => refusal(503, 'system.busy', 'Busy, sorry.') });
    await show(AssetsPage);
    expect((await screen.findByRole('alert')).textContent).toContain('Busy, sorry.');
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2')] }) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('100,000.00', { selector: 'b *, b' })).toBeTruthy();
  });

  it('say that the markets, by which they are valued, cannot be listed, and try again', async () => {
    const own = { ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2')] }) };
    stubNetwork({ ...own, [MARKETS]: () => refusal(503, 'system.busy', 'No markets now.') });
    await show(AssetsPage);
    const holdings = screen.getByRole('tabpanel');
    expect(within(holdings).getByRole('alert').textContent).toContain('No markets now.');
    stubNetwork(own);
    fireEvent.click(within(holdings).getByRole('button', { name: 'Try again' }));
    expect(await within(holdings).findByRole('rowheader', { name: 'BTC Bitcoin' })).toBeTruthy();
  });

  it('are found by name, small ones are left out, and none is said to be none', async () => {
    const balances = [balance('BTC', '2'), balance('USDT', '0.5')];
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances }) });
    await show(AssetsPage);
    await screen.findByRole('rowheader', { name: 'USDT Tether' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide small coins (under 1 USDT)' }));
    expect(screen.queryByRole('rowheader', { name: 'USDT Tether' })).toBeNull();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search coin' }), { target: { value: 'doge' } });
    expect(screen.getByText('No coin matches.')).toBeTruthy();
  });

  it('say what about a coin is not as usual', async () => {
    stubNetwork({
      ...ALWAYS,
      [ASSETS]: () => pageOf([{ ...listed('BTC'), trading: 'maintenance', deposits: 'suspended' }, listed('USDT')]),
      [BALANCES]: () => success({ position: 1, balances: [balance('BTC', '2'), balance('USDT', '1')] }),
    });
    await show(AssetsPage);
    expect(await screen.findByRole('rowheader', { name: 'BTC Bitcoin Maintenance Deposits suspended' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'USDT Tether' })).toBeTruthy();
  });

  it('of somebody who has none show the way in', async () => {
    stubNetwork({ ...ALWAYS, [BALANCES]: () => success({ position: 1, balances: [] }) });
    await show(AssetsPage);
    await screen.findByText(/^You have no assets yet/);
    const ways = screen.getAllByRole('link', { name: 'Deposit' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/accountSet/recharge', '/accountSet/recharge']);
  });
});

describe('the records', () => {
  it('say why they cannot be shown, and that there are none yet', async () => {
    stubNetwork({ ...ALWAYS, [RECORDS]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await show(RecordsPage);
    expect((await screen.findByRole('alert')).textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [RECORDS]: () => pageOf([]) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^No records yet/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
  });

  it('are asked for by coin, and say when none matches', async () => {
    const asked = stubNetwork({ ...ALWAYS, [RECORDS]: () => pageOf([]) });
    await show(RecordsPage);
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Coin' }));
    fireEvent.click(await screen.findByTitle('BTC'));
    await screen.findByText('No records match these filters.');
    expect(lastOf(asked, RECORDS)).toMatchObject({ asset: 'BTC', pageIndex: 1 });
  });
});
