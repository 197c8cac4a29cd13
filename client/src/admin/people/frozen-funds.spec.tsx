import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { sessionApi } from '../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { selectToasts } from '../../kit/toasts/toasts-slice';
import { settle } from '../../testing/settle';
import { Admin } from '../admin';
import { press, showPage, testStore } from '../../testing/page';

const USER = '/exchange/app/account/getUserInfo';
const OWN = '/exchange/audit/staff/own';
const DETAIL = '/exchange/admin/user/detail';
const AUDITED = '/exchange/audit/user/detail';
const LOG_INS = '/exchange/admin/user/logIns';
const LIST = '/exchange/audit/funds/list';
const POSITIONS = '/exchange/audit/contract/positions';
const ORDERS = '/exchange/admin/spot/orders';
const CONTRACT_ORDERS = '/exchange/admin/contract/positions';
const MARKETS = '/exchange/app/product/indexList';
const OPTIONS = '/exchange/admin/option/contracts';
const FREEZE = '/exchange/admin/funds/freeze';
const RELEASE = '/exchange/admin/funds/unfreeze';

const ME = 7;
const WHOM = 10_000_003;

const balances = [
  { account: 'legal', asset: 'USD', available: '150.5', frozen: '99.5', locked: '0' },
  { account: 'spot', asset: 'BTC', available: '0', frozen: '1', locked: '0' },
];
const standing = { userType: 3, registeredAt: 0, verification: 'certified', frozen: false, balances };
const bindings = { email: true, phone: false, authenticator: false, fundPassword: false, passkeys: 0, bankCards: 0 };
const person = { email: 'ana@test.example', phone: null, nickName: 'ana', nationality: null, language: 'en' };
const detailOf = (userId: number) => ({
  ...standing,
  ...person,
  userId,
  userName: person.email,
  invitationCode: 'ABCDEF',
  invitedBy: null,
  feeTiers: { spot: 0, perpetual: 0 },
  feeFloor: null,
  bindings,
  openSessions: 1,
});
const funds = {
  hold: '42',
  userId: WHOM,
  account: 'legal',
  asset: 'USD',
  amount: '99.5',
  reason: 'Claim 17 of the court',
  frozenBy: 8,
  frozenAt: Date.UTC(2026, 0, 5),
  releasedBy: null as number | null,
  releasedAt: null as number | null,
  releaseReason: null as string | null,
};
const released = { ...funds, releasedBy: null, releasedAt: Date.UTC(2026, 0, 6), releaseReason: 'Dropped' };
const pageOf = (...records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 10 });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});
beforeEach(() => localStorage.clear());

type Answers = Parameters<typeof stubNetwork>[0];

async function show(path: string, answers: Answers, role = 'admin') {
  const asked = stubNetwork({
    [USER]: () => success({ userId: ME, nickName: 'me', userType: role === 'admin' ? 1 : 2 }),
    [OWN]: () => success({ userId: ME, role, rights: role === 'admin' ? ['users'] : [] }),
    [DETAIL]: () => success(detailOf(Number(path.split('/').at(-1)))),
    [AUDITED]: () => success({ ...standing, userId: WHOM }),
    [LOG_INS]: () => pageOf(),
    [POSITIONS]: () => pageOf(),
    [MARKETS]: () => success([]),
    [ORDERS]: () => success({ position: 1, orders: [] }),
    [CONTRACT_ORDERS]: () => success({ position: 1, positions: [], stops: [], orders: [], settings: [] }),
    [OPTIONS]: () => success({ position: 1, contracts: [] }),
    ...answers,
  });
  const store = testStore();
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(
    store,
    <Routes>
      <Route path="/admin/*" element={<Admin />} />
      <Route path="/audit/*" element={<Admin />} />
    </Routes>,
    path,
  );
  return { asked, toasts: () => selectToasts(store.getState()) };
}

