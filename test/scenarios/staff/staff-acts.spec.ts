import { canonicalLines, restoreState, evolve, createState } from '../../../server/products/core';
import type { Actor } from '../../../server/core/command';
import { OPEN_OF_ONE_MAX, PLACES_KEPT, PROPOSALS_MAX } from '../../../server/core/staff/decide-proposal';
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
  by,
  cancelAll,
  credit,
  given,
  house,
  marketState,
  occurred,
  refused,
  restarted,
  sell,
  staff,
  system,
  that,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  declined,
  DAY,
  FIRST_ID,
  HOUR,
  IMPORTER,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  byBank,
  confirmed,
  full,
  kept,
  passed,
  rulesOf,
  sent,
  setStaff,
  staffed,
  stated,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

/** What one of staff does alone: it is so at once, and ends by itself unless another keeps it. */

const BRAKE_MS = 4 * HOUR;
const halted = marketState('cancel_only');
const secondsHalt = sent(SECOND, halted.command);
const limit = (amount: bigint, actor = ADMIN): Step =>
  sent(actor, { type: 'SetDailyLimit', bindings: 1, limit: amount });
const setting = (name: string, actor = ADMIN): Step => sent(actor, { type: 'SetDeskSetting', name, hash: NAME });
const recharge = (confirmations: number, actor = ADMIN): Step =>
  sent(actor, { type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
const freeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
/** By the same document as whoever else is. */
const certified = (user: number): Step =>
  sent(user === FIRST_ID ? SECOND : ADMIN, { type: 'VerifyMember', user, document: NAME });
/** What became of each act, in their order; also behind a restart. */
const haveEnded = (...ends: (string | null)[]) =>
  that(({ state }) => {
    for (const { staff: of } of [state, restoreState(canonicalLines(state))])
      expect([...of.acts.values()].map(({ ended }) => ended)).toEqual(ends);
  });
const isMarket = (state: string) =>
  that((exchange) => expect(exchange.state.markets.get('BTC-USDT')?.state).toBe(state));
const isAsset = (deposits: string, withdrawals: string) =>
  that((exchange) => expect(exchange.state.assets.get('USDT')).toMatchObject({ deposits, withdrawals }));

describe('a brake', () => {
  test('ends by itself after four hours, and not a millisecond earlier', () => {
    const scenario = staffed();
    const until = scenario.exchange.now + BRAKE_MS;
    scenario.when(halted).then(
      occurred('MarketStateChanged', { state: 'cancel_only' }),
      occurred('StaffActed', {
        act: 1,
        by: FIRST_ID,
        kind: 'brake',
        command: 'SetMarketState',
        subject: 'market/BTC-USDT',
        until,
      }),
      isMarket('cancel_only'),
    );
    scenario.exchange.now = until - 1;
    scenario.when(passed(0)).then(isMarket('cancel_only'));
    scenario
      .when(passed(0))
      .then(
        occurred('StaffActUndone', { act: 1 }),
        occurred('MarketStateChanged', { market: 'BTC-USDT', state: 'open' }),
        isMarket('open'),
        haveEnded('lapsed'),
      );
  });

  test('goes on when another who has its right keeps it, and nobody else can', () => {
    const scenario = staffed(halted);
    scenario.when(kept(1, ADMIN)).then(refused('approval.needs.another'));
    scenario.when(kept(1, THIRD)).then(refused('command.not.permitted'));
    scenario.when(kept(2)).then(refused('staff.act.not.found'));
    scenario
      .when(kept())
      .then(occurred('StaffActKept', { act: 1, by: SECOND_ID }))
      .when(kept())
      .then(refused('staff.act.not.found'))
      .when(passed(2 * DAY))
      .then(isMarket('cancel_only'), haveEnded(null));
    // What two lift later has ended all the same.
    scenario
      .given(sent(SECOND, marketState('open').command), confirmed(1, ADMIN))
      .when()
      .then(isMarket('open'), haveEnded('replaced'));
    // Two accounts that one document certified are one person.
    staffed(certified(FIRST_ID), certified(SECOND_ID), halted).when(kept()).then(refused('approval.needs.another'));
  });

  test('that nothing has to undo does not end, and is nobody’s to keep', () => {
    const scenario = staffed(accountFrozen());
    scenario.when(kept()).then(refused('staff.act.not.found'));
    scenario.when(passed(2 * DAY), buy(100, 1)).then(refused('account.frozen'));
  });

  test('is nobody’s to repeat within a day, also not from a second account that the same document certified', () => {
    const scenario = staffed(certified(FIRST_ID), certified(SECOND_ID));
    const from = scenario.exchange.now + DAY;
    scenario.given(halted).when(passed(BRAKE_MS)).then(occurred('StaffActUndone'), occurred('MarketStateChanged'));
    scenario.when(halted).then(refused('staff.act.again', { from }));
    scenario.when(secondsHalt).then(refused('staff.act.again', { from }));
    // Something else they may stop.
    scenario.given(marketState('cancel_only', 'ETH-USDT')).when(passed(BRAKE_MS));
    scenario.exchange.now = from - 1;
    scenario.when(halted).then(refused('staff.act.again', { from }));
    scenario.when(halted).then(occurred('MarketStateChanged'), occurred('StaffActed', { by: FIRST_ID }));
  });

  test('is another’s to repeat, who is somebody else', () => {
    staffed(halted)
      .when(passed(BRAKE_MS))
      .then(occurred('StaffActUndone'), occurred('MarketStateChanged'))
      .when(secondsHalt)
      .then(occurred('MarketStateChanged'), occurred('StaffActed', { act: 2, by: SECOND_ID }));
  });

  test('of what another has braked already ends at its own time, back to how it was before both', () => {
    const scenario = staffed(assetState('USDT', { deposits: 'suspended' }));
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const until = scenario.exchange.now + 2 * HOUR + BRAKE_MS;
    scenario
      .when({ ...sent(SECOND, both.command), after: 2 * HOUR })
      .then(occurred('AssetStateChanged'), occurred('StaffActed', { act: 2, by: SECOND_ID, until }));
    scenario.exchange.now = until - 1;
    scenario.when(passed(0)).then(isAsset('suspended', 'suspended'));
    scenario
      .when(passed(0))
      .then(
        occurred('StaffActUndone', { act: 2 }),
        occurred('AssetStateChanged'),
        isAsset('open', 'open'),
        haveEnded('replaced', 'lapsed'),
      );
  });

  test('of what is braked already is kept whole', () => {
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const scenario = staffed(assetState('USDT', { deposits: 'suspended' }), sent(SECOND, both.command));
    scenario.when(kept(1)).then(refused('staff.act.not.found'));
    scenario.given(kept(2, ADMIN)).when(passed(DAY)).then(isAsset('suspended', 'suspended'));
  });

  test('is not undone once two have decided about its subject', () => {
    staffed(halted)
      .when(sent(SECOND, marketState('maintenance').command), confirmed(1, ADMIN))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('MarketStateChanged', { state: 'maintenance' }),
      )
      .when(passed(DAY))
      .then(isMarket('maintenance'));
    // What they only talk of ends nothing.
    staffed(halted, sent(SECOND, marketState('maintenance').command))
      .when(passed(BRAKE_MS))
      .then(occurred('StaffActUndone'), occurred('MarketStateChanged', { state: 'open' }));
  });

  test('of all orders of a user is one market’s, goes on in the next, and is done again when there are new ones', () => {
    const all = (market: string): Step => staff({ type: 'CancelAllOrders', user: BOB, market });
    staffed(buy(100, 1), buy(100, 1, { market: 'ETH-USDT' }))
      .when(all('BTC-USDT'), all('ETH-USDT'))
      .then(
        occurred('OrderCancelled', { order: 1 }),
        occurred('StaffActed', { subject: `orders/${BOB}/BTC-USDT` }),
        occurred('OrderCancelled', { order: 2 }),
        occurred('StaffActed', { subject: `orders/${BOB}/ETH-USDT` }),
      )
      .given(buy(100, 1))
      // Nothing of it lapses: the same again is needed as often as the user goes on.
      .when(all('BTC-USDT'))
      .then(occurred('OrderCancelled', { order: 3 }), occurred('StaffActed'));
  });
});

describe('a closed market', () => {
  test.each(['maintenance', 'cancel_only', 'open'] as const)('becomes %s by two, after the wait', (state) => {
    staffed(sent(ADMIN, marketState('closed').command), confirmed(1))
      .when(passed(DAY), marketState(state))
      .then(
        occurred('StaffApplied'),
        occurred('MarketStateChanged', { state: 'closed' }),
        occurred('StaffProposed', { waits: 1 }),
      );
  });
});

describe('a control that one tightened', () => {
  const lower = (): Scenario => staffed(limit(5n), confirmed(1), recharge(13)).when(passed(DAY));

  test('is as it was after a day, and not a millisecond earlier', () => {
    const scenario = lower();
    const until = scenario.exchange.now + DAY;
    scenario.when(limit(4n)).then(occurred('DailyLimitSet', { limit: 4n }), occurred('StaffActed', { act: 2, until }));
    scenario.exchange.now = until - 1;
    scenario.when(passed(0)).then(that(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(4n)));
    scenario.when(passed(0)).then(occurred('StaffActUndone', { act: 2 }), occurred('DailyLimitSet', { limit: 5n }));
  });

  test('further ends with the first, back to how it was before both, and stays when a second keeps it', () => {
    const scenario = lower();
    scenario
      .given(limit(4n))
      .when({ ...limit(3n), after: 20 * HOUR })
      .then(occurred('DailyLimitSet'), occurred('StaffActed', { act: 3 }))
      .when(passed(4 * HOUR))
      .then(occurred('StaffActUndone', { act: 3 }), occurred('DailyLimitSet', { limit: 5n }));
    lower()
      .given(limit(4n), kept(2))
      .when(passed(DAY))
      .then(that(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(4n)));
  });

  test('stays where it may not be as it was any more', () => {
    staffed(recharge(13), system(rulesOf({ confirmationsMin: 13 })))
      .when(passed(DAY))
      .then(
        occurred('StaffActUndone', { act: 1 }),
        that(({ state }) => expect(state.wallet.rechargeTerms.get('BTC/BTC')?.confirmations).toBe(13)),
      );
  });
});

describe('proposals', () => {
  test('a newer one about the same, of the same person, replaces the older', () => {
    staffed(limit(5n), limit(7n, SECOND))
      .when(limit(6n))
      .then(
        occurred('StaffProposed', { proposal: 3, subject: 'limit/1' }),
        occurred('StaffLapsed', { proposal: 1, why: 'replaced' }),
      )
      .when(confirmed(1))
      .then(refused('proposal.not.found'))
      .when(confirmed(3))
      .then(occurred('StaffConfirmed', { proposal: 3 }))
      // What another agreed with stands.
      .when(limit(8n))
      .then(occurred('StaffProposed', { proposal: 4 }));
  });

  test('of one person ten are open at most, of which another account of theirs is no way out', () => {
    const names = Array.from({ length: OPEN_OF_ONE_MAX }, (_, index) => `text.${index}`);
    const scenario = staffed(certified(FIRST_ID), certified(SECOND_ID), ...names.map((name) => setting(name)));
    const full = refused('proposals.too.many', { maximum: OPEN_OF_ONE_MAX });
    scenario.when(setting('one.more')).then(full);
    scenario.when(setting('one.more', SECOND)).then(full);
    // In place of an older one there is room.
    scenario
      .when(staff({ type: 'SetDeskSetting', name: names[0], hash: 'bb'.repeat(32) }))
      .then(occurred('StaffProposed'), occurred('StaffLapsed', { why: 'replaced' }));
    const others = staffed(...names.map((name) => setting(name))).given(setting('one.more', SECOND));
    others.given(confirmed(1)).when(setting('one.more.of.mine')).then(occurred('StaffProposed'));
  });

  test('of all places fifty are kept for what restores, and for who is staff', () => {
    const scenario = staffed(accountFrozen());
    for (let proposal = 1; proposal <= PROPOSALS_MAX - PLACES_KEPT; proposal++)
      scenario.given(setting(`text.${proposal}`), confirmed(proposal));
    scenario.when(setting('one.more')).then(refused('proposals.too.many', { maximum: PROPOSALS_MAX - PLACES_KEPT }));
    scenario.when(unfreeze(BOB)).then(occurred('StaffProposed'));
    for (let user = 20_000_001; scenario.exchange.state.staff.proposals.size < PROPOSALS_MAX; user++) {
      const proposal = scenario.exchange.state.staff.next;
      scenario.given(system({ type: 'RegisterMember', user }), setStaff(user, 'auditor'), confirmed(proposal));
    }
    scenario.when(setStaff(DAVE, 'auditor')).then(refused('proposals.too.many', { maximum: PROPOSALS_MAX }));
  });
});

describe('who imported a line of the bank’s statement', () => {
  const imported = sent(ADMIN, stated({ amount: 700n }).command);
  const funds = (actor: Actor): Step =>
    sent(actor, { type: 'FundHouse', asset: 'USD', amount: 700n, reference: 'bank/1', reason: 'capital' });

  test.each<[string, (actor: Actor) => Step, string]>([
    ['a credit', (actor) => sent(actor, byBank('bank/1', 700n).command), 'RechargeCredited'],
    ['money of the house', funds, 'HouseFunded'],
  ])('is neither of the two who act on it: %s', (_, step, type) => {
    const scenario = staffed(imported);
    scenario.when(step(ADMIN)).then(refused('approval.needs.another'));
    scenario.given(step(SECOND)).when(confirmed(1, ADMIN)).then(refused('approval.needs.another'));
    scenario.given(confirmed(1, IMPORTER));
    expect(scenario.exchange.batches.at(-1)?.events.map((event) => event.type)).toContain(type);
    // Nor from a second account that the same document certified.
    const twice = staffed(certified(FIRST_ID), certified(SECOND_ID), imported);
    twice.when(step(SECOND)).then(refused('approval.needs.another'));
    twice.given(step(IMPORTER)).when(confirmed(1)).then(refused('approval.needs.another'));
  });
});

describe('money of the owners', () => {
  const funds = (asset: string, amount: bigint, reference?: string): Step =>
    staff({ type: 'FundHouse', asset, amount, reference, reason: 'capital' });

  test('in legal currency is what a line of the statement says, once', () => {
    const scenario = staffed(stated({ amount: 700n }));
    scenario.when(funds('USD', 700n)).then(refused('statement.line.missing'));
    scenario.when(funds('USD', 700n, 'bank/2')).then(refused('statement.line.missing'));
    scenario
      .when(funds('USD', 701n, 'bank/1'))
      .then(refused('statement.line.mismatch', { asset: 'USD', amount: '700' }));
    scenario
      .when(funds('USD', 700n, 'bank/1'), confirmed(1))
      .then(
        occurred('StaffProposed', { waits: 0, worth: 700_000_000n, subject: 'house/USD/bank/1' }),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('HouseFunded', { asset: 'USD', amount: 700n, reference: 'bank/1' }),
        house('treasury', 'USD', 700n),
      );
    for (const after of [scenario, restarted(scenario)]) {
      after.when(funds('USD', 700n, 'bank/1')).then(refused('reference.already.used'));
      after.when(byBank('bank/1', 700n)).then(refused('recharge.already.credited'));
    }
  });

  test('in a coin names its transaction, which is nobody’s deposit', () => {
    const scenario = staffed(credit('USDT', 5n, 'tx/1'));
    scenario.when(funds('USDT', 5n)).then(refused('statement.line.missing'));
    scenario.when(funds('USDT', 5n, 'tx/1')).then(refused('reference.already.used'));
    scenario
      .when(funds('USDT', 5n, 'tx/2'), confirmed(1))
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

describe('one of staff who freezes another', () => {
  const FOURTH_ID = 10_000_011;
  const FOURTH: Actor = `admin/${FOURTH_ID}`;
  const three = (...steps: Step[]): Scenario =>
    upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID)).given(steps, withdraw('USDT', 100n));
  const pair = [
    occurred('AccountFrozen', { user: SECOND_ID, with: FIRST_ID }),
    occurred('AccountFrozen', { user: FIRST_ID, with: SECOND_ID }),
    occurred('StaffActed', { kind: 'brake', subject: `account/${SECOND_ID}` }),
  ];

  test('with two who may change who is staff: proposes it, and whom it concerns has no word in it', () => {
    staffed()
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID, waits: 0 }))
      .when(confirmed(1))
      .then(refused('approval.needs.another'))
      .when(confirmed(1, THIRD))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('AccountFrozen', { user: SECOND_ID }),
        that(({ state }) => {
          expect(state.members.get(FIRST_ID)?.frozen).toBe(false);
          expect(state.staff.frozenWith.size).toBe(0);
        }),
      );
  });

  test('with three: is frozen with them, neither acts, and the third lets one go on alone', () => {
    const scenario = three();
    scenario.when(freeze(SECOND_ID)).then(...pair);
    for (const actor of [ADMIN, SECOND]) {
      scenario.when(approve(1, actor)).then(refused('account.frozen'));
      scenario.when(unfreeze(actor === ADMIN ? SECOND_ID : FIRST_ID, actor)).then(refused('account.frozen'));
    }
    restarted(scenario)
      .when(unfreeze(SECOND_ID, THIRD))
      .then(occurred('AccountUnfrozen', { user: SECOND_ID }))
      .when(approve(1))
      .then(refused('account.frozen'))
      .when(approve(1, SECOND))
      .then(occurred('WithdrawalApproved', { by: SECOND_ID }))
      // The other of the two has no word in what becomes of the first.
      .when(unfreeze(FIRST_ID, SECOND))
      .then(occurred('StaffProposed', { user: FIRST_ID }))
      .when(unfreeze(FIRST_ID, THIRD))
      .then(
        occurred('AccountUnfrozen', { user: FIRST_ID }),
        that(({ state }) => expect(state.staff.frozenWith.size).toBe(0)),
      );
  });

  test('has no second account that decides between the two', () => {
    upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID))
      .given(certified(FIRST_ID), certified(THIRD_ID), freeze(SECOND_ID))
      .when(unfreeze(FIRST_ID, THIRD))
      .then(refused('approval.needs.another'))
      .when(unfreeze(SECOND_ID, THIRD))
      .then(occurred('StaffProposed', { user: SECOND_ID }))
      .when(unfreeze(SECOND_ID, FOURTH))
      .then(occurred('AccountUnfrozen', { user: SECOND_ID }));
  });

  test('with four: the two that are left do not freeze each other alone', () => {
    const scenario = upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID));
    scenario.when(freeze(SECOND_ID)).then(...pair);
    scenario
      .when(freeze(FOURTH_ID, THIRD))
      .then(occurred('StaffProposed', { user: FOURTH_ID }))
      .when(confirmed(1, FOURTH))
      .then(refused('approval.needs.another'))
      .when(unfreeze(FIRST_ID, FOURTH))
      .then(occurred('AccountUnfrozen', { user: FIRST_ID }))
      // There are three again, but one of the pair is still frozen.
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

  test('of a user is lifted by two whom its author cannot stop', () => {
    three()
      .given(freeze(BOB), unfreeze(BOB, SECOND))
      .when(declined(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountUnfrozen', { user: BOB }));
  });

  test('of a user is not frozen with them', () => {
    three()
      .when(freeze(BOB))
      .then(
        occurred('AccountFrozen', { user: BOB }),
        occurred('StaffActed'),
        that(({ state }) => expect(state.staff.frozenWith.size).toBe(0)),
      );
  });
});

