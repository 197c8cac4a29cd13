import { sql } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/**
 * Sessions restricted to binding a factor, sessions with a cookie, challenges for one action, and proved actions. Staff must log in
 * again, because earlier log-ins required no factor.
 */
export const staffLogIns: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  await schema
    .alterTable('sessions')
    .addColumn('is_unbound', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('sessions').addColumn('cookie_hash', 'text').execute();
  await schema.alterTable('passkey_challenges').addColumn('digest', 'text').execute();
  await finish(
    schema
      .createTable('step_ups')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('factor', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('step_ups_key', ['user_id', 'digest']),
    'clustered',
  ).execute();
  await sql`delete from sessions where user_id in (select id from users where role <> 'user')`.execute(database);
};
