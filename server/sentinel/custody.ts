/**
 * The ledger's custody against what a chain shows of it. What came and was credited must be there, and what was paid must have left,
 * payment by payment: what came and is not credited yet, and payouts under way, are no difference. By the cursor of who follows
 * the chain, so that nothing counts that it has not read, and by references: what it passed over, as a payment to an address that was
 * not yet anybody's, is a surplus that anybody can make, and no reason to stop.
 */
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../shared/wire/wallet';
import { arrivedOf } from '../platform/chains/chain-amounts';
import { isOpenBook, referenceOf, type ChainPort, type OpenChain } from '../platform/chains/chain-port';
import { payoutKey } from '../platform/chains/payout-turns';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { ViewsDatabase } from '../views/stored/views-database';
import type { Found, Unknown } from './found';

export interface CustodyFigure {
  chain: string;
  asset: string;
  /** Units: what the ledger says lies there by payments of the chain; null while that is unknown. */
  expected: bigint | null;
  /** What the chain shows, with what is under way taken into account; null where it shows nothing or does not answer. */
  found: bigint | null;
  /** Seen by the chain's follower, and not credited. */
  uncredited: bigint;
  /** Handed to the chain, and not recorded as paid. */
  underWay: bigint;
  why: Unknown | null;
}

export interface CustodyParts {
  database: Pick<Database<ExchangeTables>, 'lists'>;
  stored: ViewsDatabase;
  scaleOf: (asset: string) => number | undefined;
  /** Whether the read models have all that is durable now. */
  isStoredUpToDate: () => Promise<boolean>;
}

/** Never rejects: what cannot be compared says why. */
export async function lookAtCustody(parts: CustodyParts, port: ChainPort): Promise<CustodyFigure[]> {
  const unknown = (why: Unknown): CustodyFigure[] =>
    [...port.coins.keys()]
      .filter((asset) => parts.scaleOf(asset) !== undefined)
      .map((asset) => {
        return { chain: port.chain, asset, expected: null, found: null, uncredited: 0n, underWay: 0n, why };
      });
  if (!isOpenBook(port)) return unknown('none');
  try {
    return (await compareFlows(parts, port)) ?? unknown('behind');
  } catch {
    return unknown('away');
  }
}

export function differencesIn(figures: readonly CustodyFigure[]): Found[] {
  return figures.flatMap(({ chain, asset, expected, found }) => {
    if (expected === null || found === null || expected === found) return [];
    return [{ comparison: 'chain.custody' as const, subject: `${chain}/${asset}`, asset, expected, found }];
  });
}

