import type { MigrationFunction } from '../../migrate';

/**
 * Links in letters that act without a log-in, and the approval of new devices. From now on only listed addresses are
 * allowed for withdrawals, whatever the user's setting was.
 */
export const waysOut: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('letter_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('withdrawal', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('used_at', integer),
    'clustered',
  ).execute();
  await schema.createIndex('letter_links_by_time').on('letter_links').columns(['expires_at']).execute();
  await finish(
    schema
      .createTable('account_guards')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('approves_devices', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.dropTable('withdrawal_settings').execute();
};
