import fc from 'fast-check';
import {
  canonicalLines,
  restoreState,
  decide,
  evolve,
  createState,
  decodeBatch,
  encodeBody,
} from '../../server/products/core';
import type { Batch } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import type { CoreState } from '../../server/core/state';
import type { CommandEnvelope, Outcome } from '../../server/engine/port';
import { stateHash } from '../../server/engine/state-hash';
import type { RejectionCode } from '../../shared/rules/codes';
import { DIRECT, dustTerms, ETH_BTC, fundDust } from '../tools/fixtures/convert-fixture';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  ETH_USDT,
  RICH,
  STARTED_AT,
  given,
  indexTerms,
  publish,
  restingOrder,
  staff,
  type Exchange,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import { commandOf, type World } from './random-commands';
import {
  CONVERT_TABLE,
  SELF_TRADES,
  TIMES_IN_FORCE,
  WALLET_TABLE,
  WHAT_TABLE,
  type Intention,
  type What,
} from './random-intentions';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 500);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);

const WORLD: World = {
  users: [ALICE, BOB, CAROL],
  markets: [BTC_USDT, ETH_USDT],
  assets: ['BTC', 'ETH', 'USDT', 'USD'],
};
/** Adds a direct market of two coins to the route over USDT. */
const CONVERT_WORLD: World = { ...WORLD, markets: [...WORLD.markets, ETH_BTC], assets: ['BTC', 'ETH', 'USDT'] };

const intention = intentionFrom(WHAT_TABLE);

function intentionFrom(whats: readonly What[]): fc.Arbitrary<Intention> {
  return fc.record({
    user: fc.nat(2),
    market: fc.nat(5),
    which: fc.nat(200),
    what: fc.constantFrom(...whats),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    selfTrade: fc.constantFrom(...SELF_TRADES),
    away: fc.integer({ min: -12, max: 12 }),
    triggerAway: fc.integer({ min: -12, max: 12 }),
    lots: fc.integer({ min: 1, max: 30 }),
  });
}
/** One command in ten follows a restart. */
function turnsOf(intended: fc.Arbitrary<Intention>, maxLength: number) {
  const turn = fc.record({ intention: intended, restarts: fc.nat(9).map((roll) => roll === 0) });
  return fc.array(turn, { minLength: 20, maxLength, size: 'max' });
}
const turns = turnsOf(intention, 60);

interface Turn {
  intention: Intention;
  restarts: boolean;
  /** Delay before the command, milliseconds. */
  pause?: number;
}

function play(
  exchange: Exchange,
  sequence: readonly Turn[],
  look: (envelope: CommandEnvelope, outcome: Outcome) => void = () => undefined,
  world = WORLD,
): void {
  for (const { intention: intended, restarts, pause = 0 } of sequence) {
    if (restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
    exchange.now += pause;
    const envelope = commandOf(exchange.state, world, intended);
    look(envelope, exchange.take(envelope));
  }
}

test('keeps every invariant after every event of any command sequence with restarts', () => {
  let trades = 0;
  let triggers = 0;
  let freezes = 0;
  let quotes = 0;
  fc.assert(
    fc.property(turns, (sequence) => {
      const { exchange } = given();
      play(exchange, sequence);
      trades += exchange.auditor.trades;
      triggers += exchange.batches.filter((batch) => batch.command.type === 'TriggerOrder').length;
      freezes += exchange.batches.filter((batch) => batch.command.type === 'EndFrozenOrders').length;
      quotes += exchange.batches.filter((batch) => batch.command.type === 'QuoteMarket').length;
    }),
    { numRuns, seed },
  );
  // Guards against a run that exercises nothing.
  expect(trades).toBeGreaterThan(numRuns);
  expect(triggers).toBeGreaterThan(numRuns / 10);
  expect(freezes).toBeGreaterThan(numRuns / 10);
  expect(quotes).toBeGreaterThan(numRuns / 10);
});

test('no sequence of deposits, reorganisations, transfers, withdrawals and approvals creates or loses a unit', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(turnsOf(intentionFrom(WALLET_TABLE), 100), (sequence) => {
      const { exchange } = given();
      play(exchange, sequence, ({ command }, outcome) => {
        if (isRejection(outcome)) return count(outcome.rejected);
        // The auditor reads only events; limits are checked next to the command.
        const { wallet } = exchange.auditor;
        if (command.type === 'ObserveRecharge') {
          const { at, events } = exchange.batches[exchange.batches.length - 1];
          if (!events.some((event) => event.type === 'RechargeCredited' && event.alone === 1)) return;
          expect(wallet.aloneWorth(at, command.asset)).toBeLessThanOrEqual(command.aloneCoinUpTo ?? 0n);
          expect(wallet.aloneWorth(at)).toBeLessThanOrEqual(command.aloneAllUpTo ?? 0n);
        }
        if (command.type !== 'ApplyWithdrawal' || command.limit === undefined) return;
        expect(wallet.countedOn(command.user, wallet.dayOf(command.user))).toBeLessThanOrEqual(command.limit);
      });
      exchange.auditor.entries.checkSums();
      for (const { events, command } of exchange.batches)
        for (const event of events) {
          const { type } = event;
          count(type === 'RechargeCredited' ? `${type} by ${command.type}` : type);
          if (type === 'RechargeReverted' && event.alone === 1) count('RechargeReverted that one node told of');
        }
    }),
    { numRuns, seed },
  );
  // Every wallet event and refusal occurred repeatedly.
  const rare = [...WALLET_EVENTS, ...WALLET_REFUSALS].filter((what) => (seen.get(what) ?? 0) < numRuns / 100);
  expect(rare).toEqual([]);
});

