import type { MigrationFunction } from '../../migrate';

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

/**
 * A withdrawal keeps the threshold of approvals that held when it was applied for: what it was then is nowhere but in the
 * journal, so all tables are emptied and the projector fills them from the first event.
 */
export const approvals: MigrationFunction = async (database, { integer }) => {
  for (const table of FILLED_ANEW) await database.deleteFrom(table).execute();
  await database.schema
    .alterTable('withdrawals')
    .addColumn('second_approval_above', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
