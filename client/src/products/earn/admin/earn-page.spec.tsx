import { screen } from '@testing-library/react';
import type { EarnDesk } from '../../../../../shared/products/earn/staff';
import type { FinancialProduct, MiningProduct } from '../../../../../shared/products/earn/wire';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { EARN_TEXTS } from '../api/texts';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { press, showPage, testStore } from '../../../testing/page';
import { confirm, dialog, enter, sentTo } from '../../../testing/staff-act';
import { EarnAdminPage } from './earn-page';

const PATH = '/exchange/admin/earn';
const ME = 7;
const ADMIN: OwnStaff = { userId: ME, role: 'admin', rights: ['recharges', 'markets'] };
const SAVING: FinancialProduct = {
  ...{ product: 'usdt-7', name: 'USDT 7', asset: 'USDT', scale: 8, termDays: 7, annualRatePpb: 50_000_000 },
  ...{ quota: '100000', remaining: '25000', amountMin: '100', userMax: '10000', state: 'open' },
};
const PROJECT: MiningProduct = {
  ...{ product: 'btc-30', name: 'BTC 30', asset: 'BTC', scale: 8, incomeAsset: 'USDT', incomeScale: 8, termDays: 30 },
  ...{ dailyRatePpb: 500_000, payout: 'daily', rebate: { type: 'purchase', ratioPpb: 10_000_000 } },
  ...{ quota: '50', remaining: '50', amountMin: '0.01', amountMax: '5', state: 'closed' },
};
const DESK: EarnDesk = {
  ...{ position: 8, financial: [SAVING], mining: [PROJECT], proposed: { financial: [], mining: [] } },
  cover: [{ asset: 'USDT', held: '5000', promised: '900', free: '4100' }],
};
const done = () => success({ position: 90, repeated: false });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  await loadTexts(EARN_TEXTS);
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}, desk: Partial<EarnDesk> = {}, own = ADMIN) {
  const asked = stubNetwork({ [`${PATH}/desk`]: () => success({ ...DESK, ...desk }), ...answers });
  await showPage(testStore(), <EarnAdminPage ownStaff={own} />);
  return asked;
}
const sent = (asked: readonly Asked[], act: string) => sentTo(asked, `${PATH}/${act}`);

describe('savings and mining desk', () => {
  it('shows liabilities and their cover', async () => {
    await show();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.find((row) => row?.includes('5,000.0000 USDT'))).toContain('4,100.0000 USDT');
    expect(rows.find((row) => row?.includes('usdt-7'))).toContain('5.00%');
    expect(rows.find((row) => row?.includes('btc-30'))).toContain('1.00% of the amount, once');
  });

  it('proposes a product with a reason after validation', async () => {
    const asked = await show({ [`${PATH}/setFinancialTerms`]: done });
    await press('New financial product');
    expect(dialog().getByText(/^Becomes a proposal: .* some time after that\.$/)).toBeTruthy();
    enter({
      ...{ 'Product code': 'eth-14', Name: 'Ether 14', Coin: 'eth', 'Term in days': '0' },
      ...{ 'Annual rate in percent': '2.1', 'Quota in all': '100', 'Minimum of a purchase': '0.01' },
      ...{ 'Maximum of a user': '20', Reason: 'offered' },
    });
    await confirm('Propose terms');
    expect(sent(asked, 'setFinancialTerms')).toEqual([]);
    enter({ 'Term in days': '14' });
    await confirm('Propose terms');
    expect(sent(asked, 'setFinancialTerms')).toEqual([
      {
        ...{ product: 'eth-14', name: 'Ether 14', asset: 'ETH', termDays: 14, annualRatePpb: 21_000_000 },
        ...{ quota: '100', amountMin: '0.01', userMax: '20', reason: 'offered', clientId: expect.any(String) },
      },
    ]);
  });

  it('puts products on and off sale with a reason and an explanation', async () => {
    const asked = await show({ [`${PATH}/setState`]: done });
    await press('Put on sale');
    expect(dialog().getByText(/^Becomes a proposal: .* then it takes effect at once\.$/)).toBeTruthy();
    enter({ Reason: 'begins' });
    await confirm('Put on sale');
    await press('Take off sale');
    expect(screen.getByText(/What has been bought goes on/)).toBeTruthy();
    expect(dialog().getByText(/^Takes effect at once, and ends by itself after 4 h unless/)).toBeTruthy();
    enter({ Reason: 'ends' });
    await confirm('Take off sale');
    expect(sent(asked, 'setState')).toMatchObject([
      { kind: 'mining', product: 'btc-30', state: 'open', reason: 'begins' },
      { kind: 'financial', product: 'usdt-7', state: 'closed', reason: 'ends' },
    ]);
  });

  it('moves funds and shows the exchange’s refusal', async () => {
    const asked = await show({ [`${PATH}/fund`]: () => refusal(409, 'balance.insufficient', 'That is promised.') });
    await press('Take back money');
    enter({ Amount: '4101', Reason: 'surplus' });
    await confirm('Take back money');
    expect(sent(asked, 'fund')).toMatchObject([{ asset: 'USDT', act: 'release', amount: '4101' }]);
    expect(dialog().getByText('That is promised.')).toBeTruthy();
  });

  it('hides actions without the right', async () => {
    await show({}, {}, { ...ADMIN, rights: ['markets'] });
    expect(screen.queryByRole('button', { name: 'Put in money' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Change terms' })).toHaveLength(2);
  });

  it('shows why loading failed', async () => {
    stubNetwork({ [`${PATH}/desk`]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await showPage(testStore(), <EarnAdminPage ownStaff={ADMIN} />);
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
  });
});
