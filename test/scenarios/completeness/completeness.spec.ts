import { EVENT_FIELDS } from '../../../server/products/core';
import type { EventType } from '../../../server/core/event';
import { CANCEL_REASONS } from '../../../server/core/market/order';
import { ENTRY_KIND_NAMES, type EntryKind } from '../../../shared/rules/entry-kinds';
import { dayStart } from '../../../shared/rules/days';
import { REJECTION_CODES } from '../../../shared/rules/codes';
import {
  ALICE,
  BOB,
  CAROL,
  SECOND,
  accountFrozen,
  accountUnfrozen,
  amend,
  approve,
  assetState,
  assetTerms,
  assignAddress,
  buy,
  asUser,
  cancel,
  cancelWithdrawal,
  credit,
  failPayout,
  finalize,
  given,
  indexTerms,
  marketBuy,
  marketBuyFor,
  marketState,
  marketTerms,
  nothing,
  observe,
  pay,
  payOut,
  publish,
  refused,
  restingOrder,
  retract,
  revert,
  seed,
  seedHash,
  sell,
  staff,
  startPayout,
  stopBuyFor,
  stopLimit,
  submitPayout,
  system,
  transfer,
  rejectWithdrawal,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { alarmedMarket, allLiquidations, allPerpetuals } from '../../tools/fixtures/perpetual-fixture';
import { allFinancial, triggerDueWork } from '../../tools/fixtures/financial-fixture';
import { allConversions } from '../../tools/fixtures/convert-fixture';
import { allMining } from '../../tools/fixtures/mining-fixture';
import { allRobots } from '../../tools/fixtures/robot-fixture';
import { eraseMember, allReferral } from '../../tools/fixtures/referral-fixture';
import { allStaff } from '../../tools/fixtures/staff-fixture';
import {
  crossWithCutOrders,
  crossWithEndedMarket,
  allCross,
  crossWithLockedFunding,
} from '../../tools/fixtures/cross-fixture';
import { allOptions } from '../../tools/fixtures/option-fixture';
import { TODAY, nameDocument, nameInviter, TIERS, type Ways } from './completeness-fixture';
import { KERNEL_REFUSALS } from './kernel-refusals';
import { PRODUCT_REFUSALS } from './product-refusals';

/** The shortest scenario for every rejection code. A new code does not compile without its row. */
const REFUSALS: Required<Ways> = { ...KERNEL_REFUSALS, ...PRODUCT_REFUSALS };

test.each(REJECTION_CODES.map((code) => [code] as const))('reaches the rejection %s', (code) => {
  const [scenario, step] = REFUSALS[code]();
  const before = [...scenario.exchange.batches];
  scenario.when(step).then(refused(code));
  expect(scenario.exchange.batches).toEqual(before);
});

/** Events that only old journals contain, from when the second of two admins sent the same command. */
const OF_BEFORE: readonly EventType[] = [
  'FinancialTermsProposed',
  'MiningTermsProposed',
  'OptionTermsProposed',
  'PositionLockProposed',
  'ReferralTermsProposed',
];

test('reaches every event, entry kind and cancel reason, and the auditor agrees', () => {
  const scenario = given(
    // Deposits, withdrawals and transfers.
    staff({ type: 'FundHouse', asset: 'USDT', amount: 5n, reason: 'capital' }),
    staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 1_000_000n }),
    withdraw('USDT', 100n),
    withdraw('USDT', 100n),
    withdraw('USDT', 100n),
    payOut(),
    withdraw('USDT', 100n),
    [approve(4), startPayout(4), submitPayout(4), failPayout(4), startPayout(4), submitPayout(4), pay(4)],
    approve(2),
    rejectWithdrawal(2),
    rejectWithdrawal(2, SECOND),
    cancelWithdrawal(3),
    assignAddress(0),
    observe(1),
    retract(),
    observe(1),
    observe(12),
    observe(1, { amount: 1n, reference: 'ERC20/0xdef/0' }),
    [observe(12, { reference: 'ERC20/0xf/0', provisional: 1 }), finalize('ERC20/0xf/0')],
    transfer('USDT', 'spot', 'financial', 5n),
    staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'claim' }),
    staff({ type: 'UnfreezeFunds', hold: 5, reason: 'settled' }),
    [observe(12, { reference: 'ERC20/0xf/1', provisional: 1 }), revert('ERC20/0xf/1')],
    accountFrozen(),
    accountUnfrozen(),
    staff({ type: 'RecoverAccount', user: BOB, request: 1 }),
    staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }),
    marketTerms({ bandPpb: 90_000_000 }),
    assetTerms('BTC', { withdrawalFee: 3n }),
    [assetState('USD', { deposits: 'suspended' }), assetState('USD')],
    nameInviter,
    nameDocument,
    eraseMember(10_000_004),
    // Orders.
    restingOrder('sell', 101, 5, { market: 'ETH-USDT' }),
    buy(102, 9, { market: 'ETH-USDT' }),
    amend(2, { price: 90 }),
    cancel(2),
    asUser(ALICE, sell(110, 5)),
    { ...asUser(ALICE, cancel(3)), actor: 'admin/10000009' },
    asUser(CAROL, sell(110, 5)),
    accountFrozen(CAROL),
    accountUnfrozen(CAROL),
    restingOrder('sell', 100, 5),
    asUser(ALICE, buy(100, 1)),
    buy(100, 1, { timeInForce: 'ioc' }),
    buy(99, 1, { timeInForce: 'ioc' }),
    marketBuyFor(150n),
    marketBuy(20),
    restingOrder('sell', 130, 1),
    marketBuy(1),
    stopLimit('buy', 120, 121, 1),
    stopBuyFor(119, 500n),
    asUser(ALICE, buy(120, 1)),
    asUser(CAROL, sell(120, 1)),
    ...manyMakers(),
    // Index prices.
    indexTerms({ sourcesMin: 1, sourceStaleMs: 3_600_000 }),
    publish([100, 101, 102]),
    seedHash(TODAY),
    // The volume of the day sets fee levels.
    staff(TIERS),
    asUser(ALICE, buy(50, 1)),
    asUser(CAROL, sell(50, 1)),
  );
  scenario.exchange.now = dayStart(TODAY + 1);
  // Due work of the day runs between commands.
  const { auditor } = scenario.given(seed(TODAY), marketState('closed')).exchange;
  const others = [
    allPerpetuals(),
    allCross(),
    crossWithCutOrders(),
    crossWithEndedMarket(),
    triggerDueWork(crossWithLockedFunding()),
    allLiquidations(),
    alarmedMarket(),
    allOptions(),
    allFinancial(),
    allMining(),
    allRobots(),
    allConversions(),
    allReferral(),
    allStaff(),
  ].map(({ exchange }) => exchange.auditor);
  const eventTypes = new Set([auditor, ...others].flatMap((one) => [...one.eventTypes]));
  const kinds = new Set([auditor, ...others].flatMap(({ entries }) => [...entries.kinds]));
  expect([...eventTypes, ...OF_BEFORE].sort()).toEqual((Object.keys(EVENT_FIELDS) as EventType[]).sort());
  expect([...kinds, ...AHEAD].sort()).toEqual([...ENTRY_KIND_NAMES].sort());
  const reasons = new Set([auditor, ...others].flatMap((one) => [...one.spot.cancelReasons]));
  expect([...reasons].sort()).toEqual([...CANCEL_REASONS].sort());
});

/** Entry kinds declared before their first event; remove each from this list when it has one. */
const AHEAD: readonly EntryKind[] = ['insurance_cover_frozen', 'treasury_cover_frozen', 'liquidation_fee_frozen'];

/** 501 resting orders and a taker that would match all of them. */
function manyMakers(): Step[] {
  const users = [10_100_001, 10_100_002, 10_100_003];
  return [
    ...users.flatMap((user): Step[] => [
      system({ type: 'RegisterMember', user }),
      staff({ type: 'VerifyMember', user }),
      credit('BTC', 200n, `makers/${user}`, user),
    ]),
    ...Array.from({ length: 501 }, (_, index) => asUser(users[index % 3], sell(125, 1))),
    buy(125, 501),
  ];
}

test('refuses an order before anything is listed', () => {
  nothing()
    .when(asUser(BOB, buy(100, 1)))
    .then(refused('account.unknown'));
});
