import type { Actor, CommandType } from '../../../server/core/command';
import type { EventType } from '../../../server/core/event';
import { COMMANDS } from '../../../server/products/core';
import { FUND_TIMES_MAX } from '../../../server/products/perpetual/core/terms/staff-bounds';
import { isRejection } from '../../../server/core/rejection';
import { STAFF_KINDS, type StaffKind, type StaffRule } from '../../../server/core/staff/rule';
import {
  ADMIN,
  BOB,
  BTC_USDT,
  DAVE,
  SECOND,
  accountFrozen,
  approve,
  assetState,
  assetTerms,
  buy,
  given,
  indexTerms,
  marketState,
  marketTerms,
  pay,
  staff,
  startPayout,
  stoppedBy,
  turnDown,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { both } from '../../tools/fixtures/cross-fixture';
import { financial, financialTerms, fundedFinancial } from '../../tools/fixtures/financial-fixture';
import { mining, miningState, miningTerms } from '../../tools/fixtures/mining-fixture';
import { SYMBOL, options, termsOf, usdt } from '../../tools/fixtures/option-fixture';
import {
  BTC_PERP,
  PERP,
  changedTerms,
  locked,
  marketEnd,
  opened,
  perpetuals,
  unlocked,
} from '../../tools/fixtures/perpetual-fixture';
import { ratesOf } from '../../tools/fixtures/referral-fixture';
import { issued, robotTerms, robots, started } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  NAME,
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
  staffed,
  stated,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

/** Of every command that staff send, each kind that it may be: what one person alone reaches, and what two do. */

interface Row {
  before: () => Scenario;
  step: Step;
  /** What it leads to. */
  event: EventType;
  /** Who confirms it, where the second admin is whom it concerns. */
  second?: Actor;
}
type Kinds = { readonly [K in StaffKind]?: Row };

const open = (symbol: string): Step => staff({ type: 'SetOptionState', symbol, state: 'open', reason: 'r' });
const offSale = (symbol: string): Step => staff({ type: 'SetOptionState', symbol, state: 'closed', reason: 'r' });
const financialState = (state: 'open' | 'closed'): Step =>
  staff({ type: 'SetFinancialState', product: 'USDT-7', state, reason: 'r' });
const perpetualState = (state: 'open' | 'close_only' | 'closed'): Step =>
  staff({ type: 'SetPerpetualMarketState', market: PERP, state });
const review = (secondApprovalAbove: bigint): Step => staff({ type: 'SetWithdrawalReview', secondApprovalAbove });
const recharge = (confirmations: number): Step =>
  staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations });
const limit = (amount: bigint): Step => staff({ type: 'SetDailyLimit', bindings: 1, limit: amount });
const hours = (count: number): Step => staff({ type: 'SetOverdueHours', wait: 'feedback', hours: count });
const house = (asset: string, amount: bigint, reference: string): Step =>
  staff({ type: 'FundHouse', asset, amount, reference, reason: 'capital' });
const insured = (amount: bigint): Step => staff({ type: 'FundInsurance', asset: 'USDT', amount, reason: 'fund' });
/** The insurance fund that the open interest of the listed contract asks for. */
const FUND = BTC_PERP.openInterestMax / FUND_TIMES_MAX;
const ENDS_AT = 1_760_000_000_000 + 20 * DAY;
const frozenFunds: Step = staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'r' });
const frozenMargin: Step = staff({
  ...{ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, account: 'contract', reason: 'r' },
});
const freeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const freed = (): Scenario => perpetuals().given(opened(500_000, 10));
const three = (): Scenario => upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID));
/** Dollars of BOB's that are on their way to his card. */
const paidOut = (): Scenario =>
  staffed(
    [stated({ amount: 900n }, { way: 'out', reference: 'bank/9', amount: 100n }), byBank('bank/1', 900n), confirmed(1)],
    [withdraw('USD', 100n), approve(1), startPayout(1)],
  );