/** Null when who follows the chain, or the read models, went on meanwhile. */
async function compareFlows(parts: CustodyParts, port: OpenChain): Promise<CustodyFigure[] | null> {
  const { chain } = port;
  const before = await cursorOf(parts, chain);
  // Nobody follows it: nobody was given an address.
  if (!before || !(await parts.isStoredUpToDate())) return null;
  // A longer branch that its follower has not seen yet.
  if ((await port.hashAt(before.height)) !== before.hash) return null;
  // What is credited is written down as seen before: in this order nothing is credited here and not seen.
  const recharges = await rechargesOf(parts.stored, chain);
  const seen = await seenOn(parts, chain);
  const withdrawals = await withdrawalsOf(parts.stored, chain);
  const paid = new Set(withdrawals.flatMap(({ reference }) => (reference === null ? [] : [reference])));
  // The follower credits a block's payments one by one and moves its cursor then: in between they count for nobody.
  const above = new Set<string>();
  const asked = new Set(recharges.map(({ reference }) => reference));
  for (const { reference, height } of seen) (height > before.height ? above : asked).add(reference);
  for (const reference of above) asked.delete(reference);
  const flows = await port.flowsUpTo(before.height, asked, paid);
  const after = await cursorOf(parts, chain);
  if (after?.height !== before.height || after.hash !== before.hash) return null;
  if ((await port.hashAt(before.height)) !== before.hash) return null;

  const figures = new Map<string, Figure>();
  for (const asset of port.coins.keys()) figures.set(asset, { expected: 0n, found: 0n, uncredited: 0n, underWay: 0n });
  const of = (asset: string): Figure | undefined => figures.get(asset);
  const credited = new Set(recharges.map(({ reference }) => reference));
  await eachOf(recharges, ({ reference, asset, amount }) => {
    if (!above.has(reference)) add(of(asset), 'expected', amount);
  });
  await eachOf(seen, ({ reference, asset, amount, height }) => {
    if (credited.has(reference) || height > before.height) return;
    add(of(asset), 'uncredited', BigInt(amount));
  });
  await eachOf(flows.came, ({ asset, amount }) => {
    const scale = parts.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) return;
    add(of(asset), 'found', arrivedOf(amount, decimals, scale).amount);
  });
  const byKey = new Map(withdrawals.map((one) => [payoutKey(one.id), one]));
  await eachOf(withdrawals, ({ reference, asset, amount, status }) => {
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`)) add(of(asset), 'expected', -amount);
  });
  await eachOf(flows.left, ({ transaction, output, asset, amount, key }) => {
    const scale = parts.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) return;
    const units = arrivedOf(amount, decimals, scale).amount;
    const status = key === null ? undefined : byKey.get(key)?.status;
    const isRecorded = paid.has(referenceOf(chain, transaction, output));
    const isUnderWay = !isRecorded && status !== undefined && isOpen(status);
    if (isUnderWay) add(of(asset), 'underWay', units);
    else add(of(asset), 'found', -units);
  });
  return [...figures]
    .filter(([asset]) => parts.scaleOf(asset) !== undefined)
    .map(([asset, { expected, found, uncredited, underWay }]) => {
      return { chain, asset, expected, found: found - uncredited, uncredited, underWay, why: null };
    });
}

interface Figure {
  expected: bigint;
  found: bigint;
  uncredited: bigint;
  underWay: bigint;
}

function add(figure: Figure | undefined, field: keyof Figure, amount: bigint): void {
  if (figure) figure[field] += amount;
}

function isOpen(status: WithdrawalStatus): boolean {
  return (OPEN_WITHDRAWAL_STATUSES as readonly WithdrawalStatus[]).includes(status);
}

/** So many rows at a time: the thread that matches orders has turns in between. */
const ROWS_AT_ONCE = 1_000;

async function eachOf<Row>(rows: readonly Row[], look: (row: Row) => void): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    if (first > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const row of rows.slice(first, first + ROWS_AT_ONCE)) look(row);
  }
}

/** All rows, so many at a time, each time those behind the last one. */
async function allOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await read(all.at(-1));
    for (const row of rows) all.push(row);
    if (rows.length < ROWS_AT_ONCE) return all;
  }
}

function cursorOf({ database }: CustodyParts, chain: string) {
  const cursors = database.lists.selectFrom('chainCursors').select(['height', 'hash']);
  return cursors.where('chain', '=', chain).executeTakeFirst();
}

/** Credited ones alone: what is seen, or came and is never credited, is the follower's. */
function rechargesOf({ sql }: ViewsDatabase, chain: string) {
  const recharges = sql.selectFrom('recharges').select(['id', 'reference', 'asset', 'amount']);
  const ofChain = recharges.where('chain', '=', chain).where('status', '=', 'success');
  const inOrder = ofChain.orderBy('id').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof inOrder.execute>>[number];
  return allOf<Row>((last) => inOrder.where('id', '>', last?.id ?? Number.MIN_SAFE_INTEGER).execute());
}

function withdrawalsOf({ sql }: ViewsDatabase, chain: string) {
  const withdrawals = sql.selectFrom('withdrawals').select(['id', 'reference', 'asset', 'amount', 'status']);
  const ofChain = withdrawals.where('chain', '=', chain).orderBy('id').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof ofChain.execute>>[number];
  return allOf<Row>((last) => ofChain.where('id', '>', last?.id ?? Number.MIN_SAFE_INTEGER).execute());
}

/** What the follower has told of, or tried to: all but what left the chain with its block. */
function seenOn({ database }: CustodyParts, chain: string) {
  const payments = database.lists.selectFrom('chainPayments').select(['reference', 'asset', 'amount', 'height']);
  const ofChain = payments.where('chain', '=', chain).where('state', '!=', 'left');
  const inOrder = ofChain.orderBy('reference').limit(ROWS_AT_ONCE);
  type Row = Awaited<ReturnType<typeof inOrder.execute>>[number];
  return allOf<Row>((last) => inOrder.where('reference', '>', last?.reference ?? '').execute());
}
