import fc from 'fast-check';
import {
  canonicalLines,
  restoreState,
  decodeBatch,
  encodeBody,
  evolve,
  COMMANDS,
  createState,
} from '../../server/products/core';
import type { Command, CommandOf, StaffCommand } from '../../server/core/command';
import { isRejection } from '../../server/core/rejection';
import { stateHash } from '../../server/engine/state-hash';
import { ADMIN, ALICE, BOB, CAROL, SECOND, type Exchange } from '../tools/fixtures/core-fixture';
import { financialTerms } from '../tools/fixtures/financial-fixture';
import { miningTerms } from '../tools/fixtures/mining-fixture';
import {
  PRICE,
  SYMBOL,
  optionScenario,
  applyRule1,
  termsOf,
  publishPrice,
  usdt,
} from '../tools/fixtures/option-fixture';
import { stepOf, turn } from './option-turns';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 150);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_123);

function replayed({ batches }: Exchange) {
  const state = createState();
  for (const batch of batches) evolve(state, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
  return state;
}

test('every contract ends as the auditor computes, after any acts, publications, silences and restarts', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(fc.array(turn, { minLength: 30, maxLength: 160, size: 'max' }), fc.nat(120), (turns, upgrade) => {
      const { exchange } = optionScenario();
      for (const [place, one] of turns.entries()) {
        if (one.restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
        const step = stepOf(exchange, one);
        const outcome = exchange.take(step);
        // Contracts open at the upgrade were sold under rule 1 and end by it.
        if (place < upgrade && step.command.type === 'BuyOption' && !isRejection(outcome)) applyRule1({ exchange });
        if (isRejection(outcome)) count(outcome.rejected);
      }
      for (const { events } of exchange.batches) {
        for (const event of events) {
          count(event.type);
          if (event.type === 'OptionSettled') count(event.reason ?? event.end);
          if (event.type === 'OptionBought') count(`rule ${event.rule ?? 1}`);
        }
      }
      expect(stateHash(replayed(exchange))).toBe(stateHash(exchange.state));
    }),
    { numRuns, seed, endOnFailure: true },
  );
  // Guards against a run that exercises nothing.
  expect(WANTED.filter((what) => (seen.get(what) ?? 0) < numRuns / 50)).toEqual([]);
});

const WANTED = [
  ...['OptionBought', 'OptionEntered', 'OptionSettled', 'OptionTermsSet', 'OptionStateSet'],
  ...['OptionsFunded', 'OptionLimitSet', 'won', 'lost', 'tie', 'take_profit', 'stop_loss', 'cancelled'],
  ...['entry_missed', 'index_stale', 'level_passed', 'account.frozen', 'coin.under.maintenance', 'index.stale'],
  ...['option.amount.minimum', 'option.cancel.too.late', 'option.cap.levels', 'option.cap.side', 'option.cap.user'],
  ...['option.closed', 'option.duration.unknown', 'option.levels.invalid', 'option.limit.own', 'option.not.found'],
  ...['option.start.invalid', 'index.slow', 'rule 1', 'rule 2'],
];

