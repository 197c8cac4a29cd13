import type { MigrationFunction } from '../../migrate';

/** Who asked for a code, how often others tried at it, and how often a lock was earned. */
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
