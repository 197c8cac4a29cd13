import type { MigrationFunction } from '../../migrate';

/** What staff froze, with who and why. Every table is emptied: the projector fills all of them from the first event. */
export const frozenFunds: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const table of FILLED_ANEW) await database.deleteFrom(table).execute();

  await finish(
    schema
      .createTable('frozen_funds')
      .addColumn('hold', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('frozen_by', integer)
      .addColumn('frozen_at', integer, (column) => column.notNull())
      .addColumn('released_by', integer)
      .addColumn('released_at', integer)
      .addColumn('release_reason', 'text')
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('frozen_funds_of_user').on('frozen_funds').columns(['user_id', 'hold']).execute();
};

const FILLED_ANEW = [
  'checkpoint',
  'assets',
  'markets',
  'orders',
  'trades',
  'fills',
  'balances',
  'ledger_records',
  'candles',
  'withdrawals',
  'withdrawal_review',
  'recharge_terms',
  'recharges',
  'transfers',
];
