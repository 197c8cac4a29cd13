import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { AssetsPage } from './assets-page';
import { FeeLevels, volumeFaults } from './fee-levels';
import { MarketPage } from './market-page';
import { choose } from '../../testing/choose';
import { feeTiers } from '../../testing/fee-tiers';
import { press, showPage, testStore } from '../../testing/page';
import { settle } from '../../testing/settle';

const MARKETS = '/exchange/app/product/indexList';
const ASSETS = '/exchange/app/product/assetList';
const TIERS = '/exchange/app/product/feeTiers';
const TERMS = '/exchange/admin/product/terms';
const CHANGE_MARKET = '/exchange/admin/product/changeMarketTerms';
const CHANGE_ASSET = '/exchange/admin/product/changeAssetTerms';
const SET_STATE = '/exchange/admin/product/setAssetState';
const SET_TIERS = '/exchange/admin/product/setFeeTiers';

const OWN: OwnStaff = { userId: 7, role: 'admin', rights: ['markets'] };
const AT = new Date(2026, 10, 25, 12, 30).getTime();

const terms = {
  quantityMin: '0.0001',
  quantityMax: '100',
  notionalMin: '5',
  priceLowest: '0.01',
  priceHighest: '1000000',
  makerFeesPpb: [1_000_000, 900_000],
  takerFeesPpb: [2_000_000, 1_500_000],
  makerFeesFixed: [],
  takerFeesFixed: [],
  openOrdersMax: 200,
  referencePrice: '65000',
  bandPpb: 100_000_000,
};
const market = {
  ...{ ...terms, name: 'BTC-USDT', label: 'BTC/USDT', base: 'BTC', quote: 'USDT', state: 'open', ownState: 'open' },
  ...{ tick: '0.01', lot: '0.0001', price: '65000', pending: [] },
};
const coin = {
  ...{ asset: 'USDT', scale: 8, isFiat: false, chains: [], withdrawalFee: '1', withdrawalMin: '10' },
  ...{ trading: 'open', deposits: 'open', withdrawals: 'open', pending: [] as unknown[] },
};
const done = () => success({ position: 5, repeated: false });
const listOf = (...records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 200 });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0]): Promise<Asked[]> {
  const asked = stubNetwork(answers);
  const store = testStore();
  await showPage(
    store,
    <Routes>
      <Route path="/admin/markets/:id" element={page} />
    </Routes>,
    '/admin/markets/BTC-USDT',
  );
  return asked;
}

const type = (label: string | RegExp, text: string, within_: HTMLElement = document.body) =>
  fireEvent.change(within(within_).getByLabelText(label), { target: { value: text } });
