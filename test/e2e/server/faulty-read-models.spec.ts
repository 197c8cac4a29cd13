/** Locked, lagging, damaged or missing read models: trading continues, and they are rebuilt. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Libsql from 'libsql';
import { availableOf } from '../../../server/core/ledger/ledger';
import { composeExchange, type Exchange } from '../../../server/compose';
import type { Accepted } from '../../../server/engine/port';
import { loadConfig } from '../../../server/platform/config/config';
import { awaitPosition } from '../../../server/platform/projection-progress';
import { withApprovals } from '../../tools/fixtures/with-approvals';
import { ADMIN, ALICE, BOB, buy, asUser, LISTINGS, sell } from '../../tools/fixtures/core-fixture';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { modelFile } from '../../tools/samples/model-file';
import { accepted, audit, unavailable } from './judged';

describe('faulty read models', () => {
  let directory: string;
  let exchange: Exchange;
  let log: string[];
  /** The monotonic clock of the exchange, moved by the tests only. */
  let now: number;
  beforeEach(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'faults-spec-'));
    log = [];
    now = 0;
    exchange = await start();
    for (const listing of withApprovals(LISTINGS)) await accepted(exchange.commands.submit(listing));
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

  /** The same file from outside, like another process. */
  function viewsFile(): Libsql.Database {
    const database = new Libsql(modelFile(directory, 'views'));
    database.exec('pragma busy_timeout = 5000');
    return database;
  }

  async function tradesGoOn(): Promise<Accepted> {
    await accepted(exchange.commands.submit(asUser(ALICE, sell(100, 5))));
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

  test('a database that keeps its lock: trading continues, queries lag, then catch up', async () => {
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

  test('read models too far behind: users wait, staff do not; trading continues once their store counts as away', async () => {
    const other = viewsFile();
    other.exec('begin immediate');
    try {
      await accepted(exchange.externalCommands.submit(asUser(ALICE, sell(100, 5))));
      now += 5_000;
      await accepted(exchange.externalCommands.submit(buy(100, 1)));
      now += 1;
      expect(await lagSeconds()).toBe(5.001);
      expect(await unavailable(exchange.externalCommands.submit(buy(100, 1)))).toBe('system.busy');
      const closed = { type: 'SetMarketState', market: 'ETH-USDT', state: 'closed' } as const;
      await accepted(exchange.externalCommands.submit({ actor: ADMIN, command: closed }));
      // Without a write for ten seconds the store counts as away.
      now += 4_999;
      await accepted(exchange.externalCommands.submit(buy(100, 1)));
    } finally {
      other.exec('rollback');
      other.close();
    }
    await readModelsAgree();
    expect(await lagSeconds()).toBe(0);
    await accepted(exchange.externalCommands.submit(buy(100, 1)));
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
  ])('a file that %s is set aside and rebuilt at the start', async (_, damaged) => {
    await isMadeAnew('views', damaged);
  });

  test('the same applies to the records, without touching the other file', async () => {
    await isMadeAnew('records', (file) => file.fill('x'));
    expect(readdirSync(directory).filter((name) => /^views.*corrupt/.test(name))).toEqual([]);
  });

  test('and to both if both are damaged', async () => {
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

  test('a damaged database of users stops the start, and both files stay in place', async () => {
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

  /** Including the content of the write-ahead log. */
  function wholeFile(file: string): Buffer {
    const database = new Libsql(file);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return readFileSync(file);
  }

  /** Replaces the file by a new one of the same name, so that open handles keep the old one. */
  function replace(file: string, content: Buffer): void {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  }

  async function tradesAndCloses(): Promise<void> {
    await accepted(exchange.commands.submit(asUser(ALICE, sell(100, 5))));
    await accepted(exchange.commands.submit(buy(100, 5)));
    await caughtUp();
    await exchange.close();
  }

  test('a projector thread that dies: trading continues, the thread is restarted and catches up', async () => {
    const other = viewsFile();
    // Conflicts with the first trade: retries do not help, and the thread gives up.
    other.exec(`insert into trades (market, id, price, quantity, notional, taker_side, at, position)
      values ('BTC-USDT', 1, 1, 1, 1, 'buy', 1, 1)`);
    await tradesGoOn();
    while (!log.some((line) => line.includes('starting again'))) await delay(20);
    await accepted(exchange.commands.submit(asUser(ALICE, sell(101, 5))));
    other.exec('delete from trades');
    other.close();
    await readModelsAgree();
  });
});

function later<Row extends { eventPosition: number; entryIndex: number }>(one: Row, other: Row): Row {
  const [first, second] = [one, other].map(({ eventPosition, entryIndex }) => eventPosition * 1_000 + entryIndex);
  return first > second ? one : other;
}
