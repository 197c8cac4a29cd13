import { sql } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** A message is stored with its letter; a repeated letter keeps its identity. */
export const dueLetters: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('messages').addColumn('letter', 'text').execute();
  await schema
    .createIndex('messages_with_letter')
    .on('messages')
    .column('id')
    .where(sql.ref('letter'), 'is not', null)
    .execute();

  await schema.alterTable('outbox').addColumn('origin', 'text').execute();
  await schema.createIndex('outbox_origin').on('outbox').column('origin').unique().execute();
};
