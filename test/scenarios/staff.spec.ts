import type { OverdueWait } from '../../shared/rules/overdue-hours';
import { scopeText } from '../../shared/rules/audit-scope';
import type { Command, SetIndexTerms, SetStaff } from '../../server/core/command';
import { PROPOSALS_MAX } from '../../server/core/staff/decide-proposal';
import { IMPORTED_MAX } from '../../server/core/wallet/statement';
import { EVERY_RIGHT, STAFF_MAX } from '../../server/core/staff/decide-people';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  STARTED_AT,
  accountFrozen,
  approve,
  available,
  buy,
  by,
  credit,
  frozen,
  given,
  indexTerms,
  marketTerms,
  nothing,
  occurred,
  pay,
  refused,
  restarted,
  staff,
  startPayout,
  system,
  that,
  withdraw,
  RICH,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import {
  AUDITOR_ID,
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  NAME,
  byBank,
  confirmed,
  declined,
  passed,
  rulesOf,
  sent,
  setStaff,
  staffed,
  stated,
  told,
} from '../tools/staff-fixture';

const unfrozen = (user: number): Step => staff({ type: 'UnfreezeAccount', user, reason: 'reviewed' });
const document = (user: number, hash = 'ab'.repeat(32)): Step => system({ type: 'NameDocument', user, document: hash });
const verifiedBy = (user: number, hash = 'ab'.repeat(32)): Step =>
  sent(user === FIRST_ID ? SECOND : ADMIN, { type: 'VerifyMember', user, document: hash });
const review = (secondApprovalAbove: bigint): Step => staff({ type: 'SetWithdrawalReview', secondApprovalAbove });

