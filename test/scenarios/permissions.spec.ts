import type { Actor, Command, CommandType, FollowUp } from '../../server/core/command';
import type { EventType } from '../../server/core/event';
import type { RejectionCode } from '../../shared/rules/codes';
import {
  ADMIN,
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  DAVE,
  accountFrozen,
  amend,
  assetState,
  assignAddress,
  available,
  buy,
  asUser,
  cancel,
  cancelAll,
  cancelWithdrawal,
  given,
  indexTerms,
  marketState,
  nothing,
  observe,
  occurred,
  placed,
  publish,
  leaveFunds,
  quote,
  refused,
  restingOrder,
  restoredFromSnapshot,
  retract,
  seed,
  seedHash,
  sell,
  staff,
  stopLimit,
  system,
  expectThat,
  transfer,
  withdraw,
  type Step,
} from '../tools/fixtures/core-fixture';
import { rulesOf, setStaff } from '../tools/fixtures/staff-fixture';
import {
  BTC_PERP,
  PERP,
  leverage,
  margin,
  marginMode,
  open,
  positionMode,
  stop,
} from '../tools/fixtures/perpetual-fixture';
import { buyOption, termsOf as optionTerms } from '../tools/fixtures/option-fixture';
import { dustTerms, fundDust, convertDust } from '../tools/fixtures/convert-fixture';
import { issueKey, robotTerms, startRobot } from '../tools/fixtures/robot-fixture';
import { financialTerms, buySavings } from '../tools/fixtures/financial-fixture';
import { buyMining, miningState, miningTerms } from '../tools/fixtures/mining-fixture';

/**
 * The checks of placing an order by precedence. Each row breaks one more rule than the row below, and must win over
 * all rows below it.
 */
describe('if several rules are broken, the first one answers', () => {
  interface Wrongs {
    actor?: Step['actor'];
    user?: number;
    frozen?: true;
    unverified?: true;
    market?: string;
    state?: 'closed' | 'maintenance' | 'cancel_only';
    fields?: Partial<Extract<Command, { type: 'PlaceOrder' }>>;
    tooMany?: true;
    poor?: true;
  }
  const rows: [RejectionCode, Wrongs][] = [
    ['command.not.permitted', { actor: `user/${ALICE}` }],
    ['account.unknown', { user: 99 }],
    ['account.frozen', { frozen: true }],
    ['account.not.authenticated', { unverified: true }],
    ['market.unknown', { market: 'DOGE-USDT' }],
    ['coin.not.open', { state: 'closed' }],
    ['order.combination.invalid', { fields: { timeInForce: 'post_only' } }],
    ['price.out.of.range', { fields: { price: 1_000_001 } }],
    ['trigger.out.of.range', { fields: { trigger: 1 } }],
    ['quantity.not.positive', { fields: { quantity: 0 } }],
    ['orders.too.many', { tooMany: true }],
    ['balance.insufficient', { poor: true }],
  ];

  test.each(rows.map(([code], index) => [code, index] as const))('%s', (code, index) => {
    const wrongs: Wrongs = {};
    const fields: Wrongs['fields'] = {};
    for (const [, wrong] of rows.slice(index).reverse()) {
      Object.assign(wrongs, wrong);
      Object.assign(fields, wrong.fields);
    }
    const user = wrongs.user ?? DAVE;
    const scenario = given();
    if (!wrongs.unverified) scenario.given(staff({ type: 'VerifyMember', user: DAVE }));
    if (wrongs.tooMany && !wrongs.unverified) {
      scenario.given(system({ type: 'CreditRecharge', user: DAVE, asset: 'USDT', amount: 2_000n, reference: 'r' }));
      for (let order = 1; order <= BTC_USDT.openOrdersMax; order++) scenario.given(asUser(DAVE, buy(10, 1)));
    }
    if (wrongs.state) scenario.given(marketState(wrongs.state));
    if (wrongs.frozen) scenario.given(accountFrozen(DAVE));
    const sane = asUser(user, stopLimit('buy', 120, 100, 1_000, { market: wrongs.market ?? 'BTC-USDT' }));
    const step = { ...sane, command: { ...sane.command, ...fields } as Command };
    scenario.when({ ...step, actor: wrongs.actor ?? step.actor }).then(refused(code));
  });
});

