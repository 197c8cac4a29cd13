/** What the exchange does when what it stands on fails: disks, stores, clocks, and callers who repeat themselves. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Libsql from 'libsql';
import type { PlaceOrder } from '../../../server/products/spot/core/commands';
import { availableOf } from '../../../server/core/ledger/ledger';
import { isRejection } from '../../../server/core/rejection';
import { composeExchange, type Exchange } from '../../../server/compose';
import { openEngine, type Engine } from '../../../server/engine/engine';
import type { Accepted, CommandEnvelope, Outcome } from '../../../server/engine/port';
import { Refusal } from '../../../server/platform/errors/refusal';
import { recover } from '../../../server/engine/recovery';
import { stateHash } from '../../../server/engine/state-hash';
import { openEmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { createSystemClock } from '../../../server/platform/clock/system-clock';
import { LIMITS } from '../../../server/platform/limits';
import { loadConfig } from '../../../server/platform/config/config';
import { awaitPosition } from '../../../server/platform/projection-progress';
import { Auditor } from '../../simulation/audits/invariants';
import { dice } from '../../simulation/random-commands';
import { byTwo } from '../../tools/fixtures/by-two';
import {
  ADMIN,
  ALICE,
  as,
  BOB,
  buy,
  by,
  LISTINGS,
  RICH,
  sell,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { FaultyFiles, NoSpace } from '../../tools/stores/faulty-files';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { modelFile } from '../../tools/samples/model-file';

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

/** An engine on a journal, listed, opened and funded. */
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

async function accepted(outcome: Promise<Outcome> | Outcome): Promise<Accepted> {
  const known = await outcome;
  if (isRejection(known)) throw new Error(`refused: ${known.rejected}`);
  return known;
}

/** The code of the refusal, or what came instead. */
async function unavailable(outcome: Promise<Outcome>): Promise<unknown> {
  return outcome.catch((error: Error) => (error instanceof Refusal ? error.code : error));
}

/** A client that obeys: it repeats what was not taken, under the same client id, until there is an outcome. */
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

async function stored(journal: Journal): Promise<StoredBatch[]> {
  const batches: StoredBatch[] = [];
  for await (const batch of journal.read(0)) batches.push(batch);
  return batches;
}