describe('what loosens a control', () => {
  test('is proposed by whoever sends it, confirmed by another, and in effect a day later, whoever is there or not', () => {
    staffed(accountFrozen())
      .when(unfrozen(BOB))
      .then(
        occurred('StaffProposed', {
          proposal: 1,
          by: FIRST_ID,
          command: 'UnfreezeAccount',
          user: BOB,
          waits: 1,
          before: '{"frozen":1}',
          after: '{"frozen":0}',
        }),
      )
      .when(buy(100, 1))
      .then(refused('account.frozen'))
      .when(confirmed(1))
      .then(
        occurred('StaffConfirmed', { proposal: 1, by: SECOND_ID }),
        that(({ state, now }) => expect(state.staff.proposals.get(1)?.from).toBe(now - 1 + DAY)),
      )
      .when(passed(DAY - 60_000), buy(100, 1))
      .then(refused('account.frozen'))
      .when(passed(60_000))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('AccountUnfrozen', { user: BOB, reason: 'reviewed' }),
        that(({ state }) => expect(state.staff.proposals.size).toBe(0)),
      )
      .when(buy(100, 1))
      .then(occurred('OrderPlaced'));
  });

  test('is nobody’s to confirm who proposed it, lacks its right, is no admin, or is not known to the core', () => {
    const scenario = staffed(unfrozenOf(BOB));
    for (const [actor, code] of [
      [ADMIN, 'approval.needs.another'],
      [`admin/${AUDITOR_ID}`, 'command.not.permitted'],
      ['admin/10000055', 'command.not.permitted'],
    ] as const)
      scenario.when(confirmed(1, actor)).then(refused(code));
    scenario.when(confirmed(1, THIRD)).then(occurred('StaffConfirmed', { by: THIRD_ID }));
    // Nor what asks for a right that they do not have.
    staffed(review(1_000_000n))
      .when(review(2_000_000n))
      .then(occurred('StaffProposed'))
      .when(confirmed(1, THIRD))
      .then(refused('command.not.permitted'))
      .when(sent(THIRD, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }))
      .then(refused('command.not.permitted'));
  });

  test('is nobody’s to propose or confirm whose account it concerns, nor a second account’s of one document', () => {
    staffed(accountFrozen(), verifiedBy(SECOND_ID), document(BOB))
      .when(unfrozen(BOB))
      .then(occurred('StaffProposed'))
      .when(confirmed(1))
      .then(refused('approval.needs.another'))
      .when(confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'));
    staffed(accountFrozen(), verifiedBy(FIRST_ID), document(BOB))
      .when(unfrozen(BOB))
      .then(refused('approval.needs.another'));
    // Two numbers of staff, one person.
    staffed(accountFrozen(), verifiedBy(FIRST_ID, 'cd'.repeat(32)), verifiedBy(SECOND_ID, 'cd'.repeat(32)))
      .when(unfrozen(BOB), confirmed(1))
      .then(occurred('StaffProposed'), refusedLast('approval.needs.another'));
    staffed(unfrozenOf(THIRD_ID)).when(confirmed(1, THIRD)).then(refused('account.frozen'));
  });

  test('is called off by any of them as long as it is not in effect, and expires where nobody confirms it', () => {
    staffed(accountFrozen(), unfrozen(BOB), confirmed(1))
      .when(declined(1, THIRD))
      .then(occurred('StaffDeclined', { proposal: 1, by: THIRD_ID, reason: 'c3d4' }))
      .when(passed(2 * DAY), buy(100, 1))
      .then(refused('account.frozen'))
      .when(declined(1), confirmed(1))
      .then(refused('proposal.not.found'));
    staffed(unfrozenOf(BOB))
      .when(passed(2 * DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'expired' }))
      .when(confirmed(1))
      .then(refused('proposal.not.found'));
  });

  test('lapses when one of the two has lost the right since, or when there is nothing left to do', () => {
    staffed(unfrozenOf(BOB), confirmed(1, THIRD), sent(SECOND, setStaff(THIRD_ID, 'admin', ['withdrawals']).command))
      .when(passed(DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }))
      .when(buy(100, 1))
      .then(refused('account.frozen'));
    // Whoever proposed it is frozen: their word counts no more.
    staffed(unfrozenOf(BOB), sent(SECOND, { type: 'FreezeAccount', user: FIRST_ID, reason: 'r' }))
      .when(confirmed(1))
      .then(refused('proposal.state.invalid'));
    const freeze = { type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'r' } as const;
    const release = (reason: string): Step => staff({ type: 'UnfreezeFunds', hold: 1, reason });
    staffed(staff(freeze), release('a'), release('b'), confirmed(1), confirmed(2))
      .when(passed(DAY))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('FundsUnfrozen', { hold: 1, reason: 'a' }),
        occurred('StaffLapsed', { proposal: 2, why: 'impossible' }),
        frozen(BOB, 'USDT', 0n),
      );
  });

  test('is proposed once, confirmed once, and refused as proposed what would be refused as done', () => {
    staffed(unfrozenOf(BOB))
      .when(unfrozen(BOB))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(sent(SECOND, unfrozen(BOB).command))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(unfrozen(ALICE))
      .then(refused('account.not.frozen'))
      .when(confirmed(1), confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'), refusedLast('proposal.state.invalid'));
    const many = staffed();
    for (let count = 0; count < PROPOSALS_MAX; count++) many.given(levels(count));
    many.when(levels(PROPOSALS_MAX)).then(refused('proposals.too.many', { maximum: PROPOSALS_MAX }));
  });

  test('is remembered through a snapshot', () => {
    const scenario = staffed(unfrozenOf(BOB), confirmed(1));
    restarted(scenario)
      .when(passed(DAY))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred('AccountUnfrozen', { user: BOB }));
  });
});

/** Frozen, and proposed to be frozen no more. */
function unfrozenOf(user: number): Step[] {
  return [accountFrozen(user), unfrozen(user)];
}
/** Different from all others: levels that need less each time. */
function levels(number: number): Step {
  return staff({ type: 'SetFeeTiers', product: 'spot', volumes: [0n, BigInt(number + 1)], reason: 'r' });
}
/** Of several acts the last. */
const refusedLast = (code: Parameters<typeof refused>[0]) =>
  that((_, { outcomes }) => expect(outcomes[outcomes.length - 1]).toMatchObject({ rejected: code }));

