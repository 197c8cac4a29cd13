import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import type { PerpetualTermsAnswer, StaffPosition } from '../../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { CONTRACT_TEXTS, STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { choose } from '../../../testing/choose';
import { settle } from '../../../testing/settle';
import { press, showPage, testStore } from '../../../testing/page';
import { PERPETUAL } from '../../../testing/perpetual';
import { ContractsPage } from './contracts-page';
import { PerpetualPanels } from '../../../admin/markets/perpetual-terms';
import { lockWayOf } from '../../../admin/parts/use-lock-acts';
import { UserPositions } from '../../../admin/people/user-positions';

const POSITIONS = '/exchange/audit/contract/positions';
const LOCK = '/exchange/admin/contract/lock';
const UNLOCK = '/exchange/admin/contract/unlock';
const FUNDS = '/exchange/audit/contract/insurance';
const FUND = '/exchange/admin/house/fundInsurance';
const TERMS = '/exchange/admin/product/perpetualTerms';
const CHANGE = '/exchange/admin/product/changePerpetualTerms';
const END = '/exchange/admin/product/endPerpetualMarket';
const MARKETS = '/exchange/app/product/indexList';

const ME = 7;
const WHOM = 10_000_003;
const ADMIN: OwnStaff = { userId: ME, role: 'admin', rights: ['users', 'recharges', 'markets'] };
const AUDITOR: OwnStaff = { userId: ME, role: 'auditor', rights: [] };
const UNTIL = new Date(2026, 10, 24, 12, 30).getTime();

const position: StaffPosition = {
  ...{ id: '42', userId: WHOM, market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20 },
  ...{ quantity: '0.5', lots: 500, cost: '30000', margin: '1520', liquidationPrice: '57300', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 0, entry: '60000', mark: '60300', unrealised: '150', marginRatio: '0.083333' },
  ...{ distance: '0.049751', adl: 4, lockedUntil: null, proposal: null },
};
const locked: StaffPosition = { ...position, isLocked: true, lockedUntil: UNTIL };
const listOf = (...records: unknown[]) => success({ records, total: records.length, pageIndex: 1, pageSize: 20 });
const done = () => success({ position: 90, repeated: false });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(() => localStorage.clear());

async function show(page: ReactElement, answers: Parameters<typeof stubNetwork>[0]): Promise<Asked[]> {
  const asked = stubNetwork({
    [MARKETS]: () => listOf(PERPETUAL),
    [FUNDS]: () => success({ records: [{ asset: 'USDT', balance: '1234.5' }] }),
    ...answers,
  });
  await showPage(
    testStore(),
    <Routes>
      <Route path="*" element={page} />
    </Routes>,
    '/admin',
  );
  return asked;
}
const bodiesTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const enter = (name: string | RegExp, text: string) =>
  fireEvent.change(within(screen.getByRole('dialog', { hidden: true })).getByLabelText(name), {
    target: { value: text },
  });
/** Presses a button in the dialog. */
const confirm = async (name: string) => {
  fireEvent.click(within(screen.getByRole('dialog', { hidden: true })).getByRole('button', { name, hidden: true }));
  await settle();
};
const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

describe('available lock action', () => {
  test.each([
    ['it is another’s', position, 'lock'],
    ['it is locked', locked, 'unlock'],
    ['it is their own', { ...position, userId: ME }, null],
    ['it is their own, and locked', { ...locked, userId: ME }, null],
  ] as const)('when %s', (_, of, way) => {
    expect(lockWayOf(of, ADMIN)).toBe(way);
  });
});

