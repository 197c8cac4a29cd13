/** The table of timers. As in the events: units of USDT, steps of the index. */
import { amount, integer, optional, table, text, type RowOf } from '../../../views/stored/rows/table';

export const SAMPLE_TABLES = {
  timers: table('timers', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      /** The price that was paid. */
      amount,
      startedAt: integer,
      ringsAt: integer,
      /** Null as long as it runs. */
      rangAt: optional(integer),
      /** Null if there was none while it ran. */
      indexPrice: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { timers_of_user: ['userId', 'id'] },
    fixed: ['userId', 'market', 'amount', 'startedAt', 'ringsAt'],
    shared: ['market'],
    kept: ({ rangAt }) => rangAt === null,
  }),
};

export type TimerRow = RowOf<typeof SAMPLE_TABLES.timers>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    sample: typeof SAMPLE_TABLES;
  }
}
