import { canonicalLines, restoreState, digestOf, evolve, createState } from '../../server/products/core';
import type { Actor, Command, CommandType } from '../../server/core/command';
import { recognise } from '../../server/core/decide';
import type { Batch, EventType } from '../../server/core/event';
import { LASTING_MS } from '../../server/core/member/lasting';
import { REMEMBERED_MAX } from '../../server/core/member/memory';
import type { Entry } from '../../server/core/ledger/entry';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  RICH,
  SECOND,
  amend,
  amended,
  as,
  available,
  buy,
  by,
  cancel,
  cancelWithdrawal,
  cancelled,
  frozen,
  given,
  occurred,
  open,
  payOut,
  placed,
  quote,
  refused,
  repeated,
  rested,
  sell,
  staff,
  that,
  traded,
  transfer,
  withdraw,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';

const DAY_MS = 86_400_000;

/** So many accepted commands of Bob that fill his memory and leave nothing behind. */
function later(scenario: Scenario, count: number, name = 'later'): Scenario {
  return inBulk(scenario, count, (number) => as(`${name}-${number}`, buy(50, 1, { timeInForce: 'ioc' })));
}

/** Followed by the auditor one by one, and compared once. */
function inBulk(scenario: Scenario, count: number, step: (number: number) => Step): Scenario {
  const { auditor, state } = scenario.exchange;
  const compare = auditor.compare;
  auditor.compare = () => undefined;
  for (let number = 0; number < count; number++) scenario.given(step(number));
  auditor.compare = compare;
  auditor.compare(state);
  return scenario;
}

/** The memory of the next process: the same answers. */
function restarted(scenario: Scenario): Scenario {
  const { exchange } = scenario;
  exchange.restart(restoreState(canonicalLines(exchange.state)));
  return scenario;
}

test('the same client id and payload: the first outcome again, and nothing happens', () => {
  const scenario = given().when(as('a', buy(100, 3)));
  const first = scenario.exchange.state.position;
  scenario.when(as('a', buy(100, 3))).then(
    repeated(),
    that((_, { outcomes }) => expect(outcomes).toEqual([{ position: first, id: 1, repeated: true }])),
    frozen(BOB, 'USDT', 300n),
  );
});

test.each<[string, Step, number]>([
  ['an order', buy(100, 3), 1],
  ['a withdrawal', withdraw('USDT', 500n), 1],
  ['a transfer', transfer('USDT', 'spot', 'option', 500n), 1],
])('the first outcome of %s names what it made', (_, step, id) => {
  given(as('a', step))
    .when(as('a', step))
    .then(that((__, { outcomes }) => expect(outcomes[0]).toMatchObject({ id, repeated: true })));
});

test('the fields may come in another order', () => {
  const step = buy(100, 3);
  const reversed = Object.fromEntries(Object.entries(step.command).reverse()) as typeof step.command;
  given(as('a', step))
    .when(as('a', { ...step, command: reversed }))
    .then(repeated());
});

test.each<[string, Step]>([
  ['another price', buy(101, 3)],
  ['another quantity', buy(100, 4)],
  ['another side', sell(100, 3)],
  ['another command', cancel(1)],
])('the same client id with %s is a reuse', (_, other) => {
  given(as('a', buy(100, 3)))
    .when(as('a', other))
    .then(refused('client.id.reused'), frozen(BOB, 'USDT', 300n));
});

test('a client id belongs to its sender', () => {
  given(as('a', buy(100, 3)))
    .when(as('a', by(CAROL, buy(100, 3))))
    .then(placed('rests'));
  const credit = staff({ type: 'CreditRecharge', user: BOB, asset: 'USD', amount: 7n, reference: 'r' });
  given(as('a', buy(100, 3)), as('a', credit))
    .when(as('a', credit))
    .then(repeated(), available(BOB, 'USD', 7n, 'legal'))
    .when({ ...as('a', credit), actor: SECOND })
    .then(refused('recharge.already.credited'));
});

test('the system is not remembered: what it sends is refused by its own rules when it comes twice', () => {
  const step: Step = { actor: 'registrar', clientId: 'a', command: { type: 'RegisterMember', user: 5 } };
  given(step).when(step).then(refused('account.already.registered'));
});

