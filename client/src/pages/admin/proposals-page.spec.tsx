import { screen, within } from '@testing-library/react';
import type { OwnStaff, StaffProposal } from '../../../../shared/wire/staff';
import { stubNetwork, success } from '../../../../test/support/network';
import { needTexts, startLanguage } from '../../shared/i18n/i18n';
import { STAFF_TEXTS } from '../../shared/i18n/staff-texts';
import { press, showPage, testStore } from '../../testing/page';
import { confirm, dialog, enter, sentTo } from '../../testing/staff-act';
import { ProposalsPage } from './proposals-page';

const OWN: OwnStaff = { userId: 7, role: 'admin', rights: ['users', 'staff'] };
const UNFREEZE: StaffProposal = {
  proposal: '4',
  command: 'UnfreezeAccount',
  right: 'users',
  proposedBy: 8,
  proposedAt: 1_760_000_000_000,
  userId: 10_000_007,
  reason: 'cleared',
  before: { frozen: 1 },
  after: { frozen: 0 },
  until: 1_760_200_000_000,
  waitMs: 86_400_000,
  confirmedBy: null,
  from: null,
  digest: 'ab'.repeat(32),
};
const OWN_ONE: StaffProposal = {
  ...UNFREEZE,
  proposal: '3',
  command: 'SetStaff',
  right: 'staff',
  proposedBy: 7,
  proposedAt: 1_759_000_000_000,
  before: { role: 'user', rights: '' },
  after: { role: 'admin', rights: 'users staff' },
};
const OTHERS: StaffProposal = {
  ...UNFREEZE,
  proposal: '5',
  command: 'SetRechargeTerms',
  right: 'recharges',
  userId: null,
  reason: null,
  before: { asset: 'BTC', chain: 'BTC', confirmations: 12, minimum: '0.001' },
  after: { asset: 'BTC', chain: 'BTC', confirmations: 6, minimum: '0.001' },
  confirmedBy: 9,
  from: 1_760_100_000_000,
};

beforeAll(async () => {
  await startLanguage();
  await needTexts(STAFF_TEXTS);
});

async function show(records: StaffProposal[], own = OWN) {
  const done = () => success({ position: 9, repeated: false });
  const asked = stubNetwork({
    '/exchange/audit/staff/proposals': () => success({ records }),
    '/exchange/admin/staff/confirmProposal': done,
    '/exchange/admin/staff/declineProposal': done,
  });
  await showPage(testStore(), <ProposalsPage own={own} />);
  return asked;
}
const item = (name: string) => within(screen.getByRole('listitem', { name }));

