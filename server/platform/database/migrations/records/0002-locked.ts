import type { MigrationFunction } from '../../migrate';

/** Records say what was locked as well. Every table is emptied: the projector fills all of them from the first event. */
export const locked: MigrationFunction = async (database, { integer }) => {
  const { schema } = database;
  for (const table of FILLED_ANEW) await database.deleteFrom(table).execute();
  for (const column of ['locked_change', 'locked_after']) {
    // The default is for the store, which asks for one; every record is written with its own.
    await schema
      .alterTable('ledger_records')
      .addColumn(column, integer, (added) => added.notNull().defaultTo(0))
      .execute();
  }
};

const FILLED_ANEW = ['checkpoint', 'balances', 'ledger_records'];
