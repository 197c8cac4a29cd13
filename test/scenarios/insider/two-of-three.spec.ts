import type { Actor, Command } from '../../../server/core/command';
import type { EventType } from '../../../server/core/event';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { isRejection } from '../../../server/core/rejection';
import { rightOf } from '../../../server/products/core';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  buy,
  asUser,
  given,
  marketState,
  occurred,
  refused,
  sell,
  expectThat,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { STAFF_COMMAND_TYPES, randomCommand, numbers, oneOf } from '../../tools/samples/attempts';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  creditByBank,
  confirmProposal,
  declineProposal,
  fullAdmins,
  keepAct,
  passTime,
  restore,
  sendAs,
  setStaff,
  importLines,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

/** Two of three full admins act against the honest third: limits of the two, and the options of the third. */

const [ONE, OTHER, HONEST] = [ADMIN, SECOND, THIRD];
const three = (): Scenario => withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID));
const freeze = (user: number, actor: Actor): Step => sendAs(actor, { type: 'FreezeAccount', user, reason: actor });
const unfreeze = (user: number, actor: Actor): Step => sendAs(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const funds = (amount: bigint, reference: string, actor = ONE): Step =>
  sendAs(actor, { type: 'FundHouse', asset: 'USDT', amount, reference, reason: 'capital' });

describe('moving value', () => {
  test.each([
    ['the first', ONE, ONE, OTHER],
    ['the second', OTHER, ONE, OTHER],
  ] as const)(
    'credits nothing for a line invented by %s of them: the third must confirm',
    (_, importer, proposer, second) => {
      const scenario = three().given(sendAs(importer, importLines({ amount: 700n }).command));
      const credit = sendAs(proposer, creditByBank('bank/1', 700n).command);
      if (importer === proposer) scenario.when(credit).then(refused('approval.needs.another'));
      else scenario.given(credit).when(confirmProposal(1, second)).then(refused('approval.needs.another'));
    },
  );

  test('limits invented house coins to the daily maximum of one admin, and names both', () => {
    const scenario = three();
    // One dollar is 100,000 units of USDT, and 100,000,000 in the units of the daily maximum.
    const most = 1_000_000n;
    scenario.given(funds(most, 'made/up'), confirmProposal(1, OTHER));
    expect(scenario.exchange.batches.slice(-2).map(({ actor, events }) => [actor, events[0]])).toMatchObject([
      [ONE, { type: 'StaffProposed', by: FIRST_ID, command: 'FundHouse' }],
      [OTHER, { type: 'StaffConfirmed', by: SECOND_ID }],
    ]);
    for (const actor of [ONE, OTHER])
      scenario.when(funds(1_000n, 'made/up/2', actor)).then(refused('staff.day.exceeded', { left: '0' }));
    expect(balanceOf(scenario.exchange.state.ledger, 'house/treasury/USDT')).toBe(most);
  });

  test('keeps both, and a newcomer, from approving an own withdrawal above the review value', () => {
    const scenario = three().given(
      [sendAs(ONE, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }), withdraw('USDT', 100n)],
      [sendAs(ONE, setStaff(DAVE, 'admin', ['withdrawals']).command), confirmProposal(1, OTHER)],
    );
    scenario.exchange.take(passTime(DAY));
    const approves = (actor: Actor): Step => sendAs(actor, { type: 'ApproveWithdrawal', withdrawal: 1 });
    scenario.when(approves(`admin/${DAVE}`)).then(refused('staff.too.new'));
    scenario.when(approves(ONE)).then(occurred('WithdrawalApproved', { complete: 0 }));
    scenario.when(approves(ONE)).then(refused('approval.needs.another'));
  });
});

describe('taking over', () => {
  test("lets the third decline within a day their dismissal or an accomplice's appointment", () => {
    for (const wish of [setStaff(THIRD_ID, 'user'), setStaff(DAVE, 'admin', ['staff', 'users'])]) {
      const scenario = three().given(sendAs(ONE, wish.command), confirmProposal(1, OTHER));
      scenario
        .when({ ...declineProposal(1, HONEST), after: DAY - HOUR })
        .then(occurred('StaffDeclined', { by: THIRD_ID }))
        .when(passTime(2 * DAY))
        .then(
          expectThat(({ state }) =>
            expect([...state.staff.people.keys()].sort()).toEqual([THIRD_ID, SECOND_ID, FIRST_ID]),
          ),
        );
    }
  });

  test('lets them freeze the third; a break-glass restore remains, which both must decline by name', () => {
    const scenario = three().given(freeze(THIRD_ID, ONE), unfreeze(FIRST_ID, OTHER));
    scenario.when(declineProposal(9, HONEST)).then(refused('account.frozen'));
    // Events name each actor and both frozen accounts.
    const types: EventType[] = ['AccountFrozen', 'AccountFrozen', 'StaffActed', 'AccountUnfrozen'];
    const told = scenario.exchange.batches.slice(-2);
    expect(told.flatMap(({ events }) => events.map(({ type }) => type))).toEqual(types);
    expect(told.map(({ actor }) => actor)).toEqual([ONE, OTHER]);
    // Delayed changes still wait a day in the journal.
    scenario
      .given(sendAs(ONE, setStaff(DAVE, 'admin', ['staff']).command))
      .when(confirmProposal(1, OTHER))
      .then(occurred('StaffConfirmed'));
    expect(scenario.exchange.state.staff.people.has(DAVE)).toBe(false);
    // The operator requests a restore of the third. Both must decline it, by name, each time.
    scenario.given(restore(THIRD_ID), declineProposal(2, ONE));
    expect([...scenario.exchange.state.staff.restores.values()]).toMatchObject([{ user: THIRD_ID, end: null }]);
    scenario
      .when(confirmProposal(3, OTHER))
      .then(
        occurred('StaffConfirmed', { by: SECOND_ID }),
        occurred('StaffApplied', { by: FIRST_ID }),
        occurred('StaffDeclined', { proposal: 2 }),
      );
    // With one of the two frozen, the restore takes effect.
    const alone = three().given(freeze(THIRD_ID, ONE), restore(THIRD_ID));
    alone.exchange.take(passTime(DAY));
    expect(alone.exchange.state.members.get(THIRD_ID)?.frozen).toBe(false);
  });

  test.each([4, 5])('of %d admins they freeze one that way, and no other while that one is frozen', (count) => {
    const others = [10_000_011, 10_000_012].slice(0, count - 3);
    const scenario = withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, ...others));
    scenario.given(freeze(THIRD_ID, ONE), unfreeze(FIRST_ID, OTHER));
    for (const user of others) {
      for (const actor of [ONE, OTHER]) scenario.when(freeze(user, actor)).then(occurred('StaffProposed'));
    }
    scenario.given(unfreeze(THIRD_ID, `admin/${others[0]}`));
    const isFrozen = (user: number) => scenario.exchange.state.members.get(user)?.frozen;
    expect([THIRD_ID, ...others].map(isFrozen)).toEqual([false, ...others.map(() => false)]);
  });
});

