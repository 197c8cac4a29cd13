import type { MigrationFunction } from '../../migrate';

/** Deposits that users report as missing. */
export const depositReports: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  await database.insertInto('last_ids').values({ kind: 'deposit_report', id: 0 }).execute();
  await finish(
    schema
      .createTable('deposit_reports')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('transaction_id', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('finding', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('looked_at', integer, (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('decided_by', integer)
      .addColumn('decided_at', integer)
      .addUniqueConstraint('deposit_reports_transaction', ['user_id', 'chain', 'transaction_id']),
    'plain',
  ).execute();
  await schema.createIndex('deposit_reports_by_state').on('deposit_reports').columns(['state', 'id']).execute();
};
