import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { refusal, stubNetwork, success, type Asked } from '../../../test/support/network';
import { sessionApi } from '../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../kit/i18n/i18n';
import { STAFF_TEXTS } from '../kit/i18n/part-texts';
import { CONTENT_ADMIN } from '../products/content/manifest';
import { WALLET_ADMIN } from '../products/wallet/manifest';
import { Admin } from '../admin/admin';
import { choose } from '../testing/choose';
import { pageOf, press, showPage, testStore } from '../testing/page';
import { settle } from '../testing/settle';
import { confirm, dialog } from '../testing/staff-act';

const USER = '/exchange/app/account/getUserInfo';
const OWN = '/exchange/audit/staff/own';
const LIST = '/exchange/admin/withdraw/list';
const APPROVE = '/exchange/admin/withdraw/approve';
const REJECT = '/exchange/admin/withdraw/reject';

const SCREENS = [WALLET_ADMIN, CONTENT_ADMIN];

const ME = 7;
const OTHER = 8;
const HOUR_MS = 3_600_000;

const withdrawal = {
  withdrawal: '42',
  userId: 10_000_003,
  asset: 'USDT',
  amount: '20000',
  fee: '0.5',
  status: 'applied',
  chain: 'ERC20',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  card: null,
  cardNumber: null,
  bankName: null,
  payTo: null,
  value: '20000',
  reason: null,
  reference: null,
  appliedAt: Date.now() - 30 * HOUR_MS,
  notBefore: null,
  approvedAt: null,
  payingAt: null,
  endedAt: null,
  approvals: [] as number[],
  approvalsNeeded: 2 as number | null,
  overdue: true,
  frozen: false,
  proposedBy: null as number | null,
  proposedReason: null as string | null,
};

const DRIFT = '/exchange/audit/drift';
const LIFT = '/exchange/admin/withdraw/lift';
const AGREES = { stopped: false, differences: [], lastRoundAt: null, comparisons: [], custody: [] };
const difference = (id: number) => ({
  ...{ difference: String(id), comparison: 'chain.custody', subject: 'ERC20/USDT', asset: 'USDT' },
  ...{ expected: '500', found: '499.5', at: Date.now() - HOUR_MS },
});

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});
beforeEach(() => localStorage.clear());

type Answers = Parameters<typeof stubNetwork>[0];

async function show(path: string, rights: string[], answers: Answers, role = 'admin'): Promise<Asked[]> {
  const asked = stubNetwork({
    [USER]: () => success({ userId: ME, nickName: 'me', userType: role === 'admin' ? 1 : 2 }),
    [OWN]: () => success({ userId: ME, role, rights }),
    [DRIFT]: () => success(AGREES),
    ...answers,
  });
  const store = testStore();
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <Routed />, path);
  return asked;
}

/** Same routes as in the application. */
function Routed() {
  return (
    <Routes>
      <Route path="/admin/*" element={<Admin screens={SCREENS} />} />
      <Route path="/audit/*" element={<Admin screens={SCREENS} />} />
    </Routes>
  );
}

