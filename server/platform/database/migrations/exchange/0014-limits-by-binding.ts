import type { MigrationFunction } from '../../migrate';

/** USDT per day by number of bindings; tenfold for verified users. Staff change the rows. */
const LIMITS = [
  { bindings: 1, daily_limit: '1000', verified_daily_limit: '10000' },
  { bindings: 2, daily_limit: '5000', verified_daily_limit: '50000' },
  { bindings: 3, daily_limit: '20000', verified_daily_limit: '200000' },
  { bindings: 4, daily_limit: '50000', verified_daily_limit: '500000' },
];
/** Defaults per safety level before this migration, and the number of bindings each applied to. */
const BEFORE = [
  { level: 'low', bindings: [1], daily_limit: '1000', verified_daily_limit: '10000' },
  { level: 'middle', bindings: [2, 3], daily_limit: '10000', verified_daily_limit: '100000' },
  { level: 'high', bindings: [4], daily_limit: '50000', verified_daily_limit: '500000' },
];

interface LimitOfLevel {
  level: string;
  daily_limit: string;
  verified_daily_limit: string;
}

/** Each binding raises the limit. Limits that staff set for a level carry over to its number of bindings. */
export const limitsByBinding: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  const rows = await database.selectFrom('withdrawal_limits').selectAll().$castTo<LimitOfLevel>().execute();
  const limits = LIMITS.map((limit) => {
    const before = BEFORE.find(({ bindings }) => bindings.includes(limit.bindings));
    const set = rows.find(({ level }) => level === before?.level);
    const isSet =
      set?.daily_limit !== before?.daily_limit || set?.verified_daily_limit !== before?.verified_daily_limit;
    if (!set || !isSet) return limit;
    return { ...limit, daily_limit: set.daily_limit, verified_daily_limit: set.verified_daily_limit };
  });
  await schema.dropTable('withdrawal_limits').execute();
  await finish(
    schema
      .createTable('withdrawal_limits')
      .addColumn('bindings', integer, (column) => column.primaryKey())
      .addColumn('daily_limit', 'text', (column) => column.notNull())
      .addColumn('verified_daily_limit', 'text', (column) => column.notNull()),
    'plain',
  ).execute();
  await database.insertInto('withdrawal_limits').values(limits).execute();
};
