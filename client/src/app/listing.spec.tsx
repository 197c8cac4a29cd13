import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { stubNetwork, success, type Asked } from '../../../test/support/network';
import { loadTexts, startLanguage } from '../kit/i18n/i18n';
import { CONTRACT_TEXTS, STAFF_TEXTS } from '../kit/i18n/part-texts';
import { choose } from '../testing/choose';
import { pageOf, press, showPage, testStore } from '../testing/page';
import { settle } from '../testing/settle';
import { AssetsPage } from '../admin/markets/assets-page';
import { HouseFundsPanel } from '../products/wallet/admin/house-funds';
import { Terms } from '../admin/settings/limits-terms';
import { ListMarkets } from '../admin/markets/list-markets';
import { UserOrders } from '../admin/people/user-orders';

const PRODUCT = '/exchange/admin/product';
const [LIST_ASSET, LIST_MARKET, LIST_PERPETUAL] = ['listAsset', 'listMarket', 'listPerpetualMarket'].map(
  (act) => `${PRODUCT}/${act}`,
);
const WHOM = 10_000_003;
const clientId: unknown = expect.any(String);
const done = () => success({ position: 90, repeated: false });

const asset = (name: string, isFiat = false) => ({
  ...{ asset: name, scale: 8, withdrawalFee: '1', withdrawalMin: '10', isFiat, chains: [], pending: [] },
  ...{ trading: 'open', deposits: 'open', withdrawals: 'open' },
});
const assets = () => pageOf(asset('BTC'), asset('USDT'), asset('USD', true));
const market = (name: string, base: string, quote: string) => ({
  ...{ name, product: 'spot', label: `${base}/${quote}`, base, quote, contract: null },
});
const symbols = (...names: string[]) => {
  const records = names.map((symbol) => ({ symbol, decimals: 2, sourceStaleMs: 1, staleMs: 1, sourcesMin: 1 }));
  return () => success({ records });
};

beforeAll(async () => {
  await startLanguage();
  await Promise.all([STAFF_TEXTS, CONTRACT_TEXTS].map(loadTexts));
});

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0]): Promise<Asked[]> {
  const asked = stubNetwork({ '/exchange/app/product/assetList': assets, ...answers });
  await showPage(testStore(), page);
  return asked;
}
const bodiesTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const dialog = () => within(screen.getByRole('dialog', { hidden: true }));
const enter = (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) {
    fireEvent.change(dialog().getByLabelText(label), { target: { value: text } });
  }
};
const chooseIn = (label: string, option: string) =>
  choose(dialog().getByRole('combobox', { name: label, hidden: true }), option);
const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

describe('asset listing', () => {
  it('sends the terms and marks legal currency', async () => {
    const asked = await show(<AssetsPage />, { [LIST_ASSET]: done });
    await press('List an asset');
    enter({ Symbol: 'EUR', 'Digits behind the point': '6', 'Withdrawal fee': '1', 'Smallest withdrawal': '10' });
    chooseIn('Kind', 'Legal currency by bank transfer');
    await press('List');
    expect(bodiesTo(asked, LIST_ASSET)).toEqual([
      { clientId, asset: 'EUR', scale: 6, withdrawalFee: '1', withdrawalMin: '10', fiat: true },
    ]);
  });
});

