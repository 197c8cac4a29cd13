import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Candles of marks and indexes. Every table is emptied: the projector fills all of them from the first event. */
export const markCandles: MigrationFunction = async (database, { integer, finish }) => {
  for (const table of FILLED_ANEW) await database.deleteFrom(table).execute();
  let table: CreateTableBuilder<string, string> = database.schema
    .createTable('mark_candles')
    .addColumn('market', 'text', (added) => added.notNull())
    .addColumn('kind', 'text', (added) => added.notNull());
  for (const column of ['span_ms', 'opened_at', 'open', 'high', 'low', 'close'])
    table = table.addColumn(column, integer, (added) => added.notNull());
  await finish(
    table.addPrimaryKeyConstraint('mark_candles_key', ['market', 'kind', 'span_ms', 'opened_at']),
    'clustered',
  ).execute();
};

const FILLED_ANEW = [
  'checkpoint',
  'assets',
  'markets',
  'orders',
  'trades',
  'fills',
  'balances',
  'candles',
  'withdrawals',
  'withdrawal_review',
  'recharge_terms',
  'recharges',
  'transfers',
  'frozen_funds',
  'contract_markets',
  'index_sources',
  'index_symbols',
  'contract_minutes',
  'contract_settings',
  'contract_orders',
  'contract_openings',
  'contract_fills',
  'contract_positions',
  'contract_stops',
  'contract_days',
  'funding_rates',
  'funding_payments',
  'liquidations',
  'liquidation_steps',
  'insurance_funds',
  'insurance_entries',
];