describe('what waits for a second of staff', () => {
  it('tells terms of a market, a contract and an index by the names that their forms have', async () => {
    const markets = { ...OTHERS, right: 'markets', confirmedBy: null, from: null } as const;
    const [before, after] = [{ market: 'BTC-USDT' }, { market: 'BTC-USDT' }];
    await show([
      {
        ...markets,
        command: 'ChangeMarketTerms',
        before: {
          ...before,
          bandPpb: 50_000_000,
          quantityMax: '10',
          takerFeesPpb: '2000000 1000000',
          takerFeesFixed: '',
        },
        after: {
          ...after,
          bandPpb: 100_000_000,
          quantityMax: '2000',
          takerFeesPpb: '1000000',
          takerFeesFixed: '2.5 · 1',
        },
      },
      {
        ...markets,
        proposal: '6',
        command: 'ChangePerpetualTerms',
        before: { market: 'BTC-USDT-PERP', tiers: '50000/100/4000000', openInterestMax: '1000' },
        after: { market: 'BTC-USDT-PERP', tiers: '60000/125/4000000', openInterestMax: '2000' },
      },
      {
        ...markets,
        proposal: '7',
        command: 'SetIndexTerms',
        before: { symbol: 'BTC-USDT', sourcesMin: 3, sourceStaleMs: 10_000, staleMs: 30_000 },
        after: { symbol: 'BTC-USDT', sourcesMin: 2, sourceStaleMs: 10_000, staleMs: 60_000 },
      },
    ]);
    const market = item('Terms of a market #5');
    for (const text of [
      'Band of market orders',
      '5.00% → 10.00%',
      '10 → 2,000',
      '0.20% · 0.10% → 0.10%',
      '— → 2.5 · 1',
    ])
      expect(market.getByText(text)).toBeTruthy();
    expect(market.getByText('Taker fee – Amount in USDT for each order')).toBeTruthy();
    const contract = item('Terms of a contract #6');
    for (const text of ['50,000 / 100× / 0.40% → 60,000 / 125× / 0.40%', '1,000 → 2,000'])
      expect(contract.getByText(text)).toBeTruthy();
    const index = item('Terms of an index #7');
    for (const text of ['BTC-USDT', 'Sources that must agree', '3 → 2', '10000 ms', '30000 ms → 60000 ms'])
      expect(index.getByText(text)).toBeTruthy();
  });

  it('tells a bank account part by part, and a switch as one', async () => {
    const setting = { ...OTHERS, command: 'SetDeskSetting', right: 'settings' } as const;
    const account = { bankName: 'First Bank', accountName: 'Ours', accountNumber: 'GB33', bankCode: 'B1' };
    const texts = [JSON.stringify(account), JSON.stringify({ ...account, accountNumber: 'GB44' })];
    const bank = { setting: 'bank.USD' };
    const doors = { setting: 'config.invitation_required' };
    await show([
      { ...setting, before: { ...bank, text: texts[0] }, after: { ...bank, text: texts[1] } },
      { ...setting, proposal: '6', before: { ...doors, text: '' }, after: { ...doors, text: 'on' } },
    ]);
    for (const text of ['Bank account for USD', 'First Bank', 'GB33 → GB44'])
      expect(item('Setting of the desk #5').getByText(text)).toBeTruthy();
    expect(item('Setting of the desk #6').getByText('Off → On')).toBeTruthy();
  });

  it('writes amounts as everywhere, with all that they have behind the point', async () => {
    const limits = { before: { limit: '20000' }, after: { limit: '1250000.5' } };
    await show([{ ...OTHERS, command: 'SetDailyLimit', ...limits }]);
    expect(item('Withdrawal limit a day #5').getByText('20,000 → 1,250,000.5')).toBeTruthy();
  });

  it('says who proposed what, what was before and would be after, and until when it waits', async () => {
    await show([OTHERS, UNFREEZE, OWN_ONE]);
    const [first] = screen.getAllByRole('listitem');
    expect(first.textContent).toContain('Role and rights');
    expect(item('Unfreeze an account #4').getByText('Yes → No')).toBeTruthy();
    expect(item('Unfreeze an account #4').getByText('cleared')).toBeTruthy();
    expect(item('Role and rights #3').getByText('— → Users, Staff')).toBeTruthy();
    const terms = item('Terms of recharges #5');
    expect(terms.getByText('12 → 6')).toBeTruthy();
    expect(terms.getByText('0.001')).toBeTruthy();
    expect(terms.getByText(/^Confirmed by #9; takes effect 2025-10-10/)).toBeTruthy();
  });

  it('offers only what one may do: not one’s own, nor without the right, nor as an auditor', async () => {
    await show([OTHERS, UNFREEZE, OWN_ONE]);
    const buttons = (name: string) =>
      item(name)
        .queryAllByRole('button')
        .map((button) => button.textContent);
    expect(buttons('Unfreeze an account #4')).toEqual(['Confirm', 'Decline']);
    expect(buttons('Role and rights #3')).toEqual(['Decline']);
    expect(buttons('Terms of recharges #5')).toEqual([]);
  });

  it('is read alone by an auditor, and says where nothing waits', async () => {
    await show([UNFREEZE], { ...OWN, role: 'auditor', rights: [] });
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('is confirmed by its digest, and declined with a reason', async () => {
    const asked = await show([UNFREEZE]);
    await press('Confirm');
    expect(dialog().getByText(/^It takes effect .*, if you confirm it now\./)).toBeTruthy();
    await confirm('Confirm');
    expect(sentTo(asked, '/exchange/admin/staff/confirmProposal')).toMatchObject([
      { proposal: '4', digest: UNFREEZE.digest },
    ]);
    await press('Decline');
    enter({ Reason: 'not yet' });
    await confirm('Decline');
    expect(sentTo(asked, '/exchange/admin/staff/declineProposal')).toMatchObject([
      { proposal: '4', reason: 'not yet' },
    ]);
  });

  it('says so where nothing waits', async () => {
    await show([]);
    expect(screen.getByText('Nothing waits for a second member of staff.')).toBeTruthy();
  });
});
