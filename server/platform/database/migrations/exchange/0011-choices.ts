import type { MigrationFunction } from '../../migrate';

/** Users' display preferences. */
export const choices: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('user_choices')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('choice', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_choices_key', ['user_id', 'key']),
    'clustered',
  ).execute();
};
