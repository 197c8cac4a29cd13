import { fireEvent, screen, within } from '@testing-library/react';
import type { RobotDesk, RobotsOfUser } from '../../../../../shared/products/robot/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { ROBOT_TEXTS } from '../api/texts';
import { STAFF_TEXTS } from '../../../kit/i18n/part-texts';
import { press, showPage, testStore } from '../../../testing/page';
import { robot } from '../../../testing/robot';
import { settle } from '../../../testing/settle';
import { confirm, dialog, enter, sentTo } from '../../../testing/staff-act';
import { RobotsPage } from './robots-page';

const PATH = '/exchange/admin/robot';
const ADMIN: OwnStaff = { userId: 7, role: 'admin', rights: ['users', 'markets'] };
const DESK: RobotDesk = {
  position: 8,
  terms: [{ market: 'BTC-USDT', base: 'BTC', quote: 'USDT', state: 'open', amountMin: '100', userMax: '20000' }],
  running: [{ market: 'BTC-USDT', robots: 3, users: 2, staked: '4500' }],
};
const OF_USER: RobotsOfUser = { position: 8, key: null, robots: [robot()] };
const done = (more: object = {}) => success({ position: 90, repeated: false, ...more });

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  await loadTexts(ROBOT_TEXTS);
});

async function show(answers: Parameters<typeof stubNetwork>[0] = {}, own = ADMIN) {
  const asked = stubNetwork({
    [`${PATH}/desk`]: () => success(DESK),
    [`${PATH}/robots`]: () => success(OF_USER),
    ...answers,
  });
  await showPage(testStore(), <RobotsPage ownStaff={own} />);
  return asked;
}
const sent = (asked: readonly Asked[], act: string) => sentTo(asked, `${PATH}/${act}`);
async function find(user = '10000007') {
  fireEvent.change(screen.getByLabelText('User ID'), { target: { value: user } });
  await press('Show');
}

describe('robots desk', () => {
  it('shows total stakes per market', async () => {
    await show();
    const row = screen.getByRole('row', { name: /^BTC-USDT/ });
    expect(row.textContent).toContain('May be started');
    expect(row.textContent).toContain('4,500');
  });

  it('changes terms with a reason', async () => {
    const asked = await show({ [`${PATH}/setTerms`]: () => done() });
    fireEvent.click(within(screen.getByRole('row', { name: /^BTC-USDT/ })).getByRole('button', { name: 'Change' }));
    await settle();
    enter({ 'Least stake': '200' });
    await confirm('Set');
    expect(sent(asked, 'setTerms')).toEqual([]);
    enter({ Reason: 'larger' });
    await confirm('Set');
    expect(sent(asked, 'setTerms')).toMatchObject([
      { market: 'BTC-USDT', state: 'open', amountMin: '200', userMax: '20000', reason: 'larger' },
    ]);
  });

  it('issues a key per user, hidden from staff', async () => {
    const asked = await show({ [`${PATH}/issueKey`]: () => done() });
    await find();
    expect(screen.getByText('This user has no secret key.')).toBeTruthy();
    await press('Issue a secret key');
    expect(dialog().getByText(/The user sees the key on their robot page/)).toBeTruthy();
    enter({ Reason: 'asked' });
    await confirm('Issue a secret key');
    expect(sent(asked, 'issueKey')).toMatchObject([{ userId: 10_000_007, reason: 'asked' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('revokes a key and stops a robot with a reason', async () => {
    const key = { number: 1, issuedAt: 0, by: 7 };
    const asked = await show({
      [`${PATH}/robots`]: () => success({ ...OF_USER, key }),
      [`${PATH}/revokeKey`]: () => done(),
      [`${PATH}/endRobot`]: () => done(),
    });
    await find();
    await press('Revoke the key');
    enter({ Reason: 'lost' });
    await confirm('Revoke the key');
    expect(sent(asked, 'revokeKey')).toMatchObject([{ userId: 10_000_007, reason: 'lost' }]);
    await press('Stop');
    enter({ Reason: 'wish' });
    await confirm('Stop');
    expect(sent(asked, 'endRobot')).toMatchObject([{ userId: 10_000_007, robot: '7', reason: 'wish' }]);
  });

  it('hides actions without the right', async () => {
    await show({}, { ...ADMIN, rights: ['markets'] });
    expect(screen.queryByLabelText('User ID')).toBeNull();
    expect(screen.getByText(/Only those with the right to users/)).toBeTruthy();
  });
});
