import type { MigrationFunction } from '../../migrate';

/** Who has locked the settings of their own account, until when, and what ends it before. */
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