describe('an unverified user', () => {
  test('may not trade, but may hold and withdraw funds', () => {
    given(system({ type: 'CreditRecharge', user: DAVE, asset: 'USDT', amount: 500n, reference: 'r' }))
      .when(asUser(DAVE, buy(100, 1)))
      .then(refused('account.not.authenticated'))
      .when(asUser(DAVE, withdraw('USDT', 100n)))
      .then(occurred('WithdrawalApplied'), available(DAVE, 'USDT', 390n));
  });
});

describe('a frozen account', () => {
  test('cannot place, amend or withdraw until unfrozen', () => {
    given(asUser(BOB, restingOrder('buy', 90, 5)), withdraw('USDT', 100n), accountFrozen())
      .when(buy(100, 1))
      .then(refused('account.frozen'))
      .when(amend(1, { quantity: 4 }))
      .then(refused('account.frozen'))
      .when(withdraw('USDT', 100n))
      .then(refused('account.frozen'))
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled'))
      .when(staff({ type: 'UnfreezeAccount', user: BOB, reason: 'reviewed' }), buy(100, 1))
      .then(occurred('AccountUnfrozen', { reason: 'reviewed' }), placed('rests'));
  });

  test('is frozen once and unfrozen once', () => {
    given()
      .when(accountFrozen())
      .then(occurred('AccountFrozen', { user: BOB, reason: 'review' }))
      .when(accountFrozen())
      .then(refused('account.already.frozen'))
      .when(staff({ type: 'UnfreezeAccount', user: ALICE, reason: 'none' }))
      .then(refused('account.not.frozen'))
      .when(staff({ type: 'UnfreezeAccount', user: 99, reason: 'none' }))
      .then(refused('account.unknown'))
      .when(accountFrozen(99))
      .then(refused('account.unknown'));
  });
});

test.each([
  ['closed', 'coin.not.open'],
  ['maintenance', 'coin.under.maintenance'],
  ['cancel_only', 'market.cancel.only'],
] as const)('a market that is %s refuses orders: %s', (state, code) => {
  given(asUser(BOB, restingOrder('buy', 90, 5)), marketState(state))
    .when(sell(100, 1))
    .then(refused(code))
    .when(amend(1, { quantity: 4 }))
    .then(refused(code))
    .when(marketState(state))
    .then(refused('market.state.unchanged'))
    .when(marketState('open'), sell(100, 1))
    .then(occurred('MarketStateChanged', { state: 'open' }), placed('rests'));
});

