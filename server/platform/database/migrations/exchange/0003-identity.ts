import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MigrationFunction, SqlDialect } from '../../migrate';

/** Copied from `users.ts` at that time: a migration must not change with the code. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

// A migration has no table types.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyDatabase = Kysely<any>;

/** Adds phones, invitations, sent codes, origins of log-ins, lockouts, messages and the outbox. */
export const identity: MigrationFunction = async (database, dialect) => {
  await widenUsers(database, dialect);
  const sessions = await widenSessions(database, dialect);
  await addTables(database, dialect);
  await database.insertInto('last_ids').values({ kind: 'session', id: sessions }).execute();
  for (const kind of ['code', 'log_in', 'message', 'outbox']) {
    await database.insertInto('last_ids').values({ kind, id: 0 }).execute();
  }
};

/** SQLite cannot remove a "not null", so both stores move the rows into a new table. */
async function widenUsers(database: AnyDatabase, { integer, finish }: SqlDialect): Promise<void> {
  const { schema } = database;
  await schema.alterTable('users').renameTo('users_before').execute();
  await finish(
    schema
      .createTable('users')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('email', 'text')
      .addColumn('phone', 'text')
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('nick_name', 'text', (column) => column.notNull())
      .addColumn('register_client_id', 'text')
      .addColumn('is_member', integer, (column) => column.notNull())
      .addColumn('registered_at', integer, (column) => column.notNull())
      .addColumn('nationality', 'text')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('invitation_code', 'text', (column) => column.notNull())
      .addColumn('invited_by', integer)
      .addColumn('anti_phishing_code', 'text'),
    'plain',
  ).execute();
  const existingRows = await database.selectFrom('users_before').selectAll().execute();
  const codes = new Set<string>();
  for (const row of existingRows) {
    const added = { phone: null, language: 'en', invitation_code: freshCode(codes) };
    await database
      .insertInto('users')
      .values({ ...row, ...added })
      .execute();
  }
  await schema.dropTable('users_before').execute();
  // Own index names: in PostgreSQL the old table's constraints still hold theirs.
  for (const column of ['email', 'phone', 'invitation_code']) {
    await schema.createIndex(`users_by_${column}`).on('users').column(column).unique().execute();
  }
  await schema.createIndex('users_by_inviter').on('users').column('invited_by').execute();
}

/** Returns the number of sessions; each now has an id. */
async function widenSessions(database: AnyDatabase, { integer }: SqlDialect): Promise<number> {
  const { schema } = database;
  const added = [
    ['ip', 'text'],
    ['user_agent', 'text'],
    ['last_seen_at', integer],
    ['id', integer],
  ] as const;
  for (const [name, type] of added) {
    await schema
      .alterTable('sessions')
      .addColumn(name, type, (column) => column.notNull().defaultTo(type === 'text' ? '' : 0))
      .execute();
  }
  const existingRows = await database.selectFrom('sessions').select('ticket_hash').execute();
  for (const [index, { ticket_hash }] of existingRows.entries()) {
    await database
      .updateTable('sessions')
      .set((column) => ({ id: index + 1, last_seen_at: column.ref('started_at') }))
      .where('ticket_hash', '=', ticket_hash)
      .execute();
  }
  await schema.createIndex('sessions_by_id').on('sessions').columns(['user_id', 'id']).execute();
  return existingRows.length;
}

async function addTables(database: AnyDatabase, { integer, finish }: SqlDialect): Promise<void> {
  const { schema } = database;
  await finish(
    schema
      .createTable('codes')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('code_mac', 'text', (column) => column.notNull())
      .addColumn('sent_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('tries', integer, (column) => column.notNull())
      .addColumn('used_at', integer),
    'plain',
  ).execute();
  await schema.createIndex('codes_of_address').on('codes').columns(['address', 'purpose', 'user_id', 'id']).execute();
  await schema.createIndex('codes_by_time').on('codes').column('sent_at').execute();

  await finish(
    schema
      .createTable('lockouts')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('until', integer, (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('log_ins')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('ip', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('log_ins_of_user').on('log_ins').columns(['user_id', 'id']).execute();

  await finish(
    schema
      .createTable('messages')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.unique())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('read_at', integer),
    'plain',
  ).execute();
  await schema.createIndex('messages_of_user').on('messages').columns(['user_id', 'id']).execute();

  await finish(
    schema
      .createTable('outbox')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
}

function freshCode(usedCodes: Set<string>): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    if (usedCodes.has(code)) continue;
    usedCodes.add(code);
    return code;
  }
}
