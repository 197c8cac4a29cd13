import type { MigrationFunction } from '../../migrate';

/** The requester of a code, tries by others, and the number of locks. */
export const askers: MigrationFunction = async ({ schema }, { integer }) => {
  await schema
    .alterTable('codes')
    .addColumn('asker', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema
    .alterTable('codes')
    .addColumn('stranger_tries', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('lockouts')
    .addColumn('locks', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
