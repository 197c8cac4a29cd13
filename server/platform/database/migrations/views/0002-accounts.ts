import type { MigrationFunction } from '../../migrate';

/**
 * Five accounts of each asset, and money in and out with its steps. The tables that change their meaning are made anew, the
 * others are emptied: the projector fills all of them from the first event.
 */
export const accounts: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const table of ['ledger_records', 'withdrawals', 'recharges']) await schema.dropTable(table).execute();
  for (const table of ['checkpoint', 'assets', 'markets', 'orders', 'trades', 'fills', 'balances', 'candles']) {
    await database.deleteFrom(table).execute();
  }

  await schema
    .alterTable('assets')
    .addColumn('fiat', integer, (column) => column.notNull().defaultTo(0))
    .execute();

  // A transfer is one entry between two accounts of one user: the account is part of the key.
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
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('transfers')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('id', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('from_account', 'text', (column) => column.notNull())
      .addColumn('to_account', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('transfers_key', ['user_id', 'id']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('recharge_terms')
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('minimum', integer, (column) => column.notNull())
      .addColumn('confirmations', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('recharge_terms_key', ['asset', 'chain']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('recharges')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('event_position', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('chain', 'text')
      .addColumn('address', 'text')
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('dust', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('confirmations', integer)
      .addColumn('needed', integer)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('recharges_of_user').on('recharges').columns(['user_id', 'event_position']).execute();
  await schema.createIndex('recharges_by_status').on('recharges').columns(['status', 'event_position']).execute();

  await finish(
    schema
      .createTable('withdrawals')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('fee', integer, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('chain', 'text')
      .addColumn('address', 'text')
      .addColumn('card', integer)
      .addColumn('value', integer)
      .addColumn('approvals', 'text', (column) => column.notNull())
      .addColumn('proposed_by', integer)
      .addColumn('proposed_reason', 'text')
      .addColumn('reason', 'text')
      .addColumn('reference', 'text')
      .addColumn('applied_at', integer, (column) => column.notNull())
      .addColumn('approved_at', integer)
      .addColumn('paying_at', integer)
      .addColumn('ended_at', integer)
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('withdrawals_of_user').on('withdrawals').columns(['user_id', 'id']).execute();
  await schema.createIndex('withdrawals_by_status').on('withdrawals').columns(['status', 'id']).execute();

  await finish(
    schema
      .createTable('withdrawal_review')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('second_approval_above', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
};
