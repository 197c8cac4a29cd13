import type { MigrationFunction } from '../../migrate';

/** The records behind balances have a database of their own, which is filled from the first event; the others stay. */
export const recordsApart: MigrationFunction = async ({ schema }) => {
  await schema.dropTable('ledger_records').execute();
};