describe('what tightens it', () => {
  test('takes one, and is so at once', () => {
    staffed()
      .when(review(2_000_000n), accountFrozen())
      .then(occurred('WithdrawalReviewSet', { secondApprovalAbove: 2_000_000n }), occurred('AccountFrozen'));
  });

  test('less of a right at once by one, more of one by two; one’s own by nobody', () => {
    staffed()
      .when(setStaff(THIRD_ID, 'admin', ['withdrawals']))
      .then(occurred('StaffNamed', { user: THIRD_ID, rights: 'withdrawals', approvesFrom: 0 }))
      .when(setStaff(THIRD_ID, 'admin', ['users', 'withdrawals']))
      .then(occurred('StaffProposed', { before: '{"role":"admin","rights":"withdrawals"}' }))
      .when(setStaff(AUDITOR_ID, 'user'))
      .then(occurred('StaffNamed', { user: AUDITOR_ID, role: 'user' }))
      .when(setStaff(FIRST_ID, 'admin', ['staff']))
      .then(refused('command.not.permitted'));
  });

  test('of the last two who change who is staff neither is taken by one', () => {
    staffed()
      .when(setStaff(SECOND_ID, 'user'))
      .then(occurred('StaffProposed', { user: SECOND_ID }))
      .when(confirmed(1))
      .then(refused('approval.needs.another'));
  });
});

