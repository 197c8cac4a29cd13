/** Break-glass: whom the operator has restored, when it takes effect, and who contradicts it. */
import { EVERY_RIGHT } from '../../../server/core/staff/decide-people';
import { PLACES_KEPT, PROPOSALS_MAX } from '../../../server/core/staff/decide-proposal';
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
  restarted,
  system,
  that,
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
  confirmed,
  declined,
  full,
  passed,
  restore,
  sent,
  setStaff,
  staffed,
  told,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

const freeze = (actor: Step['actor'], user: number): Step => sent(actor, { type: 'FreezeAccount', user, reason: 'r' });
const ends = (...expected: Restore['end'][]) =>
  that(({ state }) => expect([...state.staff.restores.values()].map(({ end }) => end)).toEqual(expected));
const waits = (proposal: number, ms: number) =>
  that(({ state }) => {
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

const three = (): Scenario => upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID));
/** The first froze the second, so both are frozen. The third alone can act. */
const oneLeft = (): Scenario => three().given(freeze(ADMIN, SECOND_ID));
/** And the third has frozen the own account: nobody is left who could unfreeze anybody. */
const nobodyLeft = (): Scenario => oneLeft().given(freeze(`user/${THIRD_ID}`, THIRD_ID));

test('of staff who are all frozen break-glass brings one back after the delay, through restarts', () => {
  const scenario = nobodyLeft();
  for (const actor of [ADMIN, THIRD])
    scenario
      .when(sent(actor, { type: 'UnfreezeAccount', user: SECOND_ID, reason: 'r' }))
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
  restarted(scenario)
    .when(passed(DAY - HOUR))
    .then(ends(null));
  restarted(scenario)
    .when(passed(HOUR))
    .then(
      occurred('StaffApplied', { proposal: 1, by: 0 }),
      occurred('AccountUnfrozen', { user: FIRST_ID }),
      ...restored(FIRST_ID),
      ends('restored'),
      that(({ state }) => {
        expect([...state.staff.frozenWith.keys()]).toEqual([SECOND_ID]);
        expect(state.staff.proposals.size).toBe(0);
      }),
    );
  // With another one there are two again.
  restarted(scenario)
    .when(restore(THIRD_ID, 2))
    .then(proposed(2, THIRD_ID), confirmedToo(2), waits(2, DAY))
    .when(passed(DAY))
    .then(occurred('StaffApplied'), occurred('AccountUnfrozen', { user: THIRD_ID }), ...restored(THIRD_ID))
    .when(sent(ADMIN, { type: 'UnfreezeAccount', user: SECOND_ID, reason: 'r' }))
    .then(occurred('StaffProposed', { by: FIRST_ID }))
    .when(confirmed(3, THIRD))
    .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountUnfrozen', { user: SECOND_ID }));
});

test('one full admin who is left does not stop it', () => {
  oneLeft()
    .when(restore(SECOND_ID))
    .then(proposed(1, SECOND_ID), confirmedToo(1), waits(1, DAY))
    .when(declined(1, THIRD))
    .then(occurred('StaffProposed', { proposal: 2, by: THIRD_ID, command: 'DeclineStaff', subject: 'proposal/1' }))
    .when(confirmed(2, THIRD))
    .then(refused('approval.needs.another'))
    .when(declined(2, THIRD))
    .then(occurred('StaffDeclined', { proposal: 2 }))
    .when(passed(DAY))
    .then(
      occurred('StaffApplied', { proposal: 1 }),
      occurred('AccountUnfrozen', { user: SECOND_ID }),
      ...restored(SECOND_ID),
    );
});