describe('positions of a user', () => {
  const page = <UserPositions userId={WHOM} ownStaff={ADMIN} />;

  it('are hidden without positions', async () => {
    await show(page, { [POSITIONS]: () => listOf() });
    expect(screen.queryByText('Perpetual positions')).toBeNull();
  });

  it('show mark, distance and ratio; a lock for one hour needs a reason', async () => {
    const asked = await show(page, { [POSITIONS]: () => listOf(position), [LOCK]: done });
    const panel = within(screen.getByRole('region', { name: 'Perpetual positions' }));
    for (const text of ['60,000.0', '60,300.0', '57,300.0', '4.97%', '8.33%']) {
      expect(panel.getByText(text)).toBeTruthy();
    }
    await press('Lock for an hour: #42');
    expect(screen.getByText('Takes effect at once.')).toBeTruthy();
    await press('Lock for an hour');
    expect(bodiesTo(asked, LOCK)).toEqual([]);
    choose(
      within(screen.getByRole('dialog', { hidden: true })).getByRole('combobox', { name: 'Reason', hidden: true }),
      /^By order/,
    );
    enter('Added words (optional; shown as written)', 'claim 17');
    await press('Lock for an hour');
    const reason = 'reason/authority_order: claim 17';
    expect(bodiesTo(asked, LOCK)).toEqual([{ contract: '42', reason, clientId: expect.any(String) }]);
    expect(bodiesTo(asked, POSITIONS).at(-1)).toMatchObject({ userId: WHOM, minPosition: 90 });
  });

  it('show the server’s text for a refused lock', async () => {
    const words = 'You have done this within the last day.';
    await show(page, {
      [POSITIONS]: () => listOf(position),
      [LOCK]: () => refusal(200, 'staff.act.again', words),
    });
    await press('Lock for an hour: #42');
    choose(
      within(screen.getByRole('dialog', { hidden: true })).getByRole('combobox', { name: 'Reason', hidden: true }),
      /^By order/,
    );
    await press('Lock for an hour');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(words);
  });

  it('show the end of a lock; unlocking becomes a proposal', async () => {
    const proposed = () => success({ position: 90, repeated: false, proposal: '12' });
    const asked = await show(page, { [POSITIONS]: () => listOf(locked), [UNLOCK]: proposed });
    expect(screen.getByText('Locked until 2026-11-24 12:30:00')).toBeTruthy();
    await press('End lock: #42');
    expect(screen.getByText(/^Becomes a proposal: .* then it takes effect at once\.$/)).toBeTruthy();
    enter('Reason', 'claim settled');
    await press('End lock');
    expect(bodiesTo(asked, UNLOCK)).toMatchObject([{ contract: '42', reason: 'claim settled' }]);
  });

  it('are read-only for an auditor', async () => {
    await show(<UserPositions userId={WHOM} ownStaff={AUDITOR} />, { [POSITIONS]: () => listOf(position) });
    expect(screen.getByText('57,300.0')).toBeTruthy();
    expect(button('Lock for an hour: #42')).toBeNull();
  });

  it('offer a retry after a failed request', async () => {
    let answers = 0;
    await show(page, {
      [POSITIONS]: () => (answers++ === 0 ? refusal(200, 'system.busy', 'Please try again.') : listOf(position)),
    });
    await press('Try again');
    expect(screen.getByText('57,300.0')).toBeTruthy();
  });
});

describe('positions of all users', () => {
  it('are filtered by contract and side, and link to their users', async () => {
    const asked = await show(<ContractsPage ownStaff={ADMIN} />, { [POSITIONS]: () => listOf(position) });
    expect(screen.getByRole('link', { name: String(WHOM) }).getAttribute('href')).toBe(`/admin/users/${WHOM}`);
    expect(bodiesTo(asked, POSITIONS)).toEqual([{ pageIndex: 1, pageSize: 20 }]);
    choose(screen.getByRole('combobox', { name: 'Contract' }), PERPETUAL.label);
    await settle();
    choose(screen.getByRole('combobox', { name: 'Side' }), 'Short');
    await settle();
    const narrowed = { market: PERPETUAL.name, side: 'short', pageIndex: 1, pageSize: 20 };
    expect(bodiesTo(asked, POSITIONS).at(-1)).toEqual(narrowed);
  });

  it('are shown to an auditor with the fund, limited to what they may see', async () => {
    await show(<ContractsPage ownStaff={AUDITOR} />, { [POSITIONS]: () => listOf(position) });
    expect(screen.getByRole('link', { name: String(WHOM) }).getAttribute('href')).toBe(`/audit/users?user=${WHOM}`);
    expect(screen.getByRole('region', { name: 'Insurance fund' })).toBeTruthy();
    expect(button('Put in USDT')).toBeNull();
  });

  it('are not requested by staff with access to the fund only', async () => {
    const asked = await show(<ContractsPage ownStaff={{ ...ADMIN, rights: ['recharges'] }} />, {});
    expect(screen.queryByRole('region', { name: 'Perpetual positions' })).toBeNull();
    expect(bodiesTo(asked, POSITIONS)).toEqual([]);
  });
});

it('fund deposit is sent, then the balance is refetched', async () => {
  const asked = await show(<ContractsPage ownStaff={{ ...ADMIN, rights: ['recharges'] }} />, { [FUND]: done });
  expect(screen.getByText(/1,234\.50/)).toBeTruthy();
  await press('Put in USDT');
  enter(/^Amount/, '100');
  enter('Reason', 'reserve');
  await press('Put in');
  expect(bodiesTo(asked, FUND)).toEqual([
    { asset: 'USDT', amount: '100', reason: 'reserve', clientId: expect.any(String) },
  ]);
  expect(asked.at(-1)?.path).toBe(`${FUNDS}?minPosition=90`);
});