describe('one person is one approver', () => {
  test('whoever makes an own second account an admin needs another for it, who waits three days to approve anything', () => {
    staffed(withdraw('USDT', 100n))
      .when(setStaff(DAVE, 'admin', ['withdrawals', 'staff', 'users']))
      .then(occurred('StaffProposed', { user: DAVE }))
      .when(sent(`admin/${DAVE}`, { type: 'ConfirmStaff', proposal: 1 }), approve(1, `admin/${DAVE}`))
      .then(refused('command.not.permitted'))
      .when(confirmed(1), passed(DAY))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('StaffNamed', { user: DAVE, role: 'admin', rights: 'users withdrawals staff' }),
      )
      .when(approve(1, `admin/${DAVE}`))
      .then(refused('staff.too.new'))
      .when(passed(3 * DAY), approve(1, `admin/${DAVE}`))
      .then(occurred('WithdrawalApproved', { by: DAVE, complete: 1 }));
  });

  test('two accounts of one document approve once, and not what is their own', () => {
    const hash = 'ef'.repeat(32);
    const large = staffed(review(1n), verifiedBy(FIRST_ID, hash), verifiedBy(SECOND_ID, hash), withdraw('USDT', 100n));
    large
      .when(approve(1))
      .then(occurred('WithdrawalApproved', { complete: 0 }))
      .when(approve(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(approve(1, THIRD))
      .then(occurred('WithdrawalApproved', { complete: 1 }));
    staffed(verifiedBy(FIRST_ID, hash), document(BOB, hash), withdraw('USDT', 100n))
      .when(approve(1))
      .then(refused('approval.needs.another'));
  });

  test('an admin alone approves no withdrawal at all', () => {
    given(
      system({ type: 'RegisterMember', user: FIRST_ID }),
      told([{ user: FIRST_ID, role: 'admin', rights: EVERY_RIGHT }]),
    )
      .given(withdraw('USDT', 100n))
      .when(approve(1))
      .then(refused('staff.too.few', { required: 2 }));
  });

  test('a frozen member of staff does nothing', () => {
    staffed(withdraw('USDT', 100n), sent(SECOND, { type: 'FreezeAccount', user: FIRST_ID, reason: 'r' }))
      .when(approve(1))
      .then(refused('account.frozen'));
  });
});

describe('staff', () => {
  test('neither trade nor withdraw, and take back what they have', () => {
    const scenario = staffed(verifiedBy(DAVE), credit('USDT', RICH, 'chain', DAVE), [
      by(DAVE, buy(100, 1)),
      setStaff(DAVE, 'auditor'),
      confirmed(1),
    ]).when(passed(DAY));
    for (const step of [by(DAVE, buy(100, 1)), by(DAVE, withdraw('USDT', 100n))])
      scenario.when(step).then(refused('staff.may.not.trade'));
    scenario
      .when(by(DAVE, { actor: `user/${DAVE}`, command: { type: 'CancelOrder', user: DAVE, order: 1 } }))
      .then(occurred('OrderCancelled'));
  });

  test('are told once, the first two named once, and nobody beside', () => {
    const name = (user: number): Step => system({ type: 'NameStaff', user });
    nothing().when(name(FIRST_ID)).then(refused('staff.already.named'));
    const scenario = nothing().given(
      ...[FIRST_ID, SECOND_ID, THIRD_ID].map((user) => system({ type: 'RegisterMember', user })),
    );
    scenario
      .when(told([]))
      .then(occurred('StaffTold', { count: 0 }))
      .when(told())
      .then(refused('staff.already.named'))
      .when(name(99))
      .then(refused('account.unknown'))
      .when(name(FIRST_ID), name(SECOND_ID))
      .then(
        occurred('StaffNamed', { user: FIRST_ID, first: 1, approvesFrom: 0, rights: EVERY_RIGHT }),
        occurred('StaffNamed', { user: SECOND_ID, first: 1 }),
      )
      .when(name(THIRD_ID))
      .then(refused('staff.already.named'));
    // But by the demo, whose users may all be others.
    scenario.when(sent('demo', name(THIRD_ID).command)).then(occurred('StaffNamed', { user: THIRD_ID }));
    // Where two were there at the upgrade nobody is named.
    staffed().when(name(BOB)).then(refused('staff.already.named'));
  });

  test('rights are words of the table, an admin’s alone, and not too many', () => {
    const wrong: Command[] = [
      { ...setStaff(BOB, 'admin').command, rights: 'owner' },
      { ...setStaff(BOB, 'admin').command, rights: 'withdrawals users' },
      { ...setStaff(BOB, 'auditor').command, rights: 'users' },
    ];
    for (const command of wrong) staffed().when(staff(command)).then(refused('staff.terms.invalid'));
    staffed().when(setStaff(99, 'auditor')).then(refused('account.unknown'));
    staffed()
      .when(setStaff(THIRD_ID, 'admin', ['users', 'withdrawals']))
      .then(refused('terms.unchanged'));
    const crowd = Array.from(
      { length: STAFF_MAX + 1 },
      (_, index) => ({ user: index + 1, role: 'auditor', rights: '' }) as const,
    );
    given().when(told(crowd)).then(refused('staff.terms.invalid'));
  });
});

describe('an auditor', () => {
  const NARROW = scopeText({ users: [BOB], assets: ['BTC'], personal: 0 });
  const until = STARTED_AT + 300 * DAY;
  const access = (fields: Partial<SetStaff>): Step => {
    const { command } = setStaff(DAVE, 'auditor');
    return staff({ ...command, ...fields });
  };
  const appointed = (fields: Partial<SetStaff> = {}): Scenario =>
    staffed(credit('USDT', RICH, 'chain', BOB), [access(fields), confirmed(1)]).when(passed(DAY));

  test('has an end within a year and a scope, and nobody else has either', () => {
    const wrong: Partial<SetStaff>[] = [
      { until: undefined },
      { scope: undefined },
      { scope: '{}' },
      { scope: '{"assets":["ETH","BTC"],"personal":1}' },
      { until: STARTED_AT - 1 },
      { until: STARTED_AT + 400 * DAY },
    ];
    for (const fields of wrong) staffed().when(access(fields)).then(refused('staff.terms.invalid'));
    staffed()
      .when(staff({ ...setStaff(BOB, 'admin').command, until }))
      .then(refused('staff.terms.invalid'));
    const { state } = appointed({ scope: NARROW }).exchange;
    expect(state.staff.people.get(DAVE)).toMatchObject({ role: 'auditor', until, scope: NARROW });
    // Those of before there were bounds have none, until they are changed.
    expect(staffed().exchange.state.staff.people.get(AUDITOR_ID)).toMatchObject({ until: null, scope: null });
  });

  test('is let in for longer, or sees more, by two; for less by one', () => {
    for (const more of [{ until: until + DAY }, { scope: scopeText({ users: [BOB], personal: 0 }) }])
      appointed({ scope: NARROW })
        .when(access({ scope: NARROW, ...more }))
        .then(occurred('StaffProposed', { command: 'SetStaff', user: DAVE, waits: 1 }));
    appointed({ scope: NARROW })
      .when(access({ scope: NARROW }))
      .then(refused('terms.unchanged'));
    for (const less of [{ scope: NARROW }, { until: until - DAY }])
      appointed()
        .when(access(less))
        .then(occurred('StaffNamed', { user: DAVE, ...less }));
    staffed()
      .when(staff({ ...setStaff(AUDITOR_ID, 'auditor').command }))
      .then(occurred('StaffNamed', { user: AUDITOR_ID, until }));
  });
});

describe('while nobody has anything to lose', () => {
  test('two set the exchange up at once; from the first payment on it takes a day', () => {
    const scenario = nothing().given(
      ...[FIRST_ID, SECOND_ID, THIRD_ID, BOB].map((user) => system({ type: 'RegisterMember', user })),
      told([]),
      system({ type: 'NameStaff', user: FIRST_ID }),
      system({ type: 'NameStaff', user: SECOND_ID }),
      staff({ type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n }),
    );
    const terms = (confirmations: number): Step =>
      staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
    scenario
      .when(terms(6), confirmed(1))
      .then(
        occurred('StaffProposed', { after: '{"asset":"BTC","chain":"BTC","minimum":"3","confirmations":6}' }),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeTermsSet', { confirmations: 6 }),
      )
      .when(setStaff(THIRD_ID, 'admin', ['recharges']), confirmed(2))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('StaffNamed', { user: THIRD_ID, approvesFrom: 0 }),
      )
      .when(terms(7))
      .then(occurred('RechargeTermsSet', { confirmations: 7 }))
      .given(credit('BTC', 5n, 'demo/1'))
      .when(terms(5), confirmed(3, THIRD))
      .then(occurred('StaffProposed'), occurred('StaffConfirmed'));
  });
});