/** One sample of each external command. A new command does not compile without its row. */
const SAMPLES: { [T in Exclude<CommandType, FollowUp['type']>]: [Command, allowed: readonly Actor[]] } = {
  ListAsset: [{ type: 'ListAsset', asset: 'DOGE', scale: 8, withdrawalFee: 0n, withdrawalMin: 1n }, [ADMIN]],
  ListMarket: [{ type: 'ListMarket', ...BTC_USDT, market: 'X' }, [ADMIN]],
  SetMarketState: [{ type: 'SetMarketState', market: 'BTC-USDT', state: 'open' }, [ADMIN]],
  ListPerpetualMarket: [BTC_PERP, [ADMIN]],
  SetPerpetualMarketState: [{ type: 'SetPerpetualMarketState', market: PERP, state: 'open' }, [ADMIN]],
  SetLeverage: [leverage(BOB, 5).command, [`user/${BOB}`]],
  SetMarginMode: [marginMode(BOB, 'cross').command, [`user/${BOB}`]],
  SetPositionMode: [positionMode(BOB, 'one_way').command, [`user/${BOB}`]],
  PlacePerpetualOrder: [open(BOB, 'long', 5, 5).command, [`user/${BOB}`]],
  PlaceStop: [stop(BOB, 'long', 'stop_loss', 5).command, [`user/${BOB}`]],
  CloseAllPositions: [{ type: 'CloseAllPositions', user: BOB }, [`user/${BOB}`]],
  ReversePosition: [{ type: 'ReversePosition', user: BOB, market: PERP, position: 'long' }, [`user/${BOB}`]],
  AmendStop: [{ type: 'AmendStop', user: BOB, stop: 1, price: 5 }, [`user/${BOB}`]],
  CancelStop: [{ type: 'CancelStop', user: BOB, stop: 1 }, [`user/${BOB}`]],
  AmendPerpetualOrder: [{ type: 'AmendPerpetualOrder', user: BOB, order: 1, price: 5 }, [`user/${BOB}`]],
  AdjustMargin: [margin('add', BOB, 'long', 5n).command, [`user/${BOB}`]],
  LockPosition: [{ type: 'LockPosition', position: 1, reason: 'r' }, [ADMIN]],
  UnlockPosition: [{ type: 'UnlockPosition', position: 1, reason: 'r' }, [ADMIN]],
  ChangePerpetualTerms: [{ type: 'ChangePerpetualTerms', market: PERP, fundingCapPpb: 1, reason: 'r' }, [ADMIN]],
  CallOffPerpetualEnd: [{ type: 'CallOffPerpetualEnd', market: PERP, reason: 'r' }, [ADMIN]],
  EndPerpetualMarket: [{ type: 'EndPerpetualMarket', market: PERP, endsAt: 1, reason: 'r' }, [ADMIN]],
  ChangeMarketTerms: [{ type: 'ChangeMarketTerms', market: 'BTC-USDT', bandPpb: 1, reason: 'r' }, [ADMIN]],
  ChangeAssetTerms: [{ type: 'ChangeAssetTerms', asset: 'BTC', withdrawalFee: 1n, reason: 'r' }, [ADMIN]],
  SetAssetState: [assetState('BTC', { trading: 'maintenance' }).command, [ADMIN]],
  RegisterMember: [{ type: 'RegisterMember', user: 10_000_077 }, ['registrar']],
  VerifyMember: [{ type: 'VerifyMember', user: BOB }, [ADMIN]],
  FreezeAccount: [{ type: 'FreezeAccount', user: BOB, reason: 'r' }, [ADMIN, `user/${BOB}`]],
  UnfreezeAccount: [{ type: 'UnfreezeAccount', user: BOB, reason: 'r' }, [ADMIN]],
  RecoverAccount: [{ type: 'RecoverAccount', user: BOB, request: 1 }, [ADMIN]],
  AssignFeeTier: [{ type: 'AssignFeeTier', user: BOB, tier: 1 }, [ADMIN]],
  EraseMember: [{ type: 'EraseMember', user: BOB }, ['registrar']],
  NameInviter: [{ type: 'NameInviter', user: BOB, inviter: ALICE }, ['registrar']],
  NameDocument: [{ type: 'NameDocument', user: BOB, document: 'ab'.repeat(32) }, ['registrar']],
  SetFeeTiers: [{ type: 'SetFeeTiers', product: 'spot', volumes: [0n], reason: 'r' }, [ADMIN]],
  TransferFunds: [transfer('USDT', 'spot', 'option', 1n).command, [`user/${BOB}`]],
  SetRechargeTerms: [{ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 1n, confirmations: 1 }, [ADMIN]],
  AssignDepositAddress: [
    { type: 'AssignDepositAddress', user: BOB, chain: 'BTC', index: 3, address: 'bc1' },
    ['registrar'],
  ],
  ObserveRecharge: [observe(1).command, ['chain/ERC20']],
  RetractRecharge: [{ type: 'RetractRecharge', reference: 'ERC20/0xabc/0' }, ['chain/ERC20']],
  FinalizeRecharge: [{ type: 'FinalizeRecharge', reference: 'ERC20/0xabc/0' }, ['chain/ERC20']],
  RevertRecharge: [{ type: 'RevertRecharge', reference: 'ERC20/0xabc/0', reason: 'r' }, ['chain/ERC20']],
  CreditRecharge: [{ type: 'CreditRecharge', user: BOB, asset: 'USD', amount: 1n, reference: 'r' }, [ADMIN, 'demo']],
  ApplyWithdrawal: [withdraw('USDT', 100n).command, [`user/${BOB}`]],
  SetWithdrawalReview: [{ type: 'SetWithdrawalReview', secondApprovalAbove: 1n }, [ADMIN]],
  ApproveWithdrawal: [{ type: 'ApproveWithdrawal', withdrawal: 1 }, [ADMIN]],
  StartPayout: [{ type: 'StartPayout', withdrawal: 1 }, [ADMIN, 'payouts']],
  SubmitPayout: [{ type: 'SubmitPayout', withdrawal: 1, key: 'k' }, ['payouts']],
  FailPayout: [{ type: 'FailPayout', withdrawal: 1, key: 'k', reason: 'r' }, ['payouts']],
  PayWithdrawal: [{ type: 'PayWithdrawal', withdrawal: 1, reference: 'r' }, [ADMIN, 'payouts']],
  RejectWithdrawal: [{ type: 'RejectWithdrawal', withdrawal: 1, reason: 'r' }, [ADMIN]],
  CancelWithdrawal: [cancelWithdrawal(1).command, [`user/${BOB}`]],
  FreezeFunds: [{ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, reason: 'r' }, [ADMIN]],
  UnfreezeFunds: [{ type: 'UnfreezeFunds', hold: 1, reason: 'r' }, [ADMIN]],
  FundHouse: [{ type: 'FundHouse', asset: 'USDT', amount: 1n, reason: 'r' }, [ADMIN]],
  FundInsurance: [{ type: 'FundInsurance', asset: 'USDT', amount: 1n, reason: 'r' }, [ADMIN]],
  SetOptionTerms: [optionTerms().command, [ADMIN]],
  SetOptionState: [{ type: 'SetOptionState', symbol: 'BTC-USDT', state: 'open', reason: 'r' }, [ADMIN]],
  FundOptions: [{ type: 'FundOptions', asset: 'USDT', act: 'fund', amount: 1n, reason: 'r' }, [ADMIN]],
  SetFinancialTerms: [financialTerms().command, [ADMIN]],
  SetFinancialState: [{ type: 'SetFinancialState', product: 'USDT-7', state: 'open', reason: 'r' }, [ADMIN]],
  FundFinancial: [{ type: 'FundFinancial', asset: 'USDT', act: 'fund', amount: 1n, reason: 'r' }, [ADMIN]],
  BuyFinancial: [buySavings(BOB).command, [`user/${BOB}`]],
  CancelFinancial: [{ type: 'CancelFinancial', user: BOB, purchase: 1 }, [`user/${BOB}`]],
  LeaveFinancial: [{ type: 'LeaveFinancial', user: BOB, purchase: 1 }, [`user/${BOB}`]],
  SetFinancialRenewal: [{ type: 'SetFinancialRenewal', user: BOB, purchase: 1, renew: 'on' }, [`user/${BOB}`]],
  SetMiningTerms: [miningTerms().command, [ADMIN]],
  SetMiningState: [miningState('USDT-5', 'open').command, [ADMIN]],
  BuyMining: [buyMining(BOB).command, [`user/${BOB}`]],
  ConvertCoin: [
    { type: 'ConvertCoin', user: BOB, from: 'BTC', to: 'USDT', amount: 1n, least: 1n, validUntil: 1 },
    [`user/${BOB}`],
  ],
  ConvertDust: [convertDust(BOB, 'BTC').command, [`user/${BOB}`]],
  SetDustTerms: [dustTerms().command, [ADMIN]],
  FundDust: [fundDust('fund', 1n).command, [ADMIN]],
  SetRobotTerms: [robotTerms().command, [ADMIN]],
  IssueRobotKey: [issueKey(BOB).command, [ADMIN]],
  RevokeRobotKey: [{ type: 'RevokeRobotKey', user: BOB, reason: 'r' }, [ADMIN]],
  StartRobot: [startRobot(BOB).command, [`user/${BOB}`]],
  StopRobot: [{ type: 'StopRobot', user: BOB, robot: 1 }, [`user/${BOB}`, ADMIN]],
  SetReferralTerms: [{ type: 'SetReferralTerms', level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'r' }, [ADMIN]],
  BuyOption: [buyOption(BOB, 'up').command, [`user/${BOB}`]],
  CancelOption: [{ type: 'CancelOption', user: BOB, contract: 1 }, [`user/${BOB}`]],
  SetOptionLimit: [{ type: 'SetOptionLimit', user: BOB, asset: 'USDT', amount: 1n }, [`user/${BOB}`]],
  PlaceOrder: [buy(100, 1).command, [`user/${BOB}`]],
  AmendOrder: [amend(1, { price: 1 }).command, [`user/${BOB}`]],
  CancelOrder: [cancel(1).command, [`user/${BOB}`, ADMIN]],
  CancelAllOrders: [cancelAll().command, [`user/${BOB}`, ADMIN]],
  SetIndexTerms: [indexTerms().command, [ADMIN]],
  PublishIndex: [publish([100]).command, ['feed/index']],
  PublishSeed: [seedHash(20_000).command, ['feed/index']],
  RevealSeed: [seed(20_000).command, ['feed/index']],
  QuoteMarket: [quote({ cancels: [1] }).command, [`user/${BOB}`]],
  TellStaffRules: [rulesOf(), ['registrar']],
  TellStaff: [{ type: 'TellStaff', staff: [], limits: [], settings: [] }, ['registrar']],
  SetDailyLimit: [{ type: 'SetDailyLimit', bindings: 1, limit: 1n }, [ADMIN]],
  SetOverdueHours: [{ type: 'SetOverdueHours', wait: 'feedback', hours: 1 }, [ADMIN]],
  SetDeskSetting: [{ type: 'SetDeskSetting', name: 'bank', hash: 'ab'.repeat(32) }, [ADMIN]],
  ImportStatement: [{ type: 'ImportStatement', asset: 'USD', lines: [] }, [ADMIN]],
  NameStaff: [{ type: 'NameStaff', user: BOB }, ['registrar', 'demo']],
  SetStaff: [setStaff(BOB, 'auditor').command, [ADMIN]],
  ConfirmStaff: [{ type: 'ConfirmStaff', proposal: 1 }, [ADMIN]],
  StopWithdrawals: [
    { type: 'StopWithdrawals', comparison: 'live.house', subject: 'fees/USDT', asset: 'USDT', expected: 1n, found: 2n },
    ['sentinel'],
  ],
  LiftWithdrawals: [{ type: 'LiftWithdrawals', upTo: 1, reason: 'r' }, [ADMIN]],
  DeclineStaff: [{ type: 'DeclineStaff', proposal: 1, reason: 'r' }, [ADMIN]],
  KeepStaffAct: [{ type: 'KeepStaffAct', act: 1 }, [ADMIN]],
  RestoreStaff: [{ type: 'RestoreStaff', user: BOB, request: 'ab'.repeat(16) }, ['operator']],
};

