/** Break-glass: whom the operator may restore, when it takes effect, and who declines it. */
import { EVERY_RIGHT } from '../../../server/core/staff/decide-people';
import { RESERVED_PROPOSALS, PROPOSALS_MAX } from '../../../server/core/staff/decide-proposal';
import { RESTORES_MAX } from '../../../server/core/staff/evolve';
import type { Restore } from '../../../server/core/staff/state';
import {
  ADMIN,
  BOB,
  SECOND,
  given,
  nothing,
  occurred,
  refused,
  restoredFromSnapshot,
  system,
  expectThat,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmProposal,
  declineProposal,
  fullAdmins,
  passTime,
  restore,
  sendAs,
  setStaff,
  withStaff,
  reportStaff,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

const freeze = (actor: Step['actor'], user: number): Step =>
  sendAs(actor, { type: 'FreezeAccount', user, reason: 'r' });
const ends = (...expected: Restore['end'][]) =>
  expectThat(({ state }) => expect([...state.staff.restores.values()].map(({ end }) => end)).toEqual(expected));
const waits = (proposal: number, ms: number) =>
  expectThat(({ state }) => {
    const { at, from } = state.staff.proposals.get(proposal)!;
    expect(from! - at).toBe(ms);
  });
const proposed = (proposal: number, user: number) =>
  occurred('StaffProposed', { proposal, by: 0, command: 'RestoreStaff', subject: `staff/${user}`, user, waits: 1 });
const confirmedToo = (proposal: number) => occurred('StaffConfirmed', { proposal, by: 0 });
const restored = (user: number) => [
  occurred('StaffNamed', { user, role: 'admin', rights: EVERY_RIGHT, approvesFrom: 0 }),
  occurred('StaffRestored', { user }),
];

const three = (): Scenario => withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID));
/** The first froze the second, so both are frozen. The third alone can act. */
const oneLeft = (): Scenario => three().given(freeze(ADMIN, SECOND_ID));
/** The third has also frozen the own account: nobody can unfreeze anybody. */
const nobodyLeft = (): Scenario => oneLeft().given(freeze(`user/${THIRD_ID}`, THIRD_ID));

test('break-glass restores one of staff who are all frozen after the delay, over restarts', () => {
  const scenario = nobodyLeft();
  for (const actor of [ADMIN, THIRD])
    scenario
      .when(sendAs(actor, { type: 'UnfreezeAccount', user: SECOND_ID, reason: 'r' }))
      .then(refused('account.frozen'));
  scenario.when(restore(FIRST_ID)).then(
    occurred('StaffProposed', {
      ...{ proposal: 1, by: 0, user: FIRST_ID },
      before: `{"role":"admin","rights":"${EVERY_RIGHT}","frozen":1}`,
      after: `{"role":"admin","rights":"${EVERY_RIGHT}","frozen":0}`,
    }),
    confirmedToo(1),
    waits(1, DAY),
    ends(null),
  );
  restoredFromSnapshot(scenario)
    .when(passTime(DAY - HOUR))
    .then(ends(null));
  restoredFromSnapshot(scenario)
    .when(passTime(HOUR))
    .then(
      occurred('StaffApplied', { proposal: 1, by: 0 }),
      occurred('AccountUnfrozen', { user: FIRST_ID }),
      ...restored(FIRST_ID),
      ends('restored'),
      expectThat(({ state }) => {
        expect([...state.staff.frozenWith.keys()]).toEqual([SECOND_ID]);
        expect(state.staff.proposals.size).toBe(0);
      }),
    );
  // A second restore makes two admins again.
  restoredFromSnapshot(scenario)
    .when(restore(THIRD_ID, 2))
    .then(proposed(2, THIRD_ID), confirmedToo(2), waits(2, DAY))
    .when(passTime(DAY))
    .then(occurred('StaffApplied'), occurred('AccountUnfrozen', { user: THIRD_ID }), ...restored(THIRD_ID))
    .when(sendAs(ADMIN, { type: 'UnfreezeAccount', user: SECOND_ID, reason: 'r' }))
    .then(occurred('StaffProposed', { by: FIRST_ID }))
    .when(confirmProposal(3, THIRD))
    .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountUnfrozen', { user: SECOND_ID }));
});

test('a single remaining full admin cannot stop it', () => {
  oneLeft()
    .when(restore(SECOND_ID))
    .then(proposed(1, SECOND_ID), confirmedToo(1), waits(1, DAY))
    .when(declineProposal(1, THIRD))
    .then(occurred('StaffProposed', { proposal: 2, by: THIRD_ID, command: 'DeclineStaff', subject: 'proposal/1' }))
    .when(confirmProposal(2, THIRD))
    .then(refused('approval.needs.another'))
    .when(declineProposal(2, THIRD))
    .then(occurred('StaffDeclined', { proposal: 2 }))
    .when(passTime(DAY))
    .then(
      occurred('StaffApplied', { proposal: 1 }),
      occurred('AccountUnfrozen', { user: SECOND_ID }),
      ...restored(SECOND_ID),
    );
});

