/** Read models of money: records, balances, deposits and withdrawals. */
import { userAccount, type Entry } from '../../../server/core/ledger/entry';
import type { StoredBatch } from '../../../server/journal/port';
import { balances, hasRecharge } from '../../../server/views/stored/queries';
import { LEDGER_RECORDS, RECHARGES, WITHDRAWALS } from '../../../server/products/wallet/stored/lists';
import type { LedgerRecordRow } from '../../../server/views/stored/tables';
import { openModel, type RecordsDatabase, type ViewsDatabase } from '../../../server/views/stored/views-database';
import { SampleHistory, STARTED_AT, sampleHistory } from '../../tools/samples/sample-history';
import type { StoreHarness } from './harness';
import { ALICE, AMOUNT_MAX, BOB, CAROL, FIRST_PAGE, project, traders } from './traders';

export function ledgerConformance(name: string, harness: StoreHarness): void {
  describe(`read models in ${name}`, () => {
    let views: ViewsDatabase;
    let records: RecordsDatabase;

    beforeEach(async () => {
      const config = await harness.create();
      views = await openModel(config, 'views');
      records = await openModel(config, 'records');
    });
    afterEach(async () => {
      await views.close();
      await records.close();
    });

    describe('the ledger', () => {
      test('sums of records equal the balances, and both follow from the entries', async () => {
        const history = sampleHistory(400, { seed: 5, users: 6 });
        await project(views, history.stored, 64);
        await project(records, history.stored, 37);
        const expected = balancesOf(history.stored);
        const told = await records.sql
          .selectFrom('ledgerRecords')
          .selectAll()
          .orderBy('eventPosition')
          .orderBy('entryIndex')
          .execute();
        const running = new Map<string, Buckets>();
        for (const record of told) {
          const key = `${record.userId}/${record.asset}`;
          const sum = running.get(key) ?? { available: 0n, frozen: 0n, locked: 0n };
          sum.available += record.availableChange;
          sum.frozen += record.frozenChange;
          sum.locked += record.lockedChange;
          running.set(key, sum);
          const { availableAfter: available, frozenAfter: frozen, lockedAfter: locked } = record;
          expect({ available, frozen, locked }).toEqual(sum);
        }
        const stored = await views.sql.selectFrom('balances').selectAll().orderBy('userId').orderBy('asset').execute();
        expect(new Map(stored.map((row) => [`${row.userId}/${row.asset}`, pick(row)]))).toEqual(running);
        expect(
          await records.sql.selectFrom('balances').selectAll().orderBy('userId').orderBy('asset').execute(),
        ).toEqual(stored);
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
        await project(records, history.stored);
        const alice = (await LEDGER_RECORDS.page(records, ALICE, {}, FIRST_PAGE)).records;
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
        const bob = (await LEDGER_RECORDS.page(records, BOB, { label: 'sell_coin' }, FIRST_PAGE)).records;
        expect(bob.map((record) => [record.asset, record.orderId])).toEqual([
          ['USDT', sell.id],
          ['BTC', sell.id],
        ]);
        expect((await LEDGER_RECORDS.page(records, BOB, { asset: 'USDT' }, FIRST_PAGE)).total).toBe(2);
        const later = { from: history.at + 1 };
        expect((await LEDGER_RECORDS.page(records, BOB, later, FIRST_PAGE)).total).toBe(0);
      });

      test('keeps amounts up to 2^63 − 1 exact', async () => {
        const history = new SampleHistory().listed().recharged(ALICE, 'USDT', AMOUNT_MAX);
        const { id, hold } = history.withdrawalApplied(ALICE, 'USDT', AMOUNT_MAX - 3n, 2n);
        await project(views, history.stored);
        expect(await balances(views, ALICE)).toEqual([
          expect.objectContaining({ asset: 'USDT', available: 1n, frozen: AMOUNT_MAX - 1n, locked: 0n }),
        ]);
        history.withdrawalPaid(id, hold, ALICE, 'USDT', AMOUNT_MAX - 3n, 2n);
        await project(views, history.stored.slice(-1));
        await project(records, history.stored);
        const { records: told } = await LEDGER_RECORDS.page(records, ALICE, {}, FIRST_PAGE);
        expect(told.map(({ frozenChange, frozenAfter }) => [frozenChange, frozenAfter])).toEqual([
          [-2n, 0n],
          [-(AMOUNT_MAX - 3n), 2n],
          [AMOUNT_MAX - 1n, AMOUNT_MAX - 1n],
          [0n, 0n],
        ]);
        expect((await RECHARGES.page(views, ALICE, {}, FIRST_PAGE)).records[0]).toMatchObject({ amount: AMOUNT_MAX });
        expect((await WITHDRAWALS.page(views, ALICE, {}, FIRST_PAGE)).records[0]).toMatchObject({
          amount: AMOUNT_MAX - 3n,
        });
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

    test('sorts lists of money by amount within each asset, and a statement by moved amount', async () => {
      const history = new SampleHistory().listed();
      const moved = [
        ['USDT', 9n],
        ['BTC', 7n],
        ['USDT', 2n ** 60n],
        ['USDT', 2n ** 53n + 1n],
      ] as const;
      moved.forEach(([asset, amount]) => history.recharged(ALICE, asset, amount));
      history.withdrawalApplied(ALICE, 'USDT', 50n, 1n);
      history.withdrawalApplied(ALICE, 'BTC', 5n, 1n);
      history.withdrawalApplied(ALICE, 'USDT', 8n, 1n);
      await project(views, history.stored);
      await project(records, history.stored);
      const came = await RECHARGES.page(views, ALICE, { sort: 'amount.desc' }, FIRST_PAGE);
      expect(came.records.map(({ amount }) => amount)).toEqual([7n, 2n ** 60n, 2n ** 53n + 1n, 9n]);
      const went = await WITHDRAWALS.page(views, ALICE, { sort: 'amount.asc' }, FIRST_PAGE);
      expect(went.records.map(({ amount }) => amount)).toEqual([5n, 8n, 50n]);
      const stated = await LEDGER_RECORDS.page(records, ALICE, { asset: 'BTC', sort: 'available.asc' }, FIRST_PAGE);
      expect(stated.records.map(({ availableChange }) => availableChange)).toEqual([-6n, 7n]);
    });

    test('orders records by name within an event, newest first, and in reverse in files', async () => {
      const history = traders();
      for (const price of [100, 101]) history.took(BOB, [[history.rested(ALICE, 'sell', price, 1), 1]], 1);
      const transfer = { user: ALICE, asset: 'USDT', amount: 5n, transfer: 1, from: 'spot', to: 'financial' } as const;
      const [debit, credit] = [transfer.from, transfer.to].map((kind) => userAccount(ALICE, kind, 'USDT', 'available'));
      const entries: Entry[] = [{ kind: 'transfer', debit, credit, amount: 5n }];
      history.batch(`user/${ALICE}`, { type: 'TransferFunds' }, { type: 'FundsTransferred', ...transfer, entries });
      await project(records, history.stored);
      const nameOf = (row: LedgerRecordRow) => `${row.eventPosition}.${row.entryIndex}.${row.account}`;
      const whole = (await LEDGER_RECORDS.page(records, ALICE, {}, FIRST_PAGE)).records.map(nameOf);
      expect(new Set(whole).size).toBe(whole.length);
      const [moved] = whole;
      expect(whole.slice(0, 2)).toEqual([moved, moved.replace('financial', 'spot')]);
      for (const [place, before] of whole.entries()) {
        const { records: older } = await LEDGER_RECORDS.page(records, ALICE, { before }, FIRST_PAGE);
        expect(older.map(nameOf)).toEqual(whole.slice(place + 1));
      }
      const inFile: LedgerRecordRow[] = [];
      for (let left = whole.length; left > 0; left--) {
        inFile.push(...(await LEDGER_RECORDS.part(records, ALICE, {}, history.position, inFile.at(-1), 1)));
      }
      // Records of one entry are ordered by account in lists and files.
      const byPlace = (one: string, other: string): number => parseInt(one) - parseInt(other) || (one < other ? -1 : 1);
      expect(inFile.map(nameOf)).toEqual(whole.toSorted(byPlace));
      expect(await LEDGER_RECORDS.part(records, ALICE, {}, history.position, inFile.at(-1), 1)).toEqual([]);
    });

    test('shows each state of withdrawals, and accepts text that a store cannot keep', async () => {
      const history = traders();
      const first = history.withdrawalApplied(ALICE, 'BTC', 5_000n, 100n);
      const second = history.withdrawalApplied(ALICE, 'BTC', 6_000n, 100n);
      history.withdrawalPaid(first.id, first.hold, ALICE, 'BTC', 5_000n, 100n);
      history.withdrawalRejected(second.id, second.hold, ALICE, 'BTC', 6_100n, 'nul \0 half \ud800 漢字 😀');
      history.withdrawalApplied(BOB, 'BTC', 7_000n, 100n);
      await project(views, history.stored);
      const { records, total } = await WITHDRAWALS.page(views, ALICE, {}, FIRST_PAGE);
      expect(total).toBe(2);
      expect(records).toEqual([
        expect.objectContaining({ status: 'rejected', reason: 'nul \ufffd half \ufffd 漢字 😀', endedAt: STARTED_AT }),
        expect.objectContaining({ status: 'withdrawn', reference: 'tx-1', reason: null }),
      ]);
      expect((await WITHDRAWALS.page(views, null, { status: 'applied' }, FIRST_PAGE, 'all')).records).toMatchObject([
        { userId: BOB, endedAt: null },
      ]);
      expect(await hasRecharge(views, ALICE)).toBe(true);
      expect(await hasRecharge(views, CAROL)).toBe(false);
    });
  });
}

/** Every user's buckets, computed from the entries only. */
function balancesOf(stored: readonly StoredBatch[]): Map<string, Buckets> {
  const sums = new Map<string, Buckets>();
  const add = (account: string, amount: bigint) => {
    const [user, , asset, bucket] = account.split('/') as [string, string, string, keyof Buckets];
    if (user === 'house') return;
    const sum = sums.get(`${user}/${asset}`) ?? { available: 0n, frozen: 0n, locked: 0n };
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

interface Buckets {
  available: bigint;
  frozen: bigint;
  locked: bigint;
}

function pick({ available, frozen, locked }: Buckets): Buckets {
  return { available, frozen, locked };
}