/** One actor of each kind, and some of the right kind for another subject. `system` comes from older journals. */
const ACTORS: readonly Actor[] = [
  `user/${BOB}`,
  `user/${CAROL}`,
  ADMIN,
  'feed/index',
  `robot/${BOB}`,
  'clock',
  'registrar',
  'operator',
  'chain/ERC20',
  'chain/ERC2',
  'payouts',
  'sentinel',
  'demo',
  'system',
];

describe('allowed actors per command', () => {
  test.each(Object.values(SAMPLES).map(([command, allowed]) => [command.type, command, allowed] as const))(
    'ASVS 2.2.2, 8.3.1: %s: only the allowed actors',
    (_, command, allowed) => {
      const permitted = ACTORS.filter((actor) => {
        const outcome = given().exchange.take({ actor, command });
        return !('rejected' in outcome) || outcome.rejected !== 'command.not.permitted';
      });
      expect([...permitted].sort()).toEqual([...allowed].sort());
    },
  );

  test.each([
    { type: 'TriggerOrder', order: 1 },
    { type: 'EndFrozenOrders', user: BOB },
    { type: 'CloseFeeDay', product: 'spot' },
    { type: 'SetFeeLevels', product: 'spot' },
    { type: 'FixFunding', market: 'BTC-USDT' },
    { type: 'SettleFunding', market: 'BTC-USDT' },
    { type: 'SettleAccountFunding', user: ALICE, asset: 'USDT' },
    { type: 'EndPositionLock', position: 1 },
    { type: 'ApplyPerpetualTerms', market: 'BTC-USDT' },
    { type: 'Liquidate', market: 'BTC-USDT-PERP' },
    { type: 'LiquidateAccount', user: ALICE, asset: 'USDT' },
    { type: 'EnterOptions', symbol: 'BTC-USDT' },
    { type: 'SettleOptions', symbol: 'BTC-USDT' },
    { type: 'SettleFinancial' },
    { type: 'PayMining' },
    { type: 'PayRebates', day: 20_000 },
    { type: 'FixSettlement', market: 'BTC-USDT' },
    { type: 'SettleMarket', market: 'BTC-USDT' },
    { type: 'ApplyStaff', proposal: 1 },
    { type: 'UndoStaffAct', act: 1 },
    { type: 'ExpireStaff', proposal: 1 },
  ] as const)('$type: no external actor', (command) => {
    for (const actor of ACTORS.filter((one) => one !== 'clock')) {
      given().when({ actor, command }).then(refused('command.not.permitted'));
    }
  });

  test('RunRobot: only the robot of its user', () => {
    const command = { type: 'RunRobot', user: BOB, robot: 1 } as const;
    for (const actor of [...ACTORS, `robot/${CAROL}` as const].filter((one) => one !== `robot/${BOB}`)) {
      given().when({ actor, command }).then(refused('command.not.permitted'));
    }
  });

  test('FreezeAccount: staff, and users for themselves, who cannot unfreeze', () => {
    for (const actor of [ADMIN, `user/${BOB}`] as const)
      given()
        .when({ ...accountFrozen(), actor })
        .then(occurred('AccountFrozen', { user: BOB }))
        .when(buy(100, 1))
        .then(refused('account.frozen'));
    given()
      .when({ ...accountFrozen(), actor: `user/${CAROL}` })
      .then(refused('command.not.permitted'));
  });

  test.each<[Command, EventType]>([
    [{ type: 'VerifyMember', user: DAVE }, 'MemberVerified'],
    [{ type: 'UnfreezeAccount', user: DAVE, reason: 'r' }, 'AccountUnfrozen'],
    [{ type: 'AssignFeeTier', user: DAVE, tier: 1 }, 'FeeTierAssigned'],
    [{ type: 'CreditRecharge', user: DAVE, asset: 'USD', amount: 1n, reference: 'r' }, 'RechargeCredited'],
  ])('%j: staff, but not for themselves', (command, event) => {
    given(accountFrozen(DAVE))
      .when({ actor: `admin/${DAVE}`, command })
      .then(refused('command.not.permitted'))
      .when({ actor: ADMIN, command })
      .then(occurred(event, { user: DAVE }));
  });

  test('FreezeFunds: a chain, naming a payment on itself only', () => {
    const freeze = (reference?: string): Command => {
      return { type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, reason: 'r', reference };
    };
    given()
      .when({ actor: 'chain/ERC20', command: freeze() })
      .then(refused('command.not.permitted'))
      .when({ actor: 'chain/ERC20', command: freeze('BTC/a/0') })
      .then(refused('command.not.permitted'))
      .when({ actor: 'chain/ERC20', command: freeze('ERC20/a/0') })
      .then(occurred('FundsFrozen', { user: BOB, amount: 1n }));
  });

  const forSystem: Command[] = [
    { type: 'RegisterMember', user: 5 },
    { type: 'TriggerOrder', order: 1 },
    { type: 'EndFrozenOrders', user: BOB },
    assignAddress(0, { user: 5 }).command,
    observe(1).command,
    retract().command,
  ];
  test.each(forSystem.map((command) => [command.type, command] as const))('%s: only the system', (_, command) => {
    for (const actor of [ADMIN, 'user/5'] as const)
      given().when({ actor, command }).then(refused('command.not.permitted'));
  });
});

