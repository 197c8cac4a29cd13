import type { MigrationFunction } from '../../migrate';

/** Answers to feedback, and reasons for closing it. */
export const feedbackAnswers: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  await database.insertInto('last_ids').values({ kind: 'feedback_answer', id: 0 }).execute();
  await schema
    .alterTable('feedback')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('open'))
    .execute();
  await schema
    .alterTable('feedback')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
    .execute();
  await schema.alterTable('feedback').addColumn('close_reason', 'text').execute();
  await schema.alterTable('feedback').addColumn('closed_by', integer).execute();
  await schema.alterTable('feedback').addColumn('closed_at', integer).execute();
  await schema.alterTable('feedback').addColumn('close_hash', 'text').execute();
  await schema.createIndex('feedback_by_state').on('feedback').columns(['state', 'id']).execute();
  await schema.createIndex('feedback_of_user').on('feedback').columns(['user_id', 'id']).execute();

  await finish(
    schema
      .createTable('feedback_answers')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('feedback', integer, (column) => column.notNull().references('feedback.id').onDelete('cascade'))
      .addColumn('user_id', integer)
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('answered_by', integer, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('request_hash', 'text', (column) => column.notNull().unique()),
    'plain',
  ).execute();
  await schema.createIndex('answers_of_feedback').on('feedback_answers').columns(['feedback', 'id']).execute();
};
