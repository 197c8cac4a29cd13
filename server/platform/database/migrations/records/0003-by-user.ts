import type { MigrationFunction } from '../../migrate';

/**
 * Records are found by their user and their place in the journal, and no store proves of each that it is new: a group and the
 * checkpoint are written together or not at all, so that nothing comes twice, and the proof was a third of what a record cost.
 */
export const byUser: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  await schema.alterTable('ledger_records').renameTo('ledger_records_before').execute();
  await finish(
    schema
      .createTable('ledger_records')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('event_position', integer, (column) => column.notNull())
      .addColumn('entry_index', integer, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('available_change', integer, (column) => column.notNull())
      .addColumn('frozen_change', integer, (column) => column.notNull())
      .addColumn('locked_change', integer, (column) => column.notNull())
      .addColumn('available_after', integer, (column) => column.notNull())
      .addColumn('frozen_after', integer, (column) => column.notNull())
      .addColumn('locked_after', integer, (column) => column.notNull())
      .addColumn('order_id', integer)
      .addColumn('trade_id', integer)
      .addColumn('withdrawal_id', integer)
      .addColumn('hold_id', integer)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  // They lie in the order in which they came.
  await database
    .insertInto('ledger_records')
    .columns(COLUMNS)
    .expression((all) => all.selectFrom('ledger_records_before').select(COLUMNS).orderBy('event_position'))
    .execute();
  await schema.dropTable('ledger_records_before').execute();
  await schema
    .createIndex('ledger_records_of_user')
    .on('ledger_records')
    .columns(['user_id', 'event_position'])
    .execute();
};

const COLUMNS = [
  'user_id',
  'event_position',
  'entry_index',
  'account',
  'asset',
  'label',
  'available_change',
  'frozen_change',
  'locked_change',
  'available_after',
  'frozen_after',
  'locked_after',
  'order_id',
  'trade_id',
  'withdrawal_id',
  'hold_id',
  'at',
  'position',
];
