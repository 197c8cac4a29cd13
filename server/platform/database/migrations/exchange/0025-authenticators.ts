import type { MigrationFunction } from '../../migrate';

const STEP_MS = 30_000;

interface AuthenticatorOfBefore {
  user_id: number;
  sealed_secret: string;
  is_bound: number;
  begun_at: number;
  last_step: number;
}

/**
 * Several authenticators per account: bound ones have ids and names; the one awaiting its first code is in a separate
 * table.
 */
export const authenticators: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  const rows = await database
    .selectFrom('authenticators')
    .selectAll()
    .orderBy('user_id')
    .$castTo<AuthenticatorOfBefore>()
    .execute();
  await schema.dropTable('authenticators').execute();
  await finish(
    schema
      .createTable('authenticators')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('last_used_at', integer)
      .addColumn('last_step', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('authenticators_of_user').on('authenticators').columns(['user_id']).execute();
  await finish(
    schema
      .createTable('pending_authenticators')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('begun_at', integer, (column) => column.notNull()),
    'plain',
  ).execute();

  const boundRows = rows.filter(({ is_bound }) => Number(is_bound) === 1);
  for (const [index, { user_id, sealed_secret, begun_at, last_step }] of boundRows.entries()) {
    const lastUsedAt = Number(last_step) === 0 ? null : Number(last_step) * STEP_MS;
    const row = { id: index + 1, user_id, sealed_secret, name: '', created_at: begun_at };
    await database
      .insertInto('authenticators')
      .values({ ...row, last_used_at: lastUsedAt, last_step })
      .execute();
  }
  for (const { user_id, sealed_secret, begun_at } of rows.filter(({ is_bound }) => Number(is_bound) === 0)) {
    await database.insertInto('pending_authenticators').values({ user_id, sealed_secret, begun_at }).execute();
  }
  await database.insertInto('last_ids').values({ kind: 'authenticator', id: boundRows.length }).execute();
};
