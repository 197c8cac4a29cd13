import type { MigrationFunction } from '../../migrate';

const ID_KINDS = ['deposit_address', 'withdrawal_address', 'simulated_payment', 'chain_alarm'];

/** Deposit addresses, followed chains, the simulated chain, address books, payouts, followers. */
export const wallet: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const kind of ID_KINDS) await database.insertInto('last_ids').values({ kind, id: 0 }).execute();

  await finish(
    schema
      .createTable('deposit_addresses')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('address_index', integer, (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addUniqueConstraint('deposit_addresses_of_user', ['chain', 'user_id'])
      .addUniqueConstraint('deposit_addresses_by_index', ['chain', 'address_index']),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('chain_cursors')
      .addColumn('chain', 'text', (column) => column.primaryKey())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull()),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('chain_blocks')
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('chain_blocks_key', ['chain', 'height']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('chain_payments')
      .addColumn('reference', 'text', (column) => column.primaryKey())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('dust', 'text')
      .addColumn('confirmations', integer, (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull()),
    'clustered',
  ).execute();
  await schema
    .createIndex('chain_payments_by_state')
    .on('chain_payments')
    .columns(['chain', 'state', 'height'])
    .execute();
  await finish(
    schema
      .createTable('chain_alarms')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addUniqueConstraint('chain_alarms_once', ['chain', 'kind', 'reference']),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('simulated_blocks')
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('parent', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('simulated_blocks_key', ['chain', 'height']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('simulated_payments')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('transaction_id', 'text', (column) => column.notNull())
      .addColumn('output', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('height', integer)
      .addColumn('origin', 'text', (column) => column.unique())
      .addUniqueConstraint('simulated_payments_key', ['chain', 'transaction_id', 'output']),
    'plain',
  ).execute();
  await schema
    .createIndex('simulated_payments_by_block')
    .on('simulated_payments')
    .columns(['chain', 'height'])
    .execute();

  await finish(
    schema
      .createTable('payouts')
      .addColumn('withdrawal', integer, (column) => column.primaryKey())
      .addColumn('taken', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('withdrawal_addresses')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('chain', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('label', 'text')
      .addColumn('named_at', integer, (column) => column.notNull())
      .addUniqueConstraint('withdrawal_addresses_once', ['user_id', 'chain', 'address']),
    'plain',
  ).execute();
  await finish(
    schema
      .createTable('withdrawal_settings')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('whitelist_only', integer, (column) => column.notNull())
      .addColumn('loosened_at', integer),
    'plain',
  ).execute();
  await finish(
    schema
      .createTable('withdrawal_proofs')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('withdrawal_proofs_key', ['user_id', 'client_id']),
    'clustered',
  ).execute();
  await schema.createIndex('withdrawal_proofs_by_time').on('withdrawal_proofs').columns(['at']).execute();

  await finish(
    schema
      .createTable('bank_accounts')
      .addColumn('asset', 'text', (column) => column.primaryKey())
      .addColumn('bank_name', 'text', (column) => column.notNull())
      .addColumn('account_name', 'text', (column) => column.notNull())
      .addColumn('account_number', 'text', (column) => column.notNull())
      .addColumn('bank_code', 'text', (column) => column.notNull()),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('faucet_gifts')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('day', integer, (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('faucet_gifts_key', ['user_id', 'asset', 'day']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('followers')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('position', integer, (column) => column.notNull()),
    'clustered',
  ).execute();
};
