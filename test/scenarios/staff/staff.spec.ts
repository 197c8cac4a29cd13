import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import { scopeText, WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import type { Command, SetStaff } from '../../../server/core/command';
import { IMPORTED_MAX } from '../../../server/products/wallet/core/statement';
import { EVERY_RIGHT, STAFF_MAX } from '../../../server/core/staff/decide-people';
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
} from '../../tools/fixtures/staff-fixture';

const unfrozen = (user: number): Step => staff({ type: 'UnfreezeAccount', user, reason: 'reviewed' });
const document = (user: number, hash = 'ab'.repeat(32)): Step => system({ type: 'NameDocument', user, document: hash });
const verifiedBy = (user: number, hash = 'ab'.repeat(32)): Step =>
  sent(user === FIRST_ID ? SECOND : ADMIN, { type: 'VerifyMember', user, document: hash });
const review = (secondApprovalAbove: bigint): Step => staff({ type: 'SetWithdrawalReview', secondApprovalAbove });

describe('a change', () => {
  test('is proposed by whoever sends it, confirmed by another, and in effect a day later, whoever is there or not', () => {
    const scenario = staffed();
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
      .when(confirmed(1))
      .then(
        occurred('StaffConfirmed', { proposal: 1, by: SECOND_ID }),
        that(({ state, now }) => expect(state.staff.proposals.get(1)?.from).toBe(now - 1 + DAY)),
      );
    scenario.exchange.now += DAY - 2;
    scenario.when(passed(0)).then(hasLevel(null));
    scenario.when(passed(0)).then(
      occurred('StaffApplied', { proposal: 1, by: FIRST_ID }),
      occurred('FeeTierAssigned', { user: BOB, tier: 2 }),
      hasLevel(2),
      that(({ state }) => expect(state.staff.proposals.size).toBe(0)),
    );
  });

  test('is nobody’s to confirm who proposed it, lacks its right, is no admin, or is not known to the core', () => {
    const scenario = staffed(level(BOB, 2));
    for (const [actor, code] of [
      [ADMIN, 'approval.needs.another'],
      [IMPORTER, 'command.not.permitted'],
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
    staffed(verifiedBy(SECOND_ID), document(BOB))
      .when(level(BOB, 2))
      .then(occurred('StaffProposed'))
      .when(confirmed(1))
      .then(refused('approval.needs.another'))
      .when(confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'));
    staffed(verifiedBy(FIRST_ID), document(BOB)).when(level(BOB, 2)).then(refused('approval.needs.another'));
    // Two numbers of staff, one person.
    staffed(verifiedBy(FIRST_ID, 'cd'.repeat(32)), verifiedBy(SECOND_ID, 'cd'.repeat(32)))
      .when(level(BOB, 2), confirmed(1))
      .then(occurred('StaffProposed'), refusedLast('approval.needs.another'));
    staffed(level(THIRD_ID, 2)).when(confirmed(1, THIRD)).then(refused('approval.needs.another'));
  });

  test('is called off by any of them as long as it is not in effect, and expires where nobody confirms it', () => {
    staffed(level(BOB, 2), confirmed(1))
      .when(declined(1, THIRD))
      .then(occurred('StaffDeclined', { proposal: 1, by: THIRD_ID, reason: 'c3d4' }))
      .when(passed(2 * DAY))
      .then(hasLevel(null))
      .when(declined(1), confirmed(1))
      .then(refused('proposal.not.found'));
    staffed(level(BOB, 2))
      .when(passed(2 * DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'expired' }))
      .when(confirmed(1))
      .then(refused('proposal.not.found'));
  });

  test('lapses when one of the two has lost the right since', () => {
    staffed(
      [setStaff(THIRD_ID, 'admin', ['withdrawals']), confirmed(1)],
      { ...level(BOB, 2), after: HOUR },
      confirmed(2, THIRD),
    )
      .when(passed(DAY))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('StaffNamed', { user: THIRD_ID, rights: 'withdrawals' }),
        occurred('StaffLapsed', { proposal: 2, why: 'impossible' }),
        hasLevel(null),
      );
    // Whoever proposed it is frozen: their word counts no more.
    staffed(level(BOB, 2), sent(SECOND, freezes(FIRST_ID)), confirmed(2, THIRD))
      .when(confirmed(1))
      .then(refused('proposal.state.invalid'));
  });

  test('is proposed once, confirmed once, and refused as proposed what would be refused as done', () => {
    staffed(level(BOB, 2))
      .when(level(BOB, 2))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(sent(SECOND, level(BOB, 2).command))
      .then(refused('proposal.already.open', { proposal: 1 }))
      .when(unfrozen(ALICE))
      .then(refused('account.not.frozen'))
      .when(confirmed(1), confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'), refusedLast('proposal.state.invalid'));
  });

  test('is remembered through a snapshot', () => {
    const scenario = staffed(level(BOB, 2), confirmed(1));
    restarted(scenario)
      .when(passed(DAY))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred('FeeTierAssigned', { user: BOB }));
  });
});

describe('what somebody waits for', () => {
  test('two restore at once', () => {
    staffed(accountFrozen())
      .when(unfrozen(BOB))
      .then(occurred('StaffProposed', { user: BOB, waits: 0, before: '{"frozen":1}', after: '{"frozen":0}' }))
      .when(buy(100, 1))
      .then(refused('account.frozen'))
      .when(confirmed(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 1 }),
        occurred('AccountUnfrozen', { user: BOB, reason: 'reviewed' }),
      )
      .when(buy(100, 1))
      .then(occurred('OrderPlaced'));
  });

  test('is refused to the second where the first was there already', () => {
    const freeze = { type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'r' } as const;
    const release = (reason: string, actor = ADMIN): Step => sent(actor, { type: 'UnfreezeFunds', hold: 1, reason });
    staffed(staff(freeze), release('a'), release('b', SECOND))
      .when(confirmed(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 1 }),
        occurred('FundsUnfrozen', { hold: 1, reason: 'a' }),
        frozen(BOB, 'USDT', 0n),
      )
      .when(confirmed(2, ADMIN))
      .then(refused('hold.not.found'));
  });
});

