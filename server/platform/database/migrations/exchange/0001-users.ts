import type { MigrationFunction } from '../../migrate';

/**
 * User ids are integers from 10,000,001, from a counter of the exchange, because the two stores number rows
 * differently.
 */
const USER_ID_BEFORE_FIRST = 10_000_000;

export const users: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;

  await finish(
    schema
      .createTable('last_ids')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('id', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await database.insertInto('last_ids').values({ kind: 'user', id: USER_ID_BEFORE_FIRST }).execute();

  await finish(
    schema
      .createTable('users')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('nick_name', 'text', (column) => column.notNull())
      .addColumn('register_client_id', 'text')
      .addColumn('is_member', integer, (column) => column.notNull())
      .addColumn('registered_at', integer, (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('sessions')
      .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('started_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('ended_by', 'text'),
    'clustered',
  ).execute();
  await schema.createIndex('sessions_of_user').on('sessions').columns(['user_id']).execute();

  await finish(
    schema
      .createTable('system_config')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('changed_at', integer, (column) => column.notNull()),
    'clustered',
  ).execute();
};
