import { canonicalLines, restoreState, evolve, createState } from '../../../server/products/core';
import type { Actor } from '../../../server/core/command';
import { OPEN_PER_PERSON_MAX, RESERVED_PROPOSALS, PROPOSALS_MAX } from '../../../server/core/staff/decide-proposal';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  accountFrozen,
  approve,
  assetState,
  buy,
  asUser,
  cancelAll,
  credit,
  given,
  house,
  occurred,
  refused,
  restoredFromSnapshot,
  sell,
  staff,
  system,
  expectThat,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  declineProposal,
  DAY,
  FIRST_ID,
  HOUR,
  IMPORTER,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  creditByBank,
  confirmProposal,
  fullAdmins,
  keepAct,
  passTime,
  sendAs,
  setStaff,
  withStaff,
  importLines,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';
import { halted, limit, recharge, certified, isMarket } from './staff-acts-fixture';

const setting = (name: string, actor = ADMIN): Step => sendAs(actor, { type: 'SetDeskSetting', name, hash: NAME });
const freeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'UnfreezeAccount', user, reason: 'r' });

describe('proposals', () => {
  test('a newer proposal by the same person on the same subject replaces the older', () => {
    withStaff(limit(5n), limit(7n, SECOND))
      .when(limit(6n))
      .then(
        occurred('StaffProposed', { proposal: 3, subject: 'limit/1' }),
        occurred('StaffLapsed', { proposal: 1, why: 'replaced' }),
      )
      .when(confirmProposal(1))
      .then(refused('proposal.not.found'))
      .when(confirmProposal(3))
      .then(occurred('StaffConfirmed', { proposal: 3 }))
      // A confirmed proposal stays.
      .when(limit(8n))
      .then(occurred('StaffProposed', { proposal: 4 }));
  });

  test('one person has at most ten open, over all own accounts', () => {
    const names = Array.from({ length: OPEN_PER_PERSON_MAX }, (_, index) => `text.${index}`);
    const scenario = withStaff(certified(FIRST_ID), certified(SECOND_ID), ...names.map((name) => setting(name)));
    const full = refused('proposals.too.many', { maximum: OPEN_PER_PERSON_MAX });
    scenario.when(setting('one.more')).then(full);
    scenario.when(setting('one.more', SECOND)).then(full);
    // A replacement of an older one is accepted.
    scenario
      .when(staff({ type: 'SetDeskSetting', name: names[0], hash: 'bb'.repeat(32) }))
      .then(occurred('StaffProposed'), occurred('StaffLapsed', { why: 'replaced' }));
    const others = withStaff(...names.map((name) => setting(name))).given(setting('one.more', SECOND));
    others.given(confirmProposal(1)).when(setting('one.more.of.mine')).then(occurred('StaffProposed'));
  });

  test('fifty places are reserved for restores and changes of staff', () => {
    const scenario = withStaff(accountFrozen());
    for (let proposal = 1; proposal <= PROPOSALS_MAX - RESERVED_PROPOSALS; proposal++)
      scenario.given(setting(`text.${proposal}`), confirmProposal(proposal));
    scenario
      .when(setting('one.more'))
      .then(refused('proposals.too.many', { maximum: PROPOSALS_MAX - RESERVED_PROPOSALS }));
    scenario.when(unfreeze(BOB)).then(occurred('StaffProposed'));
    for (let user = 20_000_001; scenario.exchange.state.staff.proposals.size < PROPOSALS_MAX; user++) {
      const proposal = scenario.exchange.state.staff.next;
      scenario.given(system({ type: 'RegisterMember', user }), setStaff(user, 'auditor'), confirmProposal(proposal));
    }
    scenario.when(setStaff(DAVE, 'auditor')).then(refused('proposals.too.many', { maximum: PROPOSALS_MAX }));
  });
});

describe('the importer of a bank statement line', () => {
  const imported = sendAs(ADMIN, importLines({ amount: 700n }).command);
  const funds = (actor: Actor): Step =>
    sendAs(actor, { type: 'FundHouse', asset: 'USD', amount: 700n, reference: 'bank/1', reason: 'capital' });

  test.each<[string, (actor: Actor) => Step, string]>([
    ['a credit', (actor) => sendAs(actor, creditByBank('bank/1', 700n).command), 'RechargeCredited'],
    ['money of the house', funds, 'HouseFunded'],
  ])('is neither proposer nor confirmer of its use: %s', (_, step, type) => {
    const scenario = withStaff(imported);
    scenario.when(step(ADMIN)).then(refused('approval.needs.another'));
    scenario.given(step(SECOND)).when(confirmProposal(1, ADMIN)).then(refused('approval.needs.another'));
    scenario.given(confirmProposal(1, IMPORTER));
    expect(scenario.exchange.batches.at(-1)?.events.map((event) => event.type)).toContain(type);
    // Nor by a second account verified by the same document.
    const twice = withStaff(certified(FIRST_ID), certified(SECOND_ID), imported);
    twice.when(step(SECOND)).then(refused('approval.needs.another'));
    twice.given(step(IMPORTER)).when(confirmProposal(1)).then(refused('approval.needs.another'));
  });
});

