import { EVERY_RIGHT } from '../../../server/core/staff/decide-people';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  accountFrozen,
  approve,
  buy,
  frozen,
  given,
  indexTerms,
  marketTerms,
  occurred,
  refused,
  restoredFromSnapshot,
  staff,
  system,
  expectThat,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  AUDITOR_ID,
  DAY,
  FIRST_ID,
  HOUR,
  IMPORTER,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  NAME,
  confirmProposal,
  declineProposal,
  passTime,
  sendAs,
  setStaff,
  withStaff,
  reportStaff,
} from '../../tools/fixtures/staff-fixture';
import { unfrozen, verifiedBy, review, level, refusedLast } from './staff-scenario-fixture';

const document = (user: number, hash = 'ab'.repeat(32)): Step => system({ type: 'NameDocument', user, document: hash });

describe('a change', () => {
  test('is proposed by one admin, confirmed by another, and takes effect a day later without them', () => {
    const scenario = withStaff();
    scenario
      .when(level(BOB, 2))
      .then(
        occurred('StaffProposed', {
          proposal: 1,
          by: FIRST_ID,
          command: 'AssignFeeTier',
          subject: `account/${BOB}/fees`,
          user: BOB,
          waits: 1,
          before: '{"tier":0}',
          after: '{"tier":2}',
        }),
        hasLevel(null),
      )
      .when(confirmProposal(1))
      .then(
        occurred('StaffConfirmed', { proposal: 1, by: SECOND_ID }),
        expectThat(({ state, now }) => expect(state.staff.proposals.get(1)?.from).toBe(now - 1 + DAY)),
      );
    scenario.exchange.now += DAY - 2;
    scenario.when(passTime(0)).then(hasLevel(null));
    scenario.when(passTime(0)).then(
      occurred('StaffApplied', { proposal: 1, by: FIRST_ID }),
      occurred('FeeTierAssigned', { user: BOB, tier: 2 }),
      hasLevel(2),
      expectThat(({ state }) => expect(state.staff.proposals.size).toBe(0)),
    );
  });

  test('rejects a confirmation by its proposer, without the right, by an auditor, or by an unknown admin', () => {
    const scenario = withStaff(level(BOB, 2));
    for (const [actor, code] of [
      [ADMIN, 'approval.needs.another'],
      [IMPORTER, 'command.not.permitted'],
      [`admin/${AUDITOR_ID}`, 'command.not.permitted'],
      ['admin/10000055', 'command.not.permitted'],
    ] as const)
      scenario.when(confirmProposal(1, actor)).then(refused(code));
    scenario.when(confirmProposal(1, THIRD)).then(occurred('StaffConfirmed', { by: THIRD_ID }));
    // Nor by an admin without the right of the command.
    withStaff(review(1_000_000n))
      .when(review(2_000_000n))
      .then(occurred('StaffProposed'))
      .when(confirmProposal(1, THIRD))
      .then(refused('command.not.permitted'))
      .when(sendAs(THIRD, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }))
      .then(refused('command.not.permitted'));
  });

  test("rejects a proposal or confirmation by the account's owner, or by an account with the same document", () => {
    withStaff(verifiedBy(SECOND_ID), document(BOB))
      .when(level(BOB, 2))
      .then(occurred('StaffProposed'))
      .when(confirmProposal(1))
      .then(refused('approval.needs.another'))
      .when(confirmProposal(1, THIRD))
      .then(occurred('StaffConfirmed'));
    withStaff(verifiedBy(FIRST_ID), document(BOB)).when(level(BOB, 2)).then(refused('approval.needs.another'));
    // Two staff accounts, one person.
    withStaff(verifiedBy(FIRST_ID, 'cd'.repeat(32)), verifiedBy(SECOND_ID, 'cd'.repeat(32)))
      .when(level(BOB, 2), confirmProposal(1))
      .then(occurred('StaffProposed'), refusedLast('approval.needs.another'));
    withStaff(level(THIRD_ID, 2)).when(confirmProposal(1, THIRD)).then(refused('approval.needs.another'));
  });

  test('can be declined by any of them until it takes effect, and expires unconfirmed', () => {
    withStaff(level(BOB, 2), confirmProposal(1))
      .when(declineProposal(1, THIRD))
      .then(occurred('StaffDeclined', { proposal: 1, by: THIRD_ID, reason: 'c3d4' }))
      .when(passTime(2 * DAY))
      .then(hasLevel(null))
      .when(declineProposal(1), confirmProposal(1))
      .then(refused('proposal.not.found'));
    withStaff(level(BOB, 2))
      .when(passTime(2 * DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'expired' }))
      .when(confirmProposal(1))
      .then(refused('proposal.not.found'));
  });

  test('lapses if one of the two has lost the right since', () => {
    withStaff(
      [setStaff(THIRD_ID, 'admin', ['withdrawals']), confirmProposal(1)],
      { ...level(BOB, 2), after: HOUR },
      confirmProposal(2, THIRD),
    )
      .when(passTime(DAY))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('StaffNamed', { user: THIRD_ID, rights: 'withdrawals' }),
        occurred('StaffLapsed', { proposal: 2, why: 'impossible' }),
        hasLevel(null),
      );
    // The proposer is frozen, so the proposal cannot be confirmed.
    withStaff(level(BOB, 2), sendAs(SECOND, freezes(FIRST_ID)), confirmProposal(2, THIRD))
      .when(confirmProposal(1))
      .then(refused('proposal.state.invalid'));
  });

  test('is proposed once, confirmed once, and refused at the proposal for the same reasons as directly', () => {
    withStaff(level(BOB, 2))
      .when(level(BOB, 2))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(sendAs(SECOND, level(BOB, 2).command))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(unfrozen(ALICE))
      .then(refused('account.not.frozen'))
      .when(confirmProposal(1), confirmProposal(1, THIRD))
      .then(occurred('StaffConfirmed'), refusedLast('proposal.state.invalid'));
  });

  test('survives a snapshot', () => {
    const scenario = withStaff(level(BOB, 2), confirmProposal(1));
    restoredFromSnapshot(scenario)
      .when(passTime(DAY))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred('FeeTierAssigned', { user: BOB }));
  });
});

