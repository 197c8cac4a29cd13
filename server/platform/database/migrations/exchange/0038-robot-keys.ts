import type { MigrationFunction } from '../../migrate';

/** Secret keys of robots for display to their users, encrypted, by the hash in the journal. */
export const robotKeys: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('robot_keys')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('sealed_key', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('robot_keys_pkey', ['user_id', 'hash']),
    'plain',
  ).execute();
};
