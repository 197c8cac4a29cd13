/**
 * A store read from the thread that must never block: it sees writes, writes nothing, and knows the existing columns.
 */
import { sql as raw } from 'kysely';
import { columnsOf, type DatabaseConfig } from '../../../server/platform/database/database';
import { witnessesOf } from '../../../server/start/witnesses';
import { TRANSFERS } from '../../../server/products/wallet/stored/lists';
import {
  openModel,
  openViews,
  placeOf,
  readModel,
  type ViewsDatabase,
} from '../../../server/views/stored/views-database';
import type { StoreHarness } from './harness';

export function readingConformance(name: string, harness: StoreHarness): void {
  describe(`reading ${name}`, () => {
    let config: DatabaseConfig;
    let views: ViewsDatabase;
    let reading: ViewsDatabase;
    beforeEach(async () => {
      config = await harness.create();
      views = await openViews(config);
      reading = readModel(config, 'views');
    });
    afterEach(async () => {
      await reading.close();
      await views.close();
    });

    test('sees writes of another connection, as the same rows, and writes nothing', async () => {
      const row = {
        userId: 1,
        id: 7,
        asset: 'BTC',
        fromAccount: 'spot',
        toAccount: 'option',
        amount: 2n ** 62n,
      } as const;
      await views.sql
        .insertInto('transfers')
        .values({ ...row, at: 5, position: 9 })
        .execute();
      const page = await TRANSFERS.page(reading, 1, {}, { pageIndex: 1, pageSize: 20 });
      expect(page).toEqual({ records: [{ ...row, at: 5, position: 9 }], total: 1, pageIndex: 1, pageSize: 20 });
      expect(page).toEqual(await TRANSFERS.page(views, 1, {}, { pageIndex: 1, pageSize: 20 }));
      await expect(reading.sql.deleteFrom('transfers').execute()).rejects.toThrow(/read-?only/);
    });

    test('counts a list up to its maximum, and continues after it', async () => {
      const accounts = `'BTC', 'spot', 'option'`;
      for (let from = 1; from <= 10_002; from += 3_334) {
        const rows = Array.from({ length: 3_334 }, (_, index) => `(1, ${from + index}, ${accounts}, 1, 1, 1)`);
        await raw`insert into transfers values ${raw.raw(rows.join(', '))}`.execute(views.sql);
      }
      const last = await TRANSFERS.page(reading, 1, {}, { pageIndex: 50, pageSize: 200 });
      expect([last.total, last.records.length]).toEqual([10_000, 200]);
      const older = await TRANSFERS.page(
        reading,
        1,
        { before: String(last.records.at(-1)?.id) },
        { pageIndex: 1, pageSize: 200 },
      );
      expect(older).toMatchObject({ total: 2, records: [{ id: 2 }, { id: 1 }] });
    });

    test('knows the columns, and finds no witness in an empty store', async () => {
      const place = placeOf('views', {});
      expect(await columnsOf(reading, place, 'index_sources')).toEqual(new Set(['source', 'name']));
      expect(await columnsOf(reading, place, 'missing')).toEqual(new Set());
      expect(await witnessesOf(await harness.create(), '/nowhere')).toEqual([]);
      await views.sql.updateTable('checkpoint').set({ position: 7, hash: 'x' }).execute();
      expect(await witnessesOf(config, '/nowhere')).toEqual([{ is: 'read models', position: 7, hash: 'x' }]);
      const records = await openModel(config, 'records');
      await records.sql.updateTable('checkpoint').set({ position: 5, hash: 'y' }).execute();
      expect(await witnessesOf(config, '/nowhere')).toEqual([
        { is: 'read models', position: 7, hash: 'x' },
        { is: 'records', position: 5, hash: 'y' },
      ]);
      await records.close();
    });
  });
}