const sections = () =>
  within(screen.getByRole('navigation', { name: 'Staff desk' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const bodiesTo = (asked: readonly Asked[], path: string) =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, string>);

describe('staff desk', () => {
  it('hides sections and requests no data without the right', async () => {
    const asked = await show('/admin/withdrawals', ['verification'], { [LIST]: () => pageOf(withdrawal) });
    expect(sections()).toEqual(['Overview', 'Verifications', 'Recoveries', 'Proposals', 'Help']);
    const help = screen.getByRole('link', { name: 'Help' });
    expect(help.getAttribute('href')).toBe('/helpCenter?category=staff');
    expect(screen.getByText(/^There is nothing here for you/)).toBeTruthy();
    expect(asked.map(({ path }) => path)).not.toContain(LIST);
  });

  it('shows an auditor the readable sections under /audit', async () => {
    const overview = {
      users: 3,
      usersNew: 1,
      markets: [],
      pending: {
        verifications: 2,
        withdrawals: { applied: 0, approved: 0, paying: 0, submitted: 0, failed: 0 },
        recharges: 0,
        feedback: { open: 4, overDay: 3, overWeek: 1, oldest: 0 },
        proposals: 0,
      },
      overdue: {
        verifications: 1,
        withdrawals: { applied: 0, approved: 0, paying: 0, submitted: 0, failed: 0 },
        recharges: 0,
        proposals: 0,
        feedback: 0,
      },
    };
    await show('/admin', [], { '/exchange/audit/overview': () => success(overview) }, 'auditor');
    expect(sections()).toEqual([
      ...[
        'Overview',
        'Risk',
        'Users',
        'Withdrawals',
        'Deposits',
        'Proposals',
        'Staff log',
        'Journal',
        'Evidence check',
        'Help',
      ],
    ]);
    expect(screen.queryByRole('link', { name: /Verifications/ })).toBeNull();
    expect(await screen.findByText('1 overdue')).toBeTruthy();
  });
});

describe('journal questions on offer', () => {
  const ANSWERS = '/exchange/audit/journal/answers';
  const journal = (scope?: object): Answers => ({
    [ANSWERS]: () => success({ position: 9, began: 1, at: Date.now(), records: [] }),
    [OWN]: () => success({ userId: ME, role: 'auditor', rights: [], ...(scope ? { scope } : {}) }),
  });
  const asked = (): (string | null)[] => {
    fireEvent.click(screen.getByRole('combobox', { name: 'Question' }));
    return screen.getAllByRole('option').map(({ textContent }) => textContent);
  };

  it('include all questions for an unrestricted auditor', async () => {
    await show('/audit/journal', [], journal(), 'auditor');
    expect(asked()).toContain('Trial balance');
    expect(screen.queryByText(/^Your access is bounded/)).toBeNull();
  });

  it('are limited by the audit scope, with a notice', async () => {
    await show('/audit/journal', [], journal({ users: [10_000_003], personal: 0 }), 'auditor');
    const questions = asked();
    expect(questions).not.toContain('Trial balance');
    expect(questions.length).toBeGreaterThan(3);
    expect(screen.getByText(/^Your access is bounded/)).toBeTruthy();
  });
});

describe('asked journal questions', () => {
  const ANSWERS = '/exchange/audit/journal/answers';
  const ASK = '/exchange/audit/journal/ask';
  const CANCEL = '/exchange/audit/journal/cancel';
  const ROWS = '/exchange/audit/journal/rows';
  const answer = (question: string, fields: object = {}) => ({
    ...{ question, at: Date.now(), staff: ME, asked: { ask: 'trial' }, state: 'done', done: 10, of: 10, rows: 300 },
    ...{ facts: { position: 9 }, fault: null, detail: null },
    ...fields,
  });
  const listed = (records: () => object[]): Answers => ({
    [ANSWERS]: () => success({ position: 9, began: 1, at: Date.now(), records: records() }),
    [OWN]: () => success({ userId: ME, role: 'auditor', rights: [] }),
  });

  it('can be cancelled by their author until answered', async () => {
    let records = [
      answer('4', { state: 'waiting' }),
      answer('3', { state: 'working', done: 4 }),
      answer('2', { state: 'waiting', staff: OTHER }),
      answer('1'),
    ];
    const cancelled = (): Response => {
      records = records.filter(({ question }) => question !== '3');
      return success(null);
    };
    const asked = await show('/audit/journal', [], { ...listed(() => records), [CANCEL]: cancelled }, 'auditor');
    expect(screen.getByText(/You may have 2 questions open, and your newest 10 answers are kept/)).toBeTruthy();
    const buttons = () => screen.queryAllByRole('button', { name: 'Cancel' });
    expect(buttons()).toHaveLength(2);
    await act(async () => fireEvent.click(buttons()[1]));
    await settle();
    expect(bodiesTo(asked, CANCEL)).toEqual([{ question: '3' }]);
    expect(buttons()).toHaveLength(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('show why a further question is refused', async () => {
    await show(
      '/audit/journal',
      [],
      { ...listed(() => []), [ASK]: () => refusal(200, 'audit.questions.too.many', 'You may have 2 questions open.') },
      'auditor',
    );
    expect(screen.getByText('Nothing has been asked yet.')).toBeTruthy();
    await press('Ask');
    expect(screen.getByRole('alert').textContent).toContain('You may have 2 questions open.');
  });

  it('load more rows and offer a retry after a failure', async () => {
    let isAway = false;
    const rows = () =>
      isAway
        ? refusal(500, 'system.error', 'It went wrong.')
        : success({ records: [{ asset: 'BTC', total: '0' }], next: 100 });
    await show('/audit/journal', [], { ...listed(() => [answer('1')]), [ROWS]: rows }, 'auditor');
    await press('Show');
    await settle();
    isAway = true;
    await press(/^Further rows/);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('It went wrong.');
    expect(screen.getByText('BTC')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Further rows/ })).toBeNull();
    isAway = false;
    await press('Try again');
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: /^Further rows/ })).toBeTruthy();
  });
});

