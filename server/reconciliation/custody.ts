/**
 * Compares the ledger's custody with a chain, payment by payment. Credited deposits must be on the chain and paid withdrawals must have
 * left it. Deposits awaiting credit and payouts in progress are not differences. The comparison stops at the follower's cursor and
 * matches by references. A payment the follower skipped, such as one to an address not yet assigned, is a surplus. Anyone can cause a
 * surplus, so it does not stop withdrawals.
 */
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../shared/products/wallet/wire';
import { depositAmountOf } from '../platform/chains/chain-amounts';
import { hasFlows, referenceOf, type ChainPort, type ChainWithFlows } from '../platform/chains/chain-port';
import { payoutKey } from '../platform/chains/payout-claims';
import type { ViewsDatabase } from '../views/stored/views-database';
import {
  cursorOf,
  forEachInTurns,
  rechargesOf,
  seenPaymentsOn,
  withdrawalsOf,
  type RowsDependencies,
} from './custody-rows';
import type { Difference, UnknownReason } from './differences';

export interface CustodyFigure {
  chain: string;
  asset: string;
  /** Units that lie there by the chain's payments, according to the ledger; null while unknown. */
  expected: bigint | null;
  /** The chain's amount adjusted for payments in progress; null if the chain shows none or does not answer. */
  found: bigint | null;
  /** Seen by the chain's follower but not credited. */
  uncredited: bigint;
  /** Submitted to the chain but not recorded as paid. */
  underWay: bigint;
  /** On real chains, the part that is the house's fee income: the owners withdraw it, and it pays network fees. */
  fees: bigint;
  why: UnknownReason | null;
  /** Whether the known figures agree. */
  agrees: boolean;
}

export interface CustodyDependencies extends RowsDependencies {
  stored: ViewsDatabase;
  scaleOf: (asset: string) => number | undefined;
  /** The house's fee income that it has not given away. */
  feesOf: (asset: string) => bigint;
  /** Whether the read models are at the durable position. */
  isStoredUpToDate: () => Promise<boolean>;
}

/** Never rejects: figures that cannot be compared state the reason in `why`. */
export async function checkCustody(dependencies: CustodyDependencies, port: ChainPort): Promise<CustodyFigure[]> {
  const unknown = (reason: UnknownReason): CustodyFigure[] =>
    [...port.coins.keys()]
      .filter((asset) => dependencies.scaleOf(asset) !== undefined)
      .map((asset) => {
        return unknownFigure(port.chain, asset, reason);
      });
  if (!hasFlows(port)) return unknown('none');
  try {
    return (await compareFlows(dependencies, port)) ?? unknown('behind');
  } catch {
    return unknown('away');
  }
}

export function custodyDifferences(figures: readonly CustodyFigure[]): Difference[] {
  return figures.flatMap(({ chain, asset, expected, found, agrees }) => {
    if (expected === null || found === null || agrees) return [];
    return [{ comparison: 'chain.custody' as const, subject: `${chain}/${asset}`, asset, expected, found }];
  });
}

export function unknownFigure(chain: string, asset: string, reason: UnknownReason): CustodyFigure {
  return {
    chain,
    asset,
    expected: null,
    found: null,
    uncredited: 0n,
    underWay: 0n,
    fees: 0n,
    why: reason,
    agrees: false,
  };
}

/** Null if the chain's follower or the read models advanced during the comparison. */
async function compareFlows(dependencies: CustodyDependencies, port: ChainWithFlows): Promise<CustodyFigure[] | null> {
  const { chain } = port;
  const before = await cursorOf(dependencies, chain);
  // Without a follower no addresses were issued.
  if (!before || !(await dependencies.isStoredUpToDate())) return null;
  // A reorganisation that the follower has not seen yet.
  if ((await port.hashAt(before.height)) !== before.hash) return null;
  // A deposit is recorded as seen before it is credited. In this order of reads no credited deposit appears unseen.
  const recharges = await rechargesOf(dependencies.stored, chain);
  const seenPayments = await seenPaymentsOn(dependencies, chain);
  const withdrawals = await withdrawalsOf(dependencies.stored, chain);
  const paidReferences = new Set(withdrawals.flatMap(({ reference }) => (reference === null ? [] : [reference])));
  // The follower credits a block's payments one by one and then moves its cursor. Payments above the cursor are ignored.
  const aboveCursor = new Set<string>();
  const depositReferences = new Set(recharges.map(({ reference }) => reference));
  for (const { reference, height } of seenPayments)
    (height > before.height ? aboveCursor : depositReferences).add(reference);
  for (const reference of aboveCursor) depositReferences.delete(reference);
  const flows = await port.flowsUpTo(before.height, depositReferences, paidReferences);
  const after = await cursorOf(dependencies, chain);
  if (after?.height !== before.height || after.hash !== before.hash) return null;
  if ((await port.hashAt(before.height)) !== before.hash) return null;

  const figures = new Map<string, Figure>();
  for (const asset of port.coins.keys()) figures.set(asset, { expected: 0n, found: 0n, uncredited: 0n, underWay: 0n });
  const figureOf = (asset: string): Figure | undefined => figures.get(asset);
  const credited = new Set(recharges.map(({ reference }) => reference));
  await forEachInTurns(recharges, ({ reference, asset, amount }) => {
    if (!aboveCursor.has(reference)) add(figureOf(asset), 'expected', amount);
  });
  await forEachInTurns(seenPayments, ({ reference, asset, amount, height }) => {
    if (credited.has(reference) || height > before.height) return;
    add(figureOf(asset), 'uncredited', BigInt(amount));
  });
  await forEachInTurns(flows.incoming, ({ asset, amount }) => {
    const scale = dependencies.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) return;
    add(figureOf(asset), 'found', depositAmountOf(amount, decimals, scale).amount);
  });
  const byKey = new Map(withdrawals.map((one) => [payoutKey(one.id), one]));
  await forEachInTurns(withdrawals, ({ reference, asset, amount, status }) => {
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`)) add(figureOf(asset), 'expected', -amount);
  });
  await forEachInTurns(flows.outgoing, ({ transaction, output, asset, amount, key }) => {
    const scale = dependencies.scaleOf(asset);
    const decimals = port.coins.get(asset);
    if (scale === undefined || decimals === undefined) return;
    const units = depositAmountOf(amount, decimals, scale).amount;
    const status = key === null ? undefined : byKey.get(key)?.status;
    const isRecorded = paidReferences.has(referenceOf(chain, transaction, output));
    const isUnderWay = !isRecorded && status !== undefined && isOpen(status);
    if (isUnderWay) add(figureOf(asset), 'underWay', units);
    else add(figureOf(asset), 'found', -units);
  });
  return [...figures]
    .filter(([asset]) => dependencies.scaleOf(asset) !== undefined)
    .map(([asset, { expected, found, uncredited, underWay }]) => {
      const agrees = expected === found - uncredited;
      const otherFields = { uncredited, underWay, fees: 0n };
      return { chain, asset, expected, found: found - uncredited, ...otherFields, why: null, agrees };
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
