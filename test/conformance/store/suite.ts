/** What the read models must be, whichever store is below them. A store passes by calling `storeConformance`. */
import type { CompiledQuery } from 'kysely';
import type { CoreEvent } from '../../../server/core/event';
import type { Entry } from '../../../server/core/ledger/entry';
import { userAccount } from '../../../server/core/ledger/entry';
import type { StoredBatch } from '../../../server/journal/port';
import type { DatabaseConfig } from '../../../server/platform/database/database';
import { CheckpointMovedError, readCheckpoint } from '../../../server/views/stored/checkpoint';
import { agreeWithJournal, followJournal, rebuildViews, type JournalReader } from '../../../server/views/stored/follow';
import {
  assetList,
  balances,
  candles,
  fills,
  hasRecharge,
  ledgerRecords,
  marketList,
  openOrders,
  orderHistory,
  orderOf,
  recentTrades,
  recharges,
  withdrawals,
  withdrawalsByStatus,
} from '../../../server/views/stored/queries';
import { CANDLE_SPANS } from '../../../server/views/stored/spans';
import { TABLES } from '../../../server/views/stored/tables';
import { openViews, type ViewsDatabase } from '../../../server/views/stored/views-database';
import { writeGroup } from '../../../server/views/stored/write-group';
import {
  BASE_PER_LOT,
  MARKET,
  QUOTE_PER_TICK_LOT,
  SampleHistory,
  STARTED_AT,
  sampleHistory,
} from '../../tools/sample-history';

const [ALICE, BOB, CAROL] = [10_000_001, 10_000_002, 10_000_003];
const AMOUNT_MAX = 2n ** 63n - 1n;
const FIRST_PAGE = { pageIndex: 1, pageSize: 200 };
const MINUTE = 60_000;

export interface StoreHarness {
  /** Where an empty store is. */
  create(): Promise<DatabaseConfig>;
}

