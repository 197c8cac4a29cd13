import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { decide } from '../../server/core/decide';
import { evolve } from '../../server/core/evolve';
import { createState } from '../../server/core/state';
import { stateHash } from '../../server/engine/state-hash';
import { decodeBatch, encodeBody } from '../../server/core/codec';
import { ALICE, BOB, BTC_USDT, CAROL, ETH_USDT, given, type Exchange } from '../tools/core-fixture';
import { commandOf, SELF_TRADES, TIMES_IN_FORCE, WHAT_TABLE, type Intention, type World } from './random-commands';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` looks longer; `SIMULATION_SEED` repeats what it found. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 1_000);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);

const WORLD: World = { users: [ALICE, BOB, CAROL], markets: [BTC_USDT, ETH_USDT], assets: ['BTC', 'ETH', 'USDT'] };

const intention: fc.Arbitrary<Intention> = fc.record({
  user: fc.nat(2),
  market: fc.nat(1),
  which: fc.nat(200),
  what: fc.constantFrom(...WHAT_TABLE),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
  selfTrade: fc.constantFrom(...SELF_TRADES),
  away: fc.integer({ min: -12, max: 12 }),
  triggerAway: fc.integer({ min: -12, max: 12 }),
  lots: fc.integer({ min: 1, max: 30 }),
});
/** A restart before the command, one time in ten. */
const turn = fc.record({ intention, restarts: fc.nat(9).map((roll) => roll === 0) });
const turns = fc.array(turn, { minLength: 20, maxLength: 60, size: 'max' });

function play(exchange: Exchange, sequence: readonly { intention: Intention; restarts: boolean }[]): void {
  for (const { intention: intended, restarts } of sequence) {
    if (restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
    exchange.take(commandOf(exchange.state, WORLD, intended));
  }
}

test('every invariant holds after every event of any sequence of commands, restarts in between', () => {
  let trades = 0;
  let triggers = 0;
  fc.assert(
    fc.property(turns, (sequence) => {
      const { exchange } = given();
      play(exchange, sequence);
      trades += exchange.auditor.trades;
      triggers += exchange.batches.filter((batch) => batch.command.type === 'TriggerOrder').length;
    }),
    { numRuns, seed },
  );
  // A property that no longer meets anything would pass as well.
  expect(trades).toBeGreaterThan(numRuns);
  expect(triggers).toBeGreaterThan(numRuns / 10);
});

test('deciding changes nothing, and says the same again', () => {
  fc.assert(
    fc.property(turns, intention, (sequence, intended) => {
      const { exchange } = given();
      play(exchange, sequence);
      const { state } = exchange;
      const { command, actor } = commandOf(state, WORLD, intended);
      const before = stateHash(state);
      const decision = decide(state, command, actor);
      expect(stateHash(state)).toBe(before);
      expect(decide(state, command, actor)).toEqual(decision);
      expect(decide(restoreState(canonicalLines(state)), command, actor)).toEqual(decision);
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
