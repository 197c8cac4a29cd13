import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Second contracts. None was sold before these tables were there, so that nothing is filled anew. */
export const options: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  let contracts: CreateTableBuilder<string, string> = schema.createTable('option_contracts');
  for (const column of CONTRACT.integers) contracts = contracts.addColumn(column, integer, (added) => added.notNull());
  for (const column of CONTRACT.texts) contracts = contracts.addColumn(column, 'text', (added) => added.notNull());
  for (const column of CONTRACT.integersOrNull) contracts = contracts.addColumn(column, integer);
  for (const column of CONTRACT.textsOrNull) contracts = contracts.addColumn(column, 'text');
  await finish(contracts.addPrimaryKeyConstraint('option_contracts_key', ['id']), 'plain').execute();
  await schema
    .createIndex('option_contracts_of_user')
    .on('option_contracts')
    .columns(['user_id', 'open', 'id'])
    .execute();

  let days: CreateTableBuilder<string, string> = schema.createTable('option_days');
  for (const column of DAY.integers) days = days.addColumn(column, integer, (added) => added.notNull());
  for (const column of DAY.texts) days = days.addColumn(column, 'text', (added) => added.notNull());
  await finish(days.addPrimaryKeyConstraint('option_days_key', ['user_id', 'symbol', 'day']), 'clustered').execute();
};

const CONTRACT = {
  integers: [
    ...['id', 'user_id', 'stake', 'duration_ms', 'payout_ppb', 'charge', 'entry_from', 'stale_ms'],
    ...['bought_at', 'bought_position', 'open', 'position'],
  ],
  texts: ['symbol', 'direction', 'asset'],
  integersOrNull: [
    ...['starts_at', 'take_profit', 'stop_loss', 'entered_position', 'entry_price', 'entry_at', 'entry_batch'],
    ...['due_at', 'end_price', 'end_at', 'end_batch', 'paid', 'income', 'fee', 'gain', 'settled_at'],
    'settled_position',
  ],
  textsOrNull: ['outcome', 'reason'],
};
const DAY = {
  integers: ['user_id', 'day', 'settled', 'won', 'lost', 'position'],
  texts: ['symbol', 'asset', 'stakes', 'payments', 'fees', 'result'],
};
