import type { MigrationFunction } from '../../migrate';

/** USDT per day by safety level; tenfold for verified users. Staff change the rows. */
const WITHDRAWAL_LIMITS = [
  { level: 'low', daily_limit: '1000', verified_daily_limit: '10000' },
  { level: 'middle', daily_limit: '10000', verified_daily_limit: '100000' },
  { level: 'high', daily_limit: '50000', verified_daily_limit: '500000' },
];

/** Tables of account security: authenticator, recovery codes, passkeys, fund password; bank cards; limits by safety level. */
export const security: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const kind of ['passkey', 'bank_card']) await database.insertInto('last_ids').values({ kind, id: 0 }).execute();

  await finish(
    schema
      .createTable('authenticators')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('is_bound', integer, (column) => column.notNull())
      .addColumn('begun_at', integer, (column) => column.notNull())
      .addColumn('last_step', integer, (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('recovery_codes')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('passkeys')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', integer, (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('is_synchronised', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('last_used_at', integer),
    'plain',
  ).execute();
  await schema.createIndex('passkeys_of_user').on('passkeys').columns(['user_id']).execute();

  await finish(
    schema
      .createTable('passkey_challenges')
      .addColumn('challenge_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer)
      .addColumn('expires_at', integer, (column) => column.notNull()),
    'clustered',
  ).execute();
  await schema.createIndex('passkey_challenges_by_expiry').on('passkey_challenges').columns(['expires_at']).execute();

  await finish(
    schema
      .createTable('fund_passwords')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('changed_at', integer, (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('bank_cards')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('bank_name', 'text', (column) => column.notNull())
      .addColumn('sealed_number', 'text', (column) => column.notNull())
      .addColumn('last_four', 'text', (column) => column.notNull())
      .addColumn('sealed_name', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('removed_at', integer),
    'plain',
  ).execute();
  await schema.createIndex('bank_cards_of_user').on('bank_cards').columns(['user_id']).execute();

  await finish(
    schema
      .createTable('withdrawal_limits')
      .addColumn('level', 'text', (column) => column.primaryKey())
      .addColumn('daily_limit', 'text', (column) => column.notNull())
      .addColumn('verified_daily_limit', 'text', (column) => column.notNull()),
    'clustered',
  ).execute();
  await database.insertInto('withdrawal_limits').values(WITHDRAWAL_LIMITS).execute();

  await schema.alterTable('users').addColumn('security_changed_at', integer).execute();
};