describe('tiers, caps and end of a perpetual', () => {
  const present: PerpetualTermsAnswer['present'] = {
    tiers: [
      { cap: '50000', leverageMax: 125, ratePpb: 4_000_000 },
      { cap: '250000', leverageMax: 100, ratePpb: 5_000_000 },
    ],
    ...{ fundingCapPpb: 3_000_000, openInterestMax: '100000000', impactNotional: '25000' },
  };
  const terms: PerpetualTermsAnswer = { market: PERPETUAL.name, present, pending: null, endsAt: null };
  const page = <PerpetualPanels market={PERPETUAL} />;
  const set = (name: string, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });

  it('are changed after a review of old and new values', async () => {
    const asked = await show(page, { [TERMS]: () => success(terms), [CHANGE]: done });
    set('Leverage (×), 2', '50');
    set('Impact notional (USDT)', '30000');
    await press('Review changes');
    const facts = within(screen.getByRole('dialog', { hidden: true }));
    expect(facts.getByText('250,000 · 100× · 0.50% → 250,000 · 50× · 0.50%')).toBeTruthy();
    expect(facts.getByText('25,000 → 30,000')).toBeTruthy();
    expect(facts.queryByText('Tier 1')).toBeNull();
    enter('Reason', 'risk');
    await press('Save');
    const tiers = [present.tiers[0], { ...present.tiers[1], leverageMax: 50 }];
    expect(bodiesTo(asked, CHANGE)).toEqual([
      { market: PERPETUAL.name, reason: 'risk', tiers, impactNotional: '30000', clientId: expect.any(String) },
    ]);
    expect(asked.at(-1)?.path).toContain('minPosition=90');
  });

  it('are not sent if unchanged, invalid or mixed', async () => {
    const asked = await show(page, { [TERMS]: () => success(terms) });
    await press('Review changes');
    expect(screen.getByRole('alert').textContent).toContain('Nothing would change');
    set('Maintenance (%), 2', '0.3');
    await press('Review changes');
    expect(screen.getByRole('textbox', { name: 'Maintenance (%), 2' }).getAttribute('aria-invalid')).toBe('true');
    set('Maintenance (%), 2', '0.5');
    set('Leverage (×), 1', '110');
    set('Value up to (USDT), 1', '60000');
    await press('Review changes');
    expect(screen.getByRole('alert').textContent).toContain('two changes');
    expect(bodiesTo(asked, CHANGE)).toEqual([]);
  });

  it('can gain and lose a tier', async () => {
    await show(page, { [TERMS]: () => success(terms) });
    await press('Add a tier');
    expect(screen.getByRole('textbox', { name: 'Leverage (×), 3' })).toBeTruthy();
    await press('Remove the last tier');
    await press('Remove the last tier');
    expect(screen.queryByRole('textbox', { name: 'Leverage (×), 2' })).toBeNull();
  });

  it('show an announced change with both times and block another', async () => {
    const pending = { from: UNTIL, positionsFrom: UNTIL + 86_400_000, isForOrders: false, fundingCapPpb: 5_000_000 };
    await show(page, { [TERMS]: () => success({ ...terms, pending }) });
    expect(screen.getByText(/from 2026-11-24 12:30:00 on, positions from 2026-11-25 12:30:00 on/)).toBeTruthy();
    expect(screen.getByText('0.30% → 0.50%')).toBeTruthy();
    expect(button('Review changes')).toBeNull();
  });

  it('an end is announced at least half an hour ahead', async () => {
    const asked = await show(page, { [TERMS]: () => success(terms), [END]: done });
    await press('Announce the end');
    enter('Ends at', '2020-01-01T00:00');
    enter('Reason', 'no more demand');
    await confirm('Announce the end');
    expect(bodiesTo(asked, END)).toEqual([]);
    expect(screen.getByText('The value is outside the allowed range.')).toBeTruthy();
    const endsAt = new Date(2099, 0, 1, 8, 30).getTime();
    enter('Ends at', '2099-01-01T08:30');
    await confirm('Announce the end');
    expect(bodiesTo(asked, END)).toMatchObject([{ market: PERPETUAL.name, endsAt, reason: 'no more demand' }]);
  });

  it('an announced end is shown and cannot be announced again', async () => {
    await show(page, { [TERMS]: () => success({ ...terms, endsAt: UNTIL }) });
    expect(screen.getByText('2026-11-24 12:30:00')).toBeTruthy();
    expect(button('Announce the end')).toBeNull();
  });
});
