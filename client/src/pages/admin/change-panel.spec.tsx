import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { sessionSlice } from '../../entities/session/session-slice';
import { api } from '../../shared/api/api';
import { needTexts, startLanguage } from '../../shared/i18n/i18n';
import { STAFF_TEXTS } from '../../shared/i18n/staff-texts';
import { noticesSlice } from '../../shared/notices/notices-slice';
import { settle } from '../../testing/settle';
import { SafetyLimits } from './limits-safety';
import { Terms } from './limits-terms';
import { MarketsPage } from './markets-page';

const MARKETS = '/exchange/app/product/indexList';
const SET_STATE = '/exchange/admin/product/setMarketState';
const ASSETS = '/exchange/app/product/assetList';
const LIMITS = '/exchange/admin/security/withdrawalLimits';

const TIERS = '/exchange/app/product/feeTiers';
const OWN: OwnStaff = { userId: 7, role: 'admin', rights: ['markets'] };

const market = {
  ...{ name: 'BTC-USDT', base: 'BTC', quote: 'USDT', state: 'open', ownState: 'open', price: '60000', tick: '0.01' },
  ...{ makerFeesPpb: [1_000_000], takerFeesPpb: [2_000_000], makerFeesFixed: [], takerFeesFixed: [], pending: [] },
};
const noLevels = () => success({ markets: [], volumes: [], userTier: null, own: null });
const listOf = (...records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 200 });

beforeAll(async () => {
  await startLanguage();
  await needTexts(STAFF_TEXTS);
});

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0]): Promise<Asked[]> {
  const asked = stubNetwork(answers);
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, notices: noticesSlice.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>{page}</MemoryRouter>
    </Provider>,
  );
  await settle();
  return asked;
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settle();
};
const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

describe('terms that the desk changes', () => {
  it('that could not be had are asked for again', async () => {
    let isDown = true;
    await show(<MarketsPage own={OWN} />, {
      [TIERS]: noLevels,
      [MARKETS]: () => (isDown ? refusal(503, 'service.unavailable', 'Back in a moment.') : listOf(market)),
    });
    expect(screen.queryByRole('table')).toBeNull();
    isDown = false;
    await press('Try again');
    expect(rows()[1]).toEqual(['BTC/USDT', 'Open', '60,000.00', '0.10%', '0.20%', '–', 'Change state']);
  });

  it('of which there are none say so', async () => {
    await show(<Terms />, { [ASSETS]: () => listOf({ asset: 'EUR', chains: [] }) });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('No coin can be deposited yet.')).toBeTruthy();
  });

  it('are asked for anew once one was changed', async () => {
    let state = 'open';
    const asked = await show(<MarketsPage own={OWN} />, {
      [TIERS]: noLevels,
      [MARKETS]: () => listOf({ ...market, state, ownState: state }),
      [SET_STATE]: ({ body }) => {
        ({ state } = JSON.parse(body) as { state: string });
        return success({ position: 5, repeated: false });
      },
    });
    await press('Change state: BTC/USDT');
    fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value: 'closed' } });
    await press('Change state');
    expect(asked.filter(({ path }) => path === SET_STATE).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { clientId: expect.any(String), market: 'BTC-USDT', state: 'closed' },
    ]);
    expect(rows()[1]?.[1]).toBe('Closed');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('stand in a row for each chain and each level, and open with what they are', async () => {
    const chains = [
      { chain: 'ERC20', rechargeMin: '10', confirmations: 12 },
      { chain: 'TRC20', rechargeMin: '1', confirmations: 20 },
    ];
    const limit = { level: 'low', limit: '1000', verifiedLimit: '5000' };
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
      ['Safety level', 'Not verified', 'Verified'],
      ['Low', '1,000.0000', '5,000.0000'],
    ]);
    await press('Change: USDT TRC20');
    expect(screen.getByLabelText<HTMLInputElement>('Confirmations').value).toBe('20');
  });
});