const ROWS: Partial<Record<CommandType, Kinds>> = {
  ListAsset: {
    change: {
      before: staffed,
      step: staff({ type: 'ListAsset', asset: 'DOGE', scale: 3, withdrawalFee: 1n, withdrawalMin: 5n }),
      event: 'AssetListed',
    },
  },
  ListMarket: {
    change: {
      before: staffed,
      step: staff({
        ...{ ...BTC_USDT, type: 'ListMarket', market: 'ETH-USD', base: 'ETH', quote: 'USD', lot: '1' },
        takerFeesPpb: [1],
      }),
      event: 'MarketListed',
    },
  },
  SetMarketState: {
    brake: { before: staffed, step: marketState('cancel_only'), event: 'MarketStateChanged' },
    restore: {
      before: () => upgraded(given(marketState('cancel_only'))),
      step: marketState('open'),
      event: 'MarketStateChanged',
    },
    change: { before: staffed, step: marketState('closed'), event: 'MarketStateChanged' },
  },
  ChangeMarketTerms: {
    change: { before: staffed, step: marketTerms({ bandPpb: 90_000_000 }), event: 'MarketTermsChanged' },
  },
  ChangeAssetTerms: {
    change: { before: staffed, step: assetTerms('USDT', { withdrawalFee: 11n }), event: 'AssetTermsChanged' },
  },
  SetAssetState: {
    brake: { before: staffed, step: assetState('USDT', { deposits: 'suspended' }), event: 'AssetStateChanged' },
    restore: { before: staffed, step: assetState('USDT', { trading: 'maintenance' }), event: 'AssetStateChanged' },
  },
  ListPerpetualMarket: {
    change: {
      before: () =>
        upgraded(given(indexTerms({ decimals: 1, sourcesMin: 3 }), house('USDT', FUND, 'own/1'), insured(FUND))),
      step: staff(BTC_PERP),
      event: 'PerpetualMarketListed',
    },
  },
  SetPerpetualMarketState: {
    brake: {
      before: () => upgraded(perpetuals()),
      step: perpetualState('close_only'),
      event: 'PerpetualMarketStateChanged',
    },
    restore: {
      before: () => upgraded(perpetuals().given(perpetualState('close_only'))),
      step: perpetualState('open'),
      event: 'PerpetualMarketStateChanged',
    },
    change: {
      before: () => upgraded(perpetuals()),
      step: perpetualState('closed'),
      event: 'PerpetualMarketStateChanged',
    },
  },
  ChangePerpetualTerms: {
    change: {
      before: () => upgraded(perpetuals()),
      step: changedTerms({ fundingCapPpb: 1 }),
      event: 'PerpetualTermsChanged',
    },
  },
  EndPerpetualMarket: {
    change: {
      before: () => upgraded(perpetuals()),
      step: marketEnd(ENDS_AT),
      event: 'PerpetualMarketEnding',
    },
  },
  CallOffPerpetualEnd: {
    restore: {
      before: () => upgraded(perpetuals().given(marketEnd(ENDS_AT))),
      step: staff({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'too early' }),
      event: 'PerpetualEndCalledOff',
    },
  },
  FundInsurance: {
    money: {
      before: () => upgraded(perpetuals().given(house('USDT', 9n, 'own/1'))),
      step: insured(9n),
      event: 'InsuranceFunded',
    },
  },
  LockPosition: { brake: { before: () => upgraded(freed()), step: locked(1), event: 'PositionLocked' } },
  UnlockPosition: {
    restore: { before: () => upgraded(freed().given(locked(1))), step: unlocked(1), event: 'PositionUnlocked' },
  },
  SetIndexTerms: { change: { before: staffed, step: indexTerms(), event: 'IndexTermsSet' } },
  SetOptionTerms: {
    change: { before: () => upgraded(options()), step: termsOf({ userMax: usdt(400_000) }), event: 'OptionTermsSet' },
  },
  SetOptionState: {
    brake: { before: () => upgraded(options()), step: offSale(SYMBOL), event: 'OptionStateSet' },
    restore: { before: () => upgraded(options().given(offSale(SYMBOL))), step: open(SYMBOL), event: 'OptionStateSet' },
  },
  FundOptions: {
    money: {
      before: () => upgraded(options()),
      step: staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(1), reason: 'back' }),
      event: 'OptionsFunded',
    },
  },
  SetFinancialTerms: {
    change: {
      before: () => upgraded(financial()),
      step: financialTerms({ annualRatePpb: 1 }),
      event: 'FinancialTermsSet',
    },
  },
  SetFinancialState: {
    brake: { before: () => upgraded(financial()), step: financialState('closed'), event: 'FinancialStateSet' },
    restore: {
      before: () => upgraded(financial().given(financialState('closed'))),
      step: financialState('open'),
      event: 'FinancialStateSet',
    },
  },
  FundFinancial: {
    money: { before: () => upgraded(financial()), step: fundedFinancial('release', usdt(1)), event: 'FinancialFunded' },
  },
  SetMiningTerms: {
    change: { before: () => upgraded(mining()), step: miningTerms({ dailyRatePpb: 1 }), event: 'MiningTermsSet' },
  },
  SetMiningState: {
    brake: { before: () => upgraded(mining()), step: miningState('USDT-5', 'closed'), event: 'MiningStateSet' },
    restore: {
      before: () => upgraded(mining().given(miningState('USDT-5', 'closed'))),
      step: miningState('USDT-5', 'open'),
      event: 'MiningStateSet',
    },
  },
  SetRobotTerms: {
    brake: { before: () => upgraded(robots()), step: robotTerms({ state: 'closed' }), event: 'RobotTermsSet' },
    change: { before: () => upgraded(robots()), step: robotTerms({ amountMin: 1n }), event: 'RobotTermsSet' },
  },
  IssueRobotKey: { case: { before: () => upgraded(robots()), step: issued(BOB), event: 'RobotKeyIssued' } },
  RevokeRobotKey: {
    brake: {
      before: () => upgraded(robots()),
      step: staff({ type: 'RevokeRobotKey', user: BOB, reason: 'r' }),
      event: 'RobotKeyRevoked',
    },
  },
  StopRobot: {
    brake: {
      before: () => upgraded(robots().given(started(BOB))),
      step: staff({ type: 'StopRobot', user: BOB, robot: 1, reason: 'r' }),
      event: 'RobotStopping',
    },
  },
  SetReferralTerms: { change: { before: staffed, step: ratesOf(), event: 'ReferralTermsSet' } },
  SetFeeTiers: {
    change: {
      before: staffed,
      step: staff({ type: 'SetFeeTiers', product: 'spot', volumes: [0n, 5n], reason: 'r' }),
      event: 'FeeTiersSet',
    },
  },
  VerifyMember: {
    case: {
      before: staffed,
      step: staff({ type: 'VerifyMember', user: DAVE, document: NAME }),
      event: 'MemberVerified',
    },
    change: { before: staffed, step: staff({ type: 'VerifyMember', user: DAVE }), event: 'MemberVerified' },
  },
  FreezeAccount: {
    brake: { before: staffed, step: accountFrozen(), event: 'AccountFrozen' },
    restore: { before: staffed, step: freeze(SECOND_ID), event: 'AccountFrozen', second: THIRD },
  },
  UnfreezeAccount: {
    case: {
      before: () => three().given(freeze(SECOND_ID)),
      step: unfreeze(SECOND_ID, THIRD),
      event: 'AccountUnfrozen',
    },
    restore: { before: () => staffed(accountFrozen()), step: unfreeze(BOB), event: 'AccountUnfrozen' },
  },
  RecoverAccount: {
    restore: {
      before: staffed,
      step: staff({ type: 'RecoverAccount', user: BOB, request: 1 }),
      event: 'AccountRecovered',
    },
  },
  AssignFeeTier: {
    change: { before: staffed, step: staff({ type: 'AssignFeeTier', user: BOB, tier: 2 }), event: 'FeeTierAssigned' },
  },
  SetRechargeTerms: {
    tighten: { before: staffed, step: recharge(13), event: 'RechargeTermsSet' },
    change: { before: staffed, step: recharge(11), event: 'RechargeTermsSet' },
  },
  CreditRecharge: {
    money: { before: () => staffed(stated({})), step: byBank('bank/1'), event: 'RechargeCredited' },
  },
  ImportStatement: { case: { before: staffed, step: stated({}), event: 'StatementLineRead' } },
  FundHouse: {
    money: {
      before: () => staffed(stated({ reference: 'own/1', amount: 700n })),
      step: house('USD', 700n, 'own/1'),
      event: 'HouseFunded',
    },
  },
  SetWithdrawalReview: {
    tighten: { before: () => upgraded(given(review(900n))), step: review(800n), event: 'WithdrawalReviewSet' },
    change: { before: () => upgraded(given(review(900n))), step: review(1_000n), event: 'WithdrawalReviewSet' },
  },
  ApproveWithdrawal: {
    case: { before: () => staffed(withdraw('USDT', 100n)), step: approve(1), event: 'WithdrawalApproved' },
  },
  StartPayout: {
    case: {
      before: () => staffed(withdraw('USDT', 100n), approve(1)),
      step: staff({ type: 'StartPayout', withdrawal: 1 }),
      event: 'PayoutStarted',
    },
  },
  PayWithdrawal: {
    case: {
      before: () => staffed(withdraw('USDT', 100n), approve(1), startPayout(1)),
      step: pay(1),
      event: 'WithdrawalPaid',
    },
    money: {
      before: paidOut,
      step: staff({ type: 'PayWithdrawal', withdrawal: 1, reference: 'bank/9', name: NAME }),
      event: 'WithdrawalPaid',
    },
  },
  RejectWithdrawal: {
    brake: { before: () => staffed(withdraw('USDT', 100n)), step: turnDown(1), event: 'WithdrawalRejected' },
  },
  FreezeFunds: {
    brake: { before: staffed, step: frozenFunds, event: 'FundsFrozen' },
    restore: { before: () => upgraded(both()), step: frozenMargin, event: 'FundsFrozen' },
  },
  UnfreezeFunds: {
    restore: {
      before: () => staffed(frozenFunds),
      step: staff({ type: 'UnfreezeFunds', hold: 1, reason: 'r' }),
      event: 'FundsUnfrozen',
    },
  },
  CancelOrder: {
    brake: {
      before: () => staffed(buy(100, 1)),
      step: staff({ type: 'CancelOrder', user: BOB, order: 1 }),
      event: 'OrderCancelled',
    },
  },
  CancelAllOrders: {
    brake: {
      before: () => staffed(buy(100, 1)),
      step: staff({ type: 'CancelAllOrders', user: BOB, market: 'BTC-USDT' }),
      event: 'OrderCancelled',
    },
  },
  LiftWithdrawals: {
    restore: {
      before: () => staffed(stoppedBy()),
      step: staff({ type: 'LiftWithdrawals', upTo: 1, reason: NAME }),
      event: 'WithdrawalsLifted',
    },
  },
  SetStaff: {
    change: { before: staffed, step: setStaff(THIRD_ID, 'admin', ['users']), event: 'StaffNamed' },
  },
  SetDailyLimit: {
    tighten: {
      before: () => staffed(limit(5n), confirmed(1), { ...hours(47), after: DAY }),
      step: limit(4n),
      event: 'DailyLimitSet',
    },
    change: { before: staffed, step: limit(5n), event: 'DailyLimitSet' },
  },
  SetOverdueHours: {
    tighten: { before: staffed, step: hours(47), event: 'OverdueHoursSet' },
    change: { before: staffed, step: hours(49), event: 'OverdueHoursSet' },
  },
  SetDeskSetting: {
    change: {
      before: staffed,
      step: staff({ type: 'SetDeskSetting', name: 'bank.USD', hash: NAME }),
      event: 'DeskSettingSet',
    },
  },
  ConfirmStaff: { case: { before: () => staffed(limit(5n)), step: confirmed(1), event: 'StaffConfirmed' } },
  DeclineStaff: {
    case: { before: () => staffed(limit(5n)), step: declined(1), event: 'StaffDeclined' },
    restore: { before: () => staffed(restore(THIRD_ID)), step: declined(1, ADMIN), event: 'StaffDeclined' },
  },
  KeepStaffAct: {
    case: { before: () => staffed(marketState('cancel_only')), step: kept(1), event: 'StaffActKept' },
  },
};

