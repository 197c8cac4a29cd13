/** Faults below the exchange: disks, journals, clocks, and repeated requests. */
import { setTimeout as delay } from 'node:timers/promises';
import type { PlaceOrder } from '../../../server/products/spot/core/commands';
import { availableOf } from '../../../server/core/ledger/ledger';
import { isRejection } from '../../../server/core/rejection';
import { openEngine, type Engine } from '../../../server/engine/engine';
import type { CommandEnvelope, Outcome } from '../../../server/engine/port';
import { Refusal } from '../../../server/platform/errors/refusal';
import { openEmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { createSystemClock } from '../../../server/platform/clock/system-clock';
import { LIMITS } from '../../../server/platform/limits';
import { dice } from '../../simulation/random-intentions';
import {
  ALICE,
  withClientId,
  BOB,
  buy,
  asUser,
  LISTINGS,
  RICH,
  sell,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { FaultyFiles, NoSpace } from '../../tools/stores/faulty-files';
import { accepted, audit, unavailable } from './judged';

const opened: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
function closing<T extends { close(): Promise<void> | void }>(one: T): T {
  opened.push(one);
  return one;
}

interface Running {
  journal: Journal;
  engine: Engine;
  fatal: Error[];
}

/** An engine on a journal, with a listed, open market and funded users. */
async function running(
  journal: Journal,
  clock: () => number = Date.now,
  onNotice?: (message: string) => void,
): Promise<Running> {
  const fatal: Error[] = [];
  const engine = await openEngine({
    journal,
    snapshots: null,
    clock,
    pendingMax: 1_000,
    onNotice,
    onFatal: (error) => fatal.push(error),
  });
  closing(journal);
  closing(engine);
  for (const listing of LISTINGS) await accepted(engine.submit(listing));
  return { journal, engine, fatal };
}

async function onDisk(clock?: () => number): Promise<Running & { files: FaultyFiles }> {
  const files = FaultyFiles.empty();
  const journal = await openEmbeddedJournal({ dir: '/data/journal', core: 'faults', files });
  return { ...(await running(journal, clock)), files };
}

/** A well-behaved client: retries refused commands under the same client id until there is an outcome. */
async function patiently(engine: Pick<Engine, 'submit'>, envelope: CommandEnvelope): Promise<Outcome> {
  for (;;) {
    try {
      return await engine.submit(envelope);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await delay(20);
    }
  }
}

function timesStored(batches: readonly StoredBatch[], clientId: string): number {
  return batches.filter(({ batch }) => batch.command.clientId === clientId).length;
}

function shuffled<T>(items: readonly T[], roll: (sides: number) => number): T[] {
  const list = [...items];
  for (let index = list.length - 1; index > 0; index--) {
    const other = roll(index + 1);
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

describe('a full disk', () => {
  test.each(['write', 'sync'] as const)(
    'ASVS 2.3.3, 16.5.3: that fails at %s: a typed refusal, nothing acknowledged, and trading resumes once there is space',
    async (failing) => {
      const run = await onDisk();
      const { engine, journal, files } = run;
      await accepted(engine.submit(withClientId('before', buy(90, 5))));
      const head = journal.head();

      let isFull = true;
      files.failing = (step) => {
        if (isFull && step === failing) {
          // Truncating the file needs no space and works, and so does its sync.
          if (failing === 'sync') isFull = false;
          throw new NoSpace();
        }
      };
      const orders = [1, 2, 3].map((number) => withClientId(`full-${number}`, buy(90 + number, 1)));
      const answers = await Promise.all(orders.map((order) => unavailable(engine.submit(order))));
      expect(answers).toEqual(['storage.full', 'storage.full', 'storage.full']);
      expect(journal.head()).toEqual(head);

      if (failing === 'write') {
        // Rebuilt but still without space: nothing is acknowledged.
        while (!engine.figures().ready) await delay(5);
        expect(await unavailable(engine.submit(orders[0]))).toBe('storage.full');
        // And during the second rebuild.
        expect(engine.figures().ready).toBe(false);
        expect(await unavailable(engine.submit(orders[1]))).toBe('storage.full');
        expect(journal.head()).toEqual(head);
        isFull = false;
      }

      const outcomes = await Promise.all(orders.map((order) => accepted(patiently(engine, order))));
      expect(outcomes.map(({ repeated }) => repeated)).toEqual([false, false, false]);
      const batches = await audit(run);
      expect(orders.map(({ clientId }) => timesStored(batches, clientId!))).toEqual([1, 1, 1]);
    },
  );

  test('a result based on a failed write is not returned either', async () => {
    const run = await onDisk();
    const { engine, files } = run;
    await accepted(engine.submit(sell(100, 5)));
    files.failing = (step) => {
      if (step === 'write') throw new NoSpace();
    };
    // The second is refused by a state that never becomes durable, in which the first would have bought everything.
    const first = engine.submit(asUser(ALICE, withClientId('first', buy(100, 5))));
    const second = engine.submit(asUser(ALICE, withClientId('second', buy(100, 1, { timeInForce: 'fok' }))));
    expect(await Promise.all([unavailable(first), unavailable(second)])).toEqual(['storage.full', 'storage.full']);
    files.failing = () => undefined;
    await accepted(patiently(engine, asUser(ALICE, withClientId('second', buy(100, 1, { timeInForce: 'fok' })))));
    await audit(run);
  });
});

test('a failed write that cannot be undone ends the process instead of leaving outcomes unknown forever', async () => {
  const { engine, files, fatal } = await onDisk();
  await accepted(engine.submit(withClientId('before', buy(90, 5))));
  files.failing = (step) => {
    if (step === 'write' || step === 'truncate') throw new NoSpace();
  };
  expect(await unavailable(engine.submit(withClientId('lost', buy(91, 1))))).toBe('outcome.unknown');
  expect(fatal).toMatchObject([{ fault: 'broken', message: expect.stringContaining('cutting back failed') as string }]);
  files.failing = () => undefined;
  expect(engine.figures()).toMatchObject({ ready: false, pending: 0 });
  expect(await unavailable(engine.submit(withClientId('later', buy(91, 1))))).toBe('system.busy');
});

describe('an unresponsive journal', () => {
  async function onServer(
    patience: { answerMsMax?: number; settleMsMax?: number } = {},
  ): Promise<Running & { server: EventStoreServer; notices: string[] }> {
    const server = await EventStoreServer.start();
    opened.push({ close: () => server.stop() });
    const notices: string[] = [];
    const journal = await openEventStoreJournal({ url: server.url, core: 'faults', ...patience });
    return { ...(await running(journal, Date.now, (message) => notices.push(message))), server, notices };
  }

  test.each(['lost after storing', 'lost before storing'] as const)(
    '%s: orders get their normal results, and nothing is rebuilt',
    async (mishap) => {
      const run = await onServer();
      const { engine, server, fatal, notices } = run;
      const before = await accepted(engine.submit(withClientId('before', buy(90, 5))));
      server.nextAppend(mishap);
      const orders = [1, 2, 3].map((number) => withClientId(`doubtful-${number}`, buy(90 + number, 5)));
      const outcomes = await Promise.all(orders.map((order) => accepted(engine.submit(order))));
      expect(outcomes.map(({ id, repeated }) => [id, repeated])).toEqual(
        [1, 2, 3].map((number) => [(before.id as number) + number, false]),
      );
      const batches = await audit(run);
      expect(orders.map(({ clientId }) => timesStored(batches, clientId!))).toEqual([1, 1, 1]);
      expect(notices).toEqual(['recovered']);
      expect(fatal).toEqual([]);
    },
  );

  test.each([
    ['lost after storing', true, { settleMsMax: 0 }],
    ['lost before storing', false, { settleMsMax: 0 }],
    ['never answered', true, { answerMsMax: 1_500, settleMsMax: 300 }],
  ] as const)(
    '%s beyond the settle time: outcome unknown, state is read back, and the client id returns the first outcome',
    async (mishap, kept, patience) => {
      const run = await onServer(patience);
      const { engine, server, fatal } = run;
      const before = await accepted(engine.submit(withClientId('before', buy(90, 5))));
      const order = withClientId('doubtful', buy(91, 5));
      server.nextAppend(mishap);
      expect(await unavailable(engine.submit(order))).toBe('outcome.unknown');

      const outcome = await accepted(patiently(engine, order));
      expect(outcome).toMatchObject({ id: (before.id as number) + 1, repeated: kept });
      expect(await accepted(engine.submit(order))).toEqual({ ...outcome, repeated: true });
      await accepted(engine.submit(withClientId('after', sell(91, 5))));
      const batches = await audit(run);
      expect(timesStored(batches, 'doubtful')).toBe(1);
      expect(fatal).toEqual([]);
    },
  );

  test('a takeover by another writer ends this engine, with a notice', async () => {
    const { engine, server, fatal } = await onServer();
    server.nextAppend('overtaken');
    expect(await unavailable(engine.submit(withClientId('late', buy(90, 5))))).toBe('system.busy');
    expect(fatal).toHaveLength(1);
    expect(await unavailable(engine.submit(withClientId('later', buy(90, 5))))).toBe('system.busy');
  });
});

describe('a jumping clock', () => {
  test('forward, backward or standing still: journal times never decrease', async () => {
    let now = 1_760_000_000_000;
    const run = await onDisk(() => now);
    const jumps = [0, 3_600_000, -7_200_000, 1, -1, 0, 86_400_000, -90_000_000, 0, -now, now];
    const times: number[] = [];
    for (const [index, jump] of jumps.entries()) {
      now += jump;
      await accepted(run.engine.submit(withClientId(`jump-${index}`, buy(90, 1))));
      times.push(run.engine.state().at);
    }
    const batches = await audit(run);
    const at = batches.map(({ batch }) => batch.at);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(times[1]).toBe(1_760_003_600_000);
    expect(times[2]).toBe(times[1]);
    expect(times[6]).toBeGreaterThan(times[5]);
    expect(times[9]).toBe(times[6]);
  });
});

describe('a jumping machine clock', () => {
  const NOON = 1_760_000_000_000;

  test('for one reading leaves no trace in the journal; a lasting jump does', async () => {
    const machine = { wall: NOON, steady: 0 };
    const { now } = createSystemClock({
      jumpMsMax: LIMITS.clockJumpMsMax,
      confirmMs: LIMITS.clockConfirmMs,
      wall: () => machine.wall,
      steady: () => machine.steady,
    });
    const run = await onDisk(now);
    const at = async (name: string): Promise<number> => {
      await accepted(run.engine.submit(withClientId(name, buy(90, 1))));
      return run.engine.state().at;
    };
    machine.wall = 4 * NOON;
    machine.steady = 5;
    expect(await at('far')).toBe(NOON + 5);
    machine.wall = NOON + 10;
    machine.steady = 10;
    expect(await at('back')).toBe(NOON + 10);
    machine.wall += 3_600_000;
    expect(await at('asleep')).toBe(NOON + 10);
    machine.wall += LIMITS.clockConfirmMs;
    machine.steady += LIMITS.clockConfirmMs;
    expect(await at('awake')).toBe(machine.wall);
    await audit(run);
  });
});

describe('repeated, late or reordered input', () => {
  test('the same order a hundred times at once is one order', async () => {
    const run = await onDisk();
    const order = withClientId('same', buy(90, 5));
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => accepted(run.engine.submit(order))));
    const [{ position, id }] = outcomes;
    expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(outcomes.every((outcome) => outcome.position === position && outcome.id === id)).toBe(true);
    const batches = await audit(run);
    expect(timesStored(batches, 'same')).toBe(1);
    expect(run.engine.state().orders.size).toBe(1);
  });

  test('the same id with another payload is refused, also while the first is in flight', async () => {
    const { engine } = await onDisk();
    const first = engine.submit(withClientId('one', buy(90, 5)));
    const second = engine.submit(withClientId('one', buy(90, 6)));
    await accepted(first);
    expect(await second).toEqual({ rejected: 'client.id.reused' });
  });

  test('many orders with copies in any order: each at most once, with equal results for all copies', async () => {
    const run = await onDisk();
    const roll = dice(11);
    const orders: Step[] = Array.from({ length: 60 }, (_, index) => {
      const order = index % 2 === 0 ? buy(95 + roll(10), 1 + roll(9)) : sell(95 + roll(10), 1 + roll(9));
      return withClientId(`mixed-${index}`, asUser(index % 3 === 0 ? ALICE : BOB, order));
    });
    const copies = shuffled([...orders, ...orders, ...orders, ...orders], roll);
    const seen = new Map<string, { position: number; id: number | null }>();
    // In small groups, so that some copies meet the first in flight and others after its end.
    while (copies.length > 0) {
      const handful = copies.splice(0, 1 + roll(40));
      const outcomes = await Promise.all(handful.map((order) => accepted(run.engine.submit(order))));
      for (const [index, { position, id }] of outcomes.entries()) {
        const clientId = handful[index].clientId!;
        expect(seen.get(clientId) ?? { position, id }).toEqual({ position, id });
        seen.set(clientId, { position, id });
      }
    }
    const batches = await audit(run);
    for (const { clientId } of orders) expect(timesStored(batches, clientId!)).toBe(1);
    const placed = batches.filter(({ batch }) => batch.events[0].type === 'OrderPlaced');
    expect(placed).toHaveLength(orders.length);
  });

  test('a hundred concurrent withdrawals never exceed the balance', async () => {
    const run = await onDisk();
    const { engine } = run;
    // With the fee of 10 each takes one seventh of the balance, which leaves nearly nothing.
    const amount = RICH / 7n - 10n;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => engine.submit(withClientId(`out-${index}`, withdraw('USDT', amount)))),
    );
    const refusals = outcomes.filter(isRejection);
    expect(outcomes.length - refusals.length).toBe(7);
    expect(new Set(refusals.map(({ rejected }) => rejected))).toEqual(new Set(['balance.insufficient']));
    expect(availableOf(engine.state().ledger, BOB, 'USDT')).toBe(RICH - 7n * (amount + 10n));
    await audit(run);
  });

  test('an order and a withdrawal race for the same funds: one of them gets them', async () => {
    const run = await onDisk();
    const all = Number(RICH / 100n);
    const order = buy(100, 1_000_000);
    expect((order.command as PlaceOrder).quantity).toBeLessThanOrEqual(all);
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => run.engine.submit(withClientId(`o-${index}`, order))),
      run.engine.submit(withClientId('w', withdraw('USDT', RICH - 10n))),
    ]);
    expect(outcomes.filter((outcome) => !isRejection(outcome)).length).toBeGreaterThan(0);
    expect(availableOf(run.engine.state().ledger, BOB, 'USDT')).toBeGreaterThanOrEqual(0n);
    expect(isRejection(outcomes[20])).toBe(true);
    await audit(run);
  });
});
