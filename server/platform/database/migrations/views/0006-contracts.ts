import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** What is told of perpetual contracts. Every table is emptied: the projector fills all of them from the first event. */
export const contracts: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const table of FILLED_ANEW) await database.deleteFrom(table).execute();

  for (const { name, key, integers = '', texts = '', integersOrNull = '', textsOrNull = '' } of TABLES) {
    let table: CreateTableBuilder<string, string> = schema.createTable(name);
    for (const column of wordsOf(integers)) table = table.addColumn(column, integer, (added) => added.notNull());
    for (const column of wordsOf(texts)) table = table.addColumn(column, 'text', (added) => added.notNull());
    for (const column of wordsOf(integersOrNull)) table = table.addColumn(column, integer);
    for (const column of wordsOf(textsOrNull)) table = table.addColumn(column, 'text');
    const isPlain = key.length === 1;
    await finish(table.addPrimaryKeyConstraint(`${name}_key`, key), isPlain ? 'plain' : 'clustered').execute();
  }
  for (const [name, table, columns] of INDEXES) {
    await schema.createIndex(name).on(table).columns(columns).execute();
  }
};

interface TableMade {
  name: string;
  key: string[];
  /** Names of columns, by what they hold. */
  integers?: string;
  texts?: string;
  integersOrNull?: string;
  textsOrNull?: string;
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

const TABLES: readonly TableMade[] = [
  {
    name: 'contract_markets',
    key: ['market'],
    integers: 'quote_per_tick_lot leverage',
    texts: 'market quote index_symbol',
    integersOrNull: 'leverage_next mark index p1 p2 last mark_at mark_position',
    textsOrNull: 'sources',
  },
  {
    name: 'index_sources',
    key: ['source'],
    integers: 'source',
    texts: 'name',
  },
  {
    name: 'index_symbols',
    key: ['symbol'],
    integers: 'decimals',
    texts: 'symbol',
  },
  {
    name: 'contract_minutes',
    key: ['market', 'at'],
    integers: 'at mark position',
    texts: 'market',
  },
  {
    name: 'contract_settings',
    key: ['user_id', 'market'],
    integers: 'user_id leverage',
    texts: 'market mode',
  },
  {
    name: 'contract_orders',
    key: ['id'],
    integers: 'id user_id leverage quantity filled_quantity closed_quantity open placed_at position',
    texts:
      'market side position_side act kind time_in_force self_trade mode margin filled_quote open_fees close_fees closed_quote closed_cost profits',
    integersOrNull:
      'price trigger_price take_profit stop_loss contract liquidation pending_at triggered_at filled_at ended_at',
    textsOrNull: 'client_id trigger_by close_mode reason',
  },
  {
    name: 'contract_openings',
    key: ['order_id', 'contract'],
    integers: 'order_id contract quantity position',
    texts: 'filled_quote',
  },
  {
    name: 'contract_fills',
    key: ['order_id', 'trade_id'],
    integers: 'order_id trade_id user_id contract price quantity notional fee at position',
    texts: 'market side position_side act role fee_asset',
    integersOrNull: 'profit',
  },
  {
    name: 'contract_positions',
    key: ['id'],
    integers: 'id user_id leverage lots lots_most opened_quantity closed_quantity open opened_at position',
    texts: 'market position_side mode opened_quote closed_quote margin profits open_fees close_fees funding insured',
    integersOrNull: 'hold liquidation closed_at',
    textsOrNull: 'close_mode',
  },
  {
    name: 'contract_stops',
    key: ['id'],
    integers: 'id user_id contract trigger_price open placed_at position',
    texts: 'market position_side kind trigger_by',
    integersOrNull: 'price quantity ended_at',
    textsOrNull: 'reason',
  },
  {
    name: 'contract_days',
    key: ['user_id', 'market', 'day'],
    integers: 'user_id day closed position',
    texts: 'market result fees funding',
  },
  {
    name: 'funding_rates',
    key: ['market', 'due_at'],
    integers: 'due_at position',
    texts: 'market',
    integersOrNull: 'rate premium mark',
  },
  {
    name: 'funding_payments',
    key: ['contract', 'event_position'],
    integers: 'contract event_position user_id quantity rate amount due_at at position',
    texts: 'market position_side',
  },
  {
    name: 'liquidations',
    key: ['id'],
    integers:
      'id user_id contract lots cost collateral leverage requirement tier_rate_ppb tier_amount close_ppb mark index open at position',
    texts: 'market position_side mode fund_total',
    integersOrNull: 'p1 p2 last mark_at mark_position ended_at',
    textsOrNull: 'sources',
  },
  {
    name: 'liquidation_steps',
    key: ['liquidation', 'event_position'],
    integers: 'liquidation event_position event_index at position',
    texts: 'step',
    integersOrNull: 'lots price fee fund_change treasury_change rank',
  },
  {
    name: 'insurance_funds',
    key: ['asset'],
    integers: 'balance position',
    texts: 'asset',
  },
  {
    name: 'insurance_entries',
    key: ['asset', 'event_position', 'entry_index'],
    integers: 'event_position entry_index amount balance at position',
    texts: 'asset cause',
    textsOrNull: 'market',
  },
];

const INDEXES: readonly (readonly [name: string, table: string, columns: string[]])[] = [
  ['contract_orders_of_user', 'contract_orders', ['user_id', 'open', 'id']],
  ['contract_fills_of_user', 'contract_fills', ['user_id', 'trade_id']],
  ['contract_positions_of_user', 'contract_positions', ['user_id', 'open', 'closed_at']],
  ['contract_stops_of_user', 'contract_stops', ['user_id', 'open', 'id']],
  ['funding_payments_of_user', 'funding_payments', ['user_id', 'event_position']],
  ['funding_rates_by_time', 'funding_rates', ['due_at']],
  ['liquidations_of_market', 'liquidations', ['market', 'id']],
  ['insurance_entries_by_event', 'insurance_entries', ['event_position', 'entry_index']],
];

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
];
