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
import { isRejection } from '../../server/core/rejection';
import type { CommandEnvelope, Outcome } from '../../server/engine/port';
import { stateHash } from '../../server/engine/state-hash';
import type { RejectionCode } from '../../shared/rules/codes';
import { ALICE, BOB, BTC_USDT, CAROL, ETH_USDT, given, type Exchange } from '../tools/fixtures/core-fixture';
import {
  commandOf,
  SELF_TRADES,
  TIMES_IN_FORCE,
  WALLET_TABLE,
  WHAT_TABLE,
  type Intention,
  type What,
  type World,
} from './random-commands';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` looks longer; `SIMULATION_SEED` repeats what it found. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 500);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);

const WORLD: World = {
  users: [ALICE, BOB, CAROL],
  markets: [BTC_USDT, ETH_USDT],
  assets: ['BTC', 'ETH', 'USDT', 'USD'],
};

const intention = intentionFrom(WHAT_TABLE);

function intentionFrom(whats: readonly What[]): fc.Arbitrary<Intention> {
  return fc.record({
    user: fc.nat(2),
    market: fc.nat(1),
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
/** A restart before the command, one time in ten. */
function turnsOf(intended: fc.Arbitrary<Intention>, maxLength: number) {
  const turn = fc.record({ intention: intended, restarts: fc.nat(9).map((roll) => roll === 0) });
  return fc.array(turn, { minLength: 20, maxLength, size: 'max' });
}
const turns = turnsOf(intention, 60);

function play(
  exchange: Exchange,
  sequence: readonly { intention: Intention; restarts: boolean }[],
  look: (envelope: CommandEnvelope, outcome: Outcome) => void = () => undefined,
): void {
  for (const { intention: intended, restarts } of sequence) {
    if (restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
    const envelope = commandOf(exchange.state, WORLD, intended);
    look(envelope, exchange.take(envelope));
  }
}

test('every invariant holds after every event of any sequence of commands, restarts in between', () => {
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
  // A property that no longer meets anything would pass as well.
  expect(trades).toBeGreaterThan(numRuns);
  expect(triggers).toBeGreaterThan(numRuns / 10);
  expect(freezes).toBeGreaterThan(numRuns / 10);
  expect(quotes).toBeGreaterThan(numRuns / 10);
});

test('no sequence of recharges, reorganisations, transfers, withdrawals, approvals and endings makes or loses a unit', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(turnsOf(intentionFrom(WALLET_TABLE), 100), (sequence) => {
      const { exchange } = given();
      play(exchange, sequence, ({ command }, outcome) => {
        if (isRejection(outcome)) return count(outcome.rejected);
        // The auditor hears events alone: that a limit was kept is seen beside the command.
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
  // Whatever the wallet can do and refuse has happened, and not just once.
  const rare = [...WALLET_EVENTS, ...WALLET_REFUSALS].filter((what) => (seen.get(what) ?? 0) < numRuns / 100);
  expect(rare).toEqual([]);
});

/** What money in, out and between accounts is made of. */
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

test('deciding changes nothing, and says the same again', () => {
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

test('replay from the first batch, or from any snapshot, gives the same state', () => {
  fc.assert(
    fc.property(turns, fc.nat(1000), (sequence, at) => {
      const { exchange } = given();
      play(exchange, sequence);
      const { batches, state } = exchange;
      const expected = stateHash(state);
      let replayed = createState();
      batches.forEach((batch, index) => {
        if (index === at % batches.length) replayed = restoreState([...canonicalLines(replayed)]);
        // What the journal stores is read, not the objects that were written.
        evolve(replayed, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
      });
      expect(stateHash(replayed)).toBe(expected);
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});
