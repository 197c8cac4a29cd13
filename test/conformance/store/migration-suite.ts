/** Tables after a failed migration. */
import { Kysely } from 'kysely';
import { sqliteFile, type DatabaseConfig } from '../../../server/platform/database/database';
import { migrateToLatest, type MigrationList } from '../../../server/platform/database/migrate';
import { postgresDialect } from '../../../server/platform/database/postgres';
import { sqliteDialect } from '../../../server/platform/database/sqlite/sqlite';
import type { StoreHarness } from './harness';

export function migrationConformance(name: string, harness: StoreHarness): void {
  describe(`migrations in ${name}`, () => {
    it('leave nothing behind after a failure, and run once repaired', async () => {
      const config = await harness.createBare();
      let mended = false;
      const list: MigrationList = [
        {
          name: '0001-first',
          up: (database) => database.schema.createTable('first').addColumn('id', 'integer').execute(),
        },
        {
          name: '0002-second',
          up: async (database) => {
            await database.schema.createTable('second').addColumn('id', 'integer').execute();
            if (!mended) throw new Error('half-way');
          },
        },
      ];
      const database = open(config);
      const migrate = () => migrateToLatest(database, config.databaseUrl ? 'postgres' : 'sqlite', 'exchange', list);
      await expect(migrate()).rejects.toThrow('the migration of exchange failed');
      for (const table of ['first', 'second']) {
        await expect(database.selectFrom(table).selectAll().execute()).rejects.toThrow(table);
      }
      mended = true;
      await migrate();
      for (const table of ['first', 'second']) {
        expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
      }
      await database.destroy();
    });
  });

  it(`runs only new migrations in ${name}, and refuses unknown ones`, async () => {
    const config = await harness.createBare();
    const ran: string[] = [];
    const listOf = (...names: string[]): MigrationList =>
      names.map((migration) => ({ name: migration, up: async () => void ran.push(migration) }));
    const database = open(config);
    const migrate = (list: MigrationList) =>
      migrateToLatest(database, config.databaseUrl ? 'postgres' : 'sqlite', 'exchange', list);
    await migrate(listOf('0001-first', '0002-second'));
    await migrate(listOf('0001-first', '0002-second'));
    await migrate(listOf('0001-first', '0002-second', '0003-third'));
    expect(ran).toEqual(['0001-first', '0002-second', '0003-third']);
    for (const known of [['0001-first', '0002-second'], ['0001-first', '0002-second', '0003-other'], []]) {
      await expect(migrate(listOf(...known))).rejects.toThrow('the migration of exchange failed');
    }
    expect(ran).toHaveLength(3);
    await database.destroy();
  });

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  function open(config: DatabaseConfig): Kysely<any> {
    const { databaseUrl } = config;
    return new Kysely({
      dialect: databaseUrl
        ? postgresDialect(databaseUrl, 'exchange')
        : sqliteDialect(sqliteFile(config, 'exchange'), 'full'),
    });
  }
}
