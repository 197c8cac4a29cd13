import type { MigrationFunction } from '../../migrate';

/**
 * Generated candles without trades: a demo shows a past that never happened. They are no read model, because no event
 * created them.
 */
export const madeCandles: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await finish(
    schema
      .createTable('made_candles')
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('span_ms', integer, (column) => column.notNull())
      .addColumn('opened_at', integer, (column) => column.notNull())
      .addColumn('open', integer, (column) => column.notNull())
      .addColumn('high', integer, (column) => column.notNull())
      .addColumn('low', integer, (column) => column.notNull())
      .addColumn('close', integer, (column) => column.notNull())
      .addColumn('volume', 'text', (column) => column.notNull())
      .addColumn('turnover', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('made_candles_key', ['market', 'span_ms', 'opened_at']),
    'clustered',
  ).execute();
};