describe('bounds of the configuration', () => {
  test('are looked at when it is proposed', () => {
    staffed()
      .when(review(5_000_001n))
      .then(refused('terms.out.of.bounds', { maximum: '5000000' }))
      .when(staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations: 1 }))
      .then(refused('terms.out.of.bounds', { minimum: 2 }));
  });

  test('are told anew when they are others', () => {
    staffed()
      .when(system(rulesOf()))
      .then(refused('terms.unchanged'))
      .when(system(rulesOf({ waitMs: 2 * DAY })))
      .then(occurred('StaffRulesSet', { waitMs: 2 * DAY }));
    for (const fields of [{ waitMs: -1 }, { openMs: 0 }, { confirmationsMin: 0 }, { reviewAboveMax: -1n }])
      staffed()
        .when(system(rulesOf(fields)))
        .then(refused('staff.terms.invalid'));
    nothing().when(system(rulesOf())).then(refused('staff.terms.invalid'));
  });
});

describe('money by hand', () => {
  test('is credited when the bank and another say so, too, at once and once', () => {
    const scenario = staffed(stated({}, { reference: 'bank/2', amount: 700n }));
    scenario
      .when(byBank('bank/1'))
      .then(occurred('StaffProposed', { user: BOB, waits: 0, worth: 1_000_000n }), available(BOB, 'USD', 0n, 'legal'))
      .when(confirmed(1, THIRD))
      .then(refused('command.not.permitted'))
      .when(confirmed(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited', { user: BOB, amount: 1n }),
        available(BOB, 'USD', 1n, 'legal'),
      )
      .when(byBank('bank/1'))
      .then(refused('recharge.already.credited'))
      .when(byBank('bank/3'))
      .then(refused('statement.line.missing'))
      .when(byBank('bank/2', 701n))
      .then(refused('statement.line.mismatch', { asset: 'USD', amount: '700' }))
      .when(byBank('bank/2', 700n, 'bb'.repeat(32)))
      .then(refused('statement.line.mismatch'));
    // Through a snapshot a line that was used is not there, and one that was not is.
    restarted(scenario).when(byBank('bank/2', 700n)).then(occurred('StaffProposed'));
  });

  test('a line stands once however often it is imported, and is what it is', () => {
    staffed(stated({}))
      .when(stated({}))
      .then(refused('statement.nothing.new'))
      .when(stated({}, { reference: 'bank/2' }))
      .then(occurred('StatementLineRead', { reference: 'bank/2' }))
      .when(stated({ amount: 2n }))
      .then(refused('statement.invalid', { line: 1 }))
      .when(byBank('bank/1'), confirmed(1), stated({}))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited'),
        refusedLast('statement.nothing.new'),
      );
    for (const wrong of [{ amount: 0n }, { reference: '' }, { name: 'Bob' }, { reference: 'x'.repeat(129) }])
      staffed()
        .when(stated(wrong))
        .then(refused('statement.invalid', { line: 1 }));
    staffed()
      .when(stated({}, {}))
      .then(refused('statement.invalid', { line: 2 }));
    const many = Array.from({ length: IMPORTED_MAX + 1 }, (_, index) => ({ reference: `bank/${index}` }));
    staffed()
      .when(stated(...many))
      .then(refused('statement.invalid', { maximum: IMPORTED_MAX }));
    staffed()
      .when(staff({ type: 'ImportStatement', asset: 'BTC', lines: [] }))
      .then(refused('statement.invalid'))
      .when(staff({ type: 'ImportStatement', asset: 'XYZ', lines: [] }))
      .then(refused('asset.unknown'));
  });

  test('a payout of legal currency likewise; of a coin everybody can see it', () => {
    const paid = (reference: string): Step => staff({ type: 'PayWithdrawal', withdrawal: 1, reference, name: NAME });
    staffed(
      [
        stated({ amount: 900n }, { way: 'out', reference: 'bank/9', amount: 100n }),
        byBank('bank/1', 900n),
        confirmed(1),
      ],
      [withdraw('USD', 100n), approve(1), startPayout(1)],
    )
      .when(paid('bank/8'))
      .then(refused('statement.line.missing'))
      .when(paid('bank/9'))
      .then(occurred('StaffProposed', { user: BOB, command: 'PayWithdrawal' }))
      .when(confirmed(2))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('WithdrawalPaid', { withdrawal: 1 }));
    staffed(withdraw('USDT', 100n), approve(1), startPayout(1)).when(pay(1)).then(occurred('WithdrawalPaid'));
  });

  test('no more than so much in a day by one of them, as the first or as the second', () => {
    // A dollar is a USDT: 7 and 4 of them, and no more than 10.
    const lines = [stated({ amount: 700n }, { reference: 'bank/2', amount: 400n }), byBank('bank/1', 700n)];
    const most = system(rulesOf({ byHandDayMax: 1_000_000_000n }));
    const second = sent(SECOND, byBank('bank/2', 400n).command);
    staffed(system(rulesOf({ byHandDayMax: 10_000_000_000n })), most, lines)
      .when(byBank('bank/2', 400n))
      .then(refused('staff.day.exceeded', { left: '300000000' }))
      .when(second, confirmed(2, ADMIN))
      .then(occurred('StaffProposed', { by: SECOND_ID }), refusedLast('staff.day.exceeded'))
      .when(passed(DAY), confirmed(2, ADMIN))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited', { reference: 'bank/2', amount: 400n }),
      );
  });
});

