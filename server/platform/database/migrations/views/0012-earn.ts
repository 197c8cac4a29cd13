import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Financial products. None was sold before these tables were there, so that nothing is filled anew. */
export const earn: MigrationFunction = async ({ schema }, { integer, finish }) => {
  let purchases: CreateTableBuilder<string, string> = schema.createTable('financial_purchases');
  for (const column of PURCHASE.integers) purchases = purchases.addColumn(column, integer, (added) => added.notNull());
  for (const column of PURCHASE.texts) purchases = purchases.addColumn(column, 'text', (added) => added.notNull());
  for (const column of PURCHASE.integersOrNull) purchases = purchases.addColumn(column, integer);
  for (const column of PURCHASE.textsOrNull) purchases = purchases.addColumn(column, 'text');
  await finish(purchases.addPrimaryKeyConstraint('financial_purchases_key', ['id']), 'plain').execute();
  await schema
    .createIndex('financial_purchases_of_user')
    .on('financial_purchases')
    .columns(['user_id', 'id'])
    .execute();
  await schema
    .createIndex('financial_purchases_by_day')
    .on('financial_purchases')
    .columns(['user_id', 'returns_on'])
    .execute();
};

const PURCHASE = {
  integers: [
    ...['id', 'user_id', 'amount', 'term_days', 'annual_rate_ppb', 'bought_at', 'starts_at', 'expires_at'],
    ...['income', 'renew', 'position'],
  ],
  texts: ['product', 'asset'],
  integersOrNull: ['renews', 'ended_at', 'returns_on'],
  textsOrNull: ['outcome', 'not_renewed'],
};
