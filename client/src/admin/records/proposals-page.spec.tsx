import { fireEvent, screen, within } from '@testing-library/react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { StaffActRecord, StaffProposal } from '../../../../shared/wire/staff-proposals';
import { refusal, stubNetwork, success } from '../../../../test/support/network';
import { AdminPartsContext, type AdminParts } from '../act/admin-parts';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { allAdminParts } from '../../testing/admin-parts';
import { press, showPage, testStore } from '../../testing/page';
import { confirm, dialog, enter, sentTo } from '../../testing/staff-act';
import { ProposalsPage } from './proposals-page';

const OWN: OwnStaff = { userId: 7, role: 'admin', rights: ['users', 'staff'] };
const UNFREEZE: StaffProposal = {
  proposal: '4',
  command: 'UnfreezeAccount',
  kind: 'restore',
  subject: 'account/10000007',
  worth: null,
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

let parts: AdminParts[];

beforeAll(async () => {
  await startLanguage();
  parts = await allAdminParts();
  await loadTexts(STAFF_TEXTS);
});

async function show(records: StaffProposal[], own = OWN, acts: StaffActRecord[] = []) {
  const done = () => success({ position: 9, repeated: false });
  const asked = stubNetwork({
    '/exchange/audit/staff/proposals': () => success({ records }),
    '/exchange/audit/staff/acts': () => success({ records: acts }),
    '/exchange/admin/staff/keepAct': done,
    '/exchange/admin/staff/confirmProposal': done,
    '/exchange/admin/staff/declineProposal': done,
  });
  await showPage(
    testStore(),
    <AdminPartsContext value={parts}>
      <ProposalsPage ownStaff={own} />
    </AdminPartsContext>,
  );
  return asked;
}
const item = (name: string) => within(screen.getByRole('listitem', { name }));

describe('pending proposals', () => {
  it('label terms of markets, contracts and indexes like their forms', async () => {
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

  it('show a bank account field by field and a switch as one value', async () => {
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

  it('format amounts with all their decimals', async () => {
    const limits = { before: { limit: '20000' }, after: { limit: '1250000.5' } };
    await show([{ ...OTHERS, command: 'SetDailyLimit', ...limits }]);
    expect(item('Withdrawal limit a day #5').getByText('20,000 → 1,250,000.5')).toBeTruthy();
  });

  it('show proposer, values before and after, and expiry', async () => {
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

  it('offer only permitted actions: none for own proposals, without the right or for auditors', async () => {
    await show([OTHERS, UNFREEZE, OWN_ONE]);
    const buttons = (name: string) =>
      item(name)
        .queryAllByRole('button')
        .map((button) => button.textContent);
    expect(buttons('Unfreeze an account #4')).toEqual(['Confirm', 'Decline']);
    expect(buttons('Role and rights #3')).toEqual(['Decline']);
    expect(buttons('Terms of recharges #5')).toEqual([]);
  });

  it('are read-only for an auditor', async () => {
    await show([UNFREEZE], { ...OWN, role: 'auditor', rights: [] });
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('are confirmed by digest and declined with a reason', async () => {
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

  it('show break-glass as the operator’s, and that two staff members can contradict it', async () => {
    const command = 'RestoreStaff';
    const rights = { role: 'admin', rights: 'users staff' };
    const facts = { before: { ...rights, frozen: 1 }, after: { ...rights, frozen: 0 } };
    const asked = await show([
      { ...OTHERS, command, right: 'staff', subject: 'staff/11', userId: 11, ...facts, proposedBy: 0, confirmedBy: 0 },
      {
        ...UNFREEZE,
        proposal: '6',
        command: 'DeclineStaff',
        right: 'staff',
        subject: 'proposal/5',
        before: {},
        after: {},
      },
    ]);
    const restore = item('Restore an administrator (break-glass) #5');
    expect(restore.getByText(/^the server's operator · 2025-10-09/)).toBeTruthy();
    expect(restore.getByText(/^Confirmed by the server's operator; takes effect 2025-10-10/)).toBeTruthy();
    expect(restore.getByText('Yes → No')).toBeTruthy();
    expect(restore.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(item('Stop a break-glass request #6').getByText('#5')).toBeTruthy();
    fireEvent.click(restore.getByRole('button', { name: 'Decline' }));
    expect(dialog().getByText('It takes two full administrators: this asks another one.')).toBeTruthy();
    enter({ Reason: 'not needed' });
    await confirm('Decline');
    expect(sentTo(asked, '/exchange/admin/staff/declineProposal')).toMatchObject([{ proposal: '5' }]);
  });

  it('show a message when nothing is pending', async () => {
    await show([]);
    expect(screen.getByText('Nothing waits for a second member of staff.')).toBeTruthy();
  });
});

describe('texts of a proposal', () => {
  const MARKETS = { ...UNFREEZE, right: 'markets', kind: 'change', userId: null, reason: null } as const;

  it('describe the listing of an asset and a contract', async () => {
    await show([
      {
        ...MARKETS,
        command: 'ListAsset',
        before: {},
        after: { asset: 'SOL', scale: 9, withdrawalFee: '0.01', withdrawalMin: '0.1' },
      },
      {
        ...MARKETS,
        proposal: '5',
        command: 'ListPerpetualMarket',
        subject: 'market/SOL-USDT-PERP',
        before: {},
        after: {
          ...{ market: 'SOL-USDT-PERP', base: 'SOL', quote: 'USDT', tick: '0.01', multiplier: '0.1' },
          ...{ takerFeesPpb: '550000 400000', index: 'SOL-USDT', fundingIntervalMs: 28_800_000 },
          ...{ tierCaps: '50000 · 250000', tierLeverages: '50 20', tierRatesPpb: '10000000 25000000' },
        },
      },
    ]);
    const asset = item('List an asset #4');
    expect(asset.getByText('Digits behind the point').nextSibling?.textContent).toBe('— → 9');
    const contract = item('List a perpetual contract #5');
    expect(contract.getAllByText('SOL-USDT-PERP').length).toBeGreaterThan(0);
    expect(contract.getByText('— → 0.055% · 0.04%')).toBeTruthy();
    expect(contract.getByText('— → 50,000 / 50× / 1.00% · 250,000 / 20× / 2.50%')).toBeTruthy();
    expect(contract.getByText('Hours between funding').nextSibling?.textContent).toBe('— → 8');
  });

  it('name the states of markets, coins and products', async () => {
    await show([
      {
        ...MARKETS,
        command: 'SetMarketState',
        before: { market: 'BTC-USDT', state: 'cancel_only' },
        after: { market: 'BTC-USDT', state: 'open' },
      },
      {
        ...MARKETS,
        proposal: '5',
        command: 'SetAssetState',
        before: { asset: 'BTC', trading: 'open', deposits: 'suspended', withdrawals: 'open' },
        after: { asset: 'BTC', trading: 'maintenance', deposits: 'open', withdrawals: 'open' },
      },
      {
        ...MARKETS,
        proposal: '6',
        command: 'SetFinancialState',
        before: { product: 'usdt-7', state: 'closed' },
        after: { product: 'usdt-7', state: 'open' },
      },
      {
        ...MARKETS,
        proposal: '7',
        command: 'SetRobotTerms',
        before: {},
        after: { market: 'BTC-USDT', state: 'open', amountMin: '100', userMax: '5000' },
      },
    ]);
    expect(item('State of a market #4').getByText('Cancel only → Open')).toBeTruthy();
    expect(item('State of a coin #5').getByText('Open → Maintenance')).toBeTruthy();
    expect(item('State of a coin #5').getByText('Suspended → Open')).toBeTruthy();
    const sale = item('Sale of a financial product #6');
    expect(sale.getByText('Off sale → On sale')).toBeTruthy();
    expect(sale.getByText('usdt-7')).toBeTruthy();
    expect(item('Robots in a market #7').getByText('— → Open')).toBeTruthy();
    expect(item('Robots in a market #7').getByText('— → 5,000')).toBeTruthy();
  });

  it('show payout and fee per duration, and removed durations', async () => {
    const terms = { symbol: 'BTC-USDT', asset: 'USDT', amountMin: '5' };
    await show([
      {
        ...MARKETS,
        command: 'SetOptionTerms',
        before: {
          ...terms,
          ...{ durationsMs: '60000 300000', payoutsPpb: '800000000 850000000' },
          ...{ feesPpb: '0 10000000', feeAmounts: '0.5 · 0' },
        },
        after: {
          ...terms,
          ...{ durationsMs: '60000', payoutsPpb: '780000000', feesPpb: '0', feeAmounts: '0.5' },
        },
      },
    ]);
    const option = item('Terms of a second contract #4');
    expect(option.getByText('60 s: gain · fee').nextSibling?.textContent).toBe('80.00% · 0.5 USDT → 78.00% · 0.5 USDT');
    expect(option.getByText('5 min: gain · fee').nextSibling?.textContent).toBe('85.00% · 1.00% → —');
  });

  it('show rates in percent and the payer of a transfer', async () => {
    await show([
      {
        ...MARKETS,
        command: 'SetMiningTerms',
        before: {},
        after: {
          ...{ product: 'btc-30', name: 'BTC 30', dailyRatePpb: 500_000, payout: 'daily' },
          ...{ rebate: 'purchase', rebatePpb: 10_000_000 },
        },
      },
      {
        ...MARKETS,
        ...{ proposal: '5', command: 'FundOptions', kind: 'money', worth: '1500.25', subject: 'pool/option/USDT' },
        before: {},
        after: { asset: 'USDT', act: 'release', amount: '1500.25' },
      },
      {
        ...MARKETS,
        ...{ proposal: '6', command: 'SetReferralTerms', subject: 'referral' },
        before: { level1Ppb: 200_000_000, level2Ppb: 50_000_000 },
        after: { level1Ppb: 250_000_000, level2Ppb: 50_000_000 },
      },
    ]);
    const mining = item('Terms of a mining project #4');
    for (const text of ['— → 0.05%', '— → Day by day', '— → Of the amount, once', '— → 1.00%'])
      expect(mining.getByText(text)).toBeTruthy();
    const fund = item('Money behind second contracts #5');
    expect(fund.getByText('Worth (USDT)').nextSibling?.textContent).toBe('1,500.25');
    expect(fund.getByText("— → Fund → owners' money")).toBeTruthy();
    expect(item('Rebate rates #6').getByText('20.00% → 25.00%')).toBeTruthy();
  });

  it('show the time left', async () => {
    await show([{ ...UNFREEZE, until: Date.now() + 5 * 3_600_000 }]);
    expect(item('Unfreeze an account #4').getByText(/ · 5 h left$/)).toBeTruthy();
    expect(item('Unfreeze an account #4').getByText('#10000007', { selector: 'span' })).toBeTruthy();
  });
});

describe('one-person actions', () => {
  const SOON = Date.now() + 3 * 3_600_000;
  const HALT: StaffActRecord = {
    ...{ act: '11', kind: 'brake', command: 'SetMarketState', right: 'markets', subject: 'market/BTC-USDT' },
    ...{ by: 8, at: 1_760_000_000_000, until: SOON, keepable: true, ended: null },
  };
  const KEEP = '/exchange/admin/staff/keepAct';
  const MAY: OwnStaff = { ...OWN, rights: ['markets'] };

  it('show actor, action, time and expiry, and can be kept by another staff member', async () => {
    const asked = await show([], MAY, [HALT]);
    const halt = item('State of a market – BTC-USDT #11');
    expect(halt.getByText(/^#8 · 2025-10-09/)).toBeTruthy();
    expect(halt.getByText(/^Ends by itself .* · 3 h left$/)).toBeTruthy();
    await press('Keep: State of a market – BTC-USDT');
    await confirm('Keep');
    expect(sentTo(asked, KEEP)).toMatchObject([{ act: '11' }]);
    // The list is read as of the position of the command that keeps the action.
    expect(asked.at(-1)?.path).toBe('/exchange/audit/staff/acts?minPosition=9');
  });

  it('cannot be kept by their actor, without the right, by an auditor or without an expiry', async () => {
    const own = { ...HALT, act: '12', by: MAY.userId };
    const over = { until: null, keepable: false } as const;
    const lasting: StaffActRecord = { ...HALT, ...over, act: '13', command: 'FreezeAccount', subject: 'account/9' };
    const lapsed: StaffActRecord = { ...HALT, ...over, act: '15', ended: 'lapsed' };
    const replaced: StaffActRecord = { ...HALT, ...over, act: '16', ended: 'replaced' };
    const locked: StaffActRecord = {
      ...HALT,
      keepable: false,
      act: '17',
      command: 'LockPosition',
      subject: 'position/4',
    };
    const others: StaffActRecord = {
      ...HALT,
      act: '14',
      right: 'users',
      command: 'LockPosition',
      subject: 'position/3',
    };
    await show([], MAY, [own, lasting, others, lapsed, replaced, locked]);
    expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull();
    expect(item('State of a market – BTC-USDT #12').getByText('Your own: another keeps it')).toBeTruthy();
    expect(item('Freeze account – #9 #13').getByText('Does not end by itself')).toBeTruthy();
    expect(item('State of a market – BTC-USDT #15').getByText('Ended by itself')).toBeTruthy();
    expect(item('State of a market – BTC-USDT #16').getByText('Replaced by a later decision')).toBeTruthy();
  });

  it('are read-only for an auditor', async () => {
    await show([], { ...MAY, role: 'auditor', rights: [] }, [HALT]);
    expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull();
  });

  it('show a message when there are none', async () => {
    await show([]);
    expect(screen.getByText('Nobody has done anything alone in the last 24 hours.')).toBeTruthy();
  });

  it('offer a retry after a failed request while the proposals stay visible', async () => {
    let answers = 0;
    stubNetwork({
      '/exchange/audit/staff/proposals': () => success({ records: [UNFREEZE] }),
      '/exchange/audit/staff/acts': () =>
        answers++ === 0 ? refusal(503, 'system.busy', 'Not there yet.') : success({ records: [HALT] }),
    });
    await showPage(testStore(), <ProposalsPage ownStaff={OWN} />);
    expect(item('Unfreeze an account #4')).toBeTruthy();
    await press('Try again');
    expect(item('State of a market – BTC-USDT #11')).toBeTruthy();
  });
});
