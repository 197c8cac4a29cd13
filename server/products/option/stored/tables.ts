/**
 * Tables of second contracts. As in the events: ticks of the index, units of the stake's asset, rates in parts of 10^9.
 */
import type { OptionDirection } from '../../../../shared/products/option/rules/settlement';
import type { OptionEnd, OptionRefund } from '../../../../shared/products/option/stream';
import { amount, integer, optional, table, text, textOf, total, type RowOf } from '../../../views/stored/rows/table';
export const OPTION_TABLES = {
  optionContracts: table('option_contracts', {
    columns: {
      id: integer,
      userId: integer,
      symbol: text,
      direction: textOf<OptionDirection>(),
      asset: text,
      stake: amount,
      durationMs: integer,
      payoutPpb: integer,
      /** Fee calculated at the purchase. */
      charge: amount,
      /** Null: at once. */
      startsAt: optional(integer),
      entryFrom: integer,
      takeProfit: optional(integer),
      stopLoss: optional(integer),
      staleMs: integer,
      boughtAt: integer,
      /** Batch positions of purchase, entry and settlement, and of the publications. */
      boughtPosition: integer,
      enteredPosition: optional(integer),
      entryPrice: optional(integer),
      entryAt: optional(integer),
      entryBatch: optional(integer),
      open: integer,
      outcome: optional(textOf<OptionEnd>()),
      reason: optional(textOf<OptionRefund>()),
      dueAt: optional(integer),
      endPrice: optional(integer),
      endAt: optional(integer),
      endBatch: optional(integer),
      /** Paid to the user; the part above the stake, before the fee. */
      paid: optional(amount),
      income: optional(amount),
      fee: optional(amount),
      /** Payment minus stake. */
      gain: optional(amount),
      settledAt: optional(integer),
      settledPosition: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { option_contracts_of_user: ['userId', 'open', 'id'] },
    fixed: [
      'userId',
      'symbol',
      'direction',
      'asset',
      'stake',
      'durationMs',
      'payoutPpb',
      'charge',
      'startsAt',
      'entryFrom',
      'takeProfit',
      'stopLoss',
      'staleMs',
      'boughtAt',
      'boughtPosition',
    ],
    shared: ['symbol', 'direction', 'asset', 'durationMs', 'payoutPpb', 'staleMs', 'open', 'outcome', 'reason'],
    kept: ({ open }) => open === 1,
  }),
  /** Totals of a user's contracts of one product by day of settlement (GMT+8). Cancelled contracts do not count. */
  optionDays: table('option_days', {
    columns: {
      userId: integer,
      symbol: text,
      /** Day number of `dayOf`. */
      day: integer,
      asset: text,
      settled: integer,
      won: integer,
      lost: integer,
      stakes: total,
      payments: total,
      fees: total,
      result: total,
      position: integer,
    },
    key: ['userId', 'symbol', 'day'],
  }),
};

export type OptionContractRow = RowOf<typeof OPTION_TABLES.optionContracts>;
export type OptionDayRow = RowOf<typeof OPTION_TABLES.optionDays>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    option: typeof OPTION_TABLES;
  }
}