describe('a restore', () => {
  test('by two takes effect at once', () => {
    withStaff(accountFrozen())
      .when(unfrozen(BOB))
      .then(occurred('StaffProposed', { user: BOB, waits: 0, before: '{"frozen":1}', after: '{"frozen":0}' }))
      .when(buy(100, 1))
      .then(refused('account.frozen'))
      .when(confirmProposal(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 1 }),
        occurred('AccountUnfrozen', { user: BOB, reason: 'reviewed' }),
      )
      .when(buy(100, 1))
      .then(occurred('OrderPlaced'));
  });

  test('is refused as the second if the first was already applied', () => {
    const freeze = { type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'r' } as const;
    const release = (reason: string, actor = ADMIN): Step => sendAs(actor, { type: 'UnfreezeFunds', hold: 1, reason });
    withStaff(staff(freeze), release('a'), release('b', SECOND))
      .when(confirmProposal(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 1 }),
        occurred('FundsUnfrozen', { hold: 1, reason: 'a' }),
        frozen(BOB, 'USDT', 0n),
      )
      .when(confirmProposal(2, ADMIN))
      .then(refused('hold.not.found'));
  });
});
const hasLevel = (tier: number | null) =>
  expectThat(({ state }) => expect(state.members.get(BOB)?.floor?.level ?? null).toBe(tier));
const freezes = (user: number) => ({ type: 'FreezeAccount', user, reason: 'r' }) as const;