/** Not what it is at the beginning. */
function level(user: number, tier: number): Step {
  return staff({ type: 'AssignFeeTier', user, tier });
}
const hasLevel = (tier: number | null) =>
  that(({ state }) => expect(state.members.get(BOB)?.floor?.level ?? null).toBe(tier));
const freezes = (user: number) => ({ type: 'FreezeAccount', user, reason: 'r' }) as const;
/** Of several acts the last. */
const refusedLast = (code: Parameters<typeof refused>[0]) =>
  that((_, { outcomes }) => expect(outcomes[outcomes.length - 1]).toMatchObject({ rejected: code }));

describe('rights', () => {
  test('are given and taken by two, and one’s own by nobody', () => {
    staffed()
      .when(setStaff(THIRD_ID, 'admin', ['withdrawals']))
      .then(occurred('StaffProposed', { before: '{"role":"admin","rights":"users withdrawals"}' }))
      .when(setStaff(AUDITOR_ID, 'user'))
      .then(occurred('StaffProposed', { user: AUDITOR_ID }))
      .when(setStaff(FIRST_ID, 'admin', ['staff']))
      .then(refused('command.not.permitted'))
      .when(setStaff(SECOND_ID, 'user'))
      .then(occurred('StaffProposed', { user: SECOND_ID }))
      .when(confirmed(3))
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
    staffed(withdraw('USDT', 100n), sent(SECOND, freezes(FIRST_ID)), confirmed(1, THIRD))
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

  test('is let in for longer or shorter, or sees more or less, by two', () => {
    for (const other of [{ until: until + DAY }, { until: until - DAY }, { scope: scopeText(WHOLE_SCOPE) }])
      appointed({ scope: NARROW })
        .when(access({ scope: NARROW, ...other }))
        .then(occurred('StaffProposed', { command: 'SetStaff', user: DAVE, waits: 1 }));
    appointed({ scope: NARROW })
      .when(access({ scope: NARROW }))
      .then(refused('terms.unchanged'));
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
      confirmed(1),
    );
    const terms = (confirmations: number): Step =>
      staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
    scenario
      .when(terms(6), confirmed(2))
      .then(
        occurred('StaffProposed', { after: '{"asset":"BTC","chain":"BTC","minimum":"3","confirmations":6}' }),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeTermsSet', { confirmations: 6 }),
      )
      .when(setStaff(THIRD_ID, 'admin', ['recharges']), confirmed(3))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('StaffNamed', { user: THIRD_ID, approvesFrom: 0 }),
      )
      .when(terms(7))
      .then(occurred('RechargeTermsSet', { confirmations: 7 }), occurred('StaffActed', { kind: 'tighten' }))
      .given(credit('BTC', 5n, 'demo/1'))
      .when(terms(5), confirmed(4, THIRD))
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
      .then(occurred('DailyLimitSet', { limit: 4n }), occurred('StaffActed'))
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
      .then(occurred('OverdueHoursSet', { wait: 'verification', hours: 23 }), occurred('StaffActed'))
      .when(hours(24))
      .then(
        occurred('StaffProposed', {
          before: '{"wait":"verification","hours":23}',
          after: '{"wait":"verification","hours":24}',
        }),
      );
    scenario
      .when(confirmed(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('OverdueHoursSet', { hours: 24 }));
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

describe('terms that two agreed on', () => {
  test('lapse when others were set since, and count from their time where they name one', () => {
    const scenario = staffed(marketTerms({ bandPpb: 110_000_000 }), confirmed(1));
    scenario.given({ ...marketTerms({ bandPpb: 80_000_000 }), actor: SECOND }, confirmed(2, ADMIN));
    scenario
      .when(passed(DAY))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('MarketTermsChanged', { bandPpb: 110_000_000 }),
        occurred('StaffLapsed', { proposal: 2, why: 'impossible' }),
      );
    const from = scenario.exchange.now + 3 * DAY;
    scenario.given(marketTerms({ bandPpb: 90_000_000, from }), confirmed(3));
    scenario.when(passed(DAY)).then(occurred('StaffApplied'), occurred('MarketTermsChanged', { from }));
    // What will be so by then is what the next are compared with.
    scenario
      .when(marketTerms({ bandPpb: 95_000_000, from }))
      .then(occurred('StaffProposed', { before: expect.stringContaining('90000000') }));
  });

  test('of an index likewise, also the first of a symbol', () => {
    const first = { sourcesMin: 3, sourceStaleMs: 10_000, staleMs: 30_000 };
    const scenario = staffed()
      .when(indexTerms(first))
      .then(occurred('StaffProposed', { before: '{}' }));
    scenario.given(confirmed(1)).when(passed(DAY)).then(occurred('StaffApplied'), occurred('IndexTermsSet', first));
    scenario.when(indexTerms({ ...first, sourcesMin: 4 })).then(occurred('StaffProposed'));
  });
});

test('a level of fees is two’s to give and to take', () => {
  const scenario = staffed(level(BOB, 3), confirmed(1)).when(passed(DAY));
  scenario.when(level(BOB, 2)).then(occurred('StaffProposed', { before: '{"tier":3}', after: '{"tier":2}' }));
});

test('an exchange that was told of nobody goes on as before', () => {
  given(accountFrozen()).when(unfrozen(BOB)).then(occurred('AccountUnfrozen'));
});