test('while two full admins can act it waits for 72 hours, and both contradict it at once', () => {
  const scenario = staffed()
    .when(restore(BOB))
    .then(proposed(1, BOB), confirmedToo(1), waits(1, 3 * DAY))
    // Without the right to change who is staff nobody says anything about it, and nobody confirms it.
    .when(declined(1, THIRD))
    .then(refused('command.not.permitted'))
    .when(confirmed(1, ADMIN))
    .then(refused('proposal.state.invalid'))
    .when(declined(1, ADMIN))
    .then(occurred('StaffProposed', { proposal: 2, by: FIRST_ID, waits: 0 }), ends(null))
    // Who is for the operator's request cannot call off that it is contradicted.
    .when(declined(2, SECOND))
    .then(refused('approval.needs.another'))
    .when(confirmed(2, ADMIN))
    .then(refused('approval.needs.another'))
    .when(confirmed(2))
    .then(
      occurred('StaffConfirmed', { proposal: 2, by: SECOND_ID }),
      occurred('StaffApplied', { proposal: 2, by: FIRST_ID }),
      occurred('StaffDeclined', { proposal: 1, by: FIRST_ID }),
      ends('contradicted'),
    );
  restarted(scenario)
    .when(passed(4 * DAY))
    .then(ends('contradicted'));
  // Uncontradicted it takes effect, whoever was staff or not.
  scenario.when(restore(BOB, 2)).then(proposed(3, BOB), confirmedToo(3));
  scenario.when(passed(3 * DAY - HOUR)).then(ends('contradicted', null));
  scenario.when(passed(HOUR)).then(occurred('StaffApplied'), ...restored(BOB), ends('contradicted', 'restored'));
});

test('a newer request replaces the older one about the same member unless it is later; none counts twice', () => {
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
  for (const request of [1, 3]) restarted(scenario).when(restore(BOB, request)).then(refused('client.id.reused'));
  scenario
    .when(passed(DAY))
    .then(occurred('StaffApplied', { proposal: 2 }), ...restored(BOB), ends('replaced', 'restored'));
  scenario
    .given(freeze(`user/${BOB}`, BOB))
    .when(restore(BOB, 3))
    .then(refused('client.id.reused'));
});

test('an admin with fewer rights is a full one then, and confirms at once', () => {
  staffed()
    .when(restore(THIRD_ID), passed(3 * DAY))
    .then(proposed(1, THIRD_ID), confirmedToo(1), occurred('StaffApplied'), ...restored(THIRD_ID))
    .when(setStaff(BOB, 'auditor'), confirmed(2, THIRD))
    .then(occurred('StaffProposed'), occurred('StaffConfirmed', { by: THIRD_ID }));
});

test('is refused about nobody, an erased account, and a full admin who can act, then and at its time', () => {
  staffed(system({ type: 'EraseMember', user: BOB }))
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
    .given(told([]))
    .when(restore(BOB))
    .then(proposed(1, BOB), confirmedToo(1))
    .given(system({ type: 'EraseMember', user: BOB }))
    .when(passed(DAY))
    .then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }), ends('impossible'));
});

test('requests take no place of others, are bounded themselves, and the oldest that are over are forgotten', () => {
  const users = Array.from({ length: RESTORES_MAX }, (_, number) => 10_200_000 + number);
  const places = PROPOSALS_MAX - PLACES_KEPT;
  const admins = Array.from({ length: places / 10 + 1 }, (_, number) => 10_300_000 + number);
  const scenario = upgraded(
    nothing().given(users.map((user) => system({ type: 'RegisterMember', user }))),
    full(...admins),
  ).given(users.map((user, number) => restore(user, number)));
  scenario.when(restore(10_300_000, 777)).then(refused('terms.unchanged'));
  scenario.given(system({ type: 'RegisterMember', user: BOB }));
  scenario.when(restore(BOB, 778)).then(refused('proposals.too.many', { maximum: RESTORES_MAX }));
  const setting = (number: number): Step =>
    sent(`admin/${admins[Math.floor(number / 10)]}`, { type: 'SetDeskSetting', name: `a.${number}`, hash: NAME });
  scenario.given(Array.from({ length: places }, (_, number) => setting(number)));
  scenario.when(setting(places)).then(refused('proposals.too.many', { maximum: places }));
  scenario.exchange.take(passed(3 * DAY));
  expect([...scenario.exchange.state.staff.restores.values()].every(({ end }) => end === 'restored')).toBe(true);
  scenario.given(restore(BOB, 779));
  const kept = [...scenario.exchange.state.staff.restores.values()].map(({ user }) => user);
  expect(kept).toEqual([...users.slice(1), BOB]);
});
