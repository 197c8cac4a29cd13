import type { MigrationFunction } from '../../migrate';

/** Copied from `staff-rights.ts` at that time: existing admins keep every right. */
const RIGHTS = ['users', 'verification', 'recharges', 'withdrawals', 'markets', 'settings', 'content', 'staff'];

/** Identity verification, staff rights and the staff log. */
export const verification: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const kind of ['verification', 'staff_log']) {
    await database.insertInto('last_ids').values({ kind, id: 0 }).execute();
  }

  await finish(
    schema
      .createTable('verifications')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('sealed_name', 'text', (column) => column.notNull())
      .addColumn('nationality', 'text', (column) => column.notNull())
      .addColumn('document_type', 'text', (column) => column.notNull())
      .addColumn('sealed_number', 'text', (column) => column.notNull())
      .addColumn('document_mac', 'text', (column) => column.notNull())
      .addColumn('submitted_at', integer, (column) => column.notNull())
      .addColumn('reviewed_at', integer)
      .addColumn('reviewed_by', integer)
      .addColumn('reason', 'text'),
    'plain',
  ).execute();
  await schema.createIndex('verifications_of_user').on('verifications').columns(['user_id', 'id']).execute();
  await schema.createIndex('verifications_by_status').on('verifications').columns(['status', 'id']).execute();
  await schema.createIndex('verifications_by_document').on('verifications').column('document_mac').execute();

  await finish(
    schema
      .createTable('verified_documents')
      .addColumn('document_mac', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('photos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('width', integer, (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('uploaded_at', integer, (column) => column.notNull())
      .addColumn('is_stored', integer, (column) => column.notNull())
      .addColumn('verification_id', integer),
    'clustered',
  ).execute();
  await schema.createIndex('photos_of_user').on('photos').columns(['user_id', 'kind']).execute();
  await schema.createIndex('photos_of_verification').on('photos').column('verification_id').execute();

  await finish(
    schema
      .createTable('staff_rights')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('right', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('staff_rights_key', ['user_id', 'right']),
    'clustered',
  ).execute();
  const admins = await database.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  for (const admin of admins) {
    const rows = RIGHTS.map((right) => ({ user_id: admin.id as number, right }));
    await database.insertInto('staff_rights').values(rows).execute();
  }

  await finish(
    schema
      .createTable('staff_log')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('staff_id', integer, (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('ip', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('is_look_up', integer, (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('user_id', integer)
      .addColumn('reason', 'text')
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('position', integer),
    'plain',
  ).execute();
  await schema.createIndex('staff_log_of_staff').on('staff_log').columns(['staff_id', 'id']).execute();
  await schema.createIndex('staff_log_of_user').on('staff_log').columns(['user_id', 'id']).execute();
};