/** Events of deposits, withdrawals and transfers. */
const WALLET_EVENTS = [
  'FundsTransferred',
  'RechargeSeen',
  'RechargeConfirmed',
  'RechargeRetracted',
  'RechargeFailed',
  'RechargeCredited by ObserveRecharge',
  'RechargeCredited by CreditRecharge',
  'RechargeFinalized',
  'RechargeReverted',
  'RechargeReverted that one node told of',
  'WithdrawalApplied',
  'WithdrawalReviewSet',
  'WithdrawalApproved',
  'PayoutStarted',
  'PayoutSubmitted',
  'PayoutFailed',
  'RejectionProposed',
  'WithdrawalPaid',
  'WithdrawalRejected',
  'WithdrawalCancelled',
  'AssetTermsChanged',
  'AssetStateChanged',
];
const WALLET_REFUSALS: readonly RejectionCode[] = [
  'account.frozen',
  'approval.needs.another',
  'asset.deposits.suspended',
  'asset.withdrawals.suspended',
  'chain.unknown',
  'coin.under.maintenance',
  'payout.key.mismatch',
  'payout.submitted',
  'recharge.already.credited',
  'recharge.unchanged',
  'recharge.unwitnessed',
  'reference.already.used',
  'order.not.final',
  'transfer.not.allowed',
  'transfer.not.final',
  'transfer.same.account',
  'withdrawal.limit.exceeded',
  'withdrawal.not.final',
  'withdrawal.not.found',
  'withdrawal.state.invalid',
  'withdrawal.too.small',
];

/** Bob and Carol hold little of two coins, Alice's orders rest on both sides, and the house converts small balances. */
function beforeConversions(direct: 'none' | 'closed' | 'open'): Scenario {
  const few = (user: number, asset: string, left: bigint) =>
    staff({ type: 'FreezeFunds', user, asset, amount: RICH - left, reason: 'to be poor' });
  const depth = { 'BTC-USDT': 2_000, 'ETH-USDT': 600, 'ETH-BTC': 600 };
  return given(
    DIRECT.slice(0, { none: 0, closed: 1, open: 2 }[direct]),
    [BOB, CAROL].flatMap((user) => [few(user, 'ETH', 9_000n), few(user, 'BTC', 250n)]),
    Object.entries(depth)
      .slice(0, direct === 'open' ? 3 : 2)
      .flatMap(([market, lots]) => [
        restingOrder('buy', 99, lots, { market }),
        restingOrder('sell', 101, lots, { market }),
      ]),
    ['BTC-USDT', 'ETH-USDT'].flatMap((symbol) => [indexTerms({ symbol }), publish([150, 150], STARTED_AT, symbol)]),
    staff({ type: 'FundHouse', asset: 'USDT', amount: 2_000_000n, reason: 'capital' }),
    fundDust('fund', 50_000n),
    dustTerms({ dailyMax: 60_000n }),
  );
}

