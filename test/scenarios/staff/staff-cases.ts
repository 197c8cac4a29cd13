import type { Actor, CommandType } from '../../../server/core/command';
import type { EventType } from '../../../server/core/event';
import { FUND_TIMES_MAX } from '../../../server/products/perpetual/core/terms/staff-bounds';
import { type StaffKind } from '../../../server/core/staff/rule';
import {
  ADMIN,
  BOB,
  BTC_USDT,
  DAVE,
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
  stopWithdrawals,
  rejectWithdrawal,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { dustScenario, dustTerms, fundDust } from '../../tools/fixtures/convert-fixture';
import { withCrossPositions } from '../../tools/fixtures/cross-fixture';
import { financial, financialTerms, fundedFinancial } from '../../tools/fixtures/financial-fixture';
import { mining, miningState, miningTerms } from '../../tools/fixtures/mining-fixture';
import { SYMBOL, optionScenario, termsOf, usdt } from '../../tools/fixtures/option-fixture';
import {
  BTC_PERP,
  PERP,
  changeTerms,
  lockPosition,
  marketEnd,
  openBothSides,
  perpetuals,
  unlockPosition,
} from '../../tools/fixtures/perpetual-fixture';
import { ratesOf } from '../../tools/fixtures/referral-fixture';
import { issueKey, robotTerms, robots, startRobot } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  creditByBank,
  confirmProposal,
  declineProposal,
  fullAdmins,
  keepAct,
  restore,
  sendAs,
  setStaff,
  withStaff,
  importLines,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

export interface StaffCase {
  before: () => Scenario;
  step: Step;
  /** The resulting event. */
  event: EventType;
  /** The confirming admin, if the default second admin is the subject. */
  second?: Actor;
}
type Kinds = { readonly [K in StaffKind]?: StaffCase };

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
/** The insurance fund required by the open interest of the listed contract. */
const FUND = BTC_PERP.openInterestMax / FUND_TIMES_MAX;
const ENDS_AT = 1_760_000_000_000 + 20 * DAY;
const frozenFunds: Step = staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'r' });
const frozenMargin: Step = staff({
  ...{ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, account: 'contract', reason: 'r' },
});
const freeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const freed = (): Scenario => perpetuals().given(openBothSides(500_000, 10));
const three = (): Scenario => withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID));
/** A payout of dollars to BOB's card, in progress. */
const paidOut = (): Scenario =>
  withStaff(
    [
      importLines({ amount: 900n }, { way: 'out', reference: 'bank/9', amount: 100n }),
      creditByBank('bank/1', 900n),
      confirmProposal(1),
    ],
    [withdraw('USD', 100n), approve(1), startPayout(1)],
  );

