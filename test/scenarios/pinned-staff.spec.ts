/** What one wrong line of the core would change for what staff may do, an example each. */
import { EVERY_RIGHT } from '../../server/core/staff/decide-people';
import { ADMIN, DAVE, SECOND, approve, given, occurred, refused, system, withdraw } from '../tools/core-fixture';
import {
  DAY,
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  byBank,
  confirmed,
  passed,
  rulesOf,
  sent,
  setStaff,
  staffed,
  stated,
  told,
} from '../tools/staff-fixture';

test('who has just become staff approves from the stated moment on, and not a millisecond earlier', () => {
  const scenario = staffed(withdraw('USDT', 100n), setStaff(DAVE, 'admin', ['withdrawals']), confirmed(1));
  scenario.when(passed(DAY));
  const { exchange } = scenario;
  const from = exchange.state.staff.people.get(DAVE)?.approvesFrom ?? 0;
  exchange.now = from - 1;
  scenario.when(approve(1, `admin/${DAVE}`)).then(refused('staff.too.new'));
  expect(exchange.now).toBe(from);
  scenario.when(approve(1, `admin/${DAVE}`)).then(occurred('WithdrawalApproved', { by: DAVE }));
});

test('what one person moves by hand in a day counts over all accounts of theirs', () => {
  const people = [FIRST_ID, SECOND_ID, THIRD_ID];
  const hash = 'ab'.repeat(32);
  // A dollar is a USDT: 7 of them by one account and 4 by the other are more than 10.
  given(
    people.map((user) => system({ type: 'RegisterMember', user })),
    told(people.map((user) => ({ user, role: 'admin', rights: EVERY_RIGHT }))),
    system(rulesOf({ byHandDayMax: 1_000_000_000n })),
    sent(SECOND, { type: 'VerifyMember', user: FIRST_ID, document: hash }),
    sent(ADMIN, { type: 'VerifyMember', user: THIRD_ID, document: hash }),
    stated({ amount: 700n }, { reference: 'bank/2', amount: 400n }),
    byBank('bank/1', 700n),
  )
    .when(sent(THIRD, byBank('bank/2', 400n).command))
    .then(refused('staff.day.exceeded', { left: '300000000' }))
    .when(sent(SECOND, byBank('bank/2', 400n).command))
    .then(occurred('StaffProposed', { by: SECOND_ID }));
});
