import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import { scopeText, WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import type { Command, SetStaff } from '../../../server/core/command';
import { IMPORTED_MAX } from '../../../server/products/wallet/core/statement';
import { EVERY_RIGHT, STAFF_MAX } from '../../../server/core/staff/decide-people';
import {
  ADMIN,
  BOB,
  DAVE,
  SECOND,
  STARTED_AT,
  accountFrozen,
  approve,
  available,
  buy,
  asUser,
  credit,
  given,
  nothing,
  occurred,
  pay,
  refused,
  restoredFromSnapshot,
  staff,
  startPayout,
  system,
  withdraw,
  RICH,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  AUDITOR_ID,
  DAY,
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  NAME,
  creditByBank,
  confirmProposal,
  passTime,
  rulesOf,
  sendAs,
  setStaff,
  withStaff,
  importLines,
  reportStaff,
} from '../../tools/fixtures/staff-fixture';
import { unfrozen, verifiedBy, review, level, refusedLast } from './staff-scenario-fixture';

describe('rights', () => {
  test("are granted and revoked by two, and never one's own", () => {
    withStaff()
      .when(setStaff(THIRD_ID, 'admin', ['withdrawals']))
      .then(occurred('StaffProposed', { before: '{"role":"admin","rights":"users withdrawals"}' }))
      .when(setStaff(AUDITOR_ID, 'user'))
      .then(occurred('StaffProposed', { user: AUDITOR_ID }))
      .when(setStaff(FIRST_ID, 'admin', ['staff']))
      .then(refused('command.not.permitted'))
      .when(setStaff(SECOND_ID, 'user'))
      .then(occurred('StaffProposed', { user: SECOND_ID }))
      .when(confirmProposal(3))
      .then(refused('approval.needs.another'));
  });
});

describe('staff', () => {
  test('neither trade nor withdraw, but may cancel their orders', () => {
    const scenario = withStaff(verifiedBy(DAVE), credit('USDT', RICH, 'chain', DAVE), [
      asUser(DAVE, buy(100, 1)),
      setStaff(DAVE, 'auditor'),
      confirmProposal(1),
    ]).when(passTime(DAY));
    for (const step of [asUser(DAVE, buy(100, 1)), asUser(DAVE, withdraw('USDT', 100n))])
      scenario.when(step).then(refused('staff.may.not.trade'));
    scenario
      .when(asUser(DAVE, { actor: `user/${DAVE}`, command: { type: 'CancelOrder', user: DAVE, order: 1 } }))
      .then(occurred('OrderCancelled'));
  });

  test('are recorded once, and only the first two are named directly', () => {
    const name = (user: number): Step => system({ type: 'NameStaff', user });
    nothing().when(name(FIRST_ID)).then(refused('staff.already.named'));
    const scenario = nothing().given(
      ...[FIRST_ID, SECOND_ID, THIRD_ID].map((user) => system({ type: 'RegisterMember', user })),
    );
    scenario
      .when(reportStaff([]))
      .then(occurred('StaffTold', { count: 0 }))
      .when(reportStaff())
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
    // Except by the demo, whose users may all change.
    scenario.when(sendAs('demo', name(THIRD_ID).command)).then(occurred('StaffNamed', { user: THIRD_ID }));
    // With two at the upgrade nobody is named directly.
    withStaff().when(name(BOB)).then(refused('staff.already.named'));
  });

  test('have rights from the table, for admins only, and a maximum number', () => {
    const wrong: Command[] = [
      { ...setStaff(BOB, 'admin').command, rights: 'owner' },
      { ...setStaff(BOB, 'admin').command, rights: 'withdrawals users' },
      { ...setStaff(BOB, 'auditor').command, rights: 'users' },
    ];
    for (const command of wrong) withStaff().when(staff(command)).then(refused('staff.terms.invalid'));
    withStaff().when(setStaff(99, 'auditor')).then(refused('account.unknown'));
    withStaff()
      .when(setStaff(THIRD_ID, 'admin', ['users', 'withdrawals']))
      .then(refused('terms.unchanged'));
    const crowd = Array.from(
      { length: STAFF_MAX + 1 },
      (_, index) => ({ user: index + 1, role: 'auditor', rights: '' }) as const,
    );
    given().when(reportStaff(crowd)).then(refused('staff.terms.invalid'));
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
    withStaff(credit('USDT', RICH, 'chain', BOB), [access(fields), confirmProposal(1)]).when(passTime(DAY));

  test('has an end within a year and a scope; other roles have neither', () => {
    const wrong: Partial<SetStaff>[] = [
      { until: undefined },
      { scope: undefined },
      { scope: '{}' },
      { scope: '{"assets":["ETH","BTC"],"personal":1}' },
      { until: STARTED_AT - 1 },
      { until: STARTED_AT + 400 * DAY },
    ];
    for (const fields of wrong) withStaff().when(access(fields)).then(refused('staff.terms.invalid'));
    withStaff()
      .when(staff({ ...setStaff(BOB, 'admin').command, until }))
      .then(refused('staff.terms.invalid'));
    const { state } = appointed({ scope: NARROW }).exchange;
    expect(state.staff.people.get(DAVE)).toMatchObject({ role: 'auditor', until, scope: NARROW });
    // Auditors from before these bounds have none until changed.
    expect(withStaff().exchange.state.staff.people.get(AUDITOR_ID)).toMatchObject({ until: null, scope: null });
  });

  test('is extended, shortened, widened or narrowed by two', () => {
    for (const other of [{ until: until + DAY }, { until: until - DAY }, { scope: scopeText(WHOLE_SCOPE) }])
      appointed({ scope: NARROW })
        .when(access({ scope: NARROW, ...other }))
        .then(occurred('StaffProposed', { command: 'SetStaff', user: DAVE, waits: 1 }));
    appointed({ scope: NARROW })
      .when(access({ scope: NARROW }))
      .then(refused('terms.unchanged'));
  });
});

describe('while the exchange holds no user funds', () => {
  test('two admins set it up at once; from the first deposit changes wait a day', () => {
    const scenario = nothing().given(
      ...[FIRST_ID, SECOND_ID, THIRD_ID, BOB].map((user) => system({ type: 'RegisterMember', user })),
      reportStaff([]),
      system({ type: 'NameStaff', user: FIRST_ID }),
      system({ type: 'NameStaff', user: SECOND_ID }),
      staff({ type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n }),
      confirmProposal(1),
    );
    const terms = (confirmations: number): Step =>
      staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
    scenario
      .when(terms(6), confirmProposal(2))
      .then(
        occurred('StaffProposed', { after: '{"asset":"BTC","chain":"BTC","minimum":"3","confirmations":6}' }),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeTermsSet', { confirmations: 6 }),
      )
      .when(setStaff(THIRD_ID, 'admin', ['recharges']), confirmProposal(3))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('StaffNamed', { user: THIRD_ID, approvesFrom: 0 }),
      )
      .when(terms(7))
      .then(occurred('RechargeTermsSet', { confirmations: 7 }), occurred('StaffActed', { kind: 'tighten' }))
      .given(credit('BTC', 5n, 'demo/1'))
      .when(terms(5), confirmProposal(4, THIRD))
      .then(occurred('StaffProposed'), occurred('StaffConfirmed'));
  });
});

describe('bounds of the configuration', () => {
  test('are checked when proposing', () => {
    withStaff()
      .when(review(5_000_001n))
      .then(refused('terms.out.of.bounds', { maximum: '5000000' }))
      .when(staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations: 1 }))
      .then(refused('terms.out.of.bounds', { minimum: 2 }));
  });

  test('are recorded again when changed', () => {
    withStaff()
      .when(system(rulesOf()))
      .then(refused('terms.unchanged'))
      .when(system(rulesOf({ waitMs: 2 * DAY })))
      .then(occurred('StaffRulesSet', { waitMs: 2 * DAY }));
    for (const fields of [{ waitMs: -1 }, { openMs: 0 }, { confirmationsMin: 0 }, { reviewAboveMax: -1n }])
      withStaff()
        .when(system(rulesOf(fields)))
        .then(refused('staff.terms.invalid'));
    nothing().when(system(rulesOf())).then(refused('staff.terms.invalid'));
  });
});