export function storeConformance(name: string, harness: StoreHarness): void {
  describe(`read models in ${name}`, () => {
    let config: DatabaseConfig;
    let views: ViewsDatabase;

    beforeEach(async () => {
      config = await harness.create();
      views = await openViews(config);
    });
    afterEach(() => views.close());

    describe('however they come about', () => {
      const history = sampleHistory(300, { seed: 7, users: 8 });

      test('are the same batch by batch, in groups and at once', async () => {
        await project(views, history.stored);
        const atOnce = await dump(views);
        for (const size of [1, 37]) {
          const other = await openViews(await harness.create());
          await project(other, history.stored, size);
          expect(await dump(other)).toEqual(atOnce);
          await other.close();
        }
      });

      test('are the same when rebuilt', async () => {
        await project(views, history.stored, 50);
        const before = await dump(views);
        const positions: number[] = [];
        await rebuildViews(views, readerOf(history.stored), ({ position }) => positions.push(position));
        expect(await dump(views)).toEqual(before);
        expect(positions.at(-1)).toBe(history.position);
      });

      test('outlive closing and opening', async () => {
        await project(views, history.stored.slice(0, 100));
        await views.close();
        views = await openViews(config);
        expect(await readCheckpoint(views)).toMatchObject({ position: history.stored[99]?.position });
        await project(views, history.stored.slice(100));
        const whole = await dump(views);
        await rebuildViews(views, readerOf(history.stored), () => undefined);
        expect(await dump(views)).toEqual(whole);
      });
    });

    describe('exactly once', () => {
      const { stored } = sampleHistory(60, { seed: 3, users: 4 });
      const middle = Math.floor(stored.length / 2);

      test('whatever statement the crash comes at', async () => {
        await project(views, stored.slice(0, middle));
        const before = await dump(views);
        let statements = 0;
        while (await crashesAfter(statements, views, stored.slice(middle))) {
          expect(await dump(views)).toEqual(before);
          statements++;
        }
        // Every table that trading touches is read and written.
        expect(statements).toBeGreaterThan(12);
        const crashed = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(crashed);
      });

      test('when the store commits and its answer is lost', async () => {
        const lines = await followed(answerLostOnce(views), stored);
        expect(lines).toEqual([expect.stringContaining('the answer was lost')]);
        const doubted = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(doubted);
      });

      test('when the store refuses for a while', async () => {
        const lines = await followed(refusesTwice(views), stored);
        expect(lines).toHaveLength(2);
        const delayed = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(delayed);
      });

      test('of two projectors only one moves the checkpoint', async () => {
        const from = await readCheckpoint(views);
        await writeGroup(views, from, stored.slice(0, 10));
        const after = await dump(views);
        await expect(writeGroup(views, from, stored.slice(0, 4))).rejects.toThrow();
        const moved = { position: stored[3].position, hash: stored[3].hash };
        await expect(writeGroup(views, moved, [listed(stored[4])])).rejects.toThrow(CheckpointMovedError);
        expect(await dump(views)).toEqual(after);
      });

      test('a gap in the journal is refused', async () => {
        await expect(writeGroup(views, await readCheckpoint(views), stored.slice(1, 3))).rejects.toThrow(/position 1/);
      });
    });

    describe('against the journal', () => {
      const history = sampleHistory(80, { seed: 11, users: 4 });

      test('go on where they are', async () => {
        await project(views, history.stored.slice(0, 50));
        const said: string[] = [];
        const from = await agreeWithJournal(views, readerOf(history.stored), (line) => said.push(line));
        expect(from.position).toBe(history.stored[49]?.position);
        expect(said).toEqual([]);
      });

      test.each([
        ['another journal', sampleHistory(160, { seed: 12, users: 4 }).stored, /has hash/],
        ['a journal that was cut', history.stored.slice(0, 20), /has nothing/],
      ])('are made anew for %s, and it is said', async (_, journal, expected) => {
        await project(views, history.stored);
        const said: string[] = [];
        expect(await agreeWithJournal(views, readerOf(journal), (line) => said.push(line))).toEqual({
          position: -1,
          hash: '',
        });
        expect(said).toEqual([expect.stringMatching(expected)]);
        await project(views, journal);
        expect((await readCheckpoint(views)).position).toBe(journal.at(-1)?.position);
      });
    });

    describe('the ledger', () => {
      test('sums of records are the balances, and both are what the entries say', async () => {
        const history = sampleHistory(400, { seed: 5, users: 6 });
        await project(views, history.stored, 64);
        const expected = balancesOf(history.stored);
        const records = await views.sql
          .selectFrom('ledgerRecords')
          .selectAll()
          .orderBy('eventPosition')
          .orderBy('entryIndex')
          .execute();
        const running = new Map<string, { available: bigint; frozen: bigint }>();
        for (const record of records) {
          const key = `${record.userId}/${record.asset}`;
          const sum = running.get(key) ?? { available: 0n, frozen: 0n };
          sum.available += record.availableChange;
          sum.frozen += record.frozenChange;
          running.set(key, sum);
          expect({ available: record.availableAfter, frozen: record.frozenAfter }).toEqual(sum);
        }
        const stored = await views.sql.selectFrom('balances').selectAll().execute();
        expect(new Map(stored.map((row) => [`${row.userId}/${row.asset}`, pick(row)]))).toEqual(running);
        expect(running).toEqual(expected);
        expect(running.size).toBe(12);
      });

      test('shows a move between two buckets once, and a trade to each side under its own label', async () => {
        const history = new SampleHistory()
          .listed()
          .recharged(ALICE, 'USDT', 10n ** 12n)
          .recharged(BOB, 'BTC', 10n ** 9n);
        const buy = history.rested(ALICE, 'buy', 100, 50);
        const sell = history.took(BOB, [[buy, 50]], 50);
        await project(views, history.stored);
        const alice = (await ledgerRecords(views, ALICE, {}, FIRST_PAGE)).records;
        expect(
          alice.map(({ label, availableChange, frozenChange, orderId, tradeId }) => [
            label,
            availableChange,
            frozenChange,
            orderId,
            tradeId,
          ]),
        ).toEqual([
          ['spot_fee', -50n, 0n, buy.id, 1],
          ['buy_coin', 0n, -50_000n, buy.id, 1],
          ['buy_coin', 50_000n, 0n, buy.id, 1],
          ['hold_buy_coin', -50_000n, 50_000n, buy.id, null],
          ['recharge', 10n ** 12n, 0n, null, null],
        ]);
        const bob = (await ledgerRecords(views, BOB, { label: 'sell_coin' }, FIRST_PAGE)).records;
        expect(bob.map((record) => [record.asset, record.orderId])).toEqual([
          ['USDT', sell.id],
          ['BTC', sell.id],
        ]);
        expect((await ledgerRecords(views, BOB, { asset: 'USDT' }, FIRST_PAGE)).total).toBe(2);
        const later = { from: history.at + 1 };
        expect((await ledgerRecords(views, BOB, later, FIRST_PAGE)).total).toBe(0);
      });

      test('carries amounts up to 2^63 − 1 exactly', async () => {
        const history = new SampleHistory().listed().recharged(ALICE, 'USDT', AMOUNT_MAX);
        const { id, hold } = history.withdrawalApplied(ALICE, 'USDT', AMOUNT_MAX - 3n, 2n);
        await project(views, history.stored);
        expect(await balances(views, ALICE)).toEqual([
          expect.objectContaining({ asset: 'USDT', available: 1n, frozen: AMOUNT_MAX - 1n, locked: 0n }),
        ]);
        history.withdrawalPaid(id, hold, ALICE, 'USDT', AMOUNT_MAX - 3n, 2n);
        await project(views, history.stored.slice(-1));
        const { records } = await ledgerRecords(views, ALICE, {}, FIRST_PAGE);
        expect(records.map(({ frozenChange, frozenAfter }) => [frozenChange, frozenAfter])).toEqual([
          [-2n, 0n],
          [-(AMOUNT_MAX - 3n), 2n],
          [AMOUNT_MAX - 1n, AMOUNT_MAX - 1n],
          [0n, 0n],
        ]);
        expect((await recharges(views, ALICE, FIRST_PAGE)).records[0]).toMatchObject({ amount: AMOUNT_MAX });
        expect((await withdrawals(views, ALICE, FIRST_PAGE)).records[0]).toMatchObject({ amount: AMOUNT_MAX - 3n });
      });

      test('sorts and compares amounts as numbers', async () => {
        const history = new SampleHistory().listed();
        const amounts = [9n, 10n, AMOUNT_MAX, 2n ** 53n + 1n, 2n ** 53n];
        amounts.forEach((amount, index) => history.recharged(ALICE + index, index % 2 ? 'BTC' : 'USDT', amount));
        await project(views, history.stored);
        const sorted = await views.sql
          .selectFrom('recharges')
          .select('amount')
          .where('amount', '>', 9n)
          .orderBy('amount')
          .execute();
        expect(sorted.map(({ amount }) => amount)).toEqual([10n, 2n ** 53n, 2n ** 53n + 1n, AMOUNT_MAX]);
      });
    });

    describe('orders', () => {
      let history: SampleHistory;
      beforeEach(() => {
        history = new SampleHistory().listed();
        for (const user of [ALICE, BOB]) history.recharged(user, 'USDT', 10n ** 12n).recharged(user, 'BTC', 10n ** 12n);
      });
      const statusOf = async (user: number, id: number) => {
        const order = await orderOf(views, user, id);
        return order && [order.status, order.open, order.filledQuantity, order.filledQuote, order.reason];
      };

      test('have the status that their events gave them', async () => {
        const untouched = history.rested(ALICE, 'buy', 90, 5, 'mine-1');
        const cancelled = history.rested(ALICE, 'buy', 91, 5);
        const partly = history.rested(ALICE, 'buy', 92, 5);
        const partlyCancelled = history.rested(ALICE, 'buy', 93, 5);
        const filled = history.rested(ALICE, 'buy', 94, 5);
        history.at += 5;
        const taker = history.took(
          BOB,
          [
            [filled, 5],
            [partlyCancelled, 2],
          ],
          7,
        );
        history.took(BOB, [[partly, 1]], 1);
        const cut = history.took(BOB, [[partly, 1]], 4, 'time_in_force');
        history.cancelled(cancelled).cancelled(partlyCancelled, 'staff').reduced(untouched, 2);
        await project(views, history.stored);
        expect(await statusOf(ALICE, untouched.id)).toEqual(['pending', 1, 0, 0n, null]);
        expect(await statusOf(ALICE, cancelled.id)).toEqual(['cancelled', 0, 0, 0n, 'requested']);
        expect(await statusOf(ALICE, partly.id)).toEqual(['partially_filled', 1, 2, 1_840n, null]);
        expect(await statusOf(ALICE, partlyCancelled.id)).toEqual(['partially_cancelled', 0, 2, 1_860n, 'staff']);
        expect(await statusOf(ALICE, filled.id)).toEqual(['filled', 0, 5, 4_700n, null]);
        expect(await statusOf(BOB, taker.id)).toEqual(['filled', 0, 7, 6_560n, null]);
        expect(await statusOf(BOB, cut.id)).toEqual(['expired_in_part', 0, 1, 920n, 'time_in_force']);
        expect(await orderOf(views, ALICE, untouched.id)).toMatchObject({
          clientId: 'mine-1',
          quantity: 3,
          endedAt: null,
        });
        expect(await orderOf(views, ALICE, filled.id)).toMatchObject({ placedAt: STARTED_AT, endedAt: STARTED_AT + 5 });
        expect(await orderOf(views, BOB, filled.id)).toBeNull();
      });

      test('one by quote amount is filled when less is left than a lot costs', async () => {
        const sell = history.rested(ALICE, 'sell', 100, 10);
        history.batch('user/10000002', { type: 'PlaceOrder' }, ...boughtForQuote(sell.id, 2_500n));
        await project(views, history.stored);
        expect(await statusOf(BOB, 900)).toEqual(['filled', 0, 2, 2_000n, 'quote_remainder']);
        expect(await orderOf(views, BOB, 900)).toMatchObject({ quantity: null, quoteAmount: 2_500n, price: null });
      });

      test('a trigger order is pending, and says when it was reached', async () => {
        history.batch('user/10000001', { type: 'PlaceOrder' }, waiting(900));
        await project(views, history.stored);
        expect(await orderOf(views, ALICE, 900)).toMatchObject({
          status: 'pending',
          triggerPrice: 120,
          triggeredAt: null,
        });
        history.at += 9;
        const reached: CoreEvent = {
          type: 'OrderTriggered',
          order: 900,
          user: ALICE,
          market: MARKET,
          disposition: 'rests',
        };
        history.batch('system', { type: 'TriggerOrder' }, reached);
        await project(views, history.stored.slice(-1));
        expect(await orderOf(views, ALICE, 900)).toMatchObject({
          status: 'pending',
          open: 1,
          triggeredAt: STARTED_AT + 9,
        });
      });

      test('are listed newest first, page by page, each once', async () => {
        const placed = Array.from({ length: 25 }, (_, index) => history.rested(ALICE, 'buy', 10 + index, 1));
        placed.filter((_, index) => index % 5 === 0).forEach((order) => history.cancelled(order));
        await project(views, history.stored);
        const ids: number[] = [];
        for (const pageIndex of [1, 2, 3]) {
          const page = await openOrders(views, ALICE, MARKET, { pageIndex, pageSize: 8 });
          expect(page).toMatchObject({ total: 20, pageIndex, pageSize: 8 });
          ids.push(...page.records.map(({ id }) => id));
        }
        expect(ids).toEqual([...new Set(ids)].sort((left, right) => right - left));
        expect(ids).toHaveLength(20);
        expect((await openOrders(views, ALICE, 'ETH-USDT', FIRST_PAGE)).total).toBe(0);
        const filters = { market: MARKET, side: 'buy', kind: 'limit', statuses: ['cancelled'] } as const;
        expect((await orderHistory(views, ALICE, filters, FIRST_PAGE)).total).toBe(5);
        expect((await orderHistory(views, ALICE, { side: 'sell' }, FIRST_PAGE)).records).toEqual([]);
        expect((await orderHistory(views, BOB, {}, FIRST_PAGE)).total).toBe(0);
      });

      test('show what they traded, from both sides', async () => {
        const sell = history.rested(ALICE, 'sell', 100, 10);
        const buy = history.took(BOB, [[sell, 4]], 4);
        history.at += 10;
        history.took(BOB, [[sell, 6]], 6);
        await project(views, history.stored);
        const shared = { market: MARKET, price: 100, quantity: 4, notional: 4_000n, tradeId: 1, at: STARTED_AT };
        expect((await orderOf(views, BOB, buy.id))?.fills).toEqual([
          expect.objectContaining({ ...shared, userId: BOB, side: 'buy', role: 'taker', fee: 4n, feeAsset: 'BTC' }),
        ]);
        expect((await orderOf(views, ALICE, sell.id))?.fills).toHaveLength(2);
        const alices = await fills(views, ALICE, { side: 'sell', to: STARTED_AT + 10 }, FIRST_PAGE);
        expect(alices.records).toEqual([
          expect.objectContaining({ ...shared, userId: ALICE, side: 'sell', role: 'maker', fee: 4n, feeAsset: 'USDT' }),
        ]);
        expect((await recentTrades(views, MARKET, 1)).map(({ id }) => id)).toEqual([2]);
        expect(await recentTrades(views, MARKET, 50)).toHaveLength(2);
      });
    });

    describe('candles', () => {
      test('fill the time without trades with the last close', async () => {
        const history = traders();
        const trade = (price: number, lots: number) =>
          history.took(BOB, [[history.rested(ALICE, 'sell', price, lots), lots]], lots);
        trade(100, 3);
        trade(90, 1);
        trade(95, 2);
        history.at += 4 * MINUTE;
        trade(120, 5);
        await project(views, history.stored, 2);
        const from = STARTED_AT - 2 * MINUTE;
        const filled = await candles(views, MARKET, '1m', from, STARTED_AT + 6 * MINUTE, 100);
        const quiet = { open: 95, high: 95, low: 95, close: 95, volume: 0n, turnover: 0n, trades: 0 };
        const loud = { open: 120, high: 120, low: 120, close: 120, volume: 5n, turnover: 6_000n, trades: 1 };
        expect(filled).toEqual([
          { openedAt: STARTED_AT, open: 100, high: 100, low: 90, close: 95, volume: 6n, turnover: 5_800n, trades: 3 },
          ...[1, 2, 3].map((minute) => ({ openedAt: STARTED_AT + minute * MINUTE, ...quiet })),
          { openedAt: STARTED_AT + 4 * MINUTE, ...loud },
          { openedAt: STARTED_AT + 5 * MINUTE, ...loud, volume: 0n, turnover: 0n, trades: 0 },
        ]);
        // A window that holds no trade, and one cut to its newest.
        const window = await candles(views, MARKET, '1m', STARTED_AT + 2 * MINUTE, STARTED_AT + 4 * MINUTE, 100);
        expect(window).toEqual(filled.slice(2, 4));
        expect(await candles(views, MARKET, '1m', from, STARTED_AT + 6 * MINUTE, 2)).toEqual(filled.slice(-2));
        expect(await candles(views, 'ETH-USDT', '1m', from, STARTED_AT, 10)).toEqual([]);
        expect(await candles(views, MARKET, '1m', from, STARTED_AT, 10)).toEqual([]);
      });

      test('agree with each other at every span, and weeks begin on Monday', async () => {
        const history = sampleHistory(300, { seed: 9, users: 4, pauseMsMax: 40 * MINUTE });
        await project(views, history.stored, 25);
        const stored = await views.sql.selectFrom('candles').selectAll().orderBy('openedAt').execute();
        const sums = Object.values(CANDLE_SPANS).map((spanMs) => {
          const ofSpan = stored.filter((candle) => candle.spanMs === spanMs);
          return {
            volume: ofSpan.reduce((sum, { volume }) => sum + volume, 0n),
            turnover: ofSpan.reduce((sum, { turnover }) => sum + turnover, 0n),
            high: Math.max(...ofSpan.map(({ high }) => high)),
            close: ofSpan.at(-1)?.close,
          };
        });
        expect(new Set(sums.map((sum) => JSON.stringify(sum, (_, value: unknown) => String(value)))).size).toBe(1);
        const weeks = stored.filter(({ spanMs }) => spanMs === CANDLE_SPANS['1w']);
        expect(weeks.length).toBeGreaterThan(0);
        for (const { openedAt } of weeks) expect(new Date(openedAt).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/);
      });

      test('carry a turnover beyond 64 bits', async () => {
        const history = traders();
        for (const trade of [1, 2, 3]) history.batch('system', { type: 'PlaceOrder' }, ...hugeTrade(trade));
        await project(views, history.stored);
        const [candle] = await candles(views, MARKET, '1d', STARTED_AT, STARTED_AT + 1, 1);
        expect(candle).toMatchObject({ turnover: 3n * AMOUNT_MAX });
        expect(await orderOf(views, ALICE, 801)).toMatchObject({ filledQuote: 3n * AMOUNT_MAX });
      });
    });

    test('assets and markets are listed in their order, with state and last price', async () => {
      const history = traders();
      history.took(BOB, [[history.rested(ALICE, 'sell', 123, 1), 1]], 1);
      await project(views, history.stored);
      expect((await assetList(views)).map(({ asset, scale }) => [asset, scale])).toEqual([
        ['USDT', 8],
        ['BTC', 8],
      ]);
      expect(await marketList(views)).toEqual([
        expect.objectContaining({
          market: MARKET,
          state: 'open',
          lastPrice: 123,
          makerFeesPpb: '[1000000]',
          notionalMin: 0n,
        }),
      ]);
    });

    test('withdrawals go through their states, and text that a store cannot hold does not stop it', async () => {
      const history = traders();
      const first = history.withdrawalApplied(ALICE, 'BTC', 5_000n, 100n);
      const second = history.withdrawalApplied(ALICE, 'BTC', 6_000n, 100n);
      history.withdrawalPaid(first.id, first.hold, ALICE, 'BTC', 5_000n, 100n);
      history.withdrawalRejected(second.id, second.hold, ALICE, 'BTC', 6_100n, 'nul \0 half \ud800 漢字 😀');
      history.withdrawalApplied(BOB, 'BTC', 7_000n, 100n);
      await project(views, history.stored);
      const { records, total } = await withdrawals(views, ALICE, FIRST_PAGE);
      expect(total).toBe(2);
      expect(records).toEqual([
        expect.objectContaining({ status: 'rejected', reason: 'nul \ufffd half \ufffd 漢字 😀', endedAt: STARTED_AT }),
        expect.objectContaining({ status: 'withdrawn', reference: 'tx-1', reason: null }),
      ]);
      expect((await withdrawalsByStatus(views, 'applied', FIRST_PAGE)).records).toMatchObject([
        { userId: BOB, endedAt: null },
      ]);
      expect(await hasRecharge(views, ALICE)).toBe(true);
      expect(await hasRecharge(views, CAROL)).toBe(false);
    });
  });
}

