import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import {
  ALICE,
  as,
  BOB,
  buy,
  by,
  CAROL,
  Exchange,
  given,
  LISTINGS,
  rested,
  sell,
  staff,
  stopLimit,
  system,
} from '../../test/tools/fixtures/core-fixture';
import { bytesOf } from '../../test/tools/fixtures/largest';
import { dayOf, dayStart } from '../../shared/rules/days';
import { BATCH_BYTES_MAX } from '../core/bounds';
import type { Command } from '../core/command';
import { positionOf } from '../core/event';
import { nextReached } from '../core/market/reached';
import { encodeBody, createState, evolve } from '../products/core';
import { openEngine, type Engine, type EngineOptions } from './engine';
import type { CommandEnvelope, Outcome } from './port';
import { stateHash } from './state-hash';

const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

/** What was told of the engine, and what waits for the next of it. */
class Notices {
  readonly told: string[] = [];
  private waiting: { message: string; resolve: () => void }[] = [];
  readonly take = (message: string): void => {
    this.told.push(message);
    for (const one of this.waiting.filter((wait) => wait.message === message)) one.resolve();
  };
  next(message: string): Promise<void> {
    return new Promise((resolve) => this.waiting.push({ message, resolve }));
  }
}

async function open(journal: MemoryJournal, options: Partial<EngineOptions> = {}) {
  const notices = new Notices();
  const fatal: Error[] = [];
  const engine = await openEngine({
    journal,
    snapshots: null,
    pendingMax: 1_000,
    clock: () => 1_000,
    onNotice: notices.take,
    onFatal: (error) => fatal.push(error),
    ...options,
  });
  engines.push(engine);
  return { engine, notices, fatal };
}

/** An engine on a journal with the fixture's exchange in it. */
async function started(options: Partial<EngineOptions> = {}) {
  const journal = new MemoryJournal();
  await fill(journal, given().exchange);
  return { journal, ...(await open(journal, options)) };
}

async function fill(journal: MemoryJournal, { batches }: Exchange, count = batches.length): Promise<void> {
  const drafts = batches.slice(0, count).map((batch) => ({ batch, body: encodeBody(batch) }));
  await journal.append(-1, drafts);
}

/** Settled yet, and how. */
function watch(promise: Promise<Outcome | null>): { outcome: Outcome | string | null } {
  const watched: { outcome: Outcome | string | null } = { outcome: null };
  promise.then(
    (outcome) => (watched.outcome = outcome),
    (error: Error) => (watched.outcome = error.message),
  );
  return watched;
}