/** Every invariant, and that the engine's memory is what the journal leads to. */
async function audit({ journal, engine }: Pick<Running, 'journal' | 'engine'>): Promise<StoredBatch[]> {
  const batches = await stored(journal);
  const auditor = new Auditor();
  for (const { batch } of batches) auditor.follow(batch);
  auditor.compare(engine.state());
  expect(stateHash((await recover(journal, null)).state)).toBe(stateHash(engine.state()));
  return batches;
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
    'ASVS 2.3.3, 16.5.3: that fails at %s: a typed refusal, nothing acknowledged, and trading goes on when there is space',
    async (failing) => {
      const run = await onDisk();
      const { engine, journal, files } = run;
      await accepted(engine.submit(as('before', buy(90, 5))));
      const head = journal.head();

      let isFull = true;
      files.failing = (step) => {
        if (isFull && step === failing) {
          // The file can still be cut back: that needs no space, and its sync works again.
          if (failing === 'sync') isFull = false;
          throw new NoSpace();
        }
      };
      const orders = [1, 2, 3].map((number) => as(`full-${number}`, buy(90 + number, 1)));
      const answers = await Promise.all(orders.map((order) => unavailable(engine.submit(order))));
      expect(answers).toEqual(['storage.full', 'storage.full', 'storage.full']);
      expect(journal.head()).toEqual(head);

      if (failing === 'write') {
        // Rebuilt, and still no space: still nothing is acknowledged.
        while (!engine.figures().ready) await delay(5);
        expect(await unavailable(engine.submit(orders[0]))).toBe('storage.full');
        // And while it is rebuilt once more.
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

  test('an answer that rests on what could not be stored is not given either', async () => {
    const run = await onDisk();
    const { engine, files } = run;
    await accepted(engine.submit(sell(100, 5)));
    files.failing = (step) => {
      if (step === 'write') throw new NoSpace();
    };
    // The second is refused by a state that never becomes true: the first would have bought all there is.
    const first = engine.submit(by(ALICE, as('first', buy(100, 5))));
    const second = engine.submit(by(ALICE, as('second', buy(100, 1, { timeInForce: 'fok' }))));
    expect(await Promise.all([unavailable(first), unavailable(second)])).toEqual(['storage.full', 'storage.full']);
    files.failing = () => undefined;
    await accepted(patiently(engine, by(ALICE, as('second', buy(100, 1, { timeInForce: 'fok' })))));
    await audit(run);
  });
});

test('a failed write that cannot be taken back ends the process: nobody is told for ever that nobody knows', async () => {
  const { engine, files, fatal } = await onDisk();
  await accepted(engine.submit(as('before', buy(90, 5))));
  files.failing = (step) => {
    if (step === 'write' || step === 'truncate') throw new NoSpace();
  };
  expect(await unavailable(engine.submit(as('lost', buy(91, 1))))).toBe('outcome.unknown');
  expect(fatal).toMatchObject([{ fault: 'broken', message: expect.stringContaining('cutting back failed') as string }]);
  files.failing = () => undefined;
  expect(engine.figures()).toMatchObject({ ready: false, pending: 0 });
  expect(await unavailable(engine.submit(as('later', buy(91, 1))))).toBe('system.busy');
});

describe('a journal that does not answer', () => {
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
    '%s: the order is answered as if nothing had been, and nothing is built anew',
    async (mishap) => {
      const run = await onServer();
      const { engine, server, fatal, notices } = run;
      const before = await accepted(engine.submit(as('before', buy(90, 5))));
      server.nextAppend(mishap);
      const orders = [1, 2, 3].map((number) => as(`doubtful-${number}`, buy(90 + number, 5)));
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
    '%s for longer than it is looked for: outcome unknown, read back, and the client id gives the first outcome',
    async (mishap, kept, patience) => {
      const run = await onServer(patience);
      const { engine, server, fatal } = run;
      const before = await accepted(engine.submit(as('before', buy(90, 5))));
      const order = as('doubtful', buy(91, 5));
      server.nextAppend(mishap);
      expect(await unavailable(engine.submit(order))).toBe('outcome.unknown');

      const outcome = await accepted(patiently(engine, order));
      expect(outcome).toMatchObject({ id: (before.id as number) + 1, repeated: kept });
      expect(await accepted(engine.submit(order))).toEqual({ ...outcome, repeated: true });
      await accepted(engine.submit(as('after', sell(91, 5))));
      const batches = await audit(run);
      expect(timesStored(batches, 'doubtful')).toBe(1);
      expect(fatal).toEqual([]);
    },
  );

  test('another writer takes over: this engine ends, and says so', async () => {
    const { engine, server, fatal } = await onServer();
    server.nextAppend('overtaken');
    expect(await unavailable(engine.submit(as('late', buy(90, 5))))).toBe('system.busy');
    expect(fatal).toHaveLength(1);
    expect(await unavailable(engine.submit(as('later', buy(90, 5))))).toBe('system.busy');
  });
});

describe('read models that are gone', () => {
  let directory: string;
  let exchange: Exchange;
  let log: string[];
  /** The monotonic clock of the exchange: it stands still unless a test moves it. */
  let now: number;
  beforeEach(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'faults-spec-'));
    log = [];
    now = 0;
    exchange = await start();
    for (const listing of byTwo(LISTINGS)) await accepted(exchange.commands.submit(listing));
    await caughtUp();
  });
  afterEach(async () => {
    await exchange.close();
    rmSync(directory, { recursive: true, force: true });
  });

  function start(): Promise<Exchange> {
    const variables = { DATA_DIR: directory, LOG_LEVEL: 'silent', LIMIT_PROJECTION_LAG_SECONDS_MAX: '5' };
    return composeExchange(loadConfig(variables), { log: (message) => log.push(message), monotonic: () => now });
  }

  async function caughtUp(): Promise<void> {
    expect(await exchange.progress.waitFor(exchange.journal.head().position, 20_000)).toBe(true);
  }

  /** The same file from outside, as another process would have it. */
  function viewsFile(): Libsql.Database {
    const database = new Libsql(modelFile(directory, 'views'));
    database.exec('pragma busy_timeout = 5000');
    return database;
  }

  async function tradesGoOn(): Promise<Accepted> {
    await accepted(exchange.commands.submit(by(ALICE, sell(100, 5))));
    const outcome = await accepted(exchange.commands.submit(buy(100, 5)));
    expect(outcome.position).toBe(exchange.journal.head().position);
    expect(exchange.live.position).toBe(outcome.position);
    expect(exchange.live.trades.snapshot('BTC-USDT', 1).trades).toHaveLength(1);
    await expect(awaitPosition(exchange.progress, outcome.position, 300)).rejects.toMatchObject({
      code: 'projection.behind',
    });
    return outcome;
  }

  async function readModelsAgree(): Promise<void> {
    await caughtUp();
    const batches = await audit({ journal: exchange.journal, engine: exchange.engine });
    const { sql } = exchange.stored;
    const rows = await sql.selectFrom('balances').selectAll().where('userId', '=', BOB).execute();
    const state = exchange.engine.state();
    expect(rows.length).toBeGreaterThan(1);
    for (const { asset, available } of rows) expect(available).toBe(availableOf(state.ledger, BOB, asset));
    const left = await exchange.records.sql.selectFrom('ledgerRecords').selectAll().where('userId', '=', BOB).execute();
    for (const { asset, available } of rows) {
      const last = left.filter((record) => record.asset === asset).reduce((one, other) => later(one, other));
      expect(last.availableAfter).toBe(available);
    }
    const trades = batches.flatMap(({ batch }) => batch.events).filter(({ type }) => type === 'TradeExecuted');
    expect(await sql.selectFrom('fills').selectAll().execute()).toHaveLength(2 * trades.length);
  }

  test('a database that does not let go of its lock: trading goes on, queries are behind, then they catch up', async () => {
    const other = viewsFile();
    other.exec('begin immediate');
    try {
      await tradesGoOn();
    } finally {
      other.exec('rollback');
      other.close();
    }
    await readModelsAgree();
  });

  test('read models too far behind: users wait, staff do not; with their store away trading goes on', async () => {
    const other = viewsFile();
    other.exec('begin immediate');
    try {
      await accepted(exchange.edge.submit(by(ALICE, sell(100, 5))));
      now += 5_000;
      await accepted(exchange.edge.submit(buy(100, 1)));
      now += 1;
      expect(await lagSeconds()).toBe(5.001);
      expect(await unavailable(exchange.edge.submit(buy(100, 1)))).toBe('system.busy');
      const closed = { type: 'SetMarketState', market: 'ETH-USDT', state: 'closed' } as const;
      await accepted(exchange.edge.submit({ actor: ADMIN, command: closed }));
      // Their store has taken nothing for ten seconds: it is away.
      now += 4_999;
      await accepted(exchange.edge.submit(buy(100, 1)));
    } finally {
      other.exec('rollback');
      other.close();
    }
    await readModelsAgree();
    expect(await lagSeconds()).toBe(0);
    await accepted(exchange.edge.submit(buy(100, 1)));
  });

  async function lagSeconds(): Promise<number> {
    const text = await exchange.metrics.registry.getSingleMetricAsString('exchange_projection_lag_seconds');
    return Number(/^exchange_projection_lag_seconds (.*)$/m.exec(text)?.[1]);
  }

  const PAGE_BYTES = 4_096;

  test.each([
    ['is something else', (file: Buffer) => file.fill('x')],
    ['lost its schema', (file: Buffer) => file.fill(0xff, 100, PAGE_BYTES)],
    ['lost everything but its schema', (file: Buffer) => file.fill(0xff, PAGE_BYTES)],
    ['was cut', (file: Buffer) => file.subarray(0, 2 * PAGE_BYTES)],
  ])('a file that %s is set aside and made anew at the start', async (_, damaged) => {
    await isMadeAnew('views', damaged);
  });

  test('so is that of the records, and the other one is left alone', async () => {
    await isMadeAnew('records', (file) => file.fill('x'));
    expect(readdirSync(directory).filter((name) => /^views.*corrupt/.test(name))).toEqual([]);
  });

  test('and both when both are damaged', async () => {
    await tradesAndCloses();
    for (const name of MODELS) {
      const file = modelFile(directory, name);
      replace(file, wholeFile(file).fill('x'));
    }
    exchange = await start();
    expect(log.filter((line) => line === 'read models damaged')).toHaveLength(2);
    await readModelsAgree();
  });

  async function isMadeAnew(name: ModelName, damaged: (file: Buffer) => Buffer): Promise<void> {
    await tradesAndCloses();
    const file = modelFile(directory, name);
    writeFileSync(`${file}.corrupt-1`, 'an older one');
    replace(file, damaged(wholeFile(file)));
    const bytes = readFileSync(file);
    exchange = await start();
    expect(log.filter((line) => line === 'read models damaged')).toHaveLength(1);
    expect(readFileSync(`${file}.corrupt-2`).equals(bytes)).toBe(true);
    expect(readFileSync(`${file}.corrupt-1`, 'utf8')).toBe('an older one');
    await readModelsAgree();
  }

  test('a damaged database of users stops the start, and both files stay where they are', async () => {
    await tradesAndCloses();
    const users = path.join(directory, 'exchange.sqlite');
    const whole = wholeFile(users);
    replace(users, Buffer.alloc(whole.length, 'x'));
    await expect(start()).rejects.toThrow(/users' database \(exchange\) cannot be read/);
    expect(readdirSync(directory).filter((name) => name.includes('corrupt'))).toEqual([]);
    replace(users, whole);
    exchange = await start();
    await readModelsAgree();
  });

  /** With what still lay in the log beside it. */
  function wholeFile(file: string): Buffer {
    const database = new Libsql(file);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return readFileSync(file);
  }

  /** As another file of the same name: whoever has the old one open keeps it. */
  function replace(file: string, content: Buffer): void {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  }

  async function tradesAndCloses(): Promise<void> {
    await accepted(exchange.commands.submit(by(ALICE, sell(100, 5))));
    await accepted(exchange.commands.submit(buy(100, 5)));
    await caughtUp();
    await exchange.close();
  }

  test("a projector's thread that dies: trading goes on, it is started again, and catches up", async () => {
    const other = viewsFile();
    // A row in the way of the first trade: no repetition helps, the thread gives up.
    other.exec(`insert into trades (market, id, price, quantity, notional, taker_side, at, position)
      values ('BTC-USDT', 1, 1, 1, 1, 'buy', 1, 1)`);
    await tradesGoOn();
    while (!log.some((line) => line.includes('starting again'))) await delay(20);
    await accepted(exchange.commands.submit(by(ALICE, sell(101, 5))));
    other.exec('delete from trades');
    other.close();
    await readModelsAgree();
  });
});

