import type { MigrationFunction } from '../../migrate';

/** Account recovery requests, their photos, and the withdrawal delay after one. */
export const recoveries: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  await finish(
    schema
      .createTable('recoveries')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer)
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('begun_at', integer, (column) => column.notNull())
      .addColumn('document_type', 'text')
      .addColumn('submitted_at', integer)
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('declined_by', integer)
      .addColumn('reason', 'text')
      .addColumn('link_hash', 'text', (column) => column.unique())
      .addColumn('link_expires_at', integer),
    'plain',
  ).execute();
  await schema.createIndex('recoveries_of_user').on('recoveries').columns(['user_id']).execute();
  await finish(
    schema
      .createTable('recovery_photos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('recovery_id', integer, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('width', integer, (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('uploaded_at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('recovery_photos_of_recovery').on('recovery_photos').columns(['recovery_id']).execute();
  await database.insertInto('last_ids').values({ kind: 'recovery', id: 0 }).execute();
  await schema.alterTable('users').addColumn('held_until', integer).execute();
};
