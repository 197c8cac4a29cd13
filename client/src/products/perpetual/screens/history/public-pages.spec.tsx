import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { refusal, stubNetwork, type Asked } from '../../../../../../test/support/network';
import type { FundingRateRecord } from '../../../../../../shared/products/perpetual/records';
import type { InsuranceRecord } from '../../../../../../shared/products/perpetual/liquidations';
import { marksSlice } from '../../../../kit/entities/contract/marks';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { interestSlice } from '../../../../kit/stream/interest';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { FundingHistoryPage } from './funding-page';
import { InsuranceFundPage } from './public-pages';
import { chooseIn } from '../../../../testing/choose';

const RATES = '/exchange/app/contract/fundingRates';
const INSURANCE = '/exchange/app/contract/insurance';
const ALWAYS = { '/exchange/app/product/indexList': () => pageOf(PERPETUAL) };

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(() => localStorage.clear());

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0], fundingRate?: string) {
  const asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({ marks: marksSlice.reducer, interest: interestSlice.reducer });
  if (fundingRate !== undefined) {
    const snapshot = {
      ...{ market: PERPETUAL.name, position: 1, mark: '60000', index: '60000', p1: null, p2: null, at: 0 },
      ...{ isStale: false, closeOnlyUntil: null, fundingRate, lastFundingRate: '-0.0003', nextFundingAt: null },
      ...{ openInterest: '1', asOf: 0 },
    };
    store.dispatch(marksSlice.snapshotReceived({ snapshot, at: 0 }));
  }
  await showPage(store, page);
  return asked;
}

const table = (name: string) => screen.getByRole('table', { name }).textContent ?? '';
const bodies = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('funding rates page', () => {
  const skipped: FundingRateRecord = {
    ...{ market: PERPETUAL.name, rate: null, premium: null, mark: null, dueAt: 0, position: 44 },
  };

  it('shows current rates and their caps', async () => {
    await show(<FundingHistoryPage />, { [RATES]: () => pageOf() }, '0.000123457');
    const now = table('Rate now');
    for (const part of ['BTC/USDT perpetual', '0.0123457%', '-0.0300%', '± 0.3000%', 'every 8 h'])
      expect(now).toContain(part);
    expect(screen.getByRole('link', { name: 'BTC/USDT perpetual' }).getAttribute('href')).toBe(
      `/contractTransaction?market=${PERPETUAL.name}`,
    );
  });

  it('shows a skipped rate as none, not as zero', async () => {
    await show(<FundingHistoryPage />, { [RATES]: () => pageOf(skipped) });
    expect(table('Funding history')).toContain('none: no index');
    expect(table('Funding history')).toContain('44');
    expect(screen.queryByRole('img', { name: /BTC/ })).toBeNull();
  });

  it('shows a message when empty and an error when loading failed', async () => {
    await show(<FundingHistoryPage />, { [RATES]: () => refusal(503, 'system.busy', 'Not there yet.') });
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [RATES]: () => pageOf() });
    await press('Try again');
    expect(screen.getByText('No rate has been fixed yet.')).toBeTruthy();
  });
});

describe('insurance fund page', () => {
  const entry = (of: Partial<InsuranceRecord>): InsuranceRecord => ({
    ...{ at: 0, position: 9, market: PERPETUAL.name, cause: 'liquidation_surplus', amount: '49.9725' },
    ...{ balance: '1049.9725', asset: 'USDT', ...of },
  });
  const funded = entry({ position: 2, market: null, cause: 'funded', amount: '1000', balance: '1000' });

  it('shows the balance and each entry with its cause', async () => {
    await show(<InsuranceFundPage />, { [INSURANCE]: () => pageOf(entry({}), funded) });
    expect(document.querySelector('dl')?.textContent).toContain('1,049.9725');
    const entries = table('Insurance fund');
    for (const part of ['Surplus of a liquidation', 'From the owners', '+49.9725']) expect(entries).toContain(part);
  });

  it('keeps the balance while entries are filtered by contract', async () => {
    const answers = (asked: Asked) =>
      (JSON.parse(asked.body) as { market?: string }).market === undefined ? pageOf(entry({}), funded) : pageOf();
    const asked = await show(<InsuranceFundPage />, { [INSURANCE]: answers });
    await chooseIn('Contract', 'BTC/USDT perpetual');
    expect(bodies(asked, INSURANCE).at(-1)).toMatchObject({ market: PERPETUAL.name });
    expect(document.querySelector('dl')?.textContent).toContain('1,049.9725');
    expect(screen.getByText('The fund has no entries yet.')).toBeTruthy();
  });
});
