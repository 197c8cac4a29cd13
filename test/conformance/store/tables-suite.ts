/** Read-model tables of a store: created from their row types, and those of another program adapted to them. */
import type { SchemaModule } from 'kysely';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import { refusedTables } from '../../../server/views/stored/rows/make-tables';
import { chooseSet, dropSet, setsIn } from '../../../server/views/stored/sets/sets';
import { columnOf, type Column } from '../../../server/views/stored/rows/table';
import { TABLES, TABLES_OF } from '../../../server/views/stored/all-tables';
import { MODELS } from '../../../server/views/stored/tables';
import {
  openAdapted,
  openModel,
  OWN_SET,
  readModel,
  type ModelConfig,
  type ReadModels,
} from '../../../server/views/stored/views-database';
import { writeGroup } from '../../../server/views/stored/projecting/write-group';
import { busyPerpetuals } from '../../tools/fixtures/perpetual-fixture';
import { storedOf } from './products/financial-suite';
import type { StoreHarness } from './harness';
import { project } from './traders';

/** Changes tables into those of another program. */
type Change = (schema: SchemaModule, integer: 'integer' | 'bigint') => Promise<void>;

export function tablesConformance(name: string, harness: StoreHarness): void {
  const stored = storedOf(busyPerpetuals().exchange.batches);
  const half = Math.floor(stored.length / 2);

  describe(`tables of read models in ${name}`, () => {
    test('have the columns of their rows in an empty store, which two may open at once on a server', async () => {
      const config = await harness.createBare();
      for (const model of MODELS) {
        // One thread cannot wait for its own file lock.
        const others = config.databaseUrl ? [openModel(config, model)] : [];
        const [database, ...more] = await Promise.all([openModel(config, model), ...others]);
        for (const { name: table, columns } of TABLES_OF[model].map((key) => TABLES[key])) {
          const declared = Object.entries<Column>(columns).map(([field, { isOptional = false }]) => ({
            name: columnOf(field),
            isNullable: isOptional,
          }));
          expect([table, await columnsOf(database, table)]).toEqual([table, declared]);
        }
        for (const opened of [database, ...more]) await opened.close();
      }
    });

    /** A set without a name from another program, with the first half of the events. */
    async function earlierSet(change: Change): Promise<ModelConfig> {
      const config = { ...(await harness.createBare()), set: '' };
      const views = await openModel(config, 'views');
      await project(views, stored.slice(0, half));
      const { schema } = views.sql.withoutPlugins();
      const integer = views.store === 'sqlite' ? 'integer' : 'bigint';
      for (const column of ['declarations', 'refused'])
        await schema.alterTable('checkpoint').dropColumn(column).execute();
      await change(schema, integer);
      await views.close();
      return config;
    }

    test('of another program get missing tables and columns, and stay written and read', async () => {
      const config = await earlierSet(async (schema) => {
        await schema.dropTable('insurance_funds').execute();
        await schema.alterTable('contract_positions').dropColumn('hold').execute();
        await schema.alterTable('orders').addColumn('earlier', 'text').execute();
      });
      const views = await openAdapted(config, 'views');
      expect(await refusedTables(views.sql.withoutPlugins())).toEqual([]);
      expect((await readCheckpoint(views)).position).toBe(stored[half - 1].position);
      const positions = await views.sql.selectFrom('contractPositions').select('hold').execute();
      expect(positions.length).toBeGreaterThan(0);
      expect(positions.filter(({ hold }) => hold !== null)).toEqual([]);
      await project(views, stored.slice(half));
      expect((await readCheckpoint(views)).position).toBe(stored.at(-1)?.position);
      await views.close();
    });

    test.each<[what: string, table: string, change: Change]>([
      [
        'lacks a column',
        'contract_fills',
        (schema) => schema.alterTable('contract_fills').dropColumn('role').execute(),
      ],
      [
        'has a column of another kind',
        'orders',
        async (schema, integer) => {
          await schema.alterTable('orders').dropColumn('reason').execute();
          await schema.alterTable('orders').addColumn('reason', integer).execute();
        },
      ],
      [
        'has a column that would have to be filled',
        'candles',
        (schema) =>
          schema
            .alterTable('candles')
            .addColumn('earlier', 'text', (column) => column.notNull().defaultTo(''))
            .execute(),
      ],
      [
        'has another key',
        'insurance_funds',
        async (schema, integer) => {
          await schema.dropTable('insurance_funds').execute();
          await schema
            .createTable('insurance_funds')
            .addColumn('asset', 'text', (column) => column.notNull())
            .addColumn('balance', integer, (column) => column.notNull().primaryKey())
            .addColumn('position', integer, (column) => column.notNull())
            .execute();
        },
      ],
    ])(
      'of another program: a table that %s is refused to readers, at the next start too',
      async (_, refused, change) => {
        const config = await earlierSet(change);
        for (let start = 0; start < 2; start++) {
          const views = await openAdapted(config, 'views');
          expect(await refusedTables(views.sql.withoutPlugins())).toEqual([refused]);
          await views.close();
        }
        const reading = readModel(config, 'views', [refused]);
        const asked = reading.sql.selectFrom(['balances', refused as 'orders']).select('balances.asset');
        await expect(asked.execute()).rejects.toMatchObject({ code: 'projection.behind', retryAfterSeconds: 5 });
        const inner = reading.sql.selectFrom('balances').selectAll();
        const within = inner.where((eb) => eb.exists(eb.selectFrom(refused as 'orders').select('position')));
        await expect(within.execute()).rejects.toMatchObject({ code: 'projection.behind' });
        expect((await inner.execute()).length).toBeGreaterThan(0);
        await reading.close();
      },
    );

    test('of another program: a required unknown column is filled, so that folding continues', async () => {
      const config = await earlierSet((schema) => schema.alterTable('contract_fills').dropColumn('role').execute());
      const views = await openAdapted(config, 'views');
      const from = await readCheckpoint(views);
      await writeGroup(views, from, stored.slice(half));
      expect((await readCheckpoint(views)).position).toBe(stored.at(-1)?.position);
      await views.close();
    });
  });

  test(`finds sets of tables in ${name}, the current one by its declarations, and drops them`, async () => {
    const config = await harness.createBare();
    expect(await setsIn(config)).toEqual([]);
    for (const set of ['', '0123456789ab', OWN_SET]) {
      for (const model of MODELS) {
        const database = await openModel({ ...config, set }, model);
        await project(database, stored.slice(0, set === OWN_SET ? half : half + (model === 'views' ? 2 : 1)));
        await database.close();
      }
    }
    const sets = await setsIn(config);
    expect(sets.toSorted((one, other) => (one.set < other.set ? -1 : 1))).toEqual(
      [
        { set: '', position: stored[half].position, isOwn: false, isReadModels: true },
        { set: '0123456789ab', position: stored[half].position, isOwn: false, isReadModels: true },
        { set: OWN_SET, position: stored[half - 1].position, isOwn: true, isReadModels: true },
      ].toSorted((one, other) => (one.set < other.set ? -1 : 1)),
    );
    expect(chooseSet(sets)).toEqual({ ownSet: OWN_SET, serving: OWN_SET });
    // A program that kept writing our set has turned it into another program's.
    for (const model of MODELS) await (await openAdapted({ ...config, set: OWN_SET }, model)).close();
    expect(chooseSet(await setsIn(config)).ownSet).toBe(`${OWN_SET}b`);
    await dropSet(config, OWN_SET);
    await dropSet(config, '');
    expect((await setsIn(config)).map(({ set }) => set)).toEqual(['0123456789ab']);
  });
}

async function columnsOf({ sql }: ReadModels, table: string): Promise<{ name: string; isNullable: boolean }[]> {
  const tables = await sql.withoutPlugins().introspection.getTables();
  const schema = tables.find(({ name }) => name === table);
  return (schema?.columns ?? []).map(({ name, isNullable }) => ({ name, isNullable }));
}
