import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Mining. None was sold before this table was there, so that nothing is filled anew. */
export const mining: MigrationFunction = async ({ schema }, { integer, finish }) => {
  let purchases: CreateTableBuilder<string, string> = schema.createTable('mining_purchases');
  for (const column of INTEGERS) purchases = purchases.addColumn(column, integer, (added) => added.notNull());
  for (const column of TEXTS) purchases = purchases.addColumn(column, 'text', (added) => added.notNull());
  purchases = purchases.addColumn('ended_at', integer);
  await finish(purchases.addPrimaryKeyConstraint('mining_purchases_key', ['id']), 'plain').execute();
  await schema.createIndex('mining_purchases_of_user').on('mining_purchases').columns(['user_id', 'id']).execute();
  await schema
    .createIndex('mining_purchases_by_term')
    .on('mining_purchases')
    .columns(['user_id', 'expires_at'])
    .execute();
};

const INTEGERS = [
  ...['id', 'user_id', 'amount', 'term_days', 'daily_rate_ppb', 'bought_at', 'starts_at', 'expires_at'],
  ...['income', 'incomes_paid', 'position'],
];
const TEXTS = ['product', 'asset', 'income_asset', 'payout'];
