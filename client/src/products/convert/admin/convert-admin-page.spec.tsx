import { fireEvent, screen } from '@testing-library/react';
import type { DustDesk } from '../../../../../shared/products/convert/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { CONVERT_TEXTS } from '../api/texts';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { choose } from '../../../testing/choose';
import { press, showPage, testStore } from '../../../testing/page';
import { settle } from '../../../testing/settle';
import { confirm, dialog, enter, sentTo } from '../../../testing/staff-act';
import { ConvertAdminPage } from './convert-admin-page';

const PATH = '/exchange/admin/convert';
const ADMIN: OwnStaff = { userId: 7, role: 'admin', rights: ['recharges', 'markets'] };
const DESK: DustDesk = {
  ...{ position: 8, terms: { state: 'open', dailyMax: '500' }, paidToday: '12.5', usersToday: 17 },
  held: [
    { asset: 'USDT', amount: '988.25' },
    { asset: 'DOGE', amount: '41.00000001' },
  ],
};
const done = () => success({ position: 90, repeated: false });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  await loadTexts(CONVERT_TEXTS);
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}, desk: Partial<DustDesk> = {}, own = ADMIN) {
  const asked = stubNetwork({ [`${PATH}/desk`]: () => success({ ...DESK, ...desk }), ...answers });
  await showPage(testStore(), <ConvertAdminPage ownStaff={own} />);
  return asked;
}
const sent = (asked: readonly Asked[], act: string) => sentTo(asked, `${PATH}/${act}`);

describe('small balances desk', () => {
  it('shows terms, today’s payout and account balances', async () => {
    await show();
    expect(screen.getByText('500 USDT')).toBeTruthy();
    expect(screen.getByText('12.5 USDT')).toBeTruthy();
    expect(screen.getByText('17')).toBeTruthy();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.find((row) => row?.includes('DOGE'))).toContain('41.00000001 DOGE');
  });

  it('can be closed by one person; opening or new limits need a second', async () => {
    const asked = await show({ [`${PATH}/setDustTerms`]: done });
    await press('Change terms');
    expect(dialog().getByText(/^Becomes a proposal: .* some time after that\.$/)).toBeTruthy();
    choose(dialog().getByLabelText('State'), 'Closed');
    enter({ Reason: 'the index is wrong' });
    expect(dialog().getByText(/^Takes effect at once, and ends by itself after 4 h unless/)).toBeTruthy();
    await confirm('Set terms');
    await press('Change terms');
    enter({ 'Daily maximum': '800', Reason: 'more of them' });
    expect(dialog().getByText(/^Becomes a proposal: .* some time after that\.$/)).toBeTruthy();
    await confirm('Set terms');
    expect(sent(asked, 'setDustTerms')).toMatchObject([
      { state: 'closed', dailyMax: '500', reason: 'the index is wrong', clientId: expect.any(String) },
      { state: 'open', dailyMax: '800', reason: 'more of them', clientId: expect.any(String) },
    ]);
  });

  it('takes USDT from the owners and returns any coin', async () => {
    const asked = await show({ [`${PATH}/fund`]: done });
    await press('Put in money');
    enter({ Amount: '100', Reason: 'capital' });
    await confirm('Put in money');
    const [, second] = screen.getAllByRole('button', { name: 'Take back' });
    fireEvent.click(second);
    await settle();
    enter({ Amount: '41', Reason: 'to be sold' });
    await confirm('Take back');
    expect(sent(asked, 'fund')).toMatchObject([
      { asset: 'USDT', act: 'fund', amount: '100', reason: 'capital' },
      { asset: 'DOGE', act: 'release', amount: '41', reason: 'to be sold' },
    ]);
  });

  it('shows a closed state without terms and an empty account', async () => {
    await show({}, { terms: null, held: [] });
    expect(screen.getByText('Closed')).toBeTruthy();
    expect(screen.getByText(/^The account is empty\./)).toBeTruthy();
  });

  it('hides actions without the right', async () => {
    await show({}, {}, { ...ADMIN, rights: ['markets'] });
    expect(screen.queryByRole('button', { name: 'Put in money' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Change terms' })).toBeTruthy();
  });

  it('shows why loading failed', async () => {
    stubNetwork({ [`${PATH}/desk`]: () => refusal(503, 'system.busy', 'Not there yet.') });
    await showPage(testStore(), <ConvertAdminPage ownStaff={ADMIN} />);
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
  });
});