/** A case of every staff command in each of its kinds. */
export const STAFF_CASES: Partial<Record<CommandType, Kinds>> = {
  ListAsset: {
    change: {
      before: withStaff,
      step: staff({ type: 'ListAsset', asset: 'DOGE', scale: 3, withdrawalFee: 1n, withdrawalMin: 5n }),
      event: 'AssetListed',
    },
  },
  ListMarket: {
    change: {
      before: withStaff,
      step: staff({
        ...{ ...BTC_USDT, type: 'ListMarket', market: 'ETH-USD', base: 'ETH', quote: 'USD', lot: '1' },
        takerFeesPpb: [1],
      }),
      event: 'MarketListed',
    },
  },
  SetMarketState: {
    brake: { before: withStaff, step: marketState('cancel_only'), event: 'MarketStateChanged' },
    restore: {
      before: () => withReportedStaff(given(marketState('cancel_only'))),
      step: marketState('open'),
      event: 'MarketStateChanged',
    },
    change: { before: withStaff, step: marketState('closed'), event: 'MarketStateChanged' },
  },
  ChangeMarketTerms: {
    change: { before: withStaff, step: marketTerms({ bandPpb: 90_000_000 }), event: 'MarketTermsChanged' },
  },
  ChangeAssetTerms: {
    change: { before: withStaff, step: assetTerms('USDT', { withdrawalFee: 11n }), event: 'AssetTermsChanged' },
  },
  SetAssetState: {
    brake: { before: withStaff, step: assetState('USDT', { deposits: 'suspended' }), event: 'AssetStateChanged' },
    restore: { before: withStaff, step: assetState('USDT', { trading: 'maintenance' }), event: 'AssetStateChanged' },
  },
  ListPerpetualMarket: {
    change: {
      before: () =>
        withReportedStaff(
          given(indexTerms({ decimals: 1, sourcesMin: 3 }), house('USDT', FUND, 'own/1'), insured(FUND)),
        ),
      step: staff(BTC_PERP),
      event: 'PerpetualMarketListed',
    },
  },
  SetPerpetualMarketState: {
    brake: {
      before: () => withReportedStaff(perpetuals()),
      step: perpetualState('close_only'),
      event: 'PerpetualMarketStateChanged',
    },
    restore: {
      before: () => withReportedStaff(perpetuals().given(perpetualState('close_only'))),
      step: perpetualState('open'),
      event: 'PerpetualMarketStateChanged',
    },
    change: {
      before: () => withReportedStaff(perpetuals()),
      step: perpetualState('closed'),
      event: 'PerpetualMarketStateChanged',
    },
  },
  ChangePerpetualTerms: {
    change: {
      before: () => withReportedStaff(perpetuals()),
      step: changeTerms({ fundingCapPpb: 1 }),
      event: 'PerpetualTermsChanged',
    },
  },
  EndPerpetualMarket: {
    change: {
      before: () => withReportedStaff(perpetuals()),
      step: marketEnd(ENDS_AT),
      event: 'PerpetualMarketEnding',
    },
  },
  CallOffPerpetualEnd: {
    restore: {
      before: () => withReportedStaff(perpetuals().given(marketEnd(ENDS_AT))),
      step: staff({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'too early' }),
      event: 'PerpetualEndCalledOff',
    },
  },
  FundInsurance: {
    money: {
      before: () => withReportedStaff(perpetuals().given(house('USDT', 9n, 'own/1'))),
      step: insured(9n),
      event: 'InsuranceFunded',
    },
  },
  LockPosition: { brake: { before: () => withReportedStaff(freed()), step: lockPosition(1), event: 'PositionLocked' } },
  UnlockPosition: {
    restore: {
      before: () => withReportedStaff(freed().given(lockPosition(1))),
      step: unlockPosition(1),
      event: 'PositionUnlocked',
    },
  },
  SetIndexTerms: { change: { before: withStaff, step: indexTerms(), event: 'IndexTermsSet' } },
  SetOptionTerms: {
    change: {
      before: () => withReportedStaff(optionScenario()),
      step: termsOf({ userMax: usdt(400_000) }),
      event: 'OptionTermsSet',
    },
  },
  SetOptionState: {
    brake: { before: () => withReportedStaff(optionScenario()), step: offSale(SYMBOL), event: 'OptionStateSet' },
    restore: {
      before: () => withReportedStaff(optionScenario().given(offSale(SYMBOL))),
      step: open(SYMBOL),
      event: 'OptionStateSet',
    },
  },
  FundOptions: {
    money: {
      before: () => withReportedStaff(optionScenario()),
      step: staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(1), reason: 'back' }),
      event: 'OptionsFunded',
    },
  },
  SetFinancialTerms: {
    change: {
      before: () => withReportedStaff(financial()),
      step: financialTerms({ annualRatePpb: 1 }),
      event: 'FinancialTermsSet',
    },
  },
  SetFinancialState: {
    brake: { before: () => withReportedStaff(financial()), step: financialState('closed'), event: 'FinancialStateSet' },
    restore: {
      before: () => withReportedStaff(financial().given(financialState('closed'))),
      step: financialState('open'),
      event: 'FinancialStateSet',
    },
  },
  FundFinancial: {
    money: {
      before: () => withReportedStaff(financial()),
      step: fundedFinancial('release', usdt(1)),
      event: 'FinancialFunded',
    },
  },
  SetMiningTerms: {
    change: {
      before: () => withReportedStaff(mining()),
      step: miningTerms({ dailyRatePpb: 1 }),
      event: 'MiningTermsSet',
    },
  },
  SetMiningState: {
    brake: {
      before: () => withReportedStaff(mining()),
      step: miningState('USDT-5', 'closed'),
      event: 'MiningStateSet',
    },
    restore: {
      before: () => withReportedStaff(mining().given(miningState('USDT-5', 'closed'))),
      step: miningState('USDT-5', 'open'),
      event: 'MiningStateSet',
    },
  },
  SetDustTerms: {
    brake: {
      before: () => withReportedStaff(dustScenario()),
      step: dustTerms({ state: 'closed' }),
      event: 'DustTermsSet',
    },
    change: {
      before: () => withReportedStaff(dustScenario()),
      step: dustTerms({ dailyMax: 1n }),
      event: 'DustTermsSet',
    },
  },
  FundDust: {
    money: { before: () => withReportedStaff(dustScenario()), step: fundDust('release', 1n), event: 'DustFunded' },
  },
  SetRobotTerms: {
    brake: { before: () => withReportedStaff(robots()), step: robotTerms({ state: 'closed' }), event: 'RobotTermsSet' },
    change: { before: () => withReportedStaff(robots()), step: robotTerms({ amountMin: 1n }), event: 'RobotTermsSet' },
  },
  IssueRobotKey: { case: { before: () => withReportedStaff(robots()), step: issueKey(BOB), event: 'RobotKeyIssued' } },
  RevokeRobotKey: {
    brake: {
      before: () => withReportedStaff(robots()),
      step: staff({ type: 'RevokeRobotKey', user: BOB, reason: 'r' }),
      event: 'RobotKeyRevoked',
    },
  },
  StopRobot: {
    brake: {
      before: () => withReportedStaff(robots().given(startRobot(BOB))),
      step: staff({ type: 'StopRobot', user: BOB, robot: 1, reason: 'r' }),
      event: 'RobotStopping',
    },
  },
  SetReferralTerms: { change: { before: withStaff, step: ratesOf(), event: 'ReferralTermsSet' } },
  SetFeeTiers: {
    change: {
      before: withStaff,
      step: staff({ type: 'SetFeeTiers', product: 'spot', volumes: [0n, 5n], reason: 'r' }),
      event: 'FeeTiersSet',
    },
  },
  VerifyMember: {
    case: {
      before: withStaff,
      step: staff({ type: 'VerifyMember', user: DAVE, document: NAME }),
      event: 'MemberVerified',
    },
    change: { before: withStaff, step: staff({ type: 'VerifyMember', user: DAVE }), event: 'MemberVerified' },
  },
  FreezeAccount: {
    brake: { before: withStaff, step: accountFrozen(), event: 'AccountFrozen' },
    restore: { before: withStaff, step: freeze(SECOND_ID), event: 'AccountFrozen', second: THIRD },
  },
  UnfreezeAccount: {
    case: {
      before: () => three().given(freeze(SECOND_ID)),
      step: unfreeze(SECOND_ID, THIRD),
      event: 'AccountUnfrozen',
    },
    restore: { before: () => withStaff(accountFrozen()), step: unfreeze(BOB), event: 'AccountUnfrozen' },
  },
  RecoverAccount: {
    restore: {
      before: withStaff,
      step: staff({ type: 'RecoverAccount', user: BOB, request: 1 }),
      event: 'AccountRecovered',
    },
  },
  AssignFeeTier: {
    change: { before: withStaff, step: staff({ type: 'AssignFeeTier', user: BOB, tier: 2 }), event: 'FeeTierAssigned' },
  },
  SetRechargeTerms: {
    tighten: { before: withStaff, step: recharge(13), event: 'RechargeTermsSet' },
    change: { before: withStaff, step: recharge(11), event: 'RechargeTermsSet' },
  },
  CreditRecharge: {
    money: { before: () => withStaff(importLines({})), step: creditByBank('bank/1'), event: 'RechargeCredited' },
  },
  ImportStatement: { case: { before: withStaff, step: importLines({}), event: 'StatementLineRead' } },
  FundHouse: {
    money: {
      before: () => withStaff(importLines({ reference: 'own/1', amount: 700n })),
      step: house('USD', 700n, 'own/1'),
      event: 'HouseFunded',
    },
  },
  SetWithdrawalReview: {
    tighten: { before: () => withReportedStaff(given(review(900n))), step: review(800n), event: 'WithdrawalReviewSet' },
    change: {
      before: () => withReportedStaff(given(review(900n))),
      step: review(1_000n),
      event: 'WithdrawalReviewSet',
    },
  },
  ApproveWithdrawal: {
    case: { before: () => withStaff(withdraw('USDT', 100n)), step: approve(1), event: 'WithdrawalApproved' },
  },
  StartPayout: {
    case: {
      before: () => withStaff(withdraw('USDT', 100n), approve(1)),
      step: staff({ type: 'StartPayout', withdrawal: 1 }),
      event: 'PayoutStarted',
    },
  },
  PayWithdrawal: {
    case: {
      before: () => withStaff(withdraw('USDT', 100n), approve(1), startPayout(1)),
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
    brake: { before: () => withStaff(withdraw('USDT', 100n)), step: rejectWithdrawal(1), event: 'WithdrawalRejected' },
  },
  FreezeFunds: {
    brake: { before: withStaff, step: frozenFunds, event: 'FundsFrozen' },
    restore: { before: () => withReportedStaff(withCrossPositions()), step: frozenMargin, event: 'FundsFrozen' },
  },
  UnfreezeFunds: {
    restore: {
      before: () => withStaff(frozenFunds),
      step: staff({ type: 'UnfreezeFunds', hold: 1, reason: 'r' }),
      event: 'FundsUnfrozen',
    },
  },
  CancelOrder: {
    brake: {
      before: () => withStaff(buy(100, 1)),
      step: staff({ type: 'CancelOrder', user: BOB, order: 1 }),
      event: 'OrderCancelled',
    },
  },
  CancelAllOrders: {
    brake: {
      before: () => withStaff(buy(100, 1)),
      step: staff({ type: 'CancelAllOrders', user: BOB, market: 'BTC-USDT' }),
      event: 'OrderCancelled',
    },
  },
  LiftWithdrawals: {
    restore: {
      before: () => withStaff(stopWithdrawals()),
      step: staff({ type: 'LiftWithdrawals', upTo: 1, reason: NAME }),
      event: 'WithdrawalsLifted',
    },
  },
  SetStaff: {
    change: { before: withStaff, step: setStaff(THIRD_ID, 'admin', ['users']), event: 'StaffNamed' },
  },
  SetDailyLimit: {
    tighten: {
      before: () => withStaff(limit(5n), confirmProposal(1), { ...hours(47), after: DAY }),
      step: limit(4n),
      event: 'DailyLimitSet',
    },
    change: { before: withStaff, step: limit(5n), event: 'DailyLimitSet' },
  },
  SetOverdueHours: {
    tighten: { before: withStaff, step: hours(47), event: 'OverdueHoursSet' },
    change: { before: withStaff, step: hours(49), event: 'OverdueHoursSet' },
  },
  SetDeskSetting: {
    change: {
      before: withStaff,
      step: staff({ type: 'SetDeskSetting', name: 'bank.USD', hash: NAME }),
      event: 'DeskSettingSet',
    },
  },
  ConfirmStaff: { case: { before: () => withStaff(limit(5n)), step: confirmProposal(1), event: 'StaffConfirmed' } },
  DeclineStaff: {
    case: { before: () => withStaff(limit(5n)), step: declineProposal(1), event: 'StaffDeclined' },
    restore: { before: () => withStaff(restore(THIRD_ID)), step: declineProposal(1, ADMIN), event: 'StaffDeclined' },
  },
  KeepStaffAct: {
    case: { before: () => withStaff(marketState('cancel_only')), step: keepAct(1), event: 'StaffActKept' },
  },
};
