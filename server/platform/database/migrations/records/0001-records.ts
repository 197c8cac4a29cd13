import type { MigrationFunction } from '../../migrate';

/**
 * Records lie in the order in which they came, and their key is an index: of a thousand users who trade each has a page of
 * his own where rows lie by user, and every transaction writes all of these. Of an index that is a sixth of the bytes.
 */
export const records: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('checkpoint')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull()),
    'plain',
  ).execute();

  // What each record says is left: who writes them knows it without asking another database.
  await finish(
    schema
      .createTable('balances')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('available', integer, (column) => column.notNull())
      .addColumn('frozen', integer, (column) => column.notNull())
      .addColumn('locked', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('balances_key', ['user_id', 'account', 'asset']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('ledger_records')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('event_position', integer, (column) => column.notNull())
      .addColumn('entry_index', integer, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('available_change', integer, (column) => column.notNull())
      .addColumn('frozen_change', integer, (column) => column.notNull())
      .addColumn('available_after', integer, (column) => column.notNull())
      .addColumn('frozen_after', integer, (column) => column.notNull())
      .addColumn('order_id', integer)
      .addColumn('trade_id', integer)
      .addColumn('withdrawal_id', integer)
      .addColumn('hold_id', integer)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('ledger_records_key', ['user_id', 'event_position', 'entry_index', 'account']),
    'plain',
  ).execute();
};