describe('one person is one approver', () => {
  test('a second own account as admin needs another admin, and waits three days to approve', () => {
    withStaff(withdraw('USDT', 100n))
      .when(setStaff(DAVE, 'admin', ['withdrawals', 'staff', 'users']))
      .then(occurred('StaffProposed', { user: DAVE }))
      .when(sendAs(`admin/${DAVE}`, { type: 'ConfirmStaff', proposal: 1 }), approve(1, `admin/${DAVE}`))
      .then(refused('command.not.permitted'))
      .when(confirmProposal(1), passTime(DAY))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('StaffNamed', { user: DAVE, role: 'admin', rights: 'users withdrawals staff' }),
      )
      .when(approve(1, `admin/${DAVE}`))
      .then(refused('staff.too.new'))
      .when(passTime(3 * DAY), approve(1, `admin/${DAVE}`))
      .then(occurred('WithdrawalApproved', { by: DAVE, complete: 1 }));
  });

  test('two accounts with one document approve once, and not their own withdrawal', () => {
    const hash = 'ef'.repeat(32);
    const large = withStaff(
      review(1n),
      verifiedBy(FIRST_ID, hash),
      verifiedBy(SECOND_ID, hash),
      withdraw('USDT', 100n),
    );
    large
      .when(approve(1))
      .then(occurred('WithdrawalApproved', { complete: 0 }))
      .when(approve(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(approve(1, THIRD))
      .then(occurred('WithdrawalApproved', { complete: 1 }));
    withStaff(verifiedBy(FIRST_ID, hash), document(BOB, hash), withdraw('USDT', 100n))
      .when(approve(1))
      .then(refused('approval.needs.another'));
  });

  test('a single admin approves no withdrawal', () => {
    given(
      system({ type: 'RegisterMember', user: FIRST_ID }),
      reportStaff([{ user: FIRST_ID, role: 'admin', rights: EVERY_RIGHT }]),
    )
      .given(withdraw('USDT', 100n))
      .when(approve(1))
      .then(refused('staff.too.few', { required: 2 }));
  });

  test('a frozen member of staff cannot act', () => {
    withStaff(withdraw('USDT', 100n), sendAs(SECOND, freezes(FIRST_ID)), confirmProposal(1, THIRD))
      .when(approve(1))
      .then(refused('account.frozen'));
  });
});

test('a change lapses if a document shows that it concerns one of the two', () => {
  const scenario = withStaff(staff({ type: 'AssignFeeTier', user: DAVE, tier: 2 }), confirmProposal(1));
  for (const user of [FIRST_ID, DAVE]) scenario.given(sendAs(SECOND, { type: 'VerifyMember', user, document: NAME }));
  scenario.when(passTime(DAY)).then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }));
});

describe('terms agreed by two', () => {
  test('lapse if others were set since, and count from their named time', () => {
    const scenario = withStaff(marketTerms({ bandPpb: 110_000_000 }), confirmProposal(1));
    scenario.given({ ...marketTerms({ bandPpb: 80_000_000 }), actor: SECOND }, confirmProposal(2, ADMIN));
    scenario
      .when(passTime(DAY))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('MarketTermsChanged', { bandPpb: 110_000_000 }),
        occurred('StaffLapsed', { proposal: 2, why: 'impossible' }),
      );
    const from = scenario.exchange.now + 3 * DAY;
    scenario.given(marketTerms({ bandPpb: 90_000_000, from }), confirmProposal(3));
    scenario.when(passTime(DAY)).then(occurred('StaffApplied'), occurred('MarketTermsChanged', { from }));
    // The next proposal is compared with the pending terms.
    scenario
      .when(marketTerms({ bandPpb: 95_000_000, from }))
      .then(occurred('StaffProposed', { before: expect.stringContaining('90000000') }));
  });

  test('of an index lapse the same way, also the first of a symbol', () => {
    const first = { sourcesMin: 3, sourceStaleMs: 10_000, staleMs: 30_000 };
    const scenario = withStaff()
      .when(indexTerms(first))
      .then(occurred('StaffProposed', { before: '{}' }));
    scenario
      .given(confirmProposal(1))
      .when(passTime(DAY))
      .then(occurred('StaffApplied'), occurred('IndexTermsSet', first));
    scenario.when(indexTerms({ ...first, sourcesMin: 4 })).then(occurred('StaffProposed'));
  });
});
