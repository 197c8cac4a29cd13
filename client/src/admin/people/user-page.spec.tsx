import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { stubNetwork, success, type Asked } from '../../../../test/support/network';
import type { UserDetail } from '../../../../shared/wire/staff';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { settle } from '../../testing/settle';
import { UserPage } from './user-page';
import { choose } from '../../testing/choose';
import { showPage, testStore } from '../../testing/page';
import { dialog } from '../../testing/staff-act';

const ASSIGN = '/exchange/admin/account/assignFeeTier';
const UNTIL = new Date(2027, 0, 1, 8, 30).getTime();

const SHOW = '/exchange/admin/user/person';
const CONTACT = { email: 'ana@clear.example', nickName: 'ana clear', invitationCode: 'CLEARCODE' };
const logIn = {
  ...{ id: '1', at: 0, ip: '203.0.***', place: null, device: 'Chrome, Windows', userAgent: '***' },
  ...{ method: 'password', outcome: 'success' },
};

const user = {
  ...{ userId: 10_000_003, nickName: 'ana', email: null, phone: null, userType: 3, verification: 'certified' },
  ...{ frozen: false, registeredAt: 0, nationality: null, language: 'en', invitationCode: 'X', invitedBy: null },
  ...{ feeTiers: { spot: 2, perpetual: 1 }, openSessions: 0, balances: [] },
  bindings: { email: true, phone: false, authenticator: false, fundPassword: false, passkeys: 0, bankCards: 0 },
};

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});

async function show(feeFloor: UserDetail['feeFloor'], standing: Partial<UserDetail> = {}): Promise<Asked[]> {
  const none = () => success({ records: [], total: 0, pageIndex: 1, pageSize: 20 });
  const asked = stubNetwork({
    '/exchange/admin/user/detail': () => success({ ...user, feeFloor, ...standing }),
    '/exchange/admin/user/logIns': () => success({ records: [logIn], total: 1, pageIndex: 1, pageSize: 20 }),
    '/exchange/audit/funds/list': none,
    [ASSIGN]: () => success({ position: 9, repeated: false }),
    [SHOW]: ({ body }) =>
      body.includes('"logIns"')
        ? success({
            userId: 10_000_003,
            contact: null,
            logIns: [{ id: '1', ip: '203.0.113.7', place: 'Osaka', userAgent: 'Clear/1' }],
          })
        : success({ userId: 10_000_003, contact: { ...CONTACT, phone: null }, logIns: null }),
  });
  const store = testStore();
  await showPage(
    store,
    <Routes>
      <Route
        path="/admin/users/:id"
        element={<UserPage ownStaff={{ userId: 7, role: 'admin', rights: ['users'] }} />}
      />
    </Routes>,
    '/admin/users/10000003',
  );
  return asked;
}

/** Presses the last match: with an open dialog, the button in it. */
const press = async (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement);
  await settle();
};
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const field = (label: string) =>
  within(screen.getByRole('dialog', { hidden: true })).getByLabelText<HTMLInputElement>(label);
const assigned = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path === ASSIGN).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('personal data', () => {
  const showIt = async (what: string) => {
    await press(`Show: ${what}`);
    choose(dialog().getByRole('combobox', { name: 'Reason', hidden: true }), 'The user asked for help');
    await press('Show');
  };
  const requests = (asked: readonly Asked[]) =>
    asked.filter(({ path }) => path === SHOW).map(({ body }) => JSON.parse(body) as unknown);

  it('is revealed for a reason and hidden again', async () => {
    const asked = await show(null);
    expect(fact('E-mail')).toBe('—');
    await showIt('User #10000003');
    const reason = 'reason/show_support';
    expect(requests(asked)).toEqual([{ userId: 10_000_003, fields: ['contact'], reason }]);
    expect([fact('E-mail'), fact('Nickname'), fact('Invitation code')]).toEqual([
      CONTACT.email,
      CONTACT.nickName,
      CONTACT.invitationCode,
    ]);
    await press('Hide: User #10000003');
    expect(fact('E-mail')).toBe('—');
  });

  it('is revealed separately from log-in locations', async () => {
    const asked = await show(null);
    expect(screen.getByText('203.0.***')).toBeTruthy();
    await showIt('Log-in history');
    expect(requests(asked)).toMatchObject([{ fields: ['logIns'] }]);
    expect(screen.getByText('203.0.113.7')).toBeTruthy();
    expect(screen.getByText('Osaka')).toBeTruthy();
    expect(fact('E-mail')).toBe('—');
  });
});

describe('account freeze', () => {
  const told = async (act: string, standing: Partial<UserDetail>) => {
    await show(null, standing);
    await press(act);
    return dialog()
      .getAllByText(/./, { selector: 'p' })
      .map(({ textContent }) => textContent);
  };

  it('of a user takes effect at once and affects no one else', async () => {
    const texts = await told('Freeze account', {});
    expect(texts).toContain('Takes effect at once.');
    expect(texts.join(' ')).not.toContain('Your own account');
  });

  it('of a colleague freezes both accounts and leaves the decision to a third person', async () => {
    const texts = await told('Freeze account', { userType: 1 });
    expect(texts.join(' ')).toContain('Your own account is frozen too');
    expect(texts).not.toContain('Takes effect at once.');
  });

  it('of a colleague is lifted at once by a third person', async () => {
    const texts = await told('Unfreeze account', { userType: 1, frozen: true });
    expect(texts.join(' ')).toContain('you decide as the third');
  });
});

describe('fee level of a user', () => {
  it('shows the guaranteed level and its end', async () => {
    await show({ level: 2, until: UNTIL });
    const shown = ['Fee level – Spot trading', 'Fee level – Futures trading', 'Guaranteed level'].map(fact);
    expect(shown).toEqual(['2', '1', '2, until 2027-01-01 08:30:00']);
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

  it('is guaranteed without an end if no date is given', async () => {
    const asked = await show({ level: 1, until: null });
    expect(fact('Guaranteed level')).toBe('1');
    await press('Guarantee fee level');
    await press('Guarantee fee level');
    expect(assigned(asked)).toMatchObject([{ tier: 1 }]);
    expect(assigned(asked)[0]).not.toHaveProperty('until');
  });
});