describe('house funds', () => {
  const funds = (asset: string, amount: bigint, reference?: string): Step =>
    staff({ type: 'FundHouse', asset, amount, reference, reason: 'capital' });

  test('in legal currency match one statement line, once', () => {
    const scenario = withStaff(importLines({ amount: 700n }));
    scenario.when(funds('USD', 700n)).then(refused('statement.line.missing'));
    scenario.when(funds('USD', 700n, 'bank/2')).then(refused('statement.line.missing'));
    scenario
      .when(funds('USD', 701n, 'bank/1'))
      .then(refused('statement.line.mismatch', { asset: 'USD', amount: '700' }));
    scenario
      .when(funds('USD', 700n, 'bank/1'), confirmProposal(1))
      .then(
        occurred('StaffProposed', { waits: 0, worth: 700_000_000n, subject: 'house/USD/bank/1' }),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('HouseFunded', { asset: 'USD', amount: 700n, reference: 'bank/1' }),
        house('treasury', 'USD', 700n),
      );
    for (const after of [scenario, restoredFromSnapshot(scenario)]) {
      after.when(funds('USD', 700n, 'bank/1')).then(refused('reference.already.used'));
      after.when(creditByBank('bank/1', 700n)).then(refused('recharge.already.credited'));
    }
  });

  test('in a coin name a transaction that is not a deposit', () => {
    const scenario = withStaff(credit('USDT', 5n, 'tx/1'));
    scenario.when(funds('USDT', 5n)).then(refused('statement.line.missing'));
    scenario.when(funds('USDT', 5n, 'tx/1')).then(refused('reference.already.used'));
    scenario
      .when(funds('USDT', 5n, 'tx/2'), confirmProposal(1))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('HouseFunded', { reference: 'tx/2' }),
      )
      .when(funds('USDT', 6n, 'tx/2'))
      .then(refused('reference.already.used'));
  });
});

describe('an admin who freezes another', () => {
  const FOURTH_ID = 10_000_011;
  const FOURTH: Actor = `admin/${FOURTH_ID}`;
  const three = (...steps: Step[]): Scenario =>
    withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID)).given(steps, withdraw('USDT', 100n));
  const pair = [
    occurred('AccountFrozen', { user: SECOND_ID, with: FIRST_ID }),
    occurred('AccountFrozen', { user: FIRST_ID, with: SECOND_ID }),
    occurred('StaffActed', { kind: 'brake', subject: `account/${SECOND_ID}` }),
  ];

  test('with two admins who hold the staff right only proposes it, and the subject cannot confirm', () => {
    withStaff()
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID, waits: 0 }))
      .when(confirmProposal(1))
      .then(refused('approval.needs.another'))
      .when(confirmProposal(1, THIRD))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('AccountFrozen', { user: SECOND_ID }),
        expectThat(({ state }) => {
          expect(state.members.get(FIRST_ID)?.frozen).toBe(false);
          expect(state.staff.frozenWith.size).toBe(0);
        }),
      );
  });

  test('with three is frozen too; neither acts, and the third unfreezes one alone', () => {
    const scenario = three();
    scenario.when(freeze(SECOND_ID)).then(...pair);
    for (const actor of [ADMIN, SECOND]) {
      scenario.when(approve(1, actor)).then(refused('account.frozen'));
      scenario.when(unfreeze(actor === ADMIN ? SECOND_ID : FIRST_ID, actor)).then(refused('account.frozen'));
    }
    restoredFromSnapshot(scenario)
      .when(unfreeze(SECOND_ID, THIRD))
      .then(occurred('AccountUnfrozen', { user: SECOND_ID }))
      .when(approve(1))
      .then(refused('account.frozen'))
      .when(approve(1, SECOND))
      .then(occurred('WithdrawalApproved', { by: SECOND_ID }))
      // One of the pair cannot decide about the other.
      .when(unfreeze(FIRST_ID, SECOND))
      .then(occurred('StaffProposed', { user: FIRST_ID }))
      .when(unfreeze(FIRST_ID, THIRD))
      .then(
        occurred('AccountUnfrozen', { user: FIRST_ID }),
        expectThat(({ state }) => expect(state.staff.frozenWith.size).toBe(0)),
      );
  });

  test('cannot decide by a second account', () => {
    withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID))
      .given(certified(FIRST_ID), certified(THIRD_ID), freeze(SECOND_ID))
      .when(unfreeze(FIRST_ID, THIRD))
      .then(refused('approval.needs.another'))
      .when(unfreeze(SECOND_ID, THIRD))
      .then(occurred('StaffProposed', { user: SECOND_ID }))
      .when(unfreeze(SECOND_ID, FOURTH))
      .then(occurred('AccountUnfrozen', { user: SECOND_ID }));
  });

  test('with four: the remaining two cannot freeze each other alone', () => {
    const scenario = withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID));
    scenario.when(freeze(SECOND_ID)).then(...pair);
    scenario
      .when(freeze(FOURTH_ID, THIRD))
      .then(occurred('StaffProposed', { user: FOURTH_ID }))
      .when(confirmProposal(1, FOURTH))
      .then(refused('approval.needs.another'))
      .when(unfreeze(FIRST_ID, FOURTH))
      .then(occurred('AccountUnfrozen', { user: FIRST_ID }))
      // Three can act again, but one of the pair is still frozen.
      .when(freeze(FOURTH_ID, THIRD))
      .then(refused('proposal.already.open'))
      .when(unfreeze(SECOND_ID, FOURTH))
      .then(occurred('AccountUnfrozen', { user: SECOND_ID }))
      .when(freeze(FOURTH_ID, THIRD))
      .then(
        occurred('AccountFrozen', { user: FOURTH_ID, with: THIRD_ID }),
        occurred('AccountFrozen', { user: THIRD_ID, with: FOURTH_ID }),
        occurred('StaffActed'),
      );
  });

  test('freezes a user; two lift it, and the first cannot decline that', () => {
    three()
      .given(freeze(BOB), unfreeze(BOB, SECOND))
      .when(declineProposal(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmProposal(1, THIRD))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountUnfrozen', { user: BOB }));
  });

  test('is not frozen when freezing a user', () => {
    three()
      .when(freeze(BOB))
      .then(
        occurred('AccountFrozen', { user: BOB }),
        occurred('StaffActed'),
        expectThat(({ state }) => expect(state.staff.frozenWith.size).toBe(0)),
      );
  });
});