describe('through a snapshot', () => {
  test('acts, subjects and who is frozen with whom come out the same as without it', () => {
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const history: Step[] = [
      halted,
      assetState('USDT', { deposits: 'suspended' }),
      { ...sent(SECOND, both.command), after: HOUR },
      recharge(13, SECOND),
      kept(1),
      setting('a.text', THIRD),
      limit(5n, SECOND),
      freeze(SECOND_ID),
      passed(HOUR),
      passed(2 * HOUR),
      unfreeze(SECOND_ID, THIRD),
      confirmed(1, SECOND),
      passed(DAY),
    ];
    const ends = [false, true].map((isRestarted) => {
      const scenario = upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID));
      const seen = history.map((step) => {
        const lines = [...canonicalLines(scenario.exchange.state)];
        expect([...canonicalLines(restoreState(lines))]).toEqual(lines);
        if (isRestarted) restarted(scenario);
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

describe('a proposal of before there were subjects', () => {
  /** As the journal has it that was written then. */
  const ofBefore = (...steps: Step[]): Scenario => {
    const scenario = staffed(accountFrozen(), ...steps);
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
    return restarted(scenario);
  };

  test('ends as it began: after the wait that it was told with', () => {
    const scenario = ofBefore(unfreeze(BOB));
    const from = scenario.exchange.now + DAY;
    scenario.when(confirmed(1)).then(occurred('StaffConfirmed', { proposal: 1, from }));
    scenario.exchange.now = from - 1;
    scenario
      .when(passed(0), buy(100, 1))
      .then(
        occurred('StaffApplied', { proposal: 1 }),
        occurred('AccountUnfrozen', { user: BOB }),
        occurred('OrderPlaced'),
      );
    ofBefore(unfreeze(BOB))
      .when(passed(2 * DAY))
      .then(occurred('StaffLapsed', { proposal: 1, why: 'expired' }));
  });

  test('is replaced by none of today, nor ends what one did', () => {
    const scenario = ofBefore(limit(5n), recharge(11));
    scenario.when(limit(6n)).then(occurred('StaffProposed', { proposal: 3 }));
    scenario
      .when(recharge(10))
      .then(occurred('StaffProposed', { proposal: 4 }))
      .when(confirmed(2), passed(DAY))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied', { proposal: 2 }),
        occurred('RechargeTermsSet', { confirmations: 11 }),
      );
  });
});

test('where the core was told of nobody, one person acts at once, and nothing ends by itself', () => {
  const scenario = given();
  scenario.when(halted).then(occurred('MarketStateChanged'), isMarket('cancel_only'));
  scenario.when(passed(DAY), by(ALICE, sell(100, 1)), cancelAll()).then(isMarket('cancel_only'));
});