describe('manual credits', () => {
  test('need a statement line and a second admin, and happen at once and once', () => {
    const scenario = withStaff(importLines({}, { reference: 'bank/2', amount: 700n }));
    scenario
      .when(creditByBank('bank/1'))
      .then(occurred('StaffProposed', { user: BOB, waits: 0, worth: 1_000_000n }), available(BOB, 'USD', 0n, 'legal'))
      .when(confirmProposal(1, THIRD))
      .then(refused('command.not.permitted'))
      .when(confirmProposal(1))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited', { user: BOB, amount: 1n }),
        available(BOB, 'USD', 1n, 'legal'),
      )
      .when(creditByBank('bank/1'))
      .then(refused('recharge.already.credited'))
      .when(creditByBank('bank/3'))
      .then(refused('statement.line.missing'))
      .when(creditByBank('bank/2', 701n))
      .then(refused('statement.line.mismatch', { asset: 'USD', amount: '700' }))
      .when(creditByBank('bank/2', 700n, 'bb'.repeat(32)))
      .then(refused('statement.line.mismatch'));
    // Over a restart a used line is gone, and an unused one remains.
    restoredFromSnapshot(scenario).when(creditByBank('bank/2', 700n)).then(occurred('StaffProposed'));
  });

  test('use each statement line once, however often it is imported, and it is immutable', () => {
    withStaff(importLines({}))
      .when(importLines({}))
      .then(refused('statement.nothing.new'))
      .when(importLines({}, { reference: 'bank/2' }))
      .then(occurred('StatementLineRead', { reference: 'bank/2' }))
      .when(importLines({ amount: 2n }))
      .then(refused('statement.invalid', { line: 1 }))
      .when(creditByBank('bank/1'), confirmProposal(1), importLines({}))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited'),
        refusedLast('statement.nothing.new'),
      );
    for (const wrong of [{ amount: 0n }, { reference: '' }, { name: 'Bob' }, { reference: 'x'.repeat(129) }])
      withStaff()
        .when(importLines(wrong))
        .then(refused('statement.invalid', { line: 1 }));
    withStaff()
      .when(importLines({}, {}))
      .then(refused('statement.invalid', { line: 2 }));
    const many = Array.from({ length: IMPORTED_MAX + 1 }, (_, index) => ({ reference: `bank/${index}` }));
    withStaff()
      .when(importLines(...many))
      .then(refused('statement.invalid', { maximum: IMPORTED_MAX }));
    withStaff()
      .when(staff({ type: 'ImportStatement', asset: 'BTC', lines: [] }))
      .then(refused('statement.invalid'))
      .when(staff({ type: 'ImportStatement', asset: 'XYZ', lines: [] }))
      .then(refused('asset.unknown'));
  });

  test('apply the same to payouts of legal currency; those of coins are visible on the chain', () => {
    const paid = (reference: string): Step => staff({ type: 'PayWithdrawal', withdrawal: 1, reference, name: NAME });
    withStaff(
      [
        importLines({ amount: 900n }, { way: 'out', reference: 'bank/9', amount: 100n }),
        creditByBank('bank/1', 900n),
        confirmProposal(1),
      ],
      [withdraw('USD', 100n), approve(1), startPayout(1)],
    )
      .when(paid('bank/8'))
      .then(refused('statement.line.missing'))
      .when(paid('bank/9'))
      .then(occurred('StaffProposed', { user: BOB, command: 'PayWithdrawal' }))
      .when(confirmProposal(2))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('WithdrawalPaid', { withdrawal: 1 }));
    withStaff(withdraw('USDT', 100n), approve(1), startPayout(1)).when(pay(1)).then(occurred('WithdrawalPaid'));
  });

  test('have a daily maximum per admin, as the first or the second', () => {
    // One USDT is a dollar: 7 and 4 of them, with a maximum of 10.
    const lines = [importLines({ amount: 700n }, { reference: 'bank/2', amount: 400n }), creditByBank('bank/1', 700n)];
    const most = system(rulesOf({ byHandDayMax: 1_000_000_000n }));
    const second = sendAs(SECOND, creditByBank('bank/2', 400n).command);
    withStaff(system(rulesOf({ byHandDayMax: 10_000_000_000n })), most, lines)
      .when(creditByBank('bank/2', 400n))
      .then(refused('staff.day.exceeded', { left: '300000000' }))
      .when(second, confirmProposal(2, ADMIN))
      .then(occurred('StaffProposed', { by: SECOND_ID }), refusedLast('staff.day.exceeded'))
      .when(passTime(DAY), confirmProposal(2, ADMIN))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('RechargeCredited', { reference: 'bank/2', amount: 400n }),
      );
  });
});