describe('stopping the exchange', () => {
  test('keeps a restriction agreed by both, names both, and needs the third and one more to lift it', () => {
    const scenario = three().given(sendAs(ONE, marketState('cancel_only').command), keepAct(1, OTHER));
    scenario
      .when(passTime(2 * DAY))
      .then(expectThat(({ state }) => expect(state.markets.get('BTC-USDT')?.state).toBe('cancel_only')));
    scenario
      .when(sendAs(HONEST, marketState('open').command))
      .then(occurred('StaffProposed', { by: THIRD_ID, waits: 0 }));
    // Owners still reach their orders and funds.
    scenario.when(withdraw('USDT', 100n)).then(occurred('WithdrawalApplied'));
  });

  test('leaves the balances of customers they freeze unchanged', () => {
    const scenario = three().given(freeze(BOB, ONE));
    const before = [...scenario.exchange.state.ledger.accounts.values()].map(({ name, balance }) => [name, balance]);
    scenario.when(passTime(3 * DAY), withdraw('USDT', 100n)).then(refused('account.frozen'));
    expect([...scenario.exchange.state.ledger.accounts.values()].map(({ name, balance }) => [name, balance])).toEqual(
      before,
    );
  });
});

/** Events of changes that wait a day. */
const CHANGES: ReadonlySet<EventType> = new Set<EventType>([
  ...(['StaffNamed', 'AssetListed', 'MarketListed', 'PerpetualMarketListed', 'MarketTermsChanged'] as const),
  ...(['AssetTermsChanged', 'PerpetualTermsChanged', 'PerpetualMarketEnding', 'IndexTermsSet', 'FeeTiersSet'] as const),
  ...(['OptionTermsSet', 'FinancialTermsSet', 'MiningTermsSet', 'ReferralTermsSet', 'DeskSettingSet'] as const),
  ...(['FeeTierAssigned', 'MarketAlarmed'] as const),
]);

test.each([1, 2, 3])(
  'changes nothing that the third declines within a day, over four days of random attempts: %s',
  (seed) => {
    const random = numbers(seed);
    const scenario = three().given(
      [buy(90, 5), asUser(ALICE, sell(110, 5))],
      withdraw('USDT', 100n),
      withdraw('USDT', 200n),
    );
    const { exchange } = scenario;
    const from = exchange.batches.length;
    const take = (actor: Actor, command: Command, after = 0) => exchange.take({ actor, command, after });
    let applied = 0;
    for (let count = 0; count < 500; count++) {
      const type = oneOf(random, STAFF_COMMAND_TYPES);
      const [actor, second] = random() < 0.5 ? [ONE, OTHER] : [OTHER, ONE];
      const outcome = take(actor, randomCommand(type, exchange.state, random), random() < 0.1 ? 2 * HOUR : 0);
      // The other admin confirms each proposal at once and keeps each act.
      const { next, nextAct } = exchange.state.staff;
      if (!isRejection(outcome)) {
        if (!isRejection(take(second, { type: 'ConfirmStaff', proposal: next - 1 }))) applied++;
        take(second, { type: 'KeepStaffAct', act: nextAct - 1 });
      }
      // Ten attempts take less than a day, for any random numbers.
      if (count % 10 !== 0) continue;
      for (const { id, command } of [...exchange.state.staff.proposals.values()])
        if (rightOf(command)) take(HONEST, { type: 'DeclineStaff', proposal: id, reason: 'r' });
    }
    expect(applied).toBeGreaterThan(20);
    const events = exchange.batches.slice(from).flatMap((batch) => batch.events);
    expect(events.filter(({ type }) => CHANGES.has(type)).map(({ type }) => type)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['StaffApplied', 'StaffActKept']));
    // Nor did invented lines credit any account.
    expect(events.map(({ type }) => type)).not.toContain('RechargeCredited');
  },
);