test('what turns out to concern one of the two, since a document certified both accounts, lapses', () => {
  const scenario = staffed(staff({ type: 'AssignFeeTier', user: DAVE, tier: 2 }), confirmed(1));
  for (const user of [FIRST_ID, DAVE]) scenario.given(sent(SECOND, { type: 'VerifyMember', user, document: NAME }));
  scenario.when(passed(DAY)).then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }));
});

describe('what the desk sets', () => {
  test('a lower limit of a day by one, a higher one by two', () => {
    const limit = (amount: bigint): Step => staff({ type: 'SetDailyLimit', bindings: 2, limit: amount });
    staffed(limit(5n), confirmed(1))
      .when(passed(DAY))
      .then(occurred('StaffApplied'), occurred('DailyLimitSet', { bindings: 2, limit: 5n }))
      .when(limit(5n))
      .then(refused('terms.unchanged'))
      .when(limit(4n))
      .then(occurred('DailyLimitSet', { limit: 4n }))
      .when(limit(5n))
      .then(occurred('StaffProposed', { before: '{"bindings":2,"limit":"4"}', after: '{"bindings":2,"limit":"5"}' }))
      .when(limit(-1n))
      .then(refused('staff.terms.invalid'));
  });

  test('fewer hours until something is overdue by one, more by two, and a month at most', () => {
    const hours = (count: number, wait: OverdueWait = 'verification'): Step =>
      staff({ type: 'SetOverdueHours', wait, hours: count });
    const scenario = staffed()
      .when(hours(23))
      .then(occurred('OverdueHoursSet', { wait: 'verification', hours: 23 }))
      .when(hours(24))
      .then(
        occurred('StaffProposed', {
          before: '{"wait":"verification","hours":23}',
          after: '{"wait":"verification","hours":24}',
        }),
      );
    scenario.given(confirmed(1)).when(passed(DAY)).then(occurred('StaffApplied'), occurred('OverdueHoursSet'));
    restarted(scenario).when(hours(24)).then(refused('terms.unchanged'));
    for (const wrong of [hours(0), hours(721), hours(1.5), hours(5, 'nothing' as OverdueWait)])
      scenario.when(wrong).then(refused('staff.terms.invalid'));
    scenario.when(hours(48, 'feedback')).then(refused('terms.unchanged'));
  });

  test('a text, of which the journal has the hash, by two: which one is the house’s bank account, for example', () => {
    const setting = (name: string, hash = NAME): Step => staff({ type: 'SetDeskSetting', name, hash });
    const scenario = staffed(setting('bank.USD'), confirmed(1)).when(passed(DAY));
    scenario.then(occurred('StaffApplied'), occurred('DeskSettingSet', { name: 'bank.USD', hash: NAME }));
    restarted(scenario).when(setting('bank.USD')).then(refused('terms.unchanged'));
    scenario.when(setting('bank.USD', 'bb'.repeat(32))).then(occurred('StaffProposed'));
    for (const wrong of [setting('bank account'), setting('bank', 'IBAN')])
      scenario.when(wrong).then(refused('staff.terms.invalid'));
  });

  test('is told with the staff at the upgrade', () => {
    const limits = [{ bindings: 1, limit: 7n }];
    const settings = [{ name: 'bank.USD', hash: NAME }];
    given()
      .when(system({ type: 'TellStaff', staff: [], limits, settings }))
      .then(
        occurred('DailyLimitSet', { bindings: 1, limit: 7n }),
        occurred('DeskSettingSet', { name: 'bank.USD' }),
        occurred('StaffTold'),
      );
  });
});