type Told = Readonly<{ staff?: StaffRule<never> }>;
const kindsOf = (type: CommandType): readonly StaffKind[] => (COMMANDS[type] as Told).staff?.kinds ?? [];

test('these are all commands that staff send, each of every kind that it may be', () => {
  const all = (Object.keys(COMMANDS) as CommandType[]).filter((type) => kindsOf(type).length > 0);
  const told = all.map((type) => [type, [...kindsOf(type)].sort()]);
  expect(all.map((type) => [type, Object.keys(ROWS[type] ?? {}).sort()])).toEqual(told);
  expect(all.length).toBeGreaterThan(40);
});

const CASES = Object.entries(ROWS).flatMap(([type, kinds]) =>
  Object.entries(kinds).map(([kind, row]): [string, StaffKind, Row] => [type, kind as StaffKind, row]),
);

test.each(CASES)('%s as %s', (type, kind, { before, step, event, second = SECOND }) => {
  const scenario = before();
  const { exchange } = scenario;
  const sentBy = (one: Step): string[] => {
    const since = exchange.batches.length;
    const outcome = exchange.take(one);
    if (isRejection(outcome)) throw new Error(`${one.command.type} by ${one.actor}: ${outcome.rejected}`);
    return exchange.batches.slice(since).flatMap(({ events }) => events.map((told) => told.type));
  };
  const { people, waits, lapsesMs } = STAFF_KINDS[kind];
  const alone = sentBy(step);
  const act = exchange.batches.at(-1)?.events.at(-1);
  if (people === 1) {
    expect(alone).toContain(event);
    if (lapsesMs === null) return expect(alone).not.toContain('StaffActed');
    expect(act).toMatchObject({ type: 'StaffActed', kind, command: type });
    return;
  }
  expect(alone).toEqual(['StaffProposed']);
  expect(act).toMatchObject({ command: type, waits: waits ? 1 : 0 });
  const proposal = exchange.state.staff.next - 1;
  // Nor does the same person reach it with a second word.
  expect(exchange.take(confirmed(proposal, step.actor))).toMatchObject({ rejected: 'approval.needs.another' });
  const together = sentBy(confirmed(proposal, second));
  if (!waits) return expect(together.slice(0, 3)).toEqual(['StaffConfirmed', 'StaffApplied', event]);
  expect(together).toEqual(['StaffConfirmed']);
  const since = exchange.batches.length;
  exchange.take(passed(DAY - HOUR));
  const applied = (): string[] =>
    exchange.batches.slice(since).flatMap(({ events }) => events.map((told) => told.type));
  expect(applied()).not.toContain('StaffApplied');
  exchange.take(passed(HOUR));
  expect(applied()).toEqual(expect.arrayContaining(['StaffApplied', event]));
});