/** Long enough for everything that is not waiting for the journal. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const refusedOrder: CommandEnvelope = buy(1, 10);

describe('an answer', () => {
  test('leaves when what it says is durable', async () => {
    const { engine, journal } = await started();
    journal.pause();
    const answer = watch(engine.submit(buy(100, 1)));
    await turns();
    expect(answer.outcome).toBeNull();
    const before = journal.stored().length;
    journal.resume();
    await turns();
    expect(answer.outcome).toEqual({ position: journal.head().position, id: 1, repeated: false });
    expect(journal.stored().length).toBe(before + 1);
  });

  test('that refuses waits for the append of what it rests on', async () => {
    const { engine, journal } = await started();
    journal.pause();
    const first = watch(engine.submit(buy(100, 1)));
    const gathered = watch(engine.submit(refusedOrder));
    await turns();
    const appending = watch(engine.submit(refusedOrder));
    await turns();
    expect([first.outcome, gathered.outcome, appending.outcome]).toEqual([null, null, null]);
    journal.resume();
    await turns();
    expect(gathered.outcome).toEqual({ rejected: 'price.out.of.range' });
    expect(appending.outcome).toEqual({ rejected: 'price.out.of.range' });
  });

  test('that refuses rests on nothing when nothing is under way', async () => {
    const { engine, journal } = await started();
    journal.pause();
    await expect(engine.submit(refusedOrder)).resolves.toEqual({ rejected: 'price.out.of.range' });
    journal.resume();
  });

  test('names the batch of the command, not what followed from it', async () => {
    const { engine, journal } = await started();
    await engine.submit(stopLimit('buy', 105, 90, 1));
    await engine.submit(rested('sell', 105, 1));
    const outcome = await engine.submit(buy(105, 1));
    const batches = journal.stored();
    expect(batches[batches.length - 1].batch.command.type).toBe('TriggerOrder');
    expect(outcome).toMatchObject({ position: batches[batches.length - 2].position });
  });
});

describe('the same client id', () => {
  test('ASVS 2.3.4: while the first is in flight: one batch, and both hear of it when it is durable', async () => {
    const { engine, journal } = await started();
    const before = journal.stored().length;
    journal.pause();
    const answers = [watch(engine.submit(as('a', buy(100, 1)))), watch(engine.submit(as('a', buy(100, 1))))];
    const reused = watch(engine.submit(as('a', buy(100, 2))));
    await turns();
    expect(answers.map((answer) => answer.outcome)).toEqual([null, null]);
    journal.resume();
    await turns();
    const { position } = journal.head();
    expect(answers[0].outcome).toEqual({ position, id: 1, repeated: false });
    expect(answers[1].outcome).toEqual({ position, id: 1, repeated: true });
    expect(reused.outcome).toEqual({ rejected: 'client.id.reused' });
    expect(journal.stored().length).toBe(before + 1);
  });
});

describe('what is foreseen', () => {
  test('is the first outcome of a repetition, when that is durable, and nothing happens', async () => {
    const { engine, journal } = await started();
    journal.pause();
    const first = watch(engine.submit(as('a', buy(100, 1))));
    const again = watch(engine.foresee(as('a', buy(100, 1))));
    const reused = watch(engine.foresee(as('a', buy(100, 2))));
    await turns();
    expect([again.outcome, reused.outcome]).toEqual([null, null]);
    journal.resume();
    await turns();
    const { position } = journal.head();
    expect(first.outcome).toEqual({ position, id: 1, repeated: false });
    expect(again.outcome).toEqual({ position, id: 1, repeated: true });
    expect(reused.outcome).toEqual({ rejected: 'client.id.reused' });
    expect(engine.figures().pending).toBe(0);
  });

  test('is a refusal of now, when what it rests on is durable; the command may succeed later', async () => {
    const { engine, journal } = await started();
    const fok = as('a', buy(100, 1, { timeInForce: 'fok' }));
    journal.pause();
    const other = engine.submit(buy(99, 1));
    const refused = watch(engine.foresee(fok));
    await turns();
    expect(refused.outcome).toBeNull();
    journal.resume();
    await other;
    await turns();
    expect(refused.outcome).toEqual({ rejected: 'order.cannot.fill' });
    await engine.submit(rested('sell', 100, 1));
    await expect(engine.foresee(fok)).resolves.toBeNull();
    const before = journal.stored().length;
    await expect(engine.submit(fok)).resolves.toMatchObject({ repeated: false });
    expect(journal.stored().length).toBe(before + 1);
  });

  test('is nothing while the engine takes no commands', async () => {
    const { engine } = await started({ pendingMax: 0 });
    await expect(engine.foresee(buy(100, 1))).rejects.toThrow('system.busy');
    await engine.close();
    await expect(engine.foresee(buy(100, 1))).rejects.toThrow('system.busy');
  });
});

describe('groups', () => {
  test('what comes in one turn is appended together, what comes meanwhile is the next group', async () => {
    const { engine, journal } = await started();
    const before = journal.groups.length;
    journal.pause();
    const first = [engine.submit(buy(100, 1)), engine.submit(buy(99, 1)), engine.submit(buy(98, 1))];
    await turns();
    const second = [engine.submit(buy(97, 1)), engine.submit(buy(96, 1))];
    await turns();
    expect(engine.figures()).toMatchObject({ pending: 5, pendingMax: 1_000, ready: true });
    journal.resume();
    await Promise.all([...first, ...second]);
    expect(journal.groups.slice(before)).toEqual([3, 2]);
    expect(engine.figures()).toMatchObject({ pending: 0, durablePosition: journal.head().position });
  });

  test('of many are begun before the turn is over, so that the journal writes while the next are decided', async () => {
    const groups: number[] = [];
    const observer = { appended: (_: number, batches: number) => void groups.push(batches), answered: () => undefined };
    const { engine } = await started({ observer });
    const pairs = Array.from({ length: 150 }, () => [buy(95, 1), rested('sell', 105, 1)]);
    await Promise.all(pairs.flat().map((order) => engine.submit(order)));
    expect(groups).toEqual([256, 44]);
  });

  test('are told of, with how long they took', async () => {
    const appended: number[] = [];
    let answered = 0;
    const { engine } = await started({
      observer: {
        appended: (seconds, batches) => appended.push(batches + Math.min(0, seconds)),
        answered: () => answered++,
      },
    });
    await Promise.all([engine.submit(buy(100, 1)), engine.submit(buy(99, 1)), engine.submit(refusedOrder)]);
    expect([appended, answered]).toEqual([[2], 3]);
  });
});

test('more than it may hold is not taken', async () => {
  const { engine, journal } = await started({ pendingMax: 2 });
  journal.pause();
  const taken = [engine.submit(buy(100, 1)), engine.submit(buy(99, 1))];
  await expect(engine.submit(buy(98, 1))).rejects.toMatchObject({ code: 'system.busy' });
  journal.resume();
  await Promise.all(taken);
  await expect(engine.submit(buy(98, 1))).resolves.toMatchObject({ repeated: false });
});

test('a batch above the bound of the core is refused and changes nothing, one at the bound is stored', async () => {
  const journal = new MemoryJournal();
  const { engine } = await open(journal);
  for (const listing of LISTINGS) await engine.submit(listing);
  const freeze = (user: number, letters: number) =>
    engine.submit({ actor: 'admin/10000009', command: { type: 'FreezeAccount', user, reason: '漢'.repeat(letters) } });
  const bytesOfLast = () => bytesOf(journal.stored()[journal.stored().length - 1].batch);

  await freeze(ALICE, 0);
  const before = stateHash(engine.state());
  const fitting = Math.floor((BATCH_BYTES_MAX - bytesOfLast()) / 3);
  await expect(freeze(BOB, fitting + 1)).resolves.toEqual({ rejected: 'batch.too.large' });
  expect(stateHash(engine.state())).toBe(before);
  await expect(freeze(BOB, fitting)).resolves.toMatchObject({ repeated: false });
  expect(BATCH_BYTES_MAX - bytesOfLast()).toBeLessThan(3);
  expectStored(engine, journal);
});

/** The state in memory is what the stored batches lead to, and nothing else. */
function expectStored(engine: Engine, journal: MemoryJournal): void {
  const replayed = createState();
  for (const { batch } of journal.stored()) evolve(replayed, batch);
  expect(stateHash(engine.state())).toBe(stateHash(replayed));
}

