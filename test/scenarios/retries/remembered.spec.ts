import { canonicalLines, restoreState, digestOf, evolve, createState } from '../../../server/products/core';
import type { Actor, Command, CommandType } from '../../../server/core/command';
import { findRepeatedCommand } from '../../../server/core/decide';
import type { Batch, EventType } from '../../../server/core/event';
import { RETENTION_MS } from '../../../server/core/member/retained-commands';
import { REMEMBERED_MAX } from '../../../server/core/member/memory';
import type { Entry } from '../../../server/core/ledger/entry';
import {
  ADMIN,
  BOB,
  CAROL,
  withClientId,
  buy,
  asUser,
  cancel,
  cancelWithdrawal,
  given,
  occurred,
  payOut,
  refused,
  repeated,
  staff,
  expectThat,
  transfer,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { later, inBulk, restarted } from './retries-fixture';

const DAY_MS = 86_400_000;

describe('client ids of commands that move money, and of staff', () => {
  const freeze = staff({ type: 'FreezeFunds', user: BOB, asset: 'BTC', amount: 5n, reason: 'claim' });
  const fund = (reason: string) => staff({ type: 'FundHouse', asset: 'USDT', amount: 5n, reason });

  /** Sends more than the recent ids, for Bob and for staff. */
  function crowded(scenario: Scenario): Scenario {
    later(scenario, REMEMBERED_MAX);
    return inBulk(scenario, REMEMBERED_MAX, (number) => withClientId(`staff-${number}`, fund(`${number}`)));
  }

  /** Sends `batches` commands of another user at this time; each batch drops up to a hundred expired ids. */
  function at(scenario: Scenario, time: number, batches = 1): Scenario {
    return inBulk(scenario, batches, () => {
      scenario.exchange.now = time;
      return asUser(CAROL, buy(50, 1, { timeInForce: 'ioc' }));
    });
  }

  /** The time of the batch with client id `first`. */
  const begun = ({ exchange }: Scenario) => exchange.batches.find(({ command }) => command.clientId === 'first')!.at;

  test.each<[string, Step, Step]>([
    ['a withdrawal', withdraw('USDT', 500n), withdraw('USDT', 501n)],
    ['a transfer', transfer('USDT', 'spot', 'option', 500n), transfer('USDT', 'spot', 'option', 501n)],
    ['money of the house', fund('capital'), fund('more')],
    ['a freeze of funds', freeze, { ...freeze, command: { ...freeze.command, reason: 'another' } as Command }],
    ['what staff do with orders', { ...cancel(1), actor: ADMIN }, { ...cancel(2), actor: ADMIN }],
  ])('%s is remembered whatever else is sent', (_, step, other) => {
    const scenario = crowded(given(buy(40, 1), withClientId('first', step)));
    const before = scenario.exchange.state.position;
    restarted(scenario)
      .when(withClientId('first', step))
      .then(repeated())
      .when(withClientId('first', other))
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
  ])('%s is remembered for thirty days, and longer only among the recent ones', (_, step, end, made) => {
    const scenario = crowded(given(withClientId('first', step), end));
    const first = begun(scenario);
    at(restarted(scenario), first + RETENTION_MS - 1)
      .when(withClientId('first', step))
      .then(repeated());
    at(restarted(scenario), first + RETENTION_MS)
      .when(withClientId('first', step))
      .then(occurred(made));
  });

  test('a recent one is remembered longer', () => {
    const step = transfer('USDT', 'spot', 'option', 500n);
    const scenario = given(withClientId('first', step));
    at(restarted(scenario), begun(scenario) + 2 * RETENTION_MS)
      .when(withClientId('first', step))
      .then(repeated());
    expect([...scenario.exchange.state.lasting.allCommands()].some(({ owner }) => owner === BOB)).toBe(false);
  });

  test.each<[string, Step, Step, EventType]>([
    ['a withdrawal is open', withdraw('USDT', 500n), cancelWithdrawal(1), 'WithdrawalApplied'],
    ['funds are frozen', freeze, staff({ type: 'UnfreezeFunds', hold: 1, reason: 'settled' }), 'FundsFrozen'],
  ])('while %s its id is remembered for any time', (_, step, end, made) => {
    const scenario = crowded(given(withClientId('first', step)));
    const first = begun(scenario);
    for (const months of [1, 2, 3]) {
      at(restarted(scenario), first + months * RETENTION_MS)
        .when(withClientId('first', step))
        .then(repeated());
    }
    at(restarted(scenario.given(end)), first + 4 * RETENTION_MS, 30)
      .when(withClientId('first', step))
      .then(occurred(made));
  });

  test('drops expired ids without residue, and catches up after months in small steps', () => {
    const scenario = given();
    for (let number = 0; number < 250; number++)
      scenario.given(withClientId(`t-${number}`, transfer('USDT', 'spot', 'option', 1n)));
    const { state } = scenario.exchange;
    const left = () => [...state.lasting.allCommands()].length;
    expect(left()).toBe(250);
    at(scenario, scenario.exchange.now + RETENTION_MS);
    expect(left()).toBe(150);
    at(scenario, scenario.exchange.now, 2);
    expect(left()).toBe(0);
  });

  test('yields the same ids from a replay of the whole journal and from any snapshot', () => {
    const scenario = given(
      withClientId('first', transfer('USDT', 'spot', 'option', 500n)),
      withClientId('open', withdraw('USDT', 500n)),
    );
    const { exchange } = scenario;
    const first = begun(scenario);
    const snapshots: string[][] = [];
    for (const days of [10, 20, 30, 40, 60, 90]) {
      exchange.now = first + days * DAY_MS;
      scenario.given(
        withClientId(`at-${days}`, transfer('USDT', 'option', 'spot', 1n)),
        withClientId(`staff-${days}`, fund(`${days}`)),
      );
      snapshots.push([...canonicalLines(exchange.state)]);
    }
    for (const lines of [[...canonicalLines(createState())], ...snapshots]) {
      const state = restoreState(lines);
      for (const batch of exchange.batches) if (batch.first > state.position) evolve(state, batch);
      expect([...canonicalLines(state)]).toEqual([...canonicalLines(exchange.state)]);
    }
  });

  test('takes the later of two equal ids in a journal from when ids expired sooner', () => {
    const scenario = given(withClientId('first', transfer('USDT', 'spot', 'option', 500n)));
    const { state } = scenario.exchange;
    const half = begun(scenario) + RETENTION_MS / 2;
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
    for (const time of [half, half + RETENTION_MS / 2]) {
      at(restarted(later(scenario, REMEMBERED_MAX, `${time}`)), time)
        .when(withClientId('first', again))
        .then(expectThat((_, { outcomes }) => expect(outcomes).toEqual([{ position, id: 2, repeated: true }])));
    }
  });

  /** How long a user's client id is remembered; ids of staff are always kept for a month. */
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
    ConvertCoin: 'recent',
    ConvertDust: 'recent',
    SetDustTerms: 'month',
    FundDust: 'month',
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
        return findRepeatedCommand(state, actor, 'first', 'd'.repeat(12)) !== null;
      };
      expect(isKnown(`user/${BOB}`)).toBe(expected === 'month');
      expect(isKnown(ADMIN)).toBe(true);
    },
  );
});