test('waits 72 hours while two full admins can act, and both decline it at once', () => {
  const scenario = withStaff()
    .when(restore(BOB))
    .then(proposed(1, BOB), confirmedToo(1), waits(1, 3 * DAY))
    // Without the right over staff nobody declines it, and nobody can confirm it.
    .when(declineProposal(1, THIRD))
    .then(refused('command.not.permitted'))
    .when(confirmProposal(1, ADMIN))
    .then(refused('proposal.state.invalid'))
    .when(declineProposal(1, ADMIN))
    .then(occurred('StaffProposed', { proposal: 2, by: FIRST_ID, waits: 0 }), ends(null))
    // A supporter of the operator's request cannot withdraw the other's decline.
    .when(declineProposal(2, SECOND))
    .then(refused('approval.needs.another'))
    .when(confirmProposal(2, ADMIN))
    .then(refused('approval.needs.another'))
    .when(confirmProposal(2))
    .then(
      occurred('StaffConfirmed', { proposal: 2, by: SECOND_ID }),
      occurred('StaffApplied', { proposal: 2, by: FIRST_ID }),
      occurred('StaffDeclined', { proposal: 1, by: FIRST_ID }),
      ends('contradicted'),
    );
  restoredFromSnapshot(scenario)
    .when(passTime(4 * DAY))
    .then(ends('contradicted'));
  // Without a decline it takes effect, for a former member of staff or any other user.
  scenario.when(restore(BOB, 2)).then(proposed(3, BOB), confirmedToo(3));
  scenario.when(passTime(3 * DAY - HOUR)).then(ends('contradicted', null));
  scenario.when(passTime(HOUR)).then(occurred('StaffApplied'), ...restored(BOB), ends('contradicted', 'restored'));
});

test('a newer request replaces an older one about the same member unless it takes effect later; none counts twice', () => {
  const scenario = three()
    .when(restore(BOB))
    .then(proposed(1, BOB), confirmedToo(1), waits(1, 3 * DAY))
    .when({ ...restore(BOB, 2), after: HOUR })
    .then(refused('proposal.already.open', { proposal: 1 }))
    .given(freeze(ADMIN, SECOND_ID))
    .when(restore(BOB, 3))
    .then(
      proposed(2, BOB),
      occurred('StaffLapsed', { proposal: 1, why: 'replaced' }),
      confirmedToo(2),
      waits(2, DAY),
      ends('replaced', null),
    );
  for (const request of [1, 3])
    restoredFromSnapshot(scenario).when(restore(BOB, request)).then(refused('client.id.reused'));
  scenario
    .when(passTime(DAY))
    .then(occurred('StaffApplied', { proposal: 2 }), ...restored(BOB), ends('replaced', 'restored'));
  scenario
    .given(freeze(`user/${BOB}`, BOB))
    .when(restore(BOB, 3))
    .then(refused('client.id.reused'));
});

test('makes an admin with fewer rights a full admin who confirms at once', () => {
  withStaff()
    .when(restore(THIRD_ID), passTime(3 * DAY))
    .then(proposed(1, THIRD_ID), confirmedToo(1), occurred('StaffApplied'), ...restored(THIRD_ID))
    .when(setStaff(BOB, 'auditor'), confirmProposal(2, THIRD))
    .then(occurred('StaffProposed'), occurred('StaffConfirmed', { by: THIRD_ID }));
});

test('is refused for an unknown or erased account and an able full admin, at the request and at its time', () => {
  withStaff(system({ type: 'EraseMember', user: BOB }))
    .when(restore(99))
    .then(refused('account.unknown'))
    .when(restore(BOB))
    .then(refused('account.erased'))
    .when(restore(SECOND_ID))
    .then(refused('terms.unchanged'))
    .when({ actor: 'operator', command: { type: 'RestoreStaff', user: THIRD_ID, request: 'x' } })
    .then(refused('staff.terms.invalid'));
  nothing()
    .given(system({ type: 'RegisterMember', user: BOB }))
    .when(restore(BOB))
    .then(refused('staff.terms.invalid'))
    .given(reportStaff([]))
    .when(restore(BOB))
    .then(proposed(1, BOB), confirmedToo(1))
    .given(system({ type: 'EraseMember', user: BOB }))
    .when(passTime(DAY))
    .then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }), ends('impossible'));
});

test('requests use no places of other proposals, are limited, and the oldest finished ones are dropped', () => {
  const users = Array.from({ length: RESTORES_MAX }, (_, number) => 10_200_000 + number);
  const places = PROPOSALS_MAX - RESERVED_PROPOSALS;
  const admins = Array.from({ length: places / 10 + 1 }, (_, number) => 10_300_000 + number);
  const scenario = withReportedStaff(
    nothing().given(users.map((user) => system({ type: 'RegisterMember', user }))),
    fullAdmins(...admins),
  ).given(users.map((user, number) => restore(user, number)));
  scenario.when(restore(10_300_000, 777)).then(refused('terms.unchanged'));
  scenario.given(system({ type: 'RegisterMember', user: BOB }));
  scenario.when(restore(BOB, 778)).then(refused('proposals.too.many', { maximum: RESTORES_MAX }));
  const setting = (number: number): Step =>
    sendAs(`admin/${admins[Math.floor(number / 10)]}`, { type: 'SetDeskSetting', name: `a.${number}`, hash: NAME });
  scenario.given(Array.from({ length: places }, (_, number) => setting(number)));
  scenario.when(setting(places)).then(refused('proposals.too.many', { maximum: places }));
  scenario.exchange.take(passTime(3 * DAY));
  expect([...scenario.exchange.state.staff.restores.values()].every(({ end }) => end === 'restored')).toBe(true);
  scenario.given(restore(BOB, 779));
  const kept = [...scenario.exchange.state.staff.restores.values()].map(({ user }) => user);
  expect(kept).toEqual([...users.slice(1), BOB]);
});