describe('when an append fails', () => {
  test.each(['refused', 'too_large'] as const)(
    '%s: nothing was stored, callers may retry, the memory is rebuilt',
    async (fault) => {
      const { engine, journal, notices } = await started();
      const rebuilt = notices.next('rebuilt').then(turns);
      journal.pause();
      journal.failNext(fault);
      const first = watch(engine.submit(as('a', buy(100, 1))));
      const told = watch(engine.submit(refusedOrder));
      await turns();
      const gathered = watch(engine.submit(as('b', buy(99, 1))));
      journal.resume();
      await rebuilt;
      expect([first.outcome, told.outcome, gathered.outcome]).toEqual(['system.busy', 'system.busy', 'system.busy']);
      expectStored(engine, journal);
      await expect(engine.submit(as('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
      await expect(engine.submit(as('b', buy(99, 1)))).resolves.toMatchObject({ id: 2, repeated: false });
      expectStored(engine, journal);
    },
  );

  test('nobody is served while it rebuilds', async () => {
    const { engine, journal, notices } = await started();
    const stopped = notices.next('engine stopped');
    const failed = notices.next('rebuild failed');
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.failNext('refused');
    journal.failReads(1);
    const lost = watch(engine.submit(buy(100, 1)));
    await stopped;
    await failed;
    expect(engine.figures().ready).toBe(false);
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    await rebuilt;
    await turns();
    expect(lost.outcome).toBe('system.busy');
    expect(engine.figures()).toMatchObject({ ready: true, pending: 0 });
    await expect(engine.submit(buy(100, 1))).resolves.toMatchObject({ id: 1 });
  });

  test.each(['unknown', 'other'] as const)('%s and not stored: nobody can say, the retry does it', async (fault) => {
    const { engine, journal, notices } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.failNext(fault);
    await expect(engine.submit(as('a', buy(100, 1)))).rejects.toMatchObject({ code: 'outcome.unknown' });
    await rebuilt;
    await expect(engine.submit(as('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
    expectStored(engine, journal);
  });

  test('again and again: the pauses before it is tried anew grow, end with the reason, and begin anew with success', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { engine, journal, notices } = await started();
      const pauses: number[] = [];
      for (let time = 0; time < 9; time++) {
        const stopped = notices.next('engine stopped');
        journal.failNext('refused');
        await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
        await stopped;
        await turns();
        let paused = 0;
        for (; !engine.figures().ready; paused += 50) {
          expect(engine.figures().trouble).toBe('as told: refused');
          await jest.advanceTimersByTimeAsync(50);
          await turns();
        }
        pauses.push(paused);
      }
      expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
      expect(engine.figures().trouble).toBe('as told: refused');
      await engine.submit(buy(100, 1));
      expect(engine.figures().trouble).toBeNull();
      journal.failNext('refused');
      await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
      await turns();
      await turns();
      expect(engine.figures().ready).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a stop does not wait for the pause', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { engine, journal, notices } = await started();
      for (let time = 0; time < 2; time++) {
        journal.failNext('refused');
        await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
        await turns();
      }
      expect(engine.figures().ready).toBe(false);
      await engine.close();
      expect(notices.told.filter((told) => told === 'rebuilt')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  test('broken: nobody can say, the process is told to end, and nothing more is taken', async () => {
    const { engine, journal, notices, fatal } = await started();
    journal.failNext('broken');
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'outcome.unknown' });
    await turns();
    expect(fatal).toMatchObject([{ fault: 'broken' }]);
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    expect(engine.figures().ready).toBe(false);
    expect(notices.told).not.toContain('rebuilt');
  });

  test('unknown and stored: the stream is read back, the retry gets the first outcome', async () => {
    const { engine, journal, notices } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.pause();
    journal.failNext('unknown', 1);
    const first = watch(engine.submit(as('a', buy(100, 1))));
    await turns();
    const gathered = watch(engine.submit(as('b', buy(99, 1))));
    journal.resume();
    await rebuilt;
    expect(first.outcome).toBe('outcome.unknown');
    // It was never handed to the journal, so it is known not to be stored.
    expect(gathered.outcome).toBe('system.busy');
    expectStored(engine, journal);
    await expect(engine.submit(as('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: true });
  });

  test('unknown and stored: the next command goes behind what was stored', async () => {
    const { engine, journal, notices, fatal } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.failNext('unknown', 1);
    await expect(engine.submit(as('a', buy(100, 1)))).rejects.toMatchObject({ code: 'outcome.unknown' });
    await rebuilt;
    await expect(engine.submit(as('b', buy(99, 1)))).resolves.toMatchObject({ id: 2, repeated: false });
    expect(fatal).toEqual([]);
    expectStored(engine, journal);
  });

  test('unknown and stored in part: batches before the cut are true, those behind it never happened', async () => {
    const { engine, journal, notices } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.failNext('unknown', 1);
    const answers = [watch(engine.submit(as('a', buy(100, 1)))), watch(engine.submit(as('b', buy(99, 1))))];
    await rebuilt;
    await turns();
    expect(answers.map((answer) => answer.outcome)).toEqual(['outcome.unknown', 'outcome.unknown']);
    await expect(engine.submit(as('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: true });
    expect(engine.state().orders.size).toBe(1);
  });
});

describe('when someone else writes', () => {
  async function taken() {
    const parts = await started();
    const { exchange } = given(rested('buy', 50, 1));
    const batch = exchange.batches[exchange.batches.length - 1];
    parts.journal.intrude([{ batch, body: encodeBody(batch) }]);
    const answer = watch(parts.engine.submit(buy(100, 1)));
    await turns();
    return { ...parts, answer };
  }

  test('the caller may retry elsewhere, the process is told, nothing more is taken', async () => {
    const { engine, fatal, answer, journal } = await taken();
    expect(answer.outcome).toBe('system.busy');
    expect(fatal).toMatchObject([{ fault: 'conflict' }]);
    const before = journal.stored().length;
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    expect(journal.stored().length).toBe(before);
  });

  test('it is not ready any more', async () => {
    const { engine } = await taken();
    expect(engine.figures().ready).toBe(false);
  });
});

describe('when an assertion breaks', () => {
  /** Not from outside: the core's own follow-up for an order that waits for nothing. */
  const impossible: CommandEnvelope = { actor: 'clock', command: { type: 'TriggerOrder', order: 99 } };

  test('it stops and rebuilds, and nothing is acknowledged that is not stored', async () => {
    const { engine, journal, notices } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    const before = journal.stored().length;
    const answers = [
      watch(engine.submit(as('a', buy(100, 1)))),
      watch(engine.submit(impossible)),
      watch(engine.submit(buy(99, 1))),
    ];
    await rebuilt;
    expect(answers.map((answer) => answer.outcome)).toEqual(['system.busy', 'system.busy', 'system.busy']);
    expect(journal.stored().length).toBe(before);
    expectStored(engine, journal);
    await expect(engine.submit(as('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
  });

  test('an append under way is waited for, and what it stores is answered', async () => {
    const { engine, journal, notices } = await started();
    const rebuilt = notices.next('rebuilt').then(turns);
    journal.pause();
    const stored = watch(engine.submit(buy(100, 1)));
    await turns();
    const broken = watch(engine.submit(impossible));
    await turns();
    expect([stored.outcome, broken.outcome]).toEqual([null, 'system.busy']);
    journal.resume();
    await rebuilt;
    expect(stored.outcome).toMatchObject({ id: 1 });
    expectStored(engine, journal);
  });
});

describe('time', () => {
  test('does not run backwards in the journal, whatever the clock does', async () => {
    let now = 0;
    const journal = new MemoryJournal();
    const { engine } = await open(journal, { clock: () => now });
    for (const [user, time] of [5_000, 4_000, 9_000, 100, 9_001].entries()) {
      now = time;
      await engine.submit({ actor: 'registrar', command: { type: 'RegisterMember', user: user + 1 } });
    }
    expect(journal.stored().map(({ batch }) => batch.at)).toEqual([5_000, 5_000, 9_000, 9_000, 9_001]);
  });

  const midnight = dayStart(dayOf(1_760_000_000_000) + 1);
  const levelled = () => {
    const tiers: Command = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, 1n], reason: 'schedule' };
    return given(staff(tiers), rested('sell', 100, 1), buy(100, 1)).exchange;
  };

  test('that makes something due urgently does so before a command of that time, and before what is owed between commands', async () => {
    let now = midnight - 1;
    const journal = new MemoryJournal();
    const exchange = levelled();
    await fill(journal, exchange);
    const { engine } = await open(journal, { clock: () => now });
    const before = journal.stored().length;
    await engine.submit(buy(60, 1));
    now = midnight;
    await engine.submit(buy(61, 1));
    await engine.close();
    const stored = journal.stored().slice(before);
    expect(stored.map(({ batch }) => [batch.command.type, batch.at]).slice(0, 3)).toEqual([
      ['PlaceOrder', midnight - 1],
      ['CloseFeeDay', midnight],
      ['PlaceOrder', midnight],
    ]);
  });

  test('makes due what nobody asks for: a start pays it, in its order', async () => {
    const journal = new MemoryJournal();
    await fill(journal, levelled());
    const before = journal.stored().length;
    const { engine } = await open(journal, { clock: () => midnight + 86_400_000 });
    await turns();
    await engine.close();
    const stored = journal.stored().slice(before);
    expect(stored.map(({ batch }) => batch.command.type)).toEqual([
      'CloseFeeDay',
      'CloseFeeDay',
      'SetFeeLevels',
      'SetFeeLevels',
    ]);
  });
});

describe('a start', () => {
  test('after a crash between a trade and the trigger that it owes: the trigger comes before the next command', async () => {
    const { exchange } = given(
      stopLimit('buy', 105, 90, 1),
      rested('sell', 105, 1),
      by(ALICE, sell(106, 1)),
      buy(105, 1),
    );
    const journal = new MemoryJournal();
    await fill(journal, exchange, exchange.batches.length - 1);
    const { engine } = await open(journal);
    expect(nextReached(engine.state().reached)).toMatchObject({ order: 1 });
    await engine.submit(buy(60, 1));
    expect(
      journal
        .stored()
        .slice(-2)
        .map(({ batch }) => batch.command.type),
    ).toEqual(['TriggerOrder', 'PlaceOrder']);
    expect(nextReached(engine.state().reached)).toBeNull();
  });

  test('after such a crash does what is owed by itself, before anybody asks for anything', async () => {
    const { exchange } = given(
      stopLimit('buy', 105, 90, 1),
      rested('sell', 105, 1),
      by(ALICE, sell(106, 1)),
      buy(105, 1),
    );
    const journal = new MemoryJournal();
    await fill(journal, exchange, exchange.batches.length - 1);
    const { engine } = await open(journal);
    await turns();
    expect(journal.stored().at(-1)?.batch.command.type).toBe('TriggerOrder');
    expect(nextReached(engine.state().reached)).toBeNull();
    expect(engine.figures()).toMatchObject({ pending: 0, durablePosition: journal.head().position });
  });

  test('shows the recovery to whoever follows it, from the first batch to the last', async () => {
    const { exchange } = given();
    const journal = new MemoryJournal();
    await fill(journal, exchange);
    const seen: number[] = [];
    let seed: number | null = null;
    await open(journal, {
      follower: {
        seed: (state) => {
          seed = state.position;
        },
        fold: (batches) => seen.push(...batches.map((stored) => stored.position)),
      },
    });
    expect(seed).toBe(-1);
    expect(seen).toEqual(exchange.batches.map(positionOf));
  });
});

describe('a stop', () => {
  test('answers what was taken and takes no more', async () => {
    const { engine, journal } = await started();
    journal.pause();
    const taken = watch(engine.submit(buy(100, 1)));
    const closing = engine.close();
    await expect(engine.submit(buy(99, 1))).rejects.toMatchObject({ code: 'system.busy' });
    await turns();
    expect(taken.outcome).toBeNull();
    expect(engine.figures().ready).toBe(false);
    journal.resume();
    await closing;
    expect(taken.outcome).toMatchObject({ id: 1 });
    await engine.close();
  });

  test('an append that fails meanwhile is no reason to hang', async () => {
    const { engine, journal } = await started();
    journal.failNext('refused');
    const lost = watch(engine.submit(buy(100, 1)));
    await engine.close();
    expect(lost.outcome).toBe('system.busy');
  });
});

describe('a trade that reaches many triggers', () => {
  /** 20 members with 100 stop orders each, and an order of Alice's whose fill reaches them all. */
  function crowd(): Exchange {
    const users = Array.from({ length: 20 }, (_, index) => 10_200_001 + index);
    return given(
      ...users.flatMap((user) => [
        system({ type: 'RegisterMember', user }),
        staff({ type: 'VerifyMember', user }),
        system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 1_000n, reference: `crowd/${user}` }),
        ...Array.from({ length: 100 }, () => by(user, stopLimit('sell', 95, 200, 1))),
      ]),
      by(ALICE, buy(95, 1)),
    ).exchange;
  }
  const reaching = sell(95, 1);

  test('fires them in slices: the process has its turns between them, and everybody’s next command waits behind them', async () => {
    const journal = new MemoryJournal();
    await fill(journal, crowd());
    const before = journal.stored().length;
    // A look at the time takes a millisecond, so a slice is some 250 of them whatever the machine.
    let looks = 0;
    const { engine } = await open(journal, { monotonic: () => looks++ });
    let slices = 0;
    let ended = false;
    const count = (): void => {
      slices++;
      if (!ended) setImmediate(count);
    };
    const trade = engine.submit(reaching);
    setImmediate(count);
    const later = engine.submit(by(CAROL, buy(50, 1)));
    const last = engine.submit(by(CAROL, buy(51, 1)));
    await Promise.all([trade, later, last]).finally(() => (ended = true));
    expect(slices).toBeGreaterThanOrEqual(7);
    const types = journal.stored().slice(before);
    expect(types.map(({ batch }) => batch.command.type)).toEqual([
      'PlaceOrder',
      ...Array.from({ length: 2_000 }, () => 'TriggerOrder'),
      'PlaceOrder',
      'PlaceOrder',
    ]);
    expect(types.slice(-2).map(({ batch }) => batch.events[0])).toMatchObject([{ price: 50 }, { price: 51 }]);
    expect(nextReached(engine.state().reached)).toBeNull();
    expectStored(engine, journal);
  });

  test('and the process stops in the middle: the rest is owed to the next start, which does not wait for a command', async () => {
    const journal = new MemoryJournal();
    const exchange = crowd();
    await fill(journal, exchange);
    let looks = 0;
    const { engine } = await open(journal, { monotonic: () => looks++ });
    await engine.submit(reaching);
    await engine.close();
    const fired = () => journal.stored().filter(({ batch }) => batch.command.type === 'TriggerOrder').length;
    expect(fired()).toBeLessThan(2_000);
    const again = await open(journal);
    while (fired() < 2_000) await new Promise((resolve) => setImmediate(resolve));
    await again.engine.close();
    expect(nextReached(again.engine.state().reached)).toBeNull();
  });

  test('and the journal breaks down: who waits behind them is told, and the engine goes on from what is stored', async () => {
    const journal = new MemoryJournal();
    await fill(journal, crowd());
    const { engine, notices } = await open(journal);
    const rebuilt = notices.next('rebuilt');
    journal.failNext('refused');
    const trade = watch(engine.submit(reaching));
    const later = watch(engine.submit(by(CAROL, buy(50, 1))));
    await rebuilt;
    await turns();
    expect([trade.outcome, later.outcome]).toEqual(['system.busy', 'system.busy']);
    await expect(engine.submit(by(CAROL, buy(50, 1)))).resolves.toMatchObject({ repeated: false });
    expectStored(engine, journal);
  });
});