/** Replays the batches as the journal stores them, with a restart before one of them. */
function replayed(batches: readonly Batch[], restart = 0): CoreState {
  let state = createState();
  batches.forEach((batch, index) => {
    if (index === restart) state = restoreState([...canonicalLines(state)]);
    evolve(state, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
  });
  return state;
}

test('no sequence of conversions and small balances half-completes, yields less than its minimum or creates a unit', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const pause = fc.nat(99).map((roll) => (roll === 99 ? 30_000_000 : roll > 95 ? 2_000 : 0));
  const converting = turnsOf(intentionFrom(CONVERT_TABLE), 100);
  const paused = converting.chain((sequence) =>
    fc
      .array(pause, { minLength: sequence.length, maxLength: sequence.length })
      .map((pauses) => sequence.map((turn, index) => ({ ...turn, pause: pauses[index] }))),
  );
  fc.assert(
    fc.property(paused, fc.constantFrom('none', 'closed', 'open'), (sequence, direct) => {
      const { exchange } = beforeConversions(direct);
      let known = exchange.batches.length;
      const look = ({ command }: CommandEnvelope, outcome: Outcome): void => {
        const batches = exchange.batches.slice(known);
        known = exchange.batches.length;
        if (command.type !== 'ConvertCoin' && command.type !== 'ConvertDust') return;
        const own = batches.filter((batch) => batch.command.type === command.type).flatMap(({ events }) => events);
        if (isRejection(outcome)) {
          // Due work may have run first; the rejected command itself leaves no event.
          expect(own).toEqual([]);
          return count(`${command.type} ${outcome.rejected}`);
        }
        const done = own.filter((event) => event.type === 'Converted' || event.type === 'DustConverted');
        const received = done.reduce((sum, event) => sum + event.received, 0n);
        expect(received).toBeGreaterThanOrEqual(command.least ?? 1n);
        expect(done).toHaveLength(command.type === 'ConvertDust' ? command.coins.length : 1);
        const [first] = done;
        count(first.type === 'Converted' ? `Converted over ${first.orders.length}` : first.type);
      };
      play(exchange, sequence, look, CONVERT_WORLD);
      exchange.auditor.entries.checkSums();
      expect(stateHash(replayed(exchange.batches))).toBe(stateHash(exchange.state));
    }),
    { numRuns: Math.ceil(numRuns / 2), seed },
  );
  const rare = CONVERT_OUTCOMES.filter((what) => (seen.get(what) ?? 0) < numRuns / 200);
  expect(rare).toEqual([]);
});

const CONVERT_OUTCOMES: readonly string[] = [
  'Converted over 1',
  'Converted over 2',
  'DustConverted',
  'ConvertCoin account.frozen',
  'ConvertCoin balance.insufficient',
  'ConvertCoin coin.under.maintenance',
  'ConvertCoin convert.amount.minimum',
  'ConvertCoin convert.least.not.reached',
  'ConvertCoin convert.own.orders',
  'ConvertCoin convert.quote.expired',
  'ConvertCoin convert.same.coin',
  'ConvertCoin order.cannot.fill',
  'ConvertDust convert.dust.closed',
  'ConvertDust convert.dust.coin.invalid',
  'ConvertDust convert.dust.day.exceeded',
  'ConvertDust convert.dust.exhausted',
  'ConvertDust convert.dust.index.stale',
  'ConvertDust convert.dust.too.large',
  'ConvertDust convert.dust.used',
  'ConvertDust convert.least.not.reached',
];

test('deciding changes no state and gives the same result again', () => {
  fc.assert(
    fc.property(turns, intention, (sequence, intended) => {
      const { exchange } = given();
      play(exchange, sequence);
      const { state } = exchange;
      const { command, actor } = commandOf(state, WORLD, intended);
      const before = stateHash(state);
      const decision = decide(state, command, { actor, at: state.at });
      expect(stateHash(state)).toBe(before);
      expect(decide(state, command, { actor, at: state.at })).toEqual(decision);
      expect(decide(restoreState(canonicalLines(state)), command, { actor, at: state.at })).toEqual(decision);
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});

test('replaying from the first batch or any snapshot gives the same state', () => {
  fc.assert(
    fc.property(turns, fc.nat(1000), (sequence, at) => {
      const { exchange } = given();
      play(exchange, sequence);
      const { batches, state } = exchange;
      const expected = stateHash(state);
      expect(stateHash(replayed(batches, at % batches.length))).toBe(expected);
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});
