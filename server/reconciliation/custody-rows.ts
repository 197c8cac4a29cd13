/**
 * Ledger entries of a chain, and everything its follower saw there. Reads in batches and yields the thread between
 * them.
 */
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { revertedDepositReason } from '../platform/chains/reverted-deposit-reason';
import type { ViewsDatabase } from '../views/stored/views-database';

export interface RowsDependencies {
  database: Pick<Database<ExchangeTables>, 'lists'>;
}

/** Rows per batch; the thread that matches orders runs in between. */
const ROWS_AT_ONCE = 1_000;

export async function forEachInTurns<Row>(rows: readonly Row[], visit: (row: Row) => void): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    if (first > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const row of rows.slice(first, first + ROWS_AT_ONCE)) visit(row);
  }
}

/** Reads all rows in batches, each after the last row of the previous one. */
async function allOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const allRows: Row[] = [];
  for (;;) {
    const rows = await read(allRows.at(-1));
    for (const row of rows) allRows.push(row);
    if (rows.length < ROWS_AT_ONCE) return allRows;
  }
}

export function cursorOf({ database }: RowsDependencies, chain: string) {
  const cursors = database.lists.selectFrom('chainCursors').select(['height', 'hash']);
  return cursors.where('chain', '=', chain).executeTakeFirst();
}

/** Credited deposits only; uncredited ones are the follower's. */
export function rechargesOf({ sql }: ViewsDatabase, chain: string) {
  const recharges = sql.selectFrom('recharges').select(['id', 'userId', 'reference', 'asset', 'amount']);
  const ofChain = recharges.where('chain', '=', chain).where('status', '=', 'success');
  const inOrder = ofChain.orderBy('id').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof inOrder.execute>>[number];
  return allOf<Row>((last) => inOrder.where('id', '>', last?.id ?? Number.MIN_SAFE_INTEGER).execute());
}

export function withdrawalsOf({ sql }: ViewsDatabase, chain: string) {
  const withdrawals = sql.selectFrom('withdrawals').select(['id', 'reference', 'asset', 'amount', 'fee', 'status']);
  const ofChain = withdrawals.where('chain', '=', chain).orderBy('id').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof ofChain.execute>>[number];
  return allOf<Row>((last) => ofChain.where('id', '>', last?.id ?? Number.MIN_SAFE_INTEGER).execute());
}

/** Funds the ledger still holds frozen for deposits that left their chain; they cannot be paid out. */
export async function frozenOf(
  { sql }: ViewsDatabase,
  { userId, reference }: { userId: number; reference: string },
): Promise<bigint> {
  const frozen = sql.selectFrom('frozenFunds').select('amount').where('userId', '=', userId);
  const ofThis = frozen.where('releasedAt', 'is', null).where('reason', '=', revertedDepositReason(reference));
  return (await ofThis.execute()).reduce((sum, { amount }) => sum + amount, 0n);
}

export async function revertedDepositsOn({ database }: RowsDependencies, chain: string): Promise<ReadonlySet<string>> {
  const payments = database.lists.selectFrom('chainPayments').select('reference').where('chain', '=', chain);
  const rows = await payments.where('state', '=', 'left').execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** Deposits that the follower reported or tried to report, except those removed with their block. */
export function seenPaymentsOn({ database }: RowsDependencies, chain: string) {
  const payments = database.lists.selectFrom('chainPayments').select(['reference', 'asset', 'amount', 'height']);
  const ofChain = payments.where('chain', '=', chain).where('state', '!=', 'left');
  const inOrder = ofChain.orderBy('reference').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof inOrder.execute>>[number];
  return allOf<Row>((last) => inOrder.where('reference', '>', last?.reference ?? '').execute());
}
