/**
 * Figures of the read models with their checkpoint. One statement reads both, so they are consistent in either store.
 */
import { OPEN_WITHDRAWAL_STATUSES } from '../../shared/products/wallet/wire';
import type { RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import type { CopiedPosition, AssetAmount, UserRange } from './ledger-copy';

export interface StoredFigures<K, Figure = AssetAmount> {
  /** −1 before the first write. */
  position: number;
  figures: Map<K, Figure>;
}

const BUCKETS = ['available', 'frozen', 'locked'] as const;

export async function storedBalances(
  { sql }: ViewsDatabase | RecordsDatabase,
  { from, to }: UserRange,
): Promise<StoredFigures<string>> {
  const rows = await (sql as ViewsDatabase['sql'])
    .selectFrom('checkpoint')
    .leftJoin('balances', (join) => join.on('balances.userId', '>=', from).on('balances.userId', '<=', to))
    .where('checkpoint.id', '=', 1)
    .select(['checkpoint.position as at', 'userId', 'account', 'asset', 'available', 'frozen', 'locked'])
    .execute();
  const figures = new Map<string, AssetAmount>();
  for (const row of rows) {
    const { userId, account, asset } = row;
    if (userId === null || account === null || asset === null) continue;
    for (const bucket of BUCKETS) {
      figures.set(`${userId}/${account}/${asset}/${bucket}`, { asset, amount: row[bucket] ?? 0n });
    }
  }
  return { position: rows[0]?.at ?? -1, figures };
}

/** Filled lots of open orders. Queried by user list, not by range, so that the index finds the open ones. */
export async function storedOrders({ sql }: ViewsDatabase, users: readonly number[]): Promise<StoredFigures<number>> {
  const rows = await sql
    .selectFrom('checkpoint')
    .leftJoin('orders', (join) => join.on('orders.userId', 'in', [...users]).on('orders.open', '=', 1))
    .where('checkpoint.id', '=', 1)
    .select(['checkpoint.position as at', 'orders.id as orderId', 'market', 'filledQuantity'])
    .execute();
  return figuresOf(rows.map(({ at, orderId, market, filledQuantity }) => [at, orderId, market, filledQuantity]));
}

/** Open positions. Cost of their lots = amount paid, minus proceeds of closing fills, plus their profit. */
export async function storedPositions(
  { sql }: ViewsDatabase,
  users: readonly number[],
): Promise<StoredFigures<number, StoredPosition>> {
  const rows = await sql
    .selectFrom('checkpoint')
    .leftJoin('contractPositions', (join) =>
      join.on('contractPositions.userId', 'in', [...users]).on('contractPositions.open', '=', 1),
    )
    .where('checkpoint.id', '=', 1)
    .select(['checkpoint.position as at', 'contractPositions.id as contract', 'market', 'positionSide', 'hold', 'lots'])
    .select(['openedQuote', 'closedQuote', 'profits'])
    .execute();
  const figures = new Map<number, StoredPosition>();
  for (const { contract, market, positionSide, hold, lots, openedQuote, closedQuote, profits } of rows) {
    if (contract === null || market === null) continue;
    const profit = positionSide === 'long' ? (profits ?? 0n) : -(profits ?? 0n);
    const cost = (openedQuote ?? 0n) - (closedQuote ?? 0n) + profit;
    figures.set(contract, { market, hold: hold ?? 0, lots: BigInt(lots ?? 0), cost });
  }
  return { position: rows[0]?.at ?? -1, figures };
}

type StoredPosition = Omit<CopiedPosition, 'margin'>;

/** Open withdrawals, with their fees. */
export async function storedWithdrawals({ sql }: ViewsDatabase): Promise<StoredFigures<number>> {
  const rows = await sql
    .selectFrom('checkpoint')
    .leftJoin('withdrawals', (join) => join.on('withdrawals.status', 'in', [...OPEN_WITHDRAWAL_STATUSES]))
    .where('checkpoint.id', '=', 1)
    .select(['checkpoint.position as at', 'withdrawals.id as withdrawalId', 'asset', 'amount', 'fee'])
    .execute();
  return figuresOf(
    rows.map(({ at, withdrawalId, asset, amount, fee }) => [at, withdrawalId, asset, (amount ?? 0n) + (fee ?? 0n)]),
  );
}

/** Frozen funds that are not released. */
export async function storedFrozen({ sql }: ViewsDatabase): Promise<StoredFigures<number>> {
  const rows = await sql
    .selectFrom('checkpoint')
    .leftJoin('frozenFunds', (join) => join.on('frozenFunds.releasedAt', 'is', null))
    .where('checkpoint.id', '=', 1)
    .select(['checkpoint.position as at', 'hold', 'asset', 'amount'])
    .execute();
  return figuresOf(rows.map(({ at, hold, asset, amount }) => [at, hold, asset, amount]));
}

type Row = readonly [at: number, id: number | null, asset: string | null, amount: bigint | number | null];

function figuresOf(rows: readonly Row[]): StoredFigures<number> {
  const figures = new Map<number, AssetAmount>();
  for (const [, id, asset, amount] of rows) {
    if (id !== null && asset !== null) figures.set(id, { asset, amount: BigInt(amount ?? 0) });
  }
  return { position: rows[0]?.[0] ?? -1, figures };
}
