import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Robots. None was started before these tables were there, so that nothing is filled anew. */
export const robots: MigrationFunction = async ({ schema }, { integer, finish }) => {
  for (const { name, key, integers, texts, integersOrNull, textsOrNull, indexes } of TABLES) {
    let table: CreateTableBuilder<string, string> = schema.createTable(name);
    for (const column of integers) table = table.addColumn(column, integer, (added) => added.notNull());
    for (const column of texts) table = table.addColumn(column, 'text', (added) => added.notNull());
    for (const column of integersOrNull) table = table.addColumn(column, integer);
    for (const column of textsOrNull) table = table.addColumn(column, 'text');
    await finish(table.addPrimaryKeyConstraint(`${name}_key`, key), 'plain').execute();
    for (const [index, columns] of indexes) await schema.createIndex(index).on(name).columns(columns).execute();
  }
};

interface TableOfRobots {
  name: string;
  key: [string, ...string[]];
  integers: string[];
  texts: string[];
  integersOrNull: string[];
  textsOrNull: string[];
  indexes: [name: string, columns: string[]][];
}

const SUMS = ['bought_base', 'paid_quote', 'sold_base', 'received_quote', 'fees_base', 'fees_quote', 'realised'];

const TABLES: TableOfRobots[] = [
  {
    name: 'robots',
    key: ['id'],
    integers: [
      ...['id', 'user_id', 'amount', 'lower', 'upper', 'lines', 'loss_limit_ppb', 'started_at', 'started_position'],
      ...['cycle', 'cycle_started_at', 'cycle_ends_at', 'trades', 'quote_held', 'base_held', 'position'],
    ],
    texts: ['market', 'status', ...SUMS],
    integersOrNull: ['ended_at'],
    textsOrNull: ['reason'],
    indexes: [['robots_of_user', ['user_id', 'id']]],
  },
  {
    name: 'robot_cycles',
    key: ['robot', 'cycle'],
    integers: [
      ...['robot', 'cycle', 'user_id', 'started_at', 'ended_at', 'trades', 'quote_held', 'base_held', 'position'],
    ],
    texts: ['market', ...SUMS],
    integersOrNull: ['index_price', 'worth'],
    textsOrNull: [],
    indexes: [['robot_cycles_of_user', ['user_id', 'robot', 'cycle']]],
  },
  {
    name: 'robot_orders',
    key: ['id'],
    integers: ['id', 'robot', 'cycle', 'user_id', 'position'],
    texts: [],
    integersOrNull: [],
    textsOrNull: [],
    indexes: [
      ['robot_orders_of_robot', ['robot', 'id']],
      ['robot_orders_of_user', ['user_id', 'id']],
    ],
  },
];