const group = (name: string) => screen.getByRole('group', { name });
const dialog = () => screen.getByRole('dialog', { hidden: true });
const bodiesTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('market terms page', () => {
  const pending = [
    {
      ...terms,
      takerFeesPpb: [1_800_000, 1_500_000],
      from: AT,
      reason: 'Cheaper for takers',
      changed: ['takerFeesPpb'],
    },
  ];
  const answers = {
    [MARKETS]: () => listOf(market),
    [TERMS]: () => success({ market: 'BTC-USDT', present: terms, pending }),
    [CHANGE_MARKET]: done,
  };

  it('shows the terms in effect and announced changes with their reason', async () => {
    await show(<MarketPage ownStaff={OWN} />, answers);
    const fact = (name: string) => screen.getAllByText(name, { selector: 'dt' })[0]?.nextElementSibling?.textContent;
    expect([fact('Maker fee'), fact('Minimum order value'), fact('Price step')]).toEqual([
      '0.10% / 0.09%',
      '5 USDT',
      '0.01 USDT',
    ]);
    expect(screen.getByRole('heading', { name: 'From 2026-11-25 12:30:00' })).toBeTruthy();
    expect(screen.getByText('Cheaper for takers')).toBeTruthy();
    expect(screen.getByText('0.20% / 0.15%', { selector: 'del' })).toBeTruthy();
    expect(screen.getByText('0.18% / 0.15%', { selector: 'ins' })).toBeTruthy();
  });

  it('schedules a change after a review of old and new values', async () => {
    const asked = await show(<MarketPage ownStaff={OWN} />, answers);
    type(/^Minimum order value/, '10');
    type(/^Level 1/, '0.08', group('Maker fee'));
    type('Takes effect', '2026-11-24T08:00');
    await press('Review changes');
    expect(dialog().textContent).toContain('2026-11-24 08:00:00');
    expect(dialog().textContent).toContain('0.10% / 0.09% → 0.10% / 0.08%');
    expect(dialog().textContent).toContain('5 USDT → 10 USDT');
    expect(bodiesTo(asked, CHANGE_MARKET)).toEqual([]);
    type('Reason', 'Autumn', dialog());
    await press('Save');
    expect(bodiesTo(asked, CHANGE_MARKET)).toEqual([
      {
        clientId: expect.any(String),
        market: 'BTC-USDT',
        from: new Date(2026, 10, 24, 8).getTime(),
        reason: 'Autumn',
        notionalMin: '10',
        makerFeesPpb: [1_000_000, 800_000],
      },
    ]);
    expect(asked.filter(({ path }) => path.startsWith(TERMS))).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>('Takes effect').value).toBe('');
  });

  it('starts from the announced terms at the selected time in untouched fields', async () => {
    await show(<MarketPage ownStaff={OWN} />, answers);
    const taker = () => within(group('Taker fee')).getByLabelText<HTMLInputElement>(/^Level 0/).value;
    expect(taker()).toBe('0.2');
    type('Takes effect', '2026-11-25T12:30');
    expect(taker()).toBe('0.18');
  });

  it('rejects invalid terms and empty changes before sending', async () => {
    const asked = await show(<MarketPage ownStaff={OWN} />, answers);
    await press('Review changes');
    expect(screen.getByText('Nothing would change: these settings already hold at that time.')).toBeTruthy();
    type(/^Level 1/, '0.3', group('Maker fee'));
    await press('Review changes');
    expect(screen.getByText('A higher level must not pay more.')).toBeTruthy();
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(bodiesTo(asked, CHANGE_MARKET)).toEqual([]);
  });

  it('switches fees to fixed amounts and removes fee levels', async () => {
    const asked = await show(<MarketPage ownStaff={OWN} />, answers);
    await press('Remove the last level');
    choose(within(group('Taker fee')).getByRole('combobox'), 'Amount in USDT for each order');
    type(/^Level 0 \(USDT\)/, '2.5', group('Taker fee'));
    await press('Review changes');
    expect(dialog().textContent).toContain('0.20% / 0.15% → 2.5 USDT');
    type('Reason', 'Flat', dialog());
    await press('Save');
    expect(bodiesTo(asked, CHANGE_MARKET)).toMatchObject([{ makerFeesPpb: [1_000_000], takerFeesFixed: ['2.5'] }]);
    expect(bodiesTo(asked, CHANGE_MARKET)[0]).not.toHaveProperty('from');
  });

  it('shows the exchange’s refusal in its words', async () => {
    const words = 'The start must not lie in the past nor more than 90 days ahead.';
    await show(<MarketPage ownStaff={OWN} />, {
      ...answers,
      [CHANGE_MARKET]: () => refusal(200, 'terms.from.invalid', words),
    });
    type(/^Minimum order value/, '10');
    type('Takes effect', '2020-01-01T00:00');
    await press('Review changes');
    type('Reason', 'Late', dialog());
    await press('Save');
    expect(within(dialog()).getByRole('alert', { hidden: true }).textContent).toBe(words);
  });
});

