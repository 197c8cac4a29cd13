import type { MigrationFunction } from '../../migrate';

/** Users who disabled log-in by code. */
export const codeLogIns: MigrationFunction = async ({ schema }, { integer }) => {
  await schema
    .alterTable('users')
    .addColumn('code_log_in_off', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
