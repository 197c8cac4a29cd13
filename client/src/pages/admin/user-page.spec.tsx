import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { UserDetail } from '../../../../shared/wire/staff';
import { needTexts, startLanguage } from '../../shared/i18n/i18n';
import { STAFF_TEXTS } from '../../shared/i18n/staff-texts';
import { settle } from '../../testing/settle';
import { UserPage } from './user-page';
import { showPage, testStore } from '../../testing/page';

const ASSIGN = '/exchange/admin/account/assignFeeTier';
const UNTIL = new Date(2027, 0, 1, 8, 30).getTime();

const user = {
  ...{ userId: 10_000_003, nickName: 'ana', email: null, phone: null, userType: 3, verification: 'certified' },
  ...{ frozen: false, registeredAt: 0, nationality: null, language: 'en', invitationCode: 'X', invitedBy: null },
  ...{ feeTier: 2, openSessions: 0, balances: [] },
  bindings: { email: true, phone: false, authenticator: false, fundPassword: false, passkeys: 0, bankCards: 0 },
};

beforeAll(async () => {
  await startLanguage();
  await needTexts(STAFF_TEXTS);
});

async function show(feeFloor: UserDetail['feeFloor']): Promise<Asked[]> {
  const none = () => success({ records: [], total: 0, pageIndex: 1, pageSize: 20 });
  const asked = stubNetwork({
    '/exchange/admin/user/detail': () => success({ ...user, feeFloor }),
    '/exchange/admin/user/logIns': none,
    '/exchange/audit/funds/list': none,
    [ASSIGN]: () => success({ position: 9, repeated: false }),
  });
  const store = testStore();
  await showPage(
    store,
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage own={{ userId: 7, role: 'admin', rights: ['users'] }} />} />
    </Routes>,
    '/admin/users/10000003',
  );
  return asked;
}

/** That of the dialog, where one is open. */
const press = async (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement);
  await settle();
};
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const field = (label: string) =>
  within(screen.getByRole('dialog', { hidden: true })).getByLabelText<HTMLInputElement>(label);
const assigned = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path === ASSIGN).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('the fee level of a user', () => {
  it('stands beside the one that is guaranteed, and until when', async () => {
    await show({ level: 2, until: UNTIL });
    expect([fact('Fee level'), fact('Guaranteed level')]).toEqual(['2', '2, until 2027-01-01 08:30:00']);
    await press('Guarantee fee level');
    expect([field('Guaranteed level').value, field('Until').value]).toEqual(['2', '2027-01-01T08:30']);
  });

  it('is guaranteed until a date', async () => {
    const asked = await show(null);
    expect(fact('Guaranteed level')).toBe('—');
    await press('Guarantee fee level');
    fireEvent.change(field('Guaranteed level'), { target: { value: '3' } });
    fireEvent.change(field('Until'), { target: { value: '2027-01-01T08:30' } });
    await press('Guarantee fee level');
    const clientId: unknown = expect.any(String);
    expect(assigned(asked)).toEqual([{ clientId, userId: 10_000_003, tier: 3, until: UNTIL }]);
  });

  it('is guaranteed for good where no date is named', async () => {
    const asked = await show({ level: 1, until: null });
    expect(fact('Guaranteed level')).toBe('1');
    await press('Guarantee fee level');
    await press('Guarantee fee level');
    expect(assigned(asked)).toMatchObject([{ tier: 1 }]);
    expect(assigned(asked)[0]).not.toHaveProperty('until');
  });
});