describe('market listing', () => {
  const PRICES = { 'Reference price': '60000', 'Highest price': '1000000', 'Largest quantity': '100' };

  it('names a spot market by its assets; minimum price and quantity are one tick and one lot', async () => {
    const asked = await show(<ListMarkets markets={[]} since={undefined} />, {
      '/exchange/audit/product/indexTerms': symbols(),
      [LIST_MARKET]: done,
    });
    expect(button('List a perpetual contract')).toBeNull();
    await press('List a spot market');
    enter({ 'Price step': '0.01', 'Quantity step': '0.0001', ...PRICES });
    chooseIn('Priced in', 'BTC');
    await press('List');
    // Base and quote must differ.
    expect(screen.getByText('The value is outside the allowed range.')).toBeTruthy();
    chooseIn('Priced in', 'USDT');
    await press('List');
    expect(bodiesTo(asked, LIST_MARKET)).toEqual([
      {
        ...{ clientId, market: 'BTC-USDT', base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.0001' },
        ...{ priceLowest: '0.01', priceHighest: '1000000', referencePrice: '60000', notionalMin: '5' },
        ...{ quantityMin: '0.0001', quantityMax: '100', bandPpb: 100_000_000 },
        ...{ makerFeesPpb: [1_000_000], takerFeesPpb: [1_000_000] },
      },
    ]);
  });

  it('offers perpetuals only for indexes without one, and not on legal currency', async () => {
    const markets = [
      market('BTC-USDT', 'BTC', 'USDT'),
      market('USDT-USD', 'USDT', 'USD'),
      market('ETH-USDT', 'ETH', 'USDT'),
    ] as never;
    const asked = await show(<ListMarkets markets={markets} since={undefined} />, {
      '/exchange/audit/product/indexTerms': symbols('BTC-USDT', 'USDT-USD'),
      [LIST_PERPETUAL]: done,
    });
    await press('List a perpetual contract');
    enter({ 'Price step': '0.1', 'Coin per lot': '0.001', ...PRICES, 'Open interest at most': '1000000' });
    enter({ 'Hours between funding': '25' });
    await press('List');
    expect(bodiesTo(asked, LIST_PERPETUAL)).toEqual([]);
    enter({ 'Hours between funding': '4' });
    await press('List');
    expect(bodiesTo(asked, LIST_PERPETUAL)).toMatchObject([
      {
        ...{ market: 'BTC-USDT-PERP', base: 'BTC', quote: 'USDT', index: 'BTC-USDT', multiplier: '0.001' },
        ...{ quantityMin: '0.001', fundingIntervalMs: 14_400_000, fundingCapPpb: 3_000_000 },
        tiers: [{ cap: '1000000', leverageMax: 20, ratePpb: 25_000_000 }],
      },
    ]);
  });
});

describe('network of a coin', () => {
  it('is chosen from the connected chains', async () => {
    const asked = await show(<Terms />, {
      '/exchange/admin/chain/status': () =>
        success({ chains: [{ chain: 'ERC20', chainName: 'Ethereum' }], alarms: [] }),
      '/exchange/admin/recharge/setTerms': done,
    });
    await press('Add a network');
    chooseIn('Asset', 'USDT');
    enter({ Minimum: '1' });
    await press('Save');
    expect(bodiesTo(asked, '/exchange/admin/recharge/setTerms')).toEqual([
      { clientId, asset: 'USDT', chain: 'ERC20', minimum: '1', confirmations: 12 },
    ]);
  });
});

describe('house funds', () => {
  const answers = {
    '/exchange/audit/house/funds': () =>
      success({
        position: 1,
        records: [{ account: 'custody', asset: 'USDT', balance: '-1000.5' }],
        wallets: [{ chain: 'ERC20', address: '0xA11ce', assets: ['USDT', 'ETH'] }],
      }),
    '/exchange/admin/house/fund': done,
  };

  it('are shown with their sign; owners add funds', async () => {
    const asked = await show(
      <HouseFundsPanel ownStaff={{ userId: 7, role: 'admin', rights: ['recharges'] }} />,
      answers,
    );
    expect(screen.getByText('Custody')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'House accounts' }).textContent).toContain('-1,000.5');
    const wallets = screen.getByRole('table', { name: 'Wallets of the house' });
    for (const part of ['0xA11ce', 'USDT, ETH']) expect(wallets.textContent).toContain(part);
    await press('Bring in money');
    chooseIn('Asset', 'USDT');
    enter({ Amount: '500', Reason: 'capital' });
    fireEvent.click(dialog().getByRole('button', { name: 'Bring in money', hidden: true }));
    await settle();
    // The payment reference is required.
    expect(bodiesTo(asked, '/exchange/admin/house/fund')).toEqual([]);
    enter({ 'Reference of the payment': 'L-17' });
    fireEvent.click(dialog().getByRole('button', { name: 'Bring in money', hidden: true }));
    await settle();
    expect(bodiesTo(asked, '/exchange/admin/house/fund')).toEqual([
      { clientId, asset: 'USDT', amount: '500', reference: 'L-17', reason: 'capital' },
    ]);
  });

  it('are read-only for an auditor', async () => {
    await show(<HouseFundsPanel ownStaff={{ userId: 7, role: 'auditor', rights: [] }} />, answers);
    expect(button('Bring in money')).toBeNull();
  });
});

describe('open orders of a user', () => {
  const order = {
    ...{ market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '60000', trigger: null, quantity: '0.5' },
    ...{ filledQuantity: '0.1', quoteAmount: null },
  };
  const orders = {
    '/exchange/app/product/indexList': () => pageOf(market('BTC-USDT', 'BTC', 'USDT')),
    '/exchange/admin/spot/orders': () =>
      success({
        position: 1,
        orders: [
          { ...order, order: '11' },
          { ...order, order: '12', robot: '4' },
        ],
      }),
    '/exchange/admin/contract/positions': () =>
      success({
        position: 1,
        orders: [
          {
            ...{ ...order, id: '13', market: 'BTC-USDT-PERP', side: 'buy', position: 'long' },
            ...{ takeProfit: '65000', stopLoss: null },
          },
        ],
        stops: [{ market: 'BTC-USDT-PERP', position: 'long', kind: 'stop_loss', trigger: '55000' }],
      }),
    '/exchange/admin/spot/cancel': done,
    '/exchange/admin/spot/cancelAll': done,
  };

  it('are cancelled one by one, except robot orders', async () => {
    const asked = await show(<UserOrders userId={WHOM} />, orders);
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(button('Cancel: #12')).toBeNull();
    // A contract order shows the levels that guard its position; a spot order has none.
    const guards = screen.getAllByRole('row').map((row) => row.textContent?.includes('65,000 / 55,000'));
    expect(guards).toEqual([false, false, false, true]);
    await press('Cancel: #13');
    await press('Cancel order');
    expect(bodiesTo(asked, '/exchange/admin/spot/cancel')).toEqual([{ clientId, userId: WHOM, order: '13' }]);
  });

  it('are cancelled per market', async () => {
    const asked = await show(<UserOrders userId={WHOM} />, orders);
    await press('Cancel all BTC-USDT-PERP');
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel all BTC-USDT-PERP', hidden: true }));
    await settle();
    expect(bodiesTo(asked, '/exchange/admin/spot/cancelAll')).toEqual([
      { clientId, userId: WHOM, market: 'BTC-USDT-PERP' },
    ]);
  });
});