test('what was refused is not remembered: it may succeed the next time', () => {
  given()
    .when(as('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(refused('order.cannot.fill'))
    .given(rested('sell', 100, 3))
    .when(as('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(traded(100, 3));
});

test('a retry comes before the rules: it is answered though the order is long filled', () => {
  given(as('a', by(BOB, rested('buy', 100, 3))), by(CAROL, sell(100, 3)))
    .when(as('a', buy(100, 3)))
    .then(repeated(), available(BOB, 'BTC', RICH + 3n));
});

describe(`the last ${REMEMBERED_MAX} are remembered`, () => {
  test('and no more', () => {
    const scenario = later(given(), REMEMBERED_MAX + 1);
    restarted(scenario)
      .when(as('later-1', buy(50, 1, { timeInForce: 'ioc' })))
      .then(repeated())
      .when(as('later-0', buy(50, 1, { timeInForce: 'ioc' })))
      .then(cancelled(REMEMBERED_MAX + 2, 'time_in_force'));
    const { memories } = scenario.exchange.state;
    expect([memories.recent(BOB).length, memories.kept(BOB).length]).toEqual([REMEMBERED_MAX, 0]);
  });

  test('those of open orders longer, until they end', () => {
    const scenario = later(given(as('old', buy(40, 1)), as('older', buy(41, 1))), REMEMBERED_MAX);
    restarted(scenario)
      .when(as('old', buy(40, 1)))
      .then(repeated())
      .when(as('older', buy(42, 1)))
      .then(refused('client.id.reused'))
      .when(as('end', cancel(1)), by(CAROL, sell(41, 1)))
      .then(cancelled(1, 'requested'), traded(41, 1));
    restarted(scenario)
      .when(as('old', buy(40, 1)), as('older', buy(42, 1)))
      .then(placed('rests'), placed('rests'));
    expect(scenario.exchange.state.memories.kept(BOB)).toEqual([]);
  });

  test('an amendment is not the order: its client id falls out', () => {
    const scenario = given(as('order', buy(40, 5)), as('change', amend(1, { quantity: 4 })));
    later(scenario, REMEMBERED_MAX)
      .when(as('change', amend(1, { quantity: 3 })))
      .then(amended(1, 'keeps'));
    expect(scenario.exchange.state.memories.kept(BOB)).toMatchObject([{ id: 1, clientId: 'order' }]);
  });

  test('a withdrawal is not the order of somebody else that has its number and client id', () => {
    const scenario = given(as('same', by(ALICE, buy(40, 5))), as('same', withdraw('USDT', 500n)));
    later(scenario, REMEMBERED_MAX);
    expect(scenario.exchange.state.memories.kept(BOB)).toEqual([]);
  });
});

describe('what moves money, and what staff say', () => {
  const freeze = staff({ type: 'FreezeFunds', user: BOB, asset: 'BTC', amount: 5n, reason: 'claim' });
  const fund = (reason: string) => staff({ type: 'FundHouse', asset: 'USDT', amount: 5n, reason });

  /** More than the recent ones, of Bob's and of staff's. */
  function crowded(scenario: Scenario): Scenario {
    later(scenario, REMEMBERED_MAX);
    return inBulk(scenario, REMEMBERED_MAX, (number) => as(`staff-${number}`, fund(`${number}`)));
  }

  /** Somebody else acts, at this time: what is due to be forgotten is, a hundred a batch. */
  function at(scenario: Scenario, time: number, batches = 1): Scenario {
    return inBulk(scenario, batches, () => {
      scenario.exchange.now = time;
      return by(CAROL, buy(50, 1, { timeInForce: 'ioc' }));
    });
  }

  /** When the first of Bob's batches was made. */
  const begun = ({ exchange }: Scenario) => exchange.batches.find(({ command }) => command.clientId === 'first')!.at;

  test.each<[string, Step, Step]>([
    ['a withdrawal', withdraw('USDT', 500n), withdraw('USDT', 501n)],
    ['a transfer', transfer('USDT', 'spot', 'option', 500n), transfer('USDT', 'spot', 'option', 501n)],
    ['money of the house', fund('capital'), fund('more')],
    ['a freeze of funds', freeze, { ...freeze, command: { ...freeze.command, reason: 'another' } as Command }],
    ['what staff do with orders', { ...cancel(1), actor: ADMIN }, { ...cancel(2), actor: ADMIN }],
  ])('%s is remembered whatever else is sent', (_, step, other) => {
    const scenario = crowded(given(buy(40, 1), as('first', step)));
    const before = scenario.exchange.state.position;
    restarted(scenario)
      .when(as('first', step))
      .then(repeated())
      .when(as('first', other))
      .then(refused('client.id.reused'));
    expect(scenario.exchange.state.position).toBe(before);
  });

  test.each<[string, Step, Step[], EventType]>([
    ['a transfer', transfer('USDT', 'spot', 'option', 500n), [], 'FundsTransferred'],
    ['a withdrawal that was paid', withdraw('USDT', 500n), payOut(), 'WithdrawalApplied'],
    ['a withdrawal that was taken back', withdraw('USDT', 500n), [cancelWithdrawal(1)], 'WithdrawalApplied'],
    [
      'a freeze that was released',
      freeze,
      [staff({ type: 'UnfreezeFunds', hold: 1, reason: 'settled' })],
      'FundsFrozen',
    ],
  ])('%s is remembered for thirty days, and no longer once it is not among the recent ones', (_, step, end, made) => {
    const scenario = crowded(given(as('first', step), end));
    const first = begun(scenario);
    at(restarted(scenario), first + LASTING_MS - 1)
      .when(as('first', step))
      .then(repeated());
    at(restarted(scenario), first + LASTING_MS)
      .when(as('first', step))
      .then(occurred(made));
  });

  test('among the recent ones it is remembered longer', () => {
    const step = transfer('USDT', 'spot', 'option', 500n);
    const scenario = given(as('first', step));
    at(restarted(scenario), begun(scenario) + 2 * LASTING_MS)
      .when(as('first', step))
      .then(repeated());
    expect([...scenario.exchange.state.lasting.all()].some(({ owner }) => owner === BOB)).toBe(false);
  });

  test.each<[string, Step, Step, EventType]>([
    ['a withdrawal is open', withdraw('USDT', 500n), cancelWithdrawal(1), 'WithdrawalApplied'],
    ['funds are frozen', freeze, staff({ type: 'UnfreezeFunds', hold: 1, reason: 'settled' }), 'FundsFrozen'],
  ])('while %s its id is remembered, however long that takes', (_, step, end, made) => {
    const scenario = crowded(given(as('first', step)));
    const first = begun(scenario);
    for (const months of [1, 2, 3]) {
      at(restarted(scenario), first + months * LASTING_MS)
        .when(as('first', step))
        .then(repeated());
    }
    at(restarted(scenario.given(end)), first + 4 * LASTING_MS, 30)
      .when(as('first', step))
      .then(occurred(made));
  });

  test('nothing is left of what is forgotten, and a silence of months is made up for in small steps', () => {
    const scenario = given();
    for (let number = 0; number < 250; number++)
      scenario.given(as(`t-${number}`, transfer('USDT', 'spot', 'option', 1n)));
    const { state } = scenario.exchange;
    const left = () => [...state.lasting.all()].length;
    expect(left()).toBe(250);
    at(scenario, scenario.exchange.now + LASTING_MS);
    expect(left()).toBe(150);
    at(scenario, scenario.exchange.now, 2);
    expect(left()).toBe(0);
  });

  test('a replay from the first batch, and one from any snapshot, remember the same', () => {
    const scenario = given(as('first', transfer('USDT', 'spot', 'option', 500n)), as('open', withdraw('USDT', 500n)));
    const { exchange } = scenario;
    const first = begun(scenario);
    const snapshots: string[][] = [];
    for (const days of [10, 20, 30, 40, 60, 90]) {
      exchange.now = first + days * DAY_MS;
      scenario.given(as(`at-${days}`, transfer('USDT', 'option', 'spot', 1n)), as(`staff-${days}`, fund(`${days}`)));
      snapshots.push([...canonicalLines(exchange.state)]);
    }
    for (const lines of [[...canonicalLines(createState())], ...snapshots]) {
      const state = restoreState(lines);
      for (const batch of exchange.batches) if (batch.first > state.position) evolve(state, batch);
      expect([...canonicalLines(state)]).toEqual([...canonicalLines(exchange.state)]);
    }
  });

  test('a journal of the time when ids were forgotten sooner may have one twice: the later one counts', () => {
    const scenario = given(as('first', transfer('USDT', 'spot', 'option', 500n)));
    const { state } = scenario.exchange;
    const half = begun(scenario) + LASTING_MS / 2;
    const entry: Entry = {
      kind: 'transfer',
      debit: `${BOB}/spot/USDT/available`,
      credit: `${BOB}/option/USDT/available`,
      amount: 7n,
    };
    const accounts = { user: BOB, asset: 'USDT', from: 'spot', to: 'option' } as const;
    const again = transfer('USDT', 'spot', 'option', 7n);
    evolve(state, {
      v: 2,
      first: state.position + 1,
      at: half,
      command: { type: 'TransferFunds', clientId: 'first', digest: digestOf(again.command) },
      actor: `user/${BOB}`,
      events: [{ type: 'FundsTransferred', transfer: 2, ...accounts, amount: 7n, entries: [entry] }],
    });
    const position = state.position;
    scenario.exchange.auditor.compare = () => undefined;
    scenario.exchange.auditor.follow = () => undefined;
    for (const time of [half, half + LASTING_MS / 2]) {
      at(restarted(later(scenario, REMEMBERED_MAX, `${time}`)), time)
        .when(as('first', again))
        .then(that((_, { outcomes }) => expect(outcomes).toEqual([{ position, id: 2, repeated: true }])));
    }
  });

  /** How long a user's client id is remembered; staff's own are all for a month. */
  const REMEMBERED: { [T in CommandType]: 'month' | 'recent' } = {
    ListAsset: 'month',
    ListMarket: 'month',
    SetMarketState: 'month',
    ChangeMarketTerms: 'month',
    ChangeAssetTerms: 'month',
    SetAssetState: 'month',
    RegisterMember: 'month',
    VerifyMember: 'month',
    FreezeAccount: 'month',
    UnfreezeAccount: 'month',
    RecoverAccount: 'month',
    AssignFeeTier: 'month',
    EraseMember: 'month',
    NameInviter: 'month',
    NameDocument: 'month',
    SetFeeTiers: 'month',
    CloseFeeDay: 'recent',
    FixFunding: 'recent',
    SettleFunding: 'recent',
    SettleAccountFunding: 'recent',
    LockPosition: 'month',
    UnlockPosition: 'month',
    EndPositionLock: 'recent',
    ChangePerpetualTerms: 'month',
    ApplyPerpetualTerms: 'recent',
    EndPerpetualMarket: 'month',
    CallOffPerpetualEnd: 'month',
    FixSettlement: 'recent',
    SettleMarket: 'recent',
    SetFeeLevels: 'recent',
    TransferFunds: 'month',
    SetRechargeTerms: 'month',
    AssignDepositAddress: 'month',
    ObserveRecharge: 'month',
    RetractRecharge: 'month',
    FinalizeRecharge: 'month',
    RevertRecharge: 'month',
    CreditRecharge: 'month',
    ApplyWithdrawal: 'month',
    SetWithdrawalReview: 'month',
    ApproveWithdrawal: 'month',
    StartPayout: 'month',
    SubmitPayout: 'month',
    FailPayout: 'month',
    PayWithdrawal: 'month',
    RejectWithdrawal: 'month',
    CancelWithdrawal: 'month',
    FreezeFunds: 'month',
    UnfreezeFunds: 'month',
    FundHouse: 'month',
    FundInsurance: 'month',
    SetOptionTerms: 'month',
    SetOptionState: 'month',
    FundOptions: 'month',
    BuyOption: 'recent',
    CancelOption: 'recent',
    SetOptionLimit: 'recent',
    EnterOptions: 'recent',
    SettleOptions: 'recent',
    SetFinancialTerms: 'month',
    SetFinancialState: 'month',
    FundFinancial: 'month',
    BuyFinancial: 'recent',
    CancelFinancial: 'recent',
    LeaveFinancial: 'recent',
    SetFinancialRenewal: 'recent',
    SettleFinancial: 'recent',
    SetMiningTerms: 'month',
    SetMiningState: 'month',
    BuyMining: 'recent',
    PayMining: 'recent',
    SetRobotTerms: 'month',
    IssueRobotKey: 'month',
    RevokeRobotKey: 'month',
    StartRobot: 'recent',
    StopRobot: 'recent',
    RunRobot: 'recent',
    SetReferralTerms: 'month',
    PayRebates: 'recent',
    PlaceOrder: 'recent',
    AmendOrder: 'recent',
    CancelOrder: 'recent',
    CancelAllOrders: 'recent',
    QuoteMarket: 'recent',
    TriggerOrder: 'recent',
    EndFrozenOrders: 'recent',
    Liquidate: 'recent',
    LiquidateAccount: 'recent',
    ListPerpetualMarket: 'month',
    SetPerpetualMarketState: 'month',
    SetLeverage: 'recent',
    SetMarginMode: 'recent',
    SetPositionMode: 'recent',
    CutOrders: 'recent',
    PlacePerpetualOrder: 'recent',
    AmendPerpetualOrder: 'recent',
    PlaceStop: 'recent',
    AmendStop: 'recent',
    CancelStop: 'recent',
    TriggerStop: 'recent',
    AttachStops: 'recent',
    CloseAllPositions: 'recent',
    ReversePosition: 'recent',
    CloseOut: 'recent',
    OpenReversed: 'recent',
    EndStops: 'recent',
    AdjustMargin: 'recent',
    SetIndexTerms: 'month',
    PublishIndex: 'recent',
    PublishSeed: 'recent',
    RevealSeed: 'recent',
    TellStaffRules: 'recent',
    TellStaff: 'recent',
    NameStaff: 'recent',
    SetStaff: 'month',
    SetDailyLimit: 'month',
    SetOverdueHours: 'month',
    SetDeskSetting: 'month',
    ImportStatement: 'month',
    ConfirmStaff: 'month',
    DeclineStaff: 'month',
    KeepStaffAct: 'month',
    RestoreStaff: 'recent',
    UndoStaffAct: 'recent',
    ApplyStaff: 'recent',
    ExpireStaff: 'recent',
    StopWithdrawals: 'month',
    LiftWithdrawals: 'month',
  };

  test.each(Object.entries(REMEMBERED) as [CommandType, string][])(
    '%s is remembered for a month or among the recent ones',
    (type, expected) => {
      const isKnown = (actor: Actor): boolean => {
        const state = createState();
        const add = (command: Batch['command']) =>
          evolve(state, {
            v: 2,
            first: state.position + 1,
            at: 0,
            command,
            actor,
            events: [{ type: 'MemberRegistered', user: BOB }],
          });
        add({ type, clientId: 'first', digest: 'd'.repeat(12) });
        for (let number = 0; number < REMEMBERED_MAX; number++)
          add({ type: 'CancelOrder', clientId: `later-${number}`, digest: 'd'.repeat(12) });
        return recognise(state, actor, 'first', 'd'.repeat(12)) !== null;
      };
      expect(isKnown(`user/${BOB}`)).toBe(expected === 'month');
      expect(isKnown(ADMIN)).toBe(true);
    },
  );
});

test('a command that quotes a market is remembered by what it placed first, and its orders carry no client id', () => {
  const quotes = quote({
    amends: [{ order: 1, price: 91 }],
    places: [
      { side: 'buy', price: 95, quantity: 1 },
      { side: 'sell', price: 105, quantity: 1 },
    ],
  });
  const scenario = given(as('own', buy(90, 1)), as('quotes', quotes));
  const { position } = scenario.exchange.state;
  scenario.when(as('quotes', quotes)).then(
    that((_, { outcomes }) => expect(outcomes).toEqual([{ position, id: 2, repeated: true }])),
    open(1, { clientId: 'own', price: 91 }),
    open(2, { clientId: null }),
    open(3, { clientId: null }),
  );
  scenario.when(as('quotes', quote({ cancels: [2] }))).then(refused('client.id.reused'));
});

test('a command that only ends and changes orders made none', () => {
  const quotes = quote({ cancels: [2], amends: [{ order: 1, price: 91 }] });
  given(buy(90, 1), buy(80, 1), as('quotes', quotes))
    .when(as('quotes', quotes))
    .then(that((_, { outcomes }) => expect(outcomes[0]).toMatchObject({ id: null, repeated: true })));
});

test('a command that quotes a market falls out of the recent ones though an order of it is open', () => {
  const scenario = given(as('quotes', quote({ places: [{ side: 'buy', price: 40, quantity: 1 }] })));
  later(scenario, REMEMBERED_MAX);
  expect(scenario.exchange.state.memories.find(BOB, 'quotes')).toBeNull();
  expect(scenario.exchange.state.memories.kept(BOB)).toEqual([]);
  restarted(scenario).when(cancel(1)).then(cancelled(1, 'requested'));
});

test('staff that cancel an order make its owner forget its client id in time', () => {
  const scenario = later(given(as('old', buy(40, 1))), REMEMBERED_MAX);
  scenario.when({ ...as('staff', cancel(1)), actor: ADMIN }).then(cancelled(1, 'staff'));
  expect(scenario.exchange.state.memories.find(BOB, 'old')).toBeNull();
});