/** Alice and Bob with plenty of both assets. */
function traders(): SampleHistory {
  const history = new SampleHistory().listed();
  for (const user of [ALICE, BOB]) history.recharged(user, 'USDT', 10n ** 15n).recharged(user, 'BTC', 10n ** 15n);
  return history;
}

/** Writes everything behind the checkpoint in groups of `size` batches. */
async function project(views: ViewsDatabase, stored: readonly StoredBatch[], size = Infinity): Promise<void> {
  let checkpoint = await readCheckpoint(views);
  const step = Math.min(size, stored.length);
  for (let start = 0; start < stored.length; start += step) {
    checkpoint = await writeGroup(views, checkpoint, stored.slice(start, start + step));
  }
}

/** Every row of every table, as text. */
async function dump({ sql }: ViewsDatabase): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
    const rows = await sql.selectFrom(table).selectAll().execute();
    tables[table] = rows
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
      .sort();
  }
  return tables;
}

/** A journal that holds these batches: delivers them in two parts, and then nothing. */
function readerOf(stored: readonly StoredBatch[]): JournalReader {
  return {
    async *read(from) {
      for (const batch of stored) if (batch.position >= from) yield batch;
    },
    subscribe(after, onBatches, onError) {
      const due = stored.filter(({ position }) => position > after);
      const half = Math.ceil(due.length / 2);
      const delivering = (async () => {
        await onBatches(due.slice(0, half));
        await onBatches(due.slice(half));
      })().catch(onError);
      return { close: () => Promise.resolve(delivering) };
    },
  };
}

