import type { MigrationFunction } from '../../migrate';

/** Staff texts whose keyed hash is in the journal. */
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