describe('a clock that jumps', () => {
  test('back and forth, or stands still: the time of the journal never runs backwards', async () => {
    let now = 1_760_000_000_000;
    const run = await onDisk(() => now);
    const jumps = [0, 3_600_000, -7_200_000, 1, -1, 0, 86_400_000, -90_000_000, 0, -now, now];
    const times: number[] = [];
    for (const [index, jump] of jumps.entries()) {
      now += jump;
      await accepted(run.engine.submit(as(`jump-${index}`, buy(90, 1))));
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

describe('the clock of a machine that jumps', () => {
  const NOON = 1_760_000_000_000;

  test('for one reading leaves no trace in the journal; a jump that stays does', async () => {
    const machine = { wall: NOON, steady: 0 };
    const { now } = createSystemClock({
      jumpMsMax: LIMITS.clockJumpMsMax,
      confirmMs: LIMITS.clockConfirmMs,
      wall: () => machine.wall,
      steady: () => machine.steady,
    });
    const run = await onDisk(now);
    const at = async (name: string): Promise<number> => {
      await accepted(run.engine.submit(as(name, buy(90, 1))));
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

describe('input that comes twice, late or in another order', () => {
  test('a hundred times the same order at once is one order', async () => {
    const run = await onDisk();
    const order = as('same', buy(90, 5));
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
    const first = engine.submit(as('one', buy(90, 5)));
    const second = engine.submit(as('one', buy(90, 6)));
    await accepted(first);
    expect(await second).toEqual({ rejected: 'client.id.reused' });
  });

  test('many orders, each several times, in any order: each at most once, and every copy says the same', async () => {
    const run = await onDisk();
    const roll = dice(11);
    const orders: Step[] = Array.from({ length: 60 }, (_, index) => {
      const order = index % 2 === 0 ? buy(95 + roll(10), 1 + roll(9)) : sell(95 + roll(10), 1 + roll(9));
      return as(`mixed-${index}`, by(index % 3 === 0 ? ALICE : BOB, order));
    });
    const copies = shuffled([...orders, ...orders, ...orders, ...orders], roll);
    const seen = new Map<string, { position: number; id: number | null }>();
    // In handfuls, so that some copies meet the first in flight and others find it long done.
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

  test('a hundred withdrawals at once never pay out more than there is', async () => {
    const run = await onDisk();
    const { engine } = run;
    // With the fee of 10 each takes a seventh of all there is, and a little more than nothing remains.
    const amount = RICH / 7n - 10n;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => engine.submit(as(`out-${index}`, withdraw('USDT', amount)))),
    );
    const refusals = outcomes.filter(isRejection);
    expect(outcomes.length - refusals.length).toBe(7);
    expect(new Set(refusals.map(({ rejected }) => rejected))).toEqual(new Set(['balance.insufficient']));
    expect(availableOf(engine.state().ledger, BOB, 'USDT')).toBe(RICH - 7n * (amount + 10n));
    await audit(run);
  });

  test('an order and a withdrawal race for the same money: one of them gets it', async () => {
    const run = await onDisk();
    const all = Number(RICH / 100n);
    const order = buy(100, 1_000_000);
    expect((order.command as PlaceOrder).quantity).toBeLessThanOrEqual(all);
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => run.engine.submit(as(`o-${index}`, order))),
      run.engine.submit(as('w', withdraw('USDT', RICH - 10n))),
    ]);
    expect(outcomes.filter((outcome) => !isRejection(outcome)).length).toBeGreaterThan(0);
    expect(availableOf(run.engine.state().ledger, BOB, 'USDT')).toBeGreaterThanOrEqual(0n);
    expect(isRejection(outcomes[20])).toBe(true);
    await audit(run);
  });
});

function later<Row extends { eventPosition: number; entryIndex: number }>(one: Row, other: Row): Row {
  const [first, second] = [one, other].map(({ eventPosition, entryIndex }) => eventPosition * 1_000 + entryIndex);
  return first > second ? one : other;
}