/** Follows until all is written; returns what was said about trouble. */
async function followed(views: ViewsDatabase, stored: readonly StoredBatch[]): Promise<string[]> {
  const said: string[] = [];
  const from = await readCheckpoint(views);
  let following: { stop(): Promise<void> } | undefined;
  await new Promise<void>((resolve, reject) => {
    following = followJournal(views, readerOf(stored), from, {
      written: (position) => position === stored.at(-1)?.position && resolve(),
      failed: reject,
      say: (line) => said.push(line),
    });
  });
  await following?.stop();
  return said;
}

type Run = <T>(work: (connection: Executor) => Promise<T>) => Promise<T>;
interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>;
}

/** The same database with its write transactions run by `wrap`. */
function withTransactions(views: ViewsDatabase, wrap: (run: Run) => Run): ViewsDatabase {
  const bare = views.sql.withoutPlugins();
  const run = wrap((work) => bare.transaction().execute((transaction) => work(transaction as Executor)));
  const disturbed = { transaction: () => ({ execute: run }) };
  const sql = new Proxy(views.sql, {
    get: (target, property) => {
      if (property === 'withoutPlugins') return () => disturbed;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...views, sql };
}

/** Projects the batches and crashes behind so many statements; false when there were not that many. */
async function crashesAfter(
  statements: number,
  views: ViewsDatabase,
  stored: readonly StoredBatch[],
): Promise<boolean> {
  let left = statements;
  const crashing = withTransactions(
    views,
    (run) => (work) =>
      run((connection) =>
        work({
          executeQuery: (query) => (left-- === 0 ? Promise.reject(new Error('crash')) : connection.executeQuery(query)),
        }),
      ),
  );
  try {
    await project(crashing, stored);
    return false;
  } catch (error) {
    expect((error as Error).message).toBe('crash');
    return true;
  }
}

function answerLostOnce(views: ViewsDatabase): ViewsDatabase {
  let isLost = false;
  return withTransactions(views, (run) => async (work) => {
    const answer = await run(work);
    if (isLost) return answer;
    isLost = true;
    throw new Error('the answer was lost');
  });
}

function refusesTwice(views: ViewsDatabase): ViewsDatabase {
  let refusals = 0;
  return withTransactions(views, (run) => async (work) => {
    if (refusals++ < 2) throw new Error('busy');
    return run(work);
  });
}

/** A batch in the same place that touches no row of the others. */
function listed(stored: StoredBatch): StoredBatch {
  const event: CoreEvent = { type: 'MemberVerified', user: CAROL };
  return { ...stored, batch: { ...stored.batch, events: [event] } };
}

/** What the entries alone make of every user's buckets. */
function balancesOf(stored: readonly StoredBatch[]): Map<string, { available: bigint; frozen: bigint }> {
  const sums = new Map<string, { available: bigint; frozen: bigint }>();
  const add = (account: string, amount: bigint) => {
    const [user, , asset, bucket] = account.split('/') as [string, string, string, 'available' | 'frozen'];
    if (user === 'house') return;
    const sum = sums.get(`${user}/${asset}`) ?? { available: 0n, frozen: 0n };
    sum[bucket] += amount;
    sums.set(`${user}/${asset}`, sum);
  };
  for (const { batch } of stored) {
    for (const event of batch.events) {
      for (const entry of 'entries' in event ? event.entries : []) {
        add(entry.debit, -entry.amount);
        add(entry.credit, entry.amount);
      }
    }
  }
  return sums;
}

function pick({ available, frozen }: { available: bigint; frozen: bigint }): { available: bigint; frozen: bigint } {
  return { available, frozen };
}

/** Order 900: Bob spends 2,500 units at price 100, where a lot costs 1,000, and 500 are left over. */
function boughtForQuote(maker: number, quoteAmount: bigint): CoreEvent[] {
  const shared = { order: 900, user: BOB, market: MARKET, side: 'buy' } as const;
  return [
    {
      ...shared,
      type: 'OrderPlaced',
      kind: 'market',
      timeInForce: 'ioc',
      selfTrade: 'cancel_taker',
      quoteAmount,
      disposition: 'takes',
      entries: [move('hold_buy_coin', BOB, BOB, 'USDT', quoteAmount, 'available', 'frozen')],
    },
    traded(501, 100, 2, maker, 900, 2n * 100n * QUOTE_PER_TICK_LOT),
    {
      ...shared,
      type: 'OrderCancelled',
      price: 0,
      open: 0,
      rested: 0,
      reason: 'quote_remainder',
      entries: [move('cancel_buy_coin', BOB, BOB, 'USDT', 500n, 'frozen', 'available')],
    },
  ];
}

function waiting(order: number): CoreEvent {
  return {
    type: 'OrderPlaced',
    order,
    user: ALICE,
    market: MARKET,
    side: 'sell',
    kind: 'stop_limit',
    timeInForce: 'gtc',
    selfTrade: 'cancel_taker',
    price: 110,
    quantity: 5,
    trigger: 120,
    disposition: 'waits',
    entries: [move('hold_sell_coin', ALICE, ALICE, 'BTC', 5n * BASE_PER_LOT, 'available', 'frozen')],
  };
}

/** A trade of the most that an entry can carry; the orders are made by the first. Balances net to what they were. */
function hugeTrade(trade: number): CoreEvent[] {
  const orders: CoreEvent[] = [
    { order: 801, user: ALICE, side: 'sell' },
    { order: 802, user: BOB, side: 'buy' },
  ].map(({ order, user, side }) => ({
    type: 'OrderPlaced',
    order,
    user,
    market: MARKET,
    side: side as 'buy' | 'sell',
    kind: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'cancel_taker',
    price: 100,
    quantity: 1_000,
    disposition: 'rests',
    entries: [],
  }));
  const back = move('cancel_buy_coin', ALICE, BOB, 'USDT', AMOUNT_MAX, 'available', 'frozen');
  const executed = traded(700 + trade, 100, 1, 801, 802, AMOUNT_MAX) as Extract<CoreEvent, { type: 'TradeExecuted' }>;
  return [...(trade === 1 ? orders : []), { ...executed, entries: [back, ...executed.entries] }];
}

function traded(
  trade: number,
  price: number,
  quantity: number,
  makerOrder: number,
  takerOrder: number,
  notional: bigint,
): CoreEvent {
  return {
    type: 'TradeExecuted',
    trade,
    market: MARKET,
    price,
    quantity,
    takerSide: 'buy',
    makerOrder,
    takerOrder,
    maker: ALICE,
    taker: BOB,
    makerFee: 0n,
    takerFee: 0n,
    entries: [
      move('trade_base', ALICE, BOB, 'BTC', BigInt(quantity) * BASE_PER_LOT, 'frozen', 'available'),
      move('trade_quote', BOB, ALICE, 'USDT', notional, 'frozen', 'available'),
    ],
  };
}

type Bucket = Parameters<typeof userAccount>[3];

function move(
  kind: Entry['kind'],
  from: number,
  to: number,
  asset: string,
  amount: bigint,
  fromBucket: Bucket,
  toBucket: Bucket,
): Entry {
  const debit = userAccount(from, 'spot', asset, fromBucket);
  return { kind, debit, credit: userAccount(to, 'spot', asset, toBucket), amount, hold: 999 };
}