describe('desk settings', () => {
  test('lower a daily limit by one admin, raise it by two', () => {
    const limit = (amount: bigint): Step => staff({ type: 'SetDailyLimit', bindings: 2, limit: amount });
    withStaff(limit(5n), confirmProposal(1))
      .when(passTime(DAY))
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

  test('lower overdue hours by one admin, raise them by two, up to a month', () => {
    const hours = (count: number, wait: OverdueWait = 'verification'): Step =>
      staff({ type: 'SetOverdueHours', wait, hours: count });
    const scenario = withStaff()
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
      .when(confirmProposal(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('OverdueHoursSet', { hours: 24 }));
    restoredFromSnapshot(scenario).when(hours(24)).then(refused('terms.unchanged'));
    for (const wrong of [hours(0), hours(721), hours(1.5), hours(5, 'nothing' as OverdueWait)])
      scenario.when(wrong).then(refused('staff.terms.invalid'));
    scenario.when(hours(48, 'feedback')).then(refused('terms.unchanged'));
  });

  test('change a text by two, of which the journal has the hash, such as the bank account', () => {
    const setting = (name: string, hash = NAME): Step => staff({ type: 'SetDeskSetting', name, hash });
    const scenario = withStaff(setting('bank.USD'), confirmProposal(1)).when(passTime(DAY));
    scenario.then(occurred('StaffApplied'), occurred('DeskSettingSet', { name: 'bank.USD', hash: NAME }));
    restoredFromSnapshot(scenario).when(setting('bank.USD')).then(refused('terms.unchanged'));
    scenario.when(setting('bank.USD', 'bb'.repeat(32))).then(occurred('StaffProposed'));
    for (const wrong of [setting('bank account'), setting('bank', 'IBAN')])
      scenario.when(wrong).then(refused('staff.terms.invalid'));
  });

  test('are recorded with the staff at the upgrade', () => {
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

test('a fee level is granted and revoked by two', () => {
  const scenario = withStaff(level(BOB, 3), confirmProposal(1)).when(passTime(DAY));
  scenario.when(level(BOB, 2)).then(occurred('StaffProposed', { before: '{"tier":3}', after: '{"tier":2}' }));
});

test('without recorded staff an exchange works as before', () => {
  given(accountFrozen()).when(unfrozen(BOB)).then(occurred('AccountUnfrozen'));
});