const ethTerms = (fields: Parameters<typeof marketTerms>[0]) => marketTerms({ market: 'ETH-USDT', ...fields });

test.each<[string, Step, Step | null]>([
  ['verification without documents', staff({ type: 'VerifyMember', user: DAVE }), verifiedBy(DAVE)],
  ['a higher level of fees', staff({ type: 'AssignFeeTier', user: BOB, tier: 2 }), null],
  ...(['spot', 'perpetual'] as const).map((product): [string, Step, null] => [
    `levels of ${product} that need less`,
    staff({ type: 'SetFeeTiers', product, volumes: [0n, 5n], reason: 'r' }),
    null,
  ]),
  [
    'fewer confirmations',
    staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations: 11 }),
    staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 4n, confirmations: 13 }),
  ],
  [
    'smaller payments',
    staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 2n, confirmations: 12 }),
    null,
  ],
  ['a wider band', marketTerms({ bandPpb: 110_000_000 }), marketTerms({ bandPpb: 90_000_000 })],
  ['smaller orders', marketTerms({ notionalMin: 1n }), marketTerms({ notionalMin: 1_000n })],
  ['larger orders', marketTerms({ quantityMax: 2_000_000_000 }), marketTerms({ quantityMax: 1_000 })],
  ['dearer orders', marketTerms({ priceHighest: 1_000_001 }), marketTerms({ priceHighest: 999_999 })],
  ['more open orders', marketTerms({ openOrdersMax: 900 }), marketTerms({ openOrdersMax: 9 })],
  ['lower fees', ethTerms({ takerFeesPpb: [1] }), ethTerms({ takerFeesPpb: [9_000_000] })],
  ['lower fees of a high level', ethTerms({ takerFeesPpb: [9_000_000, 1] }), null],
  ['an amount in place of a part', ethTerms({ takerFeesFixed: [10n ** 9n] }), null],
  ['another reference price', marketTerms({ referencePrice: 101 }), null],
  ['the narrower band with the lower fee', ethTerms({ bandPpb: 90_000_000, makerFeesPpb: [1] }), null],
])('%s: proposed; what is less than that: done', (_name, loosening, tightening) => {
  const proposed = (scenario: ReturnType<typeof staffed>, step: Step): boolean => {
    scenario.given(step);
    const { batches } = scenario.exchange;
    return batches[batches.length - 1].events[0].type === 'StaffProposed';
  };
  expect(proposed(staffed(), loosening)).toBe(true);
  if (tightening) expect(proposed(staffed(), tightening)).toBe(false);
});

