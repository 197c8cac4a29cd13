import type { Actor, Command } from '../../../server/core/command';
import type { EventType } from '../../../server/core/event';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { isRejection } from '../../../server/core/rejection';
import { rightFor } from '../../../server/core/staff/rights';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  buy,
  by,
  given,
  marketState,
  occurred,
  refused,
  sell,
  that,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { STAFF_COMMAND_TYPES, attempt, numbers, oneOf } from '../../tools/samples/attempts';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  byBank,
  confirmed,
  declined,
  full,
  kept,
  passed,
  restore,
  sent,
  setStaff,
  stated,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

/** Two of three full admins act against the honest third: the bounds of the two, and the ways that the third still has. */

const [ONE, OTHER, HONEST] = [ADMIN, SECOND, THIRD];
const three = (): Scenario => upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID));
const freeze = (user: number, actor: Actor): Step => sent(actor, { type: 'FreezeAccount', user, reason: actor });
const unfreeze = (user: number, actor: Actor): Step => sent(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const funds = (amount: bigint, reference: string, actor = ONE): Step =>
  sent(actor, { type: 'FundHouse', asset: 'USDT', amount, reference, reason: 'capital' });

describe('moving value', () => {
  test.each([
    ['the first', ONE, ONE, OTHER],
    ['the second', OTHER, ONE, OTHER],
  ] as const)('a line that %s of them made up credits nothing: it takes the third', (_, importer, proposer, second) => {
    const scenario = three().given(sent(importer, stated({ amount: 700n }).command));
    const credit = sent(proposer, byBank('bank/1', 700n).command);
    if (importer === proposer) scenario.when(credit).then(refused('approval.needs.another'));
    else scenario.given(credit).when(confirmed(1, second)).then(refused('approval.needs.another'));
  });

  test('coins of the house that never came are no more than one of them moves in a day, and both are named', () => {
    const scenario = three();
    // A dollar's worth of USDT is 100,000 units, and of the day's maximum 100,000,000.
    const most = 1_000_000n;
    scenario.given(funds(most, 'made/up'), confirmed(1, OTHER));
    expect(scenario.exchange.batches.slice(-2).map(({ actor, events }) => [actor, events[0]])).toMatchObject([
      [ONE, { type: 'StaffProposed', by: FIRST_ID, command: 'FundHouse' }],
      [OTHER, { type: 'StaffConfirmed', by: SECOND_ID }],
    ]);
    for (const actor of [ONE, OTHER])
      scenario.when(funds(1_000n, 'made/up/2', actor)).then(refused('staff.day.exceeded', { left: '0' }));
    expect(balanceOf(scenario.exchange.state.ledger, 'house/treasury/USDT')).toBe(most);
  });

  test('a withdrawal of one of them is approved by neither of the two alone above the review value, nor by a newcomer', () => {
    const scenario = three().given(
      [sent(ONE, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }), withdraw('USDT', 100n)],
      [sent(ONE, setStaff(DAVE, 'admin', ['withdrawals']).command), confirmed(1, OTHER)],
    );
    scenario.exchange.take(passed(DAY));
    const approves = (actor: Actor): Step => sent(actor, { type: 'ApproveWithdrawal', withdrawal: 1 });
    scenario.when(approves(`admin/${DAVE}`)).then(refused('staff.too.new'));
    scenario.when(approves(ONE)).then(occurred('WithdrawalApproved', { complete: 0 }));
    scenario.when(approves(ONE)).then(refused('approval.needs.another'));
  });
});

