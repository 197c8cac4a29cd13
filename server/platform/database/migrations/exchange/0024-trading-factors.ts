import type { MigrationFunction } from '../../migrate';

/** Users who require the second factor for trading. */
export const tradingFactors: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('trading_factors')
      .addColumn('user_id', integer, (column) => column.primaryKey())
      .addColumn('at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
};
