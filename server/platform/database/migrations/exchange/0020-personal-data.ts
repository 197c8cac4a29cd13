import type { MigrationFunction } from '../../migrate';

/** Keys that are deleted with the data they decrypt, legal holds, erasures, and hashes of unedited articles. */
export const personalData: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('kept_secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('user_keys')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('sealed_key', 'text', (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('legal_holds')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('placed_at', integer, (column) => column.notNull())
      .addColumn('placed_by', integer, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('lifted_at', integer)
      .addColumn('lifted_by', integer)
      .addPrimaryKeyConstraint('legal_holds_key', ['user_id', 'placed_at']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('erasures')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('asked_at', integer, (column) => column.notNull())
      .addColumn('due_at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('outcome', 'text'),
    'plain',
  ).execute();

  await schema.alterTable('article_texts').addColumn('shipped_hash', 'text').execute();
};
