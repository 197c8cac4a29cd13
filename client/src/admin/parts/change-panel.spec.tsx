import { fireEvent, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { IndexTerms } from '../markets/index-terms';
import { SafetyLimits } from '../settings/limits-safety';
import { Terms } from '../settings/limits-terms';
import { MarketsPage } from '../markets/markets-page';
import { feeTiers } from '../../testing/fee-tiers';
import { choose } from '../../testing/choose';
import { press, showPage, testStore } from '../../testing/page';

const MARKETS = '/exchange/app/product/indexList';
const SET_STATE = '/exchange/admin/product/setMarketState';
const TERMS = '/exchange/audit/product/indexTerms';
const SET_TERMS = '/exchange/admin/product/setIndexTerms';
const ASSETS = '/exchange/app/product/assetList';
const LIMITS = '/exchange/admin/security/withdrawalLimits';

const TIERS = '/exchange/app/product/feeTiers';
const REBATES = '/exchange/admin/referral/terms';
const OWN: OwnStaff = { userId: 7, role: 'admin', rights: ['markets'] };

const market = {
  ...{
    name: 'BTC-USDT',
    product: 'spot',
    label: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    state: 'open',
    ownState: 'open',
    price: '60000',
    tick: '0.01',
  },
  ...{ makerFeesPpb: [1_000_000], takerFeesPpb: [2_000_000], makerFeesFixed: [], takerFeesFixed: [], pending: [] },
};
const noLevels = () => success(feeTiers());
const listOf = (...records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 200 });

/** Reads its list as of the position of the last change. */
function Index() {
  const [since, setSince] = useState<number>();
  return <IndexTerms since={since} onDone={setSince} />;
}

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0]): Promise<Asked[]> {
  const asked = stubNetwork({ [TERMS]: () => success({ records: [] }), ...answers });
  const store = testStore();
  await showPage(store, page);
  return asked;
}

const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

describe('terms panel', () => {
  it('offers a retry after a failed request', async () => {
    let isDown = true;
    await show(<MarketsPage ownStaff={OWN} />, {
      [TIERS]: noLevels,
      [REBATES]: () => success({ rates: null, next: [], proposed: null }),
      [MARKETS]: () => (isDown ? refusal(503, 'service.unavailable', 'Back in a moment.') : listOf(market)),
    });
    expect(screen.queryByRole('table')).toBeNull();
    isDown = false;
    await press('Try again');
    expect(rows()[1]).toEqual(['BTC/USDT', 'Open', '60,000.00', '0.10%', '0.20%', '–', 'Change state']);
  });

  it('shows a message for an empty list', async () => {
    await show(<Terms />, { [ASSETS]: () => listOf({ asset: 'EUR', chains: [] }) });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('No coin can be deposited yet.')).toBeTruthy();
  });

  it('refetches after a change', async () => {
    let state = 'open';
    const asked = await show(<MarketsPage ownStaff={OWN} />, {
      [TIERS]: noLevels,
      [REBATES]: () => success({ rates: null, next: [], proposed: null }),
      [MARKETS]: () => listOf({ ...market, state, ownState: state }),
      [SET_STATE]: ({ body }) => {
        ({ state } = JSON.parse(body) as { state: string });
        return success({ position: 5, repeated: false });
      },
    });
    await press('Change state: BTC/USDT');
    choose(screen.getByRole('combobox', { hidden: true }), /^Closed/);
    await press('Change state');
    expect(asked.filter(({ path }) => path === SET_STATE).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { clientId: expect.any(String), market: 'BTC-USDT', state: 'closed' },
    ]);
    expect(rows()[1]?.[1]).toBe('Closed');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  describe('index terms', () => {
    const known = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 3 };
    const enter = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name, hidden: true }), { target: { value } });
    const sent = (asked: readonly Asked[]) =>
      asked.filter(({ path }) => path === SET_TERMS).map(({ body }) => JSON.parse(body) as unknown);

    it('list markets and index-only symbols; everything but the decimals can be changed', async () => {
      let sourcesMin = 3;
      const asked = await show(<Index />, {
        [MARKETS]: () => listOf(market, { ...market, name: 'ETH-USDT', base: 'ETH' }),
        [TERMS]: () =>
          success({
            records: [
              { ...known, sourcesMin },
              { ...known, symbol: 'XYZ-USDT' },
            ],
          }),
        [SET_TERMS]: ({ body }) => {
          ({ sourcesMin } = JSON.parse(body) as { sourcesMin: number });
          return success({ position: 7, repeated: false });
        },
      });
      expect(rows().slice(1)).toEqual([
        ['BTC-USDT', '3', '10,000 ms', '30,000 ms', '2', 'Change'],
        ['ETH-USDT', '–', '–', '–', '–', 'Change'],
        ['XYZ-USDT', '3', '10,000 ms', '30,000 ms', '2', 'Change'],
      ]);
      await press('Change: BTC-USDT');
      expect(screen.queryByRole('textbox', { name: 'Decimal places', hidden: true })).toBeNull();
      enter('Sources that must agree', '2');
      enter('Reason', 'a source is gone');
      await press('Save');
      expect(sent(asked)).toEqual([
        { clientId: expect.any(String), ...known, sourcesMin: 2, reason: 'a source is gone' },
      ]);
      expect(rows()[1]).toEqual(['BTC-USDT', '2', '10,000 ms', '30,000 ms', '2', 'Change']);
      const terms = asked.map(({ path }) => path).filter((path) => path.startsWith(TERMS));
      expect(terms).toEqual([TERMS, `${TERMS}?minPosition=7`]);
    });

    it('require decimals and a reason at first setup', async () => {
      const asked = await show(<Index />, { [MARKETS]: () => listOf(market) });
      await press('Change: BTC-USDT');
      await press('Save');
      expect(sent(asked)).toEqual([]);
      enter('Decimal places', '4');
      enter('Reason', 'listed');
      await press('Save');
      expect(sent(asked)).toEqual([{ clientId: expect.any(String), ...known, decimals: 4, reason: 'listed' }]);
    });
  });

  it('have one row per chain and level; their forms start from the current values', async () => {
    const chains = [
      { chain: 'ERC20', rechargeMin: '10', confirmations: 12 },
      { chain: 'TRC20', rechargeMin: '1', confirmations: 20 },
    ];
    const limit = { bindings: 1, limit: '1000', verifiedLimit: '5000' };
    await show(
      <>
        <Terms />
        <SafetyLimits />
      </>,
      { [ASSETS]: () => listOf({ asset: 'USDT', chains }), [LIMITS]: () => success({ records: [limit] }) },
    );
    expect(rows().map((cells) => cells.slice(0, -1))).toEqual([
      ['Asset', 'Network', 'Minimum', 'Confirmations'],
      ['USDT', 'ERC20', '10.0000', '12'],
      ['USDT', 'TRC20', '1.0000', '20'],
      ['Bindings', 'Not verified', 'Verified'],
      ['1', '1,000.0000', '5,000.0000'],
    ]);
    await press('Change: USDT TRC20');
    expect(screen.getByLabelText<HTMLInputElement>('Confirmations').value).toBe('20');
  });
});