test('registers a member once, under an id that fits the book, and verifies once', () => {
  given()
    .when(system({ type: 'RegisterMember', user: BOB }))
    .then(refused('account.already.registered', { same: 0, highest: 10_000_009 }));
  for (const user of [0, -1, 1.5, 2 ** 31])
    given()
      .when(system({ type: 'RegisterMember', user }))
      .then(refused('account.unknown'));
  given()
    .when(staff({ type: 'VerifyMember', user: BOB }))
    .then(refused('account.already.verified'));
  given()
    .when(staff({ type: 'VerifyMember', user: 99 }))
    .then(refused('account.unknown'));
  nothing()
    .when(system({ type: 'RegisterMember', user: 2 ** 31 - 1 }), staff({ type: 'VerifyMember', user: 2 ** 31 - 1 }))
    .then(occurred('MemberRegistered'), occurred('MemberVerified'));
});

test('tells a repeated registration whether it is the same, and the highest known id', () => {
  const register = (user: number, registration?: string) => system({ type: 'RegisterMember', user, registration });
  const scenario = given(register(77, 'a'), register(10_000_020, 'b'));
  const others = [register(77, 'c'), register(77), register(BOB, 'a')];
  for (const same of [scenario, restoredFromSnapshot(scenario)]) {
    same.when(register(77, 'a')).then(refused('account.already.registered', { same: 1, highest: 10_000_020 }));
    for (const other of others) {
      same.when(other).then(refused('account.already.registered', { same: 0, highest: 10_000_020 }));
    }
  }
});

test('accepts staff by id, members or not', () => {
  nothing()
    .when(staff({ type: 'FundHouse', asset: 'USDT', amount: 5n, reason: 'capital' }))
    .then(
      refused('asset.unknown'),
      expectThat(({ state }) => expect(state.highest.user).toBe(0)),
    );
  given()
    .when(accountFrozen())
    .then(
      occurred('AccountFrozen'),
      expectThat(({ state }) => expect(state.highest.user).toBe(10_000_009)),
    );
});

test('names required and available amounts when the balance is insufficient', () => {
  given(leaveFunds('USDT', 299n))
    .when(buy(100, 3))
    .then(refused('balance.insufficient', { asset: 'USDT', required: '300', available: '299' }));
  given(leaveFunds('USDT', 300n))
    .when(buy(100, 3))
    .then(placed('rests'), available(BOB, 'USDT', 0n));
  given(leaveFunds('BTC', 2n))
    .when(sell(100, 3))
    .then(refused('balance.insufficient', { asset: 'BTC', required: '3', available: '2' }));
});
