import { canonicalLines, restoreState, evolve, react, createState } from '../../server/products/core';
import type { Batch } from '../../server/core/event';
import { positionOf } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import { type CoreState } from '../../server/core/state';
import type { CommandEnvelope, Outcome } from '../../server/engine/port';
import { stateHash } from '../../server/engine/state-hash';
import { createExecutor } from '../../server/engine/step';
import { BTC_USDT, ETH_USDT, LISTINGS } from '../tools/fixtures/core-fixture';
import { DIRECT, ETH_BTC } from '../tools/fixtures/convert-fixture';
import { Auditor } from './audits/invariants';
import { commandOf, type World } from './random-commands';
import { dice, randomIntention } from './random-intentions';

const seed = Number(process.env['SIMULATION_SEED'] ?? 7);
const commands = Number(process.env['SIMULATION_COMMANDS'] ?? 10_000);
const users = Number(process.env['SIMULATION_USERS'] ?? 200);

/** One in this many commands. */
const CRASH = 40;
const FULL_COMPARISON = 50;
const SNAPSHOT = 500;
const FULL_REPLAY = 5_000;

const FIRST_USER = 10_100_001;

/** One day: the journal is a list of batches, and memory may be lost between any two of them. */
class Day {
  readonly roll = dice(seed);
  readonly auditor = new Auditor();
  /** Durable batches. */
  readonly journal: Batch[] = [];
  private snapshot: { lines: string[]; batches: number } = { lines: [...canonicalLines(createState())], batches: 0 };
  state: CoreState = createState();
  private unsaved: Batch[] = [];
  private clock = 1_760_000_000_000;
  private step = this.begin();
  crashes = 0;
  crashesOwing = 0;
  refusals = 0;
  accepted = 0;
  /** Last durable accepted command, to be retried. */
  private last: { envelope: CommandEnvelope; position: number } | null = null;

  private begin(): (envelope: CommandEnvelope) => Outcome {
    return createExecutor({
      state: this.state,
      // The clock stands still at times, and sometimes jumps back.
      clock: () => (this.clock += this.roll(50) === 0 ? -1_000 : this.roll(4)),
      onDraft: ({ batch }) => this.unsaved.push(batch),
    });
  }

  take(envelope: CommandEnvelope): Outcome {
    const outcome = this.step(envelope);
    if (isRejection(outcome)) this.refusals++;
    else this.accepted++;
    return outcome;
  }

  /** Appends batches to the journal; they are durable from here on. */
  save(count = this.unsaved.length): void {
    for (const batch of this.unsaved.slice(0, count)) {
      this.journal.push(batch);
      this.auditor.follow(batch);
    }
    this.unsaved = [];
  }

  /** A crash keeps only the first of the unsaved batches; the rest never happened. */
  crash(): void {
    const { batches, lines } = this.snapshot;
    this.save(this.roll(this.unsaved.length + 1));
    this.state = restoreState(lines);
    for (const batch of this.journal.slice(batches)) evolve(this.state, batch);
    this.step = this.begin();
    this.crashes++;
    if (react(this.state, this.state.at)) this.crashesOwing++;
    this.auditor.compare(this.state);
  }

  takeSnapshot(): void {
    this.snapshot = { lines: [...canonicalLines(this.state)], batches: this.journal.length };
  }

  /** A replay from the first batch gives the same state hash. */
  replayAll(): void {
    const replayed = createState();
    for (const batch of this.journal) evolve(replayed, batch);
    expect(stateHash(replayed)).toBe(stateHash(this.state));
  }

  /** A retry returns the first result and changes nothing. */
  retry(envelope: CommandEnvelope, outcome: Outcome, lost: boolean): void {
    if (this.last) {
      const { position } = this.state;
      const again = this.step(this.last.envelope);
      expect(again).toMatchObject({ position: this.last.position, repeated: true });
      if (this.unsaved.length === 0) expect(this.state.position).toBe(position);
      this.save();
    }
    // The system actor has no client ids.
    const isForgotten = lost || !envelope.clientId || !/^(user|admin)\//.test(envelope.actor);
    this.last = isRejection(outcome) || isForgotten ? null : { envelope, position: outcome.position };
  }
}

test(`a day of ${users} users and ${commands} commands, with crashes between any two steps (seed ${seed})`, () => {
  const day = new Day();
  const world: World = {
    users: Array.from({ length: users }, (_, index) => FIRST_USER + index),
    markets: [BTC_USDT, ETH_USDT, ETH_BTC],
    assets: ['BTC', 'ETH', 'USDT', 'USD'],
  };
  for (const envelope of opening(world)) {
    expect(isRejection(day.take(envelope))).toBe(false);
    day.save();
  }
  day.accepted = 0;

  for (let number = 1; number <= commands; number++) {
    const intention = randomIntention(day.roll, 15, 60);
    const envelope = { ...commandOf(day.state, world, intention), clientId: `day-${number}` };
    const outcome = day.take(envelope);
    const crashes = day.roll(CRASH) === 0;
    if (crashes) day.crash();
    else day.save();
    day.retry(envelope, outcome, crashes);
    if (number % FULL_COMPARISON === 0) day.auditor.compare(day.state);
    if (number % SNAPSHOT === 0) day.takeSnapshot();
    if (number % FULL_REPLAY === 0) day.replayAll();
  }
  day.replayAll();
  day.auditor.compare(day.state);
  expect(positionOf(day.journal[day.journal.length - 1])).toBe(day.state.position);

  // Guards against a day on which little happened.
  expect(day.crashes).toBeGreaterThan(commands / CRASH / 2);
  expect(day.crashesOwing).toBeGreaterThan(0);
  expect(day.auditor.trades).toBeGreaterThan(commands / 5);
  expect(day.auditor.spot.cancelReasons).toContain('account_frozen');
  expect(day.refusals).toBeGreaterThan(commands / 50);
  // Concurrent wishes make many refusals: frozen accounts, amounts that need two approvals, own approvals.
  expect(day.refusals).toBeLessThan(commands * 0.6);
});

function* opening(world: World): Generator<CommandEnvelope> {
  yield* LISTINGS;
  yield* DIRECT;
  for (const user of world.users) {
    yield { actor: 'registrar', command: { type: 'RegisterMember', user } };
    yield { actor: 'admin/10000009', command: { type: 'VerifyMember', user } };
    for (const asset of world.assets) {
      const amount = asset === 'USDT' ? 50_000_000n : 500_000n;
      const reference = `opening/${user}/${asset}`;
      yield { actor: 'demo', command: { type: 'CreditRecharge', user, asset, amount, reference } };
    }
  }
}
