import type { MigrationFunction } from '../../migrate';

/** Destinations of withdrawals; the journal has their keyed hash. */
export const keptAddresses: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('kept_addresses')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_addresses_pkey', ['user_id', 'hash']),
    'plain',
  ).execute();
  await schema.createIndex('kept_addresses_hash').on('kept_addresses').column('hash').execute();
};
