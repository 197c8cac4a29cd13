/** Perpetuals in the common read models: movements, markets, trades and candles. */
import { balanceOf } from '../../../../server/core/ledger/ledger';
import { userAccount } from '../../../../server/core/ledger/entry';
import { encodeBody } from '../../../../server/products/core';
import type { CoreState } from '../../../../server/core/state';
import { positionOf, type Batch } from '../../../../server/core/event';
import { genesis, seal } from '../../../../server/journal/seal';
import type { StoredBatch } from '../../../../server/journal/port';
import { LEDGER_RECORDS } from '../../../../server/products/wallet/stored/lists';
import { openModel, type RecordsDatabase, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { BOB } from '../../../tools/fixtures/core-fixture';
import { allOneWay } from '../../../tools/fixtures/one-way-fixture';
import { PERP, busyPerpetuals, allPerpetuals } from '../../../tools/fixtures/perpetual-fixture';
import type { StoreHarness } from '../harness';
import { FIRST_PAGE, project } from '../traders';

export function perpetualConformance(name: string, harness: StoreHarness): void {
  describe(`perpetuals in ${name}`, () => {
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

    async function contractBalances(state: CoreState) {
      const balances = await views.sql.selectFrom('balances').selectAll().where('account', '=', 'contract').execute();
      for (const { userId, asset, available, frozen, locked } of balances) {
        const buckets = (['available', 'frozen', 'locked'] as const).map((bucket) =>
          balanceOf(state.ledger, userAccount(userId, 'contract', asset, bucket)),
        );
        expect([available, frozen, locked]).toEqual(buckets);
      }
      return balances;
    }

    test('lock the margin of positions', async () => {
      const { state, batches } = busyPerpetuals().exchange;
      await project(views, storedOf(batches), 7);
      const balances = await contractBalances(state);
      expect(balances.filter(({ locked }) => locked > 0n).length).toBeGreaterThan(1);
    });

    test('count in balances and records, and appear in no spot list', async () => {
      const { state, batches } = allPerpetuals().exchange;
      const stored = storedOf(batches);
      await project(views, stored, 7);
      await project(records, stored, 7);

      expect((await contractBalances(state)).length).toBe(3);

      const told = await records.sql.selectFrom('ledgerRecords').select(['label', 'orderId']).execute();
      const labels = new Set(told.map(({ label }) => label));
      for (const label of ['long_margin', 'short_fee', 'margin_profit', 'margin_return', 'margin_adjust'] as const) {
        expect(labels).toContain(label);
      }
      for (const table of ['orders', 'fills'] as const) {
        expect([table, await views.sql.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
      }
    });

    test.each([
      ['written in groups of 1', 1, busyPerpetuals],
      ['written in groups of 7', 7, busyPerpetuals],
      ['of positions that are turned around', 7, allOneWay],
    ] as const)('balance in the records, bucket by bucket, %s', async (_, size, make) => {
      const { state, batches } = make().exchange;
      await project(records, storedOf(batches), size);
      const told = await records.sql
        .selectFrom('ledgerRecords')
        .selectAll()
        .where('account', '=', 'contract')
        .orderBy('eventPosition')
        .orderBy('entryIndex')
        .execute();
      const running = new Map<number, Record<'available' | 'frozen' | 'locked', bigint>>();
      for (const record of told) {
        const sums = running.get(record.userId) ?? { available: 0n, frozen: 0n, locked: 0n };
        sums.available += record.availableChange;
        sums.frozen += record.frozenChange;
        sums.locked += record.lockedChange;
        running.set(record.userId, sums);
        const { availableAfter: available, frozenAfter: frozen, lockedAfter: locked } = record;
        expect({ available, frozen, locked }).toEqual(sums);
      }
      for (const [user, sums] of running) {
        for (const bucket of ['available', 'frozen', 'locked'] as const) {
          expect(sums[bucket]).toBe(balanceOf(state.ledger, userAccount(user, 'contract', 'USDT', bucket)));
        }
      }
      expect([...running.values()].some(({ locked }) => locked > 0n)).toBe(true);
      const byLocked = await LEDGER_RECORDS.page(records, BOB, { sort: 'locked.desc' }, FIRST_PAGE);
      const changes = byLocked.records.filter(({ asset }) => asset === 'USDT').map(({ lockedChange }) => lockedChange);
      expect(changes).toEqual([...changes].sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)));
    });

    test('list their market, trades and candles among those of all markets', async () => {
      const { state, batches } = allPerpetuals().exchange;
      await project(views, storedOf(batches), 7);
      const traded = batches.flatMap(({ events }) => events.filter((event) => event.type === 'PerpetualTraded'));
      const [market] = await views.sql.selectFrom('markets').selectAll().execute();
      const lastPrice = state.markets.get(PERP)?.lastPrice;
      expect(market).toMatchObject({ market: PERP, lot: '0.001', state: 'open', lastPrice });
      const trades = await views.sql.selectFrom('trades').selectAll().orderBy('id').execute();
      expect(trades.map(({ id, price, quantity, notional }) => ({ id, price, quantity, notional }))).toEqual(
        traded.map(({ trade: id, price, quantity, notional }) => ({ id, price, quantity, notional })),
      );
      const candles = await views.sql.selectFrom('candles').selectAll().where('spanMs', '=', 86_400_000).execute();
      expect(candles.reduce((sum, { turnover }) => sum + turnover, 0n)).toBe(
        traded.reduce((sum, { notional }) => sum + notional, 0n),
      );
    });
  });
}

function storedOf(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis('perpetuals');
  return batches.map((batch) => {
    const body = encodeBody(batch);
    const { hash } = seal(prev, body);
    const stored = { position: positionOf(batch), batch, body, prev, hash } as unknown as StoredBatch;
    prev = hash;
    return stored;
  });
}