/** Every staff command, aimed at what contracts depend on; a missing one does not compile. */
const STAFF_ACTS: { readonly [T in StaffCommand['type']]: (user: number, roll: number) => CommandOf<T> } = {
  ListAsset: (_, roll) => ({ type: 'ListAsset', asset: `C${roll}`, scale: 8, withdrawalFee: 1n, withdrawalMin: 2n }),
  ListMarket: () => ({
    type: 'ListMarket',
    ...{ market: SYMBOL, base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.001', quantityMin: 1, quantityMax: 1_000 },
    ...{ notionalMin: 1n, priceLowest: 1, priceHighest: 100_000_000, makerFeesPpb: [0], takerFeesPpb: [0] },
    ...{ openOrdersMax: 10, referencePrice: 1, bandPpb: 100_000_000 },
  }),
  SetMarketState: () => ({ type: 'SetMarketState', market: SYMBOL, state: 'open' }),
  ChangeMarketTerms: (_, roll) => ({
    type: 'ChangeMarketTerms',
    market: SYMBOL,
    referencePrice: 1 + roll,
    reason: 'x',
  }),
  ChangeAssetTerms: (_, roll) => ({
    ...{ type: 'ChangeAssetTerms', asset: 'USDT', withdrawalFee: BigInt(roll), reason: 'x' },
  }),
  SetAssetState: (_, roll) => ({
    ...{ type: 'SetAssetState', asset: roll % 2 ? 'BTC' : 'USDT', trading: 'maintenance', deposits: 'suspended' },
    ...{ withdrawals: 'suspended', reason: 'x' },
  }),
  SetIndexTerms: (_, roll) => ({
    ...{ type: 'SetIndexTerms', symbol: SYMBOL, decimals: 2, sourceStaleMs: 1 + roll, staleMs: 1 + roll * 1_000 },
    ...{ sourcesMin: 1 + (roll % 5), reason: 'x' },
  }),
  ListPerpetualMarket: () => ({
    type: 'ListPerpetualMarket',
    ...{ market: 'BTC-USDT-PERP', base: 'BTC', quote: 'USDT', tick: '0.01', multiplier: '0.001', quantityMin: 1 },
    ...{ quantityMax: 1_000, notionalMin: 1n, priceLowest: 1, priceHighest: 100_000_000, openOrdersMax: 10 },
    ...{ referencePrice: PRICE, makerFeesPpb: [0], takerFeesPpb: [0], priceLimitPpb: 50_000_000, index: SYMBOL },
    ...{ tierCaps: [10n ** 14n], tierLeverages: [10], tierRatesPpb: [5_000_000], fundingIntervalMs: 3_600_000 },
    ...{ fundingCapPpb: 3_000_000, openInterestMax: 10n ** 15n, impactNotional: 10n ** 11n },
  }),
  SetPerpetualMarketState: () => ({ type: 'SetPerpetualMarketState', market: 'BTC-USDT-PERP', state: 'open' }),
  ChangePerpetualTerms: (_, roll) => ({
    ...{ type: 'ChangePerpetualTerms', market: 'BTC-USDT-PERP', openInterestMax: BigInt(1 + roll), reason: 'x' },
  }),
  CallOffPerpetualEnd: () => ({ type: 'CallOffPerpetualEnd', market: 'BTC-USDT-PERP', reason: 'x' }),
  EndPerpetualMarket: () => ({ type: 'EndPerpetualMarket', market: 'BTC-USDT-PERP', endsAt: 1, reason: 'x' }),
  LockPosition: (_, roll) => ({ type: 'LockPosition', position: roll, reason: 'x' }),
  UnlockPosition: (_, roll) => ({ type: 'UnlockPosition', position: roll, reason: 'x' }),
  FundInsurance: (_, roll) => ({ type: 'FundInsurance', asset: 'USDT', amount: BigInt(1 + roll), reason: 'x' }),
  SetOptionTerms: (_, roll) =>
    ({
      ...termsOf({ payoutsPpb: [1 + roll, 1, 1], feesPpb: [0, 0, 0], feeAmounts: [0n, 0n, 0n] }).command,
    }) as CommandOf<'SetOptionTerms'>,
  SetFinancialTerms: () => ({ ...financialTerms().command }) as CommandOf<'SetFinancialTerms'>,
  SetFinancialState: (_, roll) => ({
    ...{ type: 'SetFinancialState', product: 'USDT-7', state: roll % 2 ? 'open' : 'closed', reason: 'x' },
  }),
  SetRobotTerms: (_, roll) => ({
    ...{
      type: 'SetRobotTerms',
      market: SYMBOL,
      state: roll % 2 ? 'open' : 'closed',
      amountMin: 1n,
      userMax: usdt(roll),
    },
    reason: 'x',
  }),
  SetDustTerms: (_, roll) => ({
    ...{ type: 'SetDustTerms', state: roll % 2 ? 'open' : 'closed', dailyMax: BigInt(1 + roll), reason: 'x' },
  }),
  FundDust: (_, roll) => ({
    ...{ type: 'FundDust', asset: 'USDT', act: roll % 2 ? 'fund' : 'release', amount: BigInt(1 + roll), reason: 'x' },
  }),
  IssueRobotKey: (user) => ({ type: 'IssueRobotKey', user, hash: 'ab'.repeat(32), reason: 'x' }),
  RevokeRobotKey: (user) => ({ type: 'RevokeRobotKey', user, reason: 'x' }),
  StopRobot: (user, roll) => ({ type: 'StopRobot', user, robot: roll, reason: 'x' }),
  SetMiningTerms: () => ({ ...miningTerms().command }) as CommandOf<'SetMiningTerms'>,
  SetMiningState: (_, roll) => ({
    ...{ type: 'SetMiningState', product: 'USDT-5', state: roll % 2 ? 'open' : 'closed', reason: 'x' },
  }),
  FundFinancial: (_, roll) => ({
    ...{ type: 'FundFinancial', asset: 'USDT', act: roll % 2 ? 'fund' : 'release', amount: BigInt(1 + roll) },
    reason: 'x',
  }),
  SetOptionState: () => ({ type: 'SetOptionState', symbol: SYMBOL, state: 'closed', reason: 'x' }),
  FundOptions: (_, roll) => ({
    ...{ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(roll * 10_000), reason: 'x' },
  }),
  VerifyMember: (user) => ({ type: 'VerifyMember', user }),
  RecoverAccount: (user, roll) => ({ type: 'RecoverAccount', user, request: 1 + roll }),
  FreezeAccount: (user) => ({ type: 'FreezeAccount', user, reason: 'x' }),
  UnfreezeAccount: (user) => ({ type: 'UnfreezeAccount', user, reason: 'x' }),
  AssignFeeTier: (user, roll) => ({ type: 'AssignFeeTier', user, tier: roll % 5 }),
  SetFeeTiers: () => ({ type: 'SetFeeTiers', product: 'spot', volumes: [0n, 1n], reason: 'x' }),
  SetReferralTerms: (_, roll) => ({ type: 'SetReferralTerms', level1Ppb: roll, level2Ppb: 1, reason: 'x' }),
  CreditRecharge: (user, roll) => ({
    ...{ type: 'CreditRecharge', user, asset: 'BTC', amount: BigInt(1 + roll), reference: `r/${roll}` },
  }),
  SetRechargeTerms: () => ({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 1n, confirmations: 1 }),
  SetWithdrawalReview: (_, roll) => ({ type: 'SetWithdrawalReview', secondApprovalAbove: BigInt(roll) }),
  ApproveWithdrawal: (_, roll) => ({ type: 'ApproveWithdrawal', withdrawal: roll }),
  StartPayout: (_, roll) => ({ type: 'StartPayout', withdrawal: roll }),
  PayWithdrawal: (_, roll) => ({ type: 'PayWithdrawal', withdrawal: roll, reference: 'x' }),
  LiftWithdrawals: (_, roll) => ({ type: 'LiftWithdrawals', upTo: roll, reason: 'x' }),
  SetStaff: (user) => ({ type: 'SetStaff', user, role: 'admin', rights: 'users', reason: 'x' }),
  SetDailyLimit: (_, roll) => ({ type: 'SetDailyLimit', bindings: 1, limit: BigInt(roll) }),
  SetOverdueHours: (_, roll) => ({ type: 'SetOverdueHours', wait: 'feedback', hours: roll }),
  SetDeskSetting: () => ({ type: 'SetDeskSetting', name: 'bank', hash: 'ab'.repeat(32) }),
  ImportStatement: () => ({ type: 'ImportStatement', asset: 'USDT', lines: [] }),
  ConfirmStaff: (_, roll) => ({ type: 'ConfirmStaff', proposal: roll }),
  DeclineStaff: (_, roll) => ({ type: 'DeclineStaff', proposal: roll, reason: 'x' }),
  KeepStaffAct: (_, roll) => ({ type: 'KeepStaffAct', act: roll }),
  RejectWithdrawal: (_, roll) => ({ type: 'RejectWithdrawal', withdrawal: roll, reason: 'x' }),
  FreezeFunds: (user, roll) => ({
    ...{ type: 'FreezeFunds', user, asset: 'USDT', amount: BigInt(1 + roll), account: 'option', reason: 'x' },
  }),
  UnfreezeFunds: (_, roll) => ({ type: 'UnfreezeFunds', hold: roll, reason: 'x' }),
  FundHouse: (_, roll) => ({ type: 'FundHouse', asset: 'USDT', amount: BigInt(1 + roll), reason: 'x' }),
};

/** Commands of users that staff may send as well. */
const ALSO_STAFF_ACTS = {
  CancelOrder: (user: number, roll: number): Command => ({ type: 'CancelOrder', user, order: roll }),
  CancelAllOrders: (user: number): Command => ({ type: 'CancelAllOrders', user, market: SYMBOL }),
};

test('lists every command that staff may send', () => {
  const allowed = Object.entries(COMMANDS).filter(([, { allowedActors: senders }]) =>
    (senders as readonly string[]).includes('admin'),
  );
  const listed = Object.keys({ ...STAFF_ACTS, ...ALSO_STAFF_ACTS });
  expect(allowed.map(([type]) => type).sort()).toEqual(listed.sort());
});

test("no staff act changes an open contract's end or payout", () => {
  const acts: ((user: number, roll: number) => Command)[] = Object.values({ ...STAFF_ACTS, ...ALSO_STAFF_ACTS });
  const purchases = fc.array(
    turn.filter(({ what }) => what === 'buy' || what === 'levels' || what === 'timed'),
    { minLength: 1, maxLength: 8 },
  );
  const prices = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 70, maxLength: 70 });
  const taken = new Map<string, number>();
  let ended = 0;
  fc.assert(
    fc.property(purchases, prices, fc.nat(acts.length), fc.infiniteStream(fc.nat(60)), (buys, moves, from, rolls) => {
      const settledIn = (isDisturbed: boolean) => {
        const { exchange } = optionScenario();
        for (const one of buys) exchange.take(stepOf(exchange, { ...one, far: false }));
        const start = exchange.now + 1_000;
        let price = PRICE;
        for (const [place, move] of moves.entries()) {
          price += move;
          exchange.now = start + place * 1_500 - 800;
          // Each act in turn, by one of two staff: some before the entry, some between entry and end.
          if (isDisturbed) {
            const roll = rolls.next().value ?? 0;
            const command = acts[(from + place) % acts.length]([ALICE, BOB, CAROL][roll % 3], roll);
            const outcome = exchange.take({ actor: place % 2 ? ADMIN : SECOND, command });
            if (!isRejection(outcome)) taken.set(command.type, (taken.get(command.type) ?? 0) + 1);
          }
          exchange.now = start + place * 1_500;
          exchange.take(publishPrice({ exchange }, price, 0));
        }
        exchange.now = start + 10_000_000;
        exchange.take(publishPrice({ exchange }, price, 0));
        return exchange.batches.flatMap(({ events }) =>
          events.flatMap((event) => {
            if (event.type !== 'OptionSettled') return [];
            const { contract, end, reason, dueAt, price: by, at, paid, income, fee } = event;
            return [{ contract, end, reason, dueAt, by, at, paid, income, fee }];
          }),
        );
      };
      const undisturbed = settledIn(false);
      ended += undisturbed.length;
      expect(settledIn(true)).toEqual(undisturbed);
    }),
    { numRuns: Math.ceil(numRuns / 5), seed },
  );
  // Some acts succeed, and some contracts end.
  expect(DONE.filter((type) => !taken.has(type))).toEqual([]);
  expect(ended).toBeGreaterThan(numRuns / 5);
});

/** Acts that contracts depend on and that nothing else blocks. */
const DONE: Command['type'][] = [
  ...([
    'SetAssetState',
    'SetOptionState',
    'SetOptionTerms',
    'FundOptions',
    'FreezeAccount',
    'UnfreezeAccount',
  ] as const),
  ...(['FreezeFunds', 'ListMarket', 'ListPerpetualMarket', 'SetFeeTiers', 'FundHouse', 'CreditRecharge'] as const),
];
