import type { MigrationFunction } from '../../migrate';

/** Users' own withdrawal limits and delays, and scheduled relaxations of them. */
export const ownLimits: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('own_limits')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('daily_limit', 'text')
      .addColumn('delay_hours', integer, (column) => column.notNull())
      .addColumn('next_daily_limit', 'text')
      .addColumn('next_delay_hours', integer, (column) => column.notNull())
      .addColumn('next_from', integer),
    'plain',
  ).execute();
};
