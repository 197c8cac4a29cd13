/** Balances and asset prices at the ends of past days, and account statements between them. */
import { sql as raw } from 'kysely';
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { EntryLabel } from '../../../shared/rules/entry-kinds';
import { CANDLE_SPANS } from './rows/spans';
import type { LedgerRecordRow } from './tables';
import type { RecordsDatabase, ViewsDatabase } from './views-database';

const DAY_MS = 86_400_000;

export interface DayBalance {
  account: AccountKind;
  asset: string;
  /** Day of the last record; `null` before the first requested day. */
  day: number | null;
  availableAfter: bigint;
  frozenAfter: bigint;
  lockedAfter: bigint;
}

/**
 * Balances of each of a user's accounts at the end of each day with a change since `from` (the beginning of a day), and the balance before.
 * Days are counted as in `dayOf`; `eastMs` is their offset before UTC days.
 */
export async function dayBalances(
  { sql }: RecordsDatabase,
  user: number,
  from: number,
  eastMs: number,
  account?: AccountKind,
): Promise<DayBalance[]> {
  let records = sql.selectFrom('ledgerRecords').where('userId', '=', user);
  if (account !== undefined) records = records.where('account', '=', account);
  const dayExpression = raw<number>`(at + ${raw.lit(eastMs)}) / ${raw.lit(DAY_MS)}`;
  const days = await records
    .where('at', '>=', from)
    .select(['account', 'asset', 'availableAfter', 'frozenAfter', 'lockedAfter', dayExpression.as('day')])
    .select(
      raw<number>`row_number() over (partition by account, asset, ${dayExpression} order by event_position desc, entry_index desc)`.as(
        'place',
      ),
    )
    .$call((ranked) => sql.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute());
  const before = await records
    .where('at', '<', from)
    .select(['account', 'asset', 'availableAfter', 'frozenAfter', 'lockedAfter'])
    .select(
      raw<number>`row_number() over (partition by account, asset order by event_position desc, entry_index desc)`.as(
        'place',
      ),
    )
    .$call((ranked) => sql.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute());
  return [...before.map((row) => ({ ...row, day: null })), ...days];
}

export interface DayFlow {
  asset: string;
  day: number;
  /** Inflow minus outflow, from outside and between the accounts. */
  amount: bigint;
}

/** Labels that change an account without income or loss. */
const FLOW_LABELS = ['recharge', 'withdrawal', 'transfer_in', 'transfer_out'] as const satisfies readonly EntryLabel[];

/** In- and outflows of each of a user's assets on each day since `from`, days as in `dayBalances`. */
export async function dayFlows(
  { sql }: RecordsDatabase,
  user: number,
  from: number,
  eastMs: number,
  account?: AccountKind,
): Promise<DayFlow[]> {
  let records = sql.selectFrom('ledgerRecords').where('userId', '=', user).where('at', '>=', from);
  if (account !== undefined) records = records.where('account', '=', account);
  const rows = await records
    .where('label', 'in', FLOW_LABELS)
    .select(['asset', 'availableChange', 'frozenChange', 'lockedChange', 'at'])
    .execute();
  const flows = new Map<string, DayFlow>();
  for (const { asset, availableChange, frozenChange, lockedChange, at } of rows) {
    const day = Math.floor((at + eastMs) / DAY_MS);
    const flow = flows.get(`${day}/${asset}`) ?? { asset, day, amount: 0n };
    flows.set(`${day}/${asset}`, { ...flow, amount: flow.amount + availableChange + frozenChange + lockedChange });
  }
  return [...flows.values()];
}

export interface DayClose {
  market: string;
  /** Null before the first requested day. */
  day: number | null;
  /** Ticks. */
  close: number;
}

/** The last price of each market on each day with trades since `from`, and the last one before. */
export async function dayCloses({ sql }: ViewsDatabase, from: number, eastMs: number): Promise<DayClose[]> {
  const candles = sql.selectFrom('candles').where('spanMs', '=', CANDLE_SPANS['1h']);
  const dayExpression = raw<number>`(opened_at + ${raw.lit(eastMs)}) / ${raw.lit(DAY_MS)}`;
  const days = await candles
    .where('openedAt', '>=', from)
    .select(['market', 'close', dayExpression.as('day')])
    .select(raw<number>`row_number() over (partition by market, ${dayExpression} order by opened_at desc)`.as('place'))
    .$call((ranked) => sql.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute());
  const before = await candles
    .where('openedAt', '<', from)
    .select(['market', 'close'])
    .select(raw<number>`row_number() over (partition by market order by opened_at desc)`.as('place'))
    .$call((ranked) => sql.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute());
  return [...before.map((row) => ({ ...row, day: null })), ...days];
}

/** One account of a user in one asset. */
export interface AccountKey {
  user: number;
  account: AccountKind;
  asset: string;
}

/** Position of a record among all records. */
export interface Place {
  eventPosition: number;
  entryIndex: number;
}

/** The last record of an account before a time, and up to a position; undefined if there is none. */
export function lastRecordBefore(
  database: RecordsDatabase,
  key: AccountKey,
  to: number | undefined,
  position: number,
): Promise<LedgerRecordRow | undefined> {
  let records = recordsOf(database, key, position);
  if (to !== undefined) records = records.where('at', '<', to);
  return records.orderBy('eventPosition', 'desc').orderBy('entryIndex', 'desc').limit(1).executeTakeFirst();
}

/** Records of an account in order, after `after`, from `from` and before `to`. */
export function recordsAfter(
  database: RecordsDatabase,
  key: AccountKey,
  range: { from?: number | undefined; to?: number | undefined },
  after: Place,
  position: number,
  limit: number,
): Promise<LedgerRecordRow[]> {
  // Redundant condition: it makes the store begin at the end of the previous page, not at the first record.
  let records = recordsOf(database, key, position).where('eventPosition', '>=', after.eventPosition);
  records = records.where((record) =>
    record.or([
      record('eventPosition', '>', after.eventPosition),
      record.and([record('eventPosition', '=', after.eventPosition), record('entryIndex', '>', after.entryIndex)]),
    ]),
  );
  if (range.from !== undefined) records = records.where('at', '>=', range.from);
  if (range.to !== undefined) records = records.where('at', '<', range.to);
  return records.orderBy('eventPosition').orderBy('entryIndex').limit(limit).execute();
}

function recordsOf({ sql }: RecordsDatabase, { user, account, asset }: AccountKey, position: number) {
  return sql
    .selectFrom('ledgerRecords')
    .selectAll()
    .where('userId', '=', user)
    .where('account', '=', account)
    .where('asset', '=', asset)
    .where('eventPosition', '<=', position);
}