const panel = () => within(screen.getByRole('region', { name: 'Frozen by staff' }));
const button = (name: string) => screen.queryByRole('button', { name, hidden: true });
const enter = (name: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name, hidden: true }), { target: { value: text } });
const bodiesTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('frozen funds of a user', () => {
  it('are created per balance with a reason, then refetched as of the position of the freeze', async () => {
    const { asked, toasts } = await show(`/admin/users/${WHOM}`, {
      [LIST]: () => pageOf(),
      [FREEZE]: () => success({ position: 90, repeated: false, hold: '42' }),
    });
    expect(panel().getByText('Staff have frozen nothing.')).toBeTruthy();
    await press('Freeze funds: Legal currency USD');
    await press('Freeze funds');
    expect(bodiesTo(asked, FREEZE)).toEqual([]);
    enter('Amount', '99.5');
    enter('Reason', 'Claim 17 of the court');
    await press('Freeze funds');
    const what = { userId: WHOM, account: 'legal', asset: 'USD', amount: '99.5', reason: 'Claim 17 of the court' };
    expect(bodiesTo(asked, FREEZE)).toEqual([{ ...what, clientId: expect.any(String) }]);
    expect(toasts()).toMatchObject([{ kind: 'success', text: 'The amount is frozen.' }]);
    expect(bodiesTo(asked, LIST).at(-1)).toMatchObject({ userId: WHOM, status: 'frozen', minPosition: 90 });
    expect(asked.filter(({ path }) => path.startsWith(DETAIL)).at(-1)?.path).toContain('minPosition=90');
  });

  it('cannot be created without an available balance; a refusal stays visible', async () => {
    const words = 'The balance is not sufficient.';
    const { toasts } = await show(`/admin/users/${WHOM}`, {
      [LIST]: () => pageOf(),
      [FREEZE]: () => refusal(200, 'balance.insufficient', words),
    });
    expect(button('Freeze funds: Spot BTC')).toBeNull();
    await press('Freeze funds: Legal currency USD');
    enter('Amount', '1000');
    enter('Reason', 'why');
    await press('Freeze funds');
    expect(within(screen.getByRole('dialog', { hidden: true })).getByRole('alert', { hidden: true }).textContent).toBe(
      words,
    );
    expect(toasts()).toEqual([]);
  });

  it('are released with a reason by other staff', async () => {
    const { asked } = await show(`/admin/users/${WHOM}`, {
      [LIST]: () => pageOf(funds),
      [RELEASE]: () => success({ position: 91, repeated: false }),
    });
    expect(panel().getByText('Claim 17 of the court')).toBeTruthy();
    expect(panel().getByText('#8')).toBeTruthy();
    await press('Release: 99.5 USD');
    enter('Reason for the release', 'Dropped');
    await press('Release');
    expect(bodiesTo(asked, RELEASE)).toEqual([{ hold: '42', reason: 'Dropped', clientId: expect.any(String) }]);
    expect(bodiesTo(asked, LIST).at(-1)).toMatchObject({ minPosition: 91 });
  });

  it('of one’s own account need another staff member for the release', async () => {
    await show(`/admin/users/${ME}`, { [LIST]: () => pageOf({ ...funds, userId: ME }) });
    expect(panel().getByText('Waits for another member of staff')).toBeTruthy();
    expect(button('Release: 99.5 USD')).toBeNull();
  });

  it('show who released them and why, without further actions', async () => {
    const { asked } = await show(`/admin/users/${WHOM}`, { [LIST]: () => pageOf(released) });
    fireEvent.click(panel().getByRole('tab', { name: 'Released' }));
    await settle();
    expect(bodiesTo(asked, LIST).at(-1)).toMatchObject({ userId: WHOM, status: 'released' });
    expect(panel().getByText('Dropped')).toBeTruthy();
    expect(panel().getByText('the exchange')).toBeTruthy();
    expect(button('Release: 99.5 USD')).toBeNull();
    fireEvent.click(panel().getByRole('tab', { name: 'All' }));
    await settle();
    expect(bodiesTo(asked, LIST).at(-1)).not.toHaveProperty('status');
  });

  it('offer a retry after a failed request', async () => {
    let answers = 0;
    await show(`/admin/users/${WHOM}`, {
      [LIST]: () => (answers++ === 0 ? refusal(200, 'system.busy', 'Please try again.') : pageOf(funds)),
    });
    fireEvent.click(panel().getByRole('button', { name: 'Try again' }));
    await settle();
    expect(panel().getByText('Claim 17 of the court')).toBeTruthy();
  });

  it('are read-only for an auditor', async () => {
    await show(`/audit/users?user=${WHOM}`, { [LIST]: () => pageOf(funds) }, 'auditor');
    expect(panel().getByText('Claim 17 of the court')).toBeTruthy();
    expect(button('Release: 99.5 USD')).toBeNull();
    expect(button('Freeze funds: Legal currency USD')).toBeNull();
  });
});
