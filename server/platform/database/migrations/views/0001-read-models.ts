import type { MigrationFunction } from '../../migrate';

/**
 * Keys are chosen for the way rows are read, because that is the way they then lie: a user's records together, an order's
 * fills together. Every index more is one more tree to write for each row.
 */
export const readModels: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;

  await finish(
    schema
      .createTable('checkpoint')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull()),
    'plain',
  ).execute();

  await finish(
    schema
      .createTable('assets')
      .addColumn('asset', 'text', (column) => column.primaryKey())
      .addColumn('scale', integer, (column) => column.notNull())
      .addColumn('withdrawal_fee', integer, (column) => column.notNull())
      .addColumn('withdrawal_min', integer, (column) => column.notNull())
      .addColumn('listed_position', integer, (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('markets')
      .addColumn('market', 'text', (column) => column.primaryKey())
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('quote', 'text', (column) => column.notNull())
      .addColumn('tick', 'text', (column) => column.notNull())
      .addColumn('lot', 'text', (column) => column.notNull())
      .addColumn('quantity_min', integer, (column) => column.notNull())
      .addColumn('quantity_max', integer, (column) => column.notNull())
      .addColumn('notional_min', integer, (column) => column.notNull())
      .addColumn('price_lowest', integer, (column) => column.notNull())
      .addColumn('price_highest', integer, (column) => column.notNull())
      .addColumn('maker_fees_ppb', 'text', (column) => column.notNull())
      .addColumn('taker_fees_ppb', 'text', (column) => column.notNull())
      .addColumn('open_orders_max', integer, (column) => column.notNull())
      .addColumn('reference_price', integer, (column) => column.notNull())
      .addColumn('band_ppb', integer, (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('last_price', integer)
      .addColumn('last_trade_at', integer)
      .addColumn('listed_position', integer, (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('orders')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('time_in_force', 'text', (column) => column.notNull())
      .addColumn('self_trade', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text')
      .addColumn('price', integer)
      .addColumn('quantity', integer)
      .addColumn('quote_amount', integer)
      .addColumn('trigger_price', integer)
      .addColumn('filled_quantity', integer, (column) => column.notNull())
      .addColumn('filled_quote', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('open', integer, (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('placed_at', integer, (column) => column.notNull())
      .addColumn('triggered_at', integer)
      .addColumn('changed_at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('orders_of_user').on('orders').columns(['user_id', 'open', 'id']).execute();

  await finish(
    schema
      .createTable('trades')
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('id', integer, (column) => column.notNull())
      .addColumn('price', integer, (column) => column.notNull())
      .addColumn('quantity', integer, (column) => column.notNull())
      .addColumn('notional', integer, (column) => column.notNull())
      .addColumn('taker_side', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('trades_key', ['market', 'id']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('fills')
      .addColumn('order_id', integer, (column) => column.notNull())
      .addColumn('trade_id', integer, (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('price', integer, (column) => column.notNull())
      .addColumn('quantity', integer, (column) => column.notNull())
      .addColumn('notional', integer, (column) => column.notNull())
      .addColumn('fee', integer, (column) => column.notNull())
      .addColumn('fee_asset', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('fills_key', ['order_id', 'trade_id']),
    'clustered',
  ).execute();
  await schema.createIndex('fills_of_user').on('fills').columns(['user_id', 'trade_id']).execute();

  await finish(
    schema
      .createTable('balances')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('available', integer, (column) => column.notNull())
      .addColumn('frozen', integer, (column) => column.notNull())
      .addColumn('locked', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('balances_key', ['user_id', 'account', 'asset']),
    'clustered',
  ).execute();

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
      .addColumn('available_after', integer, (column) => column.notNull())
      .addColumn('frozen_after', integer, (column) => column.notNull())
      .addColumn('order_id', integer)
      .addColumn('trade_id', integer)
      .addColumn('withdrawal_id', integer)
      .addColumn('hold_id', integer)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('ledger_records_key', ['user_id', 'event_position', 'entry_index']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('candles')
      .addColumn('market', 'text', (column) => column.notNull())
      .addColumn('span_ms', integer, (column) => column.notNull())
      .addColumn('opened_at', integer, (column) => column.notNull())
      .addColumn('open', integer, (column) => column.notNull())
      .addColumn('high', integer, (column) => column.notNull())
      .addColumn('low', integer, (column) => column.notNull())
      .addColumn('close', integer, (column) => column.notNull())
      .addColumn('volume', 'text', (column) => column.notNull())
      .addColumn('turnover', 'text', (column) => column.notNull())
      .addColumn('trades', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('candles_key', ['market', 'span_ms', 'opened_at']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('withdrawals')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('fee', integer, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('reference', 'text')
      .addColumn('applied_at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('position', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('withdrawals_of_user').on('withdrawals').columns(['user_id', 'id']).execute();
  await schema.createIndex('withdrawals_by_status').on('withdrawals').columns(['status', 'id']).execute();

  await finish(
    schema
      .createTable('recharges')
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('event_position', integer, (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('recharges_key', ['user_id', 'event_position']),
    'clustered',
  ).execute();
};