describe('through a snapshot', () => {
  test('acts, subjects and frozen pairs stay the same', () => {
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const history: Step[] = [
      halted,
      assetState('USDT', { deposits: 'suspended' }),
      { ...sendAs(SECOND, both.command), after: HOUR },
      recharge(13, SECOND),
      keepAct(1),
      setting('a.text', THIRD),
      limit(5n, SECOND),
      freeze(SECOND_ID),
      passTime(HOUR),
      passTime(2 * HOUR),
      unfreeze(SECOND_ID, THIRD),
      confirmProposal(1, SECOND),
      passTime(DAY),
    ];
    const ends = [false, true].map((isRestarted) => {
      const scenario = withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID));
      const seen = history.map((step) => {
        const lines = [...canonicalLines(scenario.exchange.state)];
        expect([...canonicalLines(restoreState(lines))]).toEqual(lines);
        if (isRestarted) restoredFromSnapshot(scenario);
        scenario.exchange.take(step);
        return [...canonicalLines(scenario.exchange.state)];
      });
      expect(scenario.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type))).toEqual(
        expect.arrayContaining(['StaffActed', 'StaffActKept', 'StaffActUndone', 'StaffApplied', 'AccountUnfrozen']),
      );
      return { seen, batches: scenario.exchange.batches };
    });
    expect(ends[1]).toEqual(ends[0]);
  });
});

describe('a proposal from before subjects existed', () => {
  /** Rewrites the journal to the events of that time. */
  const ofBefore = (...steps: Step[]): Scenario => {
    const scenario = withStaff(accountFrozen(), ...steps);
    const { exchange } = scenario;
    const state = createState();
    for (const batch of exchange.batches) {
      for (const event of batch.events) {
        if (event.type !== 'StaffProposed') continue;
        delete event.subject;
        if (event.command === 'UnfreezeAccount') event.waits = 1;
      }
      evolve(state, batch);
    }
    exchange.restart(state);
    return restoredFromSnapshot(scenario);
  };

  test('keeps its original delay', () => {
    const scenario = ofBefore(unfreeze(BOB));
    const from = scenario.exchange.now + DAY;
    scenario.when(confirmProposal(1)).then(occurred('StaffConfirmed', { proposal: 1, from }));
    scenario.exchange.now = from - 1;
    scenario
      .when(passTime(0), buy(100, 1))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('AccountUnfrozen', { user: BOB }),
        occurred('OrderPlaced'),
      );
    ofBefore(unfreeze(BOB))
      .when(passTime(2 * DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'expired' }));
  });

  test("is not replaced by a newer one and does not end a single admin's act", () => {
    const scenario = ofBefore(limit(5n), recharge(11));
    scenario.when(limit(6n)).then(occurred('StaffProposed', { proposal: 3 }));
    scenario
      .when(recharge(10))
      .then(occurred('StaffProposed', { proposal: 4 }))
      .when(confirmProposal(2), passTime(DAY))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 2 }),
        occurred('RechargeTermsSet', { confirmations: 11 }),
      );
  });
});

test('without staff in the core one person acts at once, and nothing lapses', () => {
  const scenario = given();
  scenario.when(halted).then(occurred('MarketStateChanged'), isMarket('cancel_only'));
  scenario.when(passTime(DAY), asUser(ALICE, sell(100, 1)), cancelAll()).then(isMarket('cancel_only'));
});