describe('coins page', () => {
  const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

  it('shows state, terms and announced changes', async () => {
    const pending = [{ from: AT, withdrawalFee: '2', withdrawalMin: '10' }];
    await show(<AssetsPage />, { [ASSETS]: () => listOf({ ...coin, deposits: 'suspended', pending }) });
    expect(rows()[1]?.slice(0, -1)).toEqual([
      ...['USDT', 'Open', 'Suspended', 'Open', '1.0000', '10.0000'],
      '2026-11-25 12:30:00Withdrawal fee 2.0000 USDTSmallest withdrawal 10.0000 USDT',
    ]);
  });

  it('sends only terms that differ from those in effect at the selected time', async () => {
    const pending = [{ from: AT, withdrawalFee: '2', withdrawalMin: '10' }];
    const asked = await show(<AssetsPage />, { [ASSETS]: () => listOf({ ...coin, pending }), [CHANGE_ASSET]: done });
    await press('Change terms: USDT');
    expect(within(dialog()).getByText('Now: 1 USDT')).toBeTruthy();
    type('Takes effect', '2026-11-26T00:00', dialog());
    type('Reason', 'Cheaper network', dialog());
    await press('Save');
    expect(bodiesTo(asked, CHANGE_ASSET)).toEqual([
      {
        ...{ clientId: expect.any(String), asset: 'USDT', reason: 'Cheaper network', withdrawalFee: '1' },
        from: new Date(2026, 10, 26).getTime(),
      },
    ]);
  });

  it('explains a state change and requires a reason', async () => {
    let withdrawals = 'open';
    const asked = await show(<AssetsPage />, {
      [ASSETS]: () => listOf({ ...coin, withdrawals }),
      [SET_STATE]: ({ body }) => {
        ({ withdrawals } = JSON.parse(body) as { withdrawals: string });
        return done();
      },
    });
    await press('Change state: USDT');
    expect(within(dialog()).getByText(/neither approved nor sent/)).toBeTruthy();
    choose(within(dialog()).getByLabelText('Withdrawals'), 'Suspended');
    await press('Change state');
    expect(bodiesTo(asked, SET_STATE)).toEqual([]);
    type('Reason', 'The node is behind', dialog());
    await press('Change state');
    expect(bodiesTo(asked, SET_STATE)).toEqual([
      {
        ...{ clientId: expect.any(String), asset: 'USDT', trading: 'open', deposits: 'open' },
        ...{ withdrawals: 'suspended', reason: 'The node is behind' },
      },
    ]);
    expect(rows()[1]?.[3]).toBe('Suspended');
  });
});

describe('fee level volumes', () => {
  const tier = { makerPpb: 1, takerPpb: 1, makerFixed: null, takerFixed: null };
  const tiers = [0, 1, 2].map((level) => ({ level, ...tier }));
  const listed = [
    { market: 'BTC-USDT', product: 'spot' as const, quote: 'USDT', tiers },
    { market: 'BTC-USDT-PERP', product: 'perpetual' as const, quote: 'USDT', tiers: tiers.slice(0, 2) },
  ];
  const fees = feeTiers({ spot: { volumes: ['0', '50'], own: null } }, listed);

  it('must rise with the level without gaps', () => {
    const of = (...volumes: string[]) =>
      volumeFaults([1, 2, 3], Object.fromEntries(volumes.map((volume, index) => [`volume${index + 1}`, volume])));
    expect(of('1', '2', '3')).toEqual([]);
    expect(of('1', '', '')).toEqual([]);
    expect(of('1', '', '3')).toEqual([['volume2', 'required']]);
    expect(of('0', '2', '2')).toEqual([
      ['volume1', 'out.of.range'],
      ['volume3', 'out.of.range'],
    ]);
  });

  const panelOf = (product: string) => screen.getByRole('region', { name: `Fee levels by volume – ${product}` });

  it('are set for as many levels as the markets have', async () => {
    const asked = await show(<FeeLevels />, { [TIERS]: () => success(fees), [SET_TIERS]: done });
    expect(within(panelOf('Spot trading')).getByText('≥ 50 BTC')).toBeTruthy();
    fireEvent.click(within(panelOf('Spot trading')).getByRole('button', { name: 'Set volumes' }));
    await settle();
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Level 1 from (BTC)').value).toBe('50');
    type('Level 2 from (BTC)', '40', dialog());
    type('Reason', 'A third level', dialog());
    await press('Save');
    expect(bodiesTo(asked, SET_TIERS)).toEqual([]);
    type('Level 2 from (BTC)', '1,000', dialog());
    await press('Save');
    expect(bodiesTo(asked, SET_TIERS)).toEqual([
      { clientId: expect.any(String), product: 'spot', volumes: ['0', '50', '1000'], reason: 'A third level' },
    ]);
    expect(asked.filter(({ path }) => path === TIERS)).toHaveLength(2);
  });

  it('are separate for futures, which show when none are set', async () => {
    const asked = await show(<FeeLevels />, { [TIERS]: () => success(fees), [SET_TIERS]: done });
    const panel = within(panelOf('Futures trading'));
    expect(panel.getByText(/^No volumes are set/)).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Set volumes' }));
    await settle();
    expect(within(dialog()).queryByLabelText('Level 2 from (BTC)')).toBeNull();
    type('Level 1 from (BTC)', '300', dialog());
    type('Reason', 'A first table', dialog());
    await press('Save');
    expect(bodiesTo(asked, SET_TIERS)).toEqual([
      { clientId: expect.any(String), product: 'perpetual', volumes: ['0', '300'], reason: 'A first table' },
    ]);
  });
});
