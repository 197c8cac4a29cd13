/**
 * The ledger's custody against what a chain shows of it. What came and was credited must be there, and what was paid must have left,
 * payment by payment: what came and is not credited yet, and payouts under way, are no difference. By the cursor of who follows
 * the chain, so that nothing counts that it has not read.
 */
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../shared/wire/wallet';
import { arrivedOf } from '../platform/chains/chain-amounts';
import { isOpenBook, referenceOf, type ChainPort, type OpenChain } from '../platform/chains/chain-port';
import type { DepositAddresses } from '../platform/chains/deposit-addresses';
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
  database: Pick<Database<ExchangeTables>, 'sql'>;
  stored: ViewsDatabase;
  addresses: Pick<DepositAddresses, 'after'>;
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
  const [recharges, withdrawals, seen, addresses] = await Promise.all([
    rechargesOf(parts.stored, chain),
    withdrawalsOf(parts.stored, chain),
    seenOn(parts, chain),
    parts.addresses.after(chain, 0),
  ]);
  const ours = new Set(addresses.map(({ address }) => address));
  const paid = new Set(withdrawals.flatMap(({ reference }) => (reference === null ? [] : [reference])));
  const flows = await port.flowsUpTo(before.height, (address) => ours.has(address), paid);
  const after = await cursorOf(parts, chain);
  if (after?.height !== before.height || after.hash !== before.hash) return null;

  const figures = new Map<string, Figure>();
  for (const asset of port.coins.keys()) figures.set(asset, { expected: 0n, found: 0n, uncredited: 0n, underWay: 0n });
  const of = (asset: string): Figure | undefined => figures.get(asset);
  const credited = new Map(recharges.map((one) => [one.reference, one]));
  for (const { asset, amount } of recharges) add(of(asset), 'expected', amount);
  for (const { reference, asset, amount, height } of seen) {
    if (credited.has(reference) || height > before.height) continue;
    add(of(asset), 'uncredited', BigInt(amount));
  }
  for (const { asset, address: _, amount } of flows.came) {
    const scale = parts.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) continue;
    add(of(asset), 'found', arrivedOf(amount, decimals, scale).amount);
  }
  const byKey = new Map(withdrawals.map((one) => [payoutKey(one.id), one]));
  for (const { reference, asset, amount, status } of withdrawals) {
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`)) add(of(asset), 'expected', -amount);
  }
  for (const { transaction, output, asset, amount, key } of flows.left) {
    const scale = parts.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) continue;
    const units = arrivedOf(amount, decimals, scale).amount;
    const status = key === null ? undefined : byKey.get(key)?.status;
    const isRecorded = paid.has(referenceOf(chain, transaction, output));
    const isUnderWay = !isRecorded && status !== undefined && isOpen(status);
    if (isUnderWay) add(of(asset), 'underWay', units);
    else add(of(asset), 'found', -units);
  }
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

function cursorOf({ database }: CustodyParts, chain: string) {
  const cursors = database.sql.selectFrom('chainCursors').select(['height', 'hash']);
  return cursors.where('chain', '=', chain).executeTakeFirst();
}

/** Credited ones alone: what is seen, or came and is never credited, is the follower's. */
function rechargesOf({ sql }: ViewsDatabase, chain: string) {
  const recharges = sql.selectFrom('recharges').select(['reference', 'asset', 'amount']);
  return recharges.where('chain', '=', chain).where('status', '=', 'success').execute();
}

function withdrawalsOf({ sql }: ViewsDatabase, chain: string) {
  const withdrawals = sql.selectFrom('withdrawals').select(['id', 'reference', 'asset', 'amount', 'status']);
  return withdrawals.where('chain', '=', chain).execute();
}

/** What the follower has told of, or tried to: all but what left the chain with its block. */
function seenOn({ database }: CustodyParts, chain: string) {
  const payments = database.sql.selectFrom('chainPayments').select(['reference', 'asset', 'amount', 'height']);
  return payments.where('chain', '=', chain).where('state', '!=', 'left').execute();
}
