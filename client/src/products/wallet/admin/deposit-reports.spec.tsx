import { screen } from '@testing-library/react';
import type { StaffDepositReport } from '../../../../../shared/products/wallet/deposit-reports';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { stubNetwork, success } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { pageOf, press, showPage, testStore } from '../../../testing/page';
import { settle } from '../../../testing/settle';
import { choose } from '../../../testing/choose';
import { confirm, dialog, sentTo } from '../../../testing/staff-act';
import { DepositReportsPanel } from './deposit-reports';

const PATH = '/exchange/admin/deposit';
const ADMIN: OwnStaff = { userId: 7, role: 'admin', rights: ['recharges'] };
const MISSED: StaffDepositReport = {
  ...{ id: '4', chain: 'ERC20', chainName: 'Ethereum (ERC-20)', transaction: '***abab', note: null, userId: 9 },
  ...{ state: 'missed', confirmations: 40, createdAt: 1, lookedAt: 2, decision: null },
  payments: [
    {
      ...{ output: 'contracts-3', asset: 'ETH', amount: '1.5', state: 'missed', reason: null, needed: 12 },
      ...{ byContract: true, proposal: null },
    },
  ],
};

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});
beforeEach(() => localStorage.clear());

async function show(report = MISSED) {
  const asked = stubNetwork({
    [`${PATH}/reports`]: () => pageOf(report),
    [`${PATH}/look`]: () => success({ id: '4' }),
    [`${PATH}/credit`]: () => success({ position: 1, repeated: false, proposal: '8' }),
    [`${PATH}/refuse`]: () => success({ id: '4' }),
  });
  await showPage(testStore(), <DepositReportsPanel ownStaff={ADMIN} />);
  await settle();
  return asked;
}

it('proposes a credit, naming only report and payment', async () => {
  const asked = await show();
  expect(screen.getByText(/sent by a contract/)).toBeTruthy();
  await press('Credit: 4');
  await confirm('Credit');
  const [{ clientId, ...sent }] = sentTo(asked, `${PATH}/credit`) as { clientId: string }[];
  expect(clientId).not.toBe('');
  expect(sent).toEqual({ report: '4', output: 'contracts-3' });
});

it('cannot credit a payment with a pending proposal', async () => {
  await show({ ...MISSED, payments: MISSED.payments.map((payment) => ({ ...payment, proposal: '8' })) });
  expect(screen.getByText(/proposal 8 waits/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Credit: 4' })).toBeNull();
});

it('refuses a report for a listed reason', async () => {
  const asked = await show();
  await press('Refuse: 4');
  await confirm('Refuse');
  expect(sentTo(asked, `${PATH}/refuse`)).toEqual([]);
  choose(dialog().getByRole('combobox', { name: 'Reason', hidden: true }), 'The network shows no such payment');
  await confirm('Refuse');
  expect(sentTo(asked, `${PATH}/refuse`)).toMatchObject([{ report: '4', reason: 'reason/deposit_not_shown' }]);
});

it('queries the network again, and offers no actions once ended', async () => {
  const asked = await show();
  await press('Look again: 4');
  expect(sentTo(asked, `${PATH}/look`)).toEqual([{ report: '4' }]);
  expect(sentTo(asked, `${PATH}/reports`)).toHaveLength(2);
});