describe('taking over', () => {
  test('the third calls off within the day that they are dismissed, or that an accomplice is named', () => {
    for (const wish of [setStaff(THIRD_ID, 'user'), setStaff(DAVE, 'admin', ['staff', 'users'])]) {
      const scenario = three().given(sent(ONE, wish.command), confirmed(1, OTHER));
      scenario
        .when({ ...declined(1, HONEST), after: DAY - HOUR })
        .then(occurred('StaffDeclined', { by: THIRD_ID }))
        .when(passed(2 * DAY))
        .then(
          that(({ state }) => expect([...state.staff.people.keys()].sort()).toEqual([THIRD_ID, SECOND_ID, FIRST_ID])),
        );
    }
  });

  test('they stop the third by one of them who goes with them and is let go on: break-glass is left, which both contradict in public', () => {
    const scenario = three().given(freeze(THIRD_ID, ONE), unfreeze(FIRST_ID, OTHER));
    scenario.when(declined(9, HONEST)).then(refused('account.frozen'));
    // All of it is told, by whom and with whom.
    const types: EventType[] = ['AccountFrozen', 'AccountFrozen', 'StaffActed', 'AccountUnfrozen'];
    const told = scenario.exchange.batches.slice(-2);
    expect(told.flatMap(({ events }) => events.map(({ type }) => type))).toEqual(types);
    expect(told.map(({ actor }) => actor)).toEqual([ONE, OTHER]);
    // What takes its time still does: it is in the journal a day before it is so.
    scenario
      .given(sent(ONE, setStaff(DAVE, 'admin', ['staff']).command))
      .when(confirmed(1, OTHER))
      .then(occurred('StaffConfirmed'));
    expect(scenario.exchange.state.staff.people.has(DAVE)).toBe(false);
    // The operator asks for the third: both have to speak against it, under their names, each time.
    scenario.given(restore(THIRD_ID), declined(2, ONE));
    expect([...scenario.exchange.state.staff.restores.values()]).toMatchObject([{ user: THIRD_ID, end: null }]);
    scenario
      .when(confirmed(3, OTHER))
      .then(
        occurred('StaffConfirmed', { by: SECOND_ID }),
        occurred('StaffApplied', { by: FIRST_ID }),
        occurred('StaffDeclined', { proposal: 2 }),
      );
    // With one of the two gone it takes effect.
    const alone = three().given(freeze(THIRD_ID, ONE), restore(THIRD_ID));
    alone.exchange.take(passed(DAY));
    expect(alone.exchange.state.members.get(THIRD_ID)?.frozen).toBe(false);
  });

  test.each([4, 5])('of %d they stop one that way, and nobody else while that one is frozen', (count) => {
    const others = [10_000_011, 10_000_012].slice(0, count - 3);
    const scenario = upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID, ...others));
    scenario.given(freeze(THIRD_ID, ONE), unfreeze(FIRST_ID, OTHER));
    for (const user of others) {
      for (const actor of [ONE, OTHER]) scenario.when(freeze(user, actor)).then(occurred('StaffProposed'));
    }
    scenario.given(unfreeze(THIRD_ID, `admin/${others[0]}`));
    const isFrozen = (user: number) => scenario.exchange.state.members.get(user)?.frozen;
    expect([THIRD_ID, ...others].map(isFrozen)).toEqual([false, ...others.map(() => false)]);
  });
});

describe('stopping the house', () => {
  test('a brake that both agree on lasts, is told as theirs, and takes the third and one more to lift', () => {
    const scenario = three().given(sent(ONE, marketState('cancel_only').command), kept(1, OTHER));
    scenario
      .when(passed(2 * DAY))
      .then(that(({ state }) => expect(state.markets.get('BTC-USDT')?.state).toBe('cancel_only')));
    scenario
      .when(sent(HONEST, marketState('open').command))
      .then(occurred('StaffProposed', { by: THIRD_ID, waits: 0 }));
    // Orders and money stay within reach of their owners.
    scenario.when(withdraw('USDT', 100n)).then(occurred('WithdrawalApplied'));
  });

  test('customers whom they freeze keep what they have', () => {
    const scenario = three().given(freeze(BOB, ONE));
    const before = [...scenario.exchange.state.ledger.accounts.values()].map(({ name, balance }) => [name, balance]);
    scenario.when(passed(3 * DAY), withdraw('USDT', 100n)).then(refused('account.frozen'));
    expect([...scenario.exchange.state.ledger.accounts.values()].map(({ name, balance }) => [name, balance])).toEqual(
      before,
    );
  });
});

/** Whatever takes a day to be so. */
const CHANGES: ReadonlySet<EventType> = new Set<EventType>([
  ...(['StaffNamed', 'AssetListed', 'MarketListed', 'PerpetualMarketListed', 'MarketTermsChanged'] as const),
  ...(['AssetTermsChanged', 'PerpetualTermsChanged', 'PerpetualMarketEnding', 'IndexTermsSet', 'FeeTiersSet'] as const),
  ...(['OptionTermsSet', 'FinancialTermsSet', 'MiningTermsSet', 'ReferralTermsSet', 'DeskSettingSet'] as const),
  ...(['FeeTierAssigned', 'MarketAlarmed'] as const),
]);

test.each([1, 2, 3])(
  'whatever they try together for four days, nothing is changed that the third declines within the day: %s',
  (seed) => {
    const random = numbers(seed);
    const scenario = three().given(
      [buy(90, 5), by(ALICE, sell(110, 5))],
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
      const outcome = take(actor, attempt(type, exchange.state, random), random() < 0.1 ? 2 * HOUR : 0);
      // What is proposed the other confirms at once, and keeps what was done alone.
      const { next, nextAct } = exchange.state.staff;
      if (!isRejection(outcome)) {
        if (!isRejection(take(second, { type: 'ConfirmStaff', proposal: next - 1 }))) applied++;
        take(second, { type: 'KeepStaffAct', act: nextAct - 1 });
      }
      // Ten of them take less than a day, whatever chance brings.
      if (count % 10 !== 0) continue;
      for (const { id, command } of [...exchange.state.staff.proposals.values()])
        if (rightFor(command)) take(HONEST, { type: 'DeclineStaff', proposal: id, reason: 'r' });
    }
    expect(applied).toBeGreaterThan(20);
    const events = exchange.batches.slice(from).flatMap((batch) => batch.events);
    expect(events.filter(({ type }) => CHANGES.has(type)).map(({ type }) => type)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['StaffApplied', 'StaffActKept']));
    // Nor did they credit anybody by lines that they made up.
    expect(events.map(({ type }) => type)).not.toContain('RechargeCredited');
  },
);