describe('withdrawal stop', () => {
  const stopped = { ...AGREES, stopped: true, differences: [difference(7), difference(8)] };

  it('shows both balances on every page; staff with the right lift it with a reason', async () => {
    const asked = await show('/admin/proposals', ['withdrawals'], {
      [DRIFT]: () => success(stopped),
      [LIFT]: () => success({ position: 90, repeated: false, proposal: '3' }),
    });
    const banner = within(screen.getByRole('alert', { name: 'Withdrawals are stopped' }));
    expect(banner.getByRole('heading', { name: 'Withdrawals are stopped' })).toBeTruthy();
    expect(banner.getByText(/^The ledger and coins on the chain do not agree/)).toBeTruthy();
    expect(banner.getByText('ERC20/USDT')).toBeTruthy();
    expect(banner.getByText('500.0000')).toBeTruthy();
    expect(banner.getByText('499.5000')).toBeTruthy();
    expect(banner.getByText('More differences on the risk board: 1')).toBeTruthy();
    await press('Lift the stop');
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason', hidden: true }), {
      target: { value: 'a miner took it back' },
    });
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Lift the stop', hidden: true })[1]));
    expect(bodiesTo(asked, LIFT)).toMatchObject([{ upTo: '8', reason: 'a miner took it back' }]);
  });

  it('cannot be lifted without the withdrawals right', async () => {
    await show('/admin/proposals', ['users'], { [DRIFT]: () => success(stopped) });
    expect(screen.getByRole('heading', { name: 'Withdrawals are stopped' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lift the stop' })).toBeNull();
  });

  it('hides balances from staff who may not see them', async () => {
    const hidden = { ...difference(7), subject: null, expected: null, found: null };
    const board = { ...AGREES, stopped: true, differences: [hidden] };
    await show('/admin/proposals', ['content'], { [DRIFT]: () => success(board) });
    const banner = within(screen.getByRole('alert', { name: 'Withdrawals are stopped' }));
    expect(banner.getByText('USDT')).toBeTruthy();
    expect(banner.queryByText('By the ledger')).toBeNull();
  });

  it('is not shown while ledger and chains agree', async () => {
    await show('/admin/proposals', ['withdrawals'], {});
    expect(screen.queryByRole('heading', { name: 'Withdrawals are stopped' })).toBeNull();
  });
});

describe('withdrawal on the desk', () => {
  it('is marked as overdue and approved after a confirmation', async () => {
    const asked = await show('/admin/withdrawals', ['withdrawals'], {
      [LIST]: () => pageOf(withdrawal),
      [APPROVE]: () => success({ position: 90, repeated: false }),
    });
    expect(screen.getByText('overdue')).toBeTruthy();
    await press('Approve: 42');
    expect(bodiesTo(asked, APPROVE)).toEqual([]);
    await press('Approve');
    expect(bodiesTo(asked, APPROVE)).toMatchObject([{ withdrawal: '42', clientId: expect.any(String) }]);
    // The list is refetched as of the position of the approval.
    expect(bodiesTo(asked, LIST).at(-1)).toMatchObject({ status: 'applied', minPosition: 90 });
  });

  it('of a frozen account is marked and can only be rejected', async () => {
    await show('/admin/withdrawals', ['withdrawals'], { [LIST]: () => pageOf({ ...withdrawal, frozen: true }) });
    expect(screen.getByText('Account frozen')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve: 42' })).toBeNull();
    await press('Reject: 42');
    expect(screen.getByRole('dialog').textContent).toContain('Frozen');
  });

  it('already approved by this staff member waits for another', async () => {
    await show('/admin/withdrawals', ['withdrawals'], { [LIST]: () => pageOf({ ...withdrawal, approvals: [ME] }) });
    expect(screen.getByText('Waits for another member of staff')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve: 42' })).toBeNull();
  });

  it('shows the second approver the first one, and the exchange’s refusal', async () => {
    const words = 'This step needs the approval of another member of staff.';
    await show('/admin/withdrawals', ['withdrawals'], {
      [LIST]: () => pageOf({ ...withdrawal, approvals: [OTHER] }),
      [APPROVE]: () => refusal(200, 'approval.needs.another', words),
    });
    expect(screen.getByRole('cell', { name: `1 of 2 (#${OTHER})` })).toBeTruthy();
    await press('Approve: 42');
    expect(within(screen.getByRole('dialog', { hidden: true })).getByText(`1 of 2 (#${OTHER})`)).toBeTruthy();
    await press('Approve');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(words);
  });

  it('in payment is rejected by a second staff member, starting from the first one’s reason', async () => {
    const proposedReason = 'reason/details_wrong: see above';
    const approved = { status: 'paying', approvals: [OTHER, 9], approvalsNeeded: null };
    const paying = { ...withdrawal, ...approved, proposedBy: OTHER, proposedReason };
    const asked = await show('/admin/withdrawals?status=paying', ['withdrawals'], {
      [LIST]: () => pageOf(paying),
      [REJECT]: () => success({ position: 91, repeated: false }),
    });
    expect(screen.getByRole('cell', { name: `#${OTHER}, #9` })).toBeTruthy();
    await press('Confirm rejection: 42');
    const field = within(screen.getByRole('dialog', { hidden: true })).getByLabelText(/^Added words/);
    expect((field as HTMLTextAreaElement).value).toBe('see above');
    await press('Confirm rejection');
    expect(bodiesTo(asked, REJECT)).toMatchObject([{ withdrawal: '42', reason: proposedReason }]);
  });
});

describe('second approval threshold', () => {
  const REVIEW = '/exchange/admin/withdraw/review';
  const SET = '/exchange/admin/withdraw/setReview';

  it('is shown, prefills its form and is refetched after a change', async () => {
    let secondApprovalAbove = '10000';
    const asked = await show('/admin/limits', ['settings'], {
      '/exchange/admin/security/withdrawalLimits': () => success({ records: [] }),
      [REVIEW]: () => success({ secondApprovalAbove }),
      [SET]: () => {
        secondApprovalAbove = '2500.5';
        return success({ position: 77, repeated: false });
      },
    });
    expect(shownThreshold()).toBe('10,000.0000');
    await press('Set threshold');
    const field = screen.getByLabelText('Threshold (USDT)');
    expect((field as HTMLInputElement).value).toBe('10,000');
    fireEvent.change(field, { target: { value: '2500.5' } });
    await press('Save');
    expect(bodiesTo(asked, SET)).toMatchObject([{ secondApprovalAbove: '2500.5' }]);
    expect(shownThreshold()).toBe('2,500.5000');
    expect(asked.filter(({ path }) => path.startsWith(REVIEW)).at(-1)?.path).toMatch(/minPosition=77/);
  });

  const shownThreshold = () => screen.getByText('Threshold (USDT)', { selector: 'dt' }).nextElementSibling?.textContent;
});

describe('verification with deleted photos', () => {
  const DETAIL = '/exchange/admin/verification/detail';
  const PHOTO = '/exchange/admin/verification/photo';
  const submission = {
    verification: '5',
    userId: 10_000_003,
    state: 'failed',
    name: 'Ana',
    nationality: 'ES',
    documentType: 'passport',
    documentNumber: 'X1',
    submittedAt: 0,
    reviewedAt: 1,
    reviewedBy: OTHER,
    reason: 'Too dark',
    sameDocument: [],
    earlier: [],
  };
  const photo = { photo: 'Zk3vQ9r0T1yW2xB4nM5pLA', kind: 'front', width: 400, height: 300 };

  it('shows that the photos are no longer kept', async () => {
    await show('/admin/verifications/5', ['verification'], { [DETAIL]: () => success({ ...submission, photos: [] }) });
    expect(screen.getByText('The photos of this submission are no longer kept.')).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  const SHOW = '/exchange/admin/verification/person';
  const showIt = async () => {
    await press('Show: Verification #5');
    choose(dialog().getByRole('combobox', { name: 'Reason', hidden: true }), 'Review of a verification');
    await confirm('Show');
  };

  it('reveals name, number and photos for a reason and hides them again', async () => {
    const asked = await show('/admin/verifications/5', ['verification'], {
      [DETAIL]: () => success({ ...submission, name: 'An***', documentNumber: '****1', photos: [photo] }),
      [PHOTO]: () => refusal(200, 'photo.not.kept'),
      [SHOW]: () => success({ verification: '5', name: 'Ana Clear', documentNumber: 'X1', earlier: [] }),
    });
    expect(screen.getByText('An***')).toBeTruthy();
    expect(asked.some(({ path }) => path.startsWith(PHOTO))).toBe(false);
    await showIt();
    expect(bodiesTo(asked, SHOW)).toEqual([
      { verification: '5', userId: submission.userId, reason: 'reason/show_verification' },
    ]);
    expect(screen.getByText('Ana Clear')).toBeTruthy();
    expect(screen.getByText('X1')).toBeTruthy();
    expect(screen.getByRole('figure')).toBeTruthy();
    await press('Hide: Verification #5');
    expect(screen.queryByText('Ana Clear')).toBeNull();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('shows a message in place of a photo deleted in the meantime', async () => {
    const words = 'This photo is no longer kept.';
    await show('/admin/verifications/5', ['verification'], {
      [DETAIL]: () => success({ ...submission, photos: [photo] }),
      [PHOTO]: () => refusal(200, 'photo.not.kept', words),
      [SHOW]: () => success({ verification: '5', name: 'Ana Clear', documentNumber: 'X1', earlier: [] }),
    });
    expect(screen.queryByRole('figure')).toBeNull();
    await showIt();
    expect(within(screen.getByRole('figure')).getByText(words)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('staff log', () => {
  const LOG = '/exchange/audit/staff/log';
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Staff ID' });
  const leave = async (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.blur(field());
    await settle();
  };

  it('filters by staff id on blur or Enter, and rejects an invalid id', async () => {
    const asked = await show('/admin/log', ['staff'], { [LOG]: () => pageOf() });
    const sent = () => bodiesTo(asked, LOG).map(({ staff }) => staff);
    expect(sent()).toEqual([undefined]);
    await leave('abc');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([undefined]);
    await leave('12');
    expect(field().getAttribute('aria-invalid')).toBe('false');
    expect(sent()).toEqual([undefined, 12]);
    fireEvent.change(field(), { target: { value: '13' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    await settle();
    expect(sent()).toEqual([undefined, 12, 13]);
  });
});
