import type { MigrationFunction } from '../../migrate';

/** Users' locks on their own settings, with their end and the key that ends them early. */
export const settingsLocks: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('settings_locks')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('until', integer, (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull()),
    'plain',
  ).execute();
};