test('amounts beyond what a number holds exactly are compared to the unit', () => {
  const scenario = staffed().given(marketTerms({ notionalMin: 2n ** 53n + 1n }));
  const { batches } = scenario.exchange;
  expect(batches[batches.length - 1].events[0].type).toBe('MarketTermsChanged');
  scenario.given(marketTerms({ notionalMin: 2n ** 53n }));
  expect(batches[batches.length - 1].events[0].type).toBe('StaffProposed');
});

describe('terms of an index', () => {
  const set = (fields: Partial<SetIndexTerms> = {}) => indexTerms(fields);

  test.each<[string, Partial<Omit<SetIndexTerms, 'type'>>]>([
    ['fewer sources', { sourcesMin: 2 }],
    ['older sources', { sourceStaleMs: 10_001 }],
    ['a price that counts for longer', { staleMs: 30_001 }],
    ['more sources that may be older', { sourcesMin: 4, sourceStaleMs: 20_000 }],
  ])('%s: by two, a day later', (_, fields) => {
    const first = { sourcesMin: 3, sourceStaleMs: 10_000, staleMs: 30_000 };
    const scenario = staffed(set(first))
      .when(set({ ...first, ...fields }))
      .then(occurred('StaffProposed'));
    scenario.given(confirmed(1));
    const terms = () => scenario.exchange.state.index.symbols.get('BTC-USDT')?.terms;
    expect(terms()).toMatchObject(first);
    scenario.when(passed(DAY)).then(occurred('StaffApplied'), occurred('IndexTermsSet', fields));
    expect(terms()).toMatchObject({ ...first, ...fields });
  });

  test('the first of a symbol, and what is tighter: by one', () => {
    staffed()
      .when(set({ sourcesMin: 3, sourceStaleMs: 10_000, staleMs: 30_000 }))
      .then(occurred('IndexTermsSet'))
      .when(set({ sourcesMin: 4, sourceStaleMs: 9_000, staleMs: 29_000 }))
      .then(occurred('IndexTermsSet'));
  });
});

describe('terms of a market that two agreed on', () => {
  test('lapse when one of staff tightened them since, and count from their time where they name one', () => {
    const scenario = staffed(marketTerms({ bandPpb: 110_000_000 }), confirmed(1));
    scenario.given(marketTerms({ bandPpb: 80_000_000 }));
    scenario.when(passed(DAY)).then(occurred('StaffLapsed', { proposal: 1, why: 'impossible' }));
    const from = scenario.exchange.now + 3 * DAY;
    scenario.given(marketTerms({ bandPpb: 110_000_000, from }), confirmed(2));
    scenario.when(passed(DAY)).then(occurred('StaffApplied'), occurred('MarketTermsChanged', { from }));
  });

  test('are judged by what will be so by then: a tighter change to come is taken back by two', () => {
    const scenario = staffed();
    const from = scenario.exchange.now + 3 * DAY;
    scenario
      .given(marketTerms({ bandPpb: 80_000_000, from }))
      .when(marketTerms({ bandPpb: 90_000_000, from }))
      .then(occurred('StaffProposed', { before: expect.stringContaining('80000000') }));
  });
});

test('a lower level of fees, or an earlier end of it, is one’s to give', () => {
  const tier = (level: number, until?: number): Step => staff({ type: 'AssignFeeTier', user: BOB, tier: level, until });
  const scenario = staffed(tier(3), confirmed(1)).when(passed(DAY));
  scenario.when(tier(2)).then(occurred('FeeTierAssigned', { tier: 2 }));
  scenario.when(tier(2, scenario.exchange.now + HOUR)).then(occurred('FeeTierAssigned', { tier: 2 }));
  scenario.when(tier(2)).then(occurred('StaffProposed'));
  scenario.when(tier(0)).then(occurred('FeeTierAssigned', { tier: 0 }));
});

test('an exchange that was told of nobody goes on as before', () => {
  given(accountFrozen()).when(unfrozen(BOB)).then(occurred('AccountUnfrozen'));
});
