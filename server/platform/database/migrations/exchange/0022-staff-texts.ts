import type { MigrationFunction } from '../../migrate';

/** Texts of staff of which the journal has the keyed hash. */
export const staffTexts: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('staff_texts')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
};
