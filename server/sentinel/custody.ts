/**
 * The ledger's custody against what a chain shows of it. What came and was credited must be there, and what was paid must have left,
 * payment by payment: what came and is not credited yet, and payouts under way, are no difference. By the cursor of who follows
 * the chain, so that nothing counts that it has not read, and by references: what it passed over, as a payment to an address that was
 * not yet anybody's, is a surplus that anybody can make, and no reason to stop.
 */
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../shared/products/wallet/wire';
import { arrivedOf } from '../platform/chains/chain-amounts';
import { isOpenBook, referenceOf, type ChainPort, type OpenChain } from '../platform/chains/chain-port';
import { payoutKey } from '../platform/chains/payout-turns';
import type { ViewsDatabase } from '../views/stored/views-database';
import { cursorOf, eachOf, rechargesOf, seenOn, withdrawalsOf, type RowsParts } from './custody-rows';
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
  /** Of real chains: what of it is the house's income of fees, which its owners take, and which pays the network. */
  fees: bigint;
  why: Unknown | null;
  /** Of what is known: whether it is as it should be. */
  agrees: boolean;
}

export interface CustodyParts extends RowsParts {
  stored: ViewsDatabase;
  scaleOf: (asset: string) => number | undefined;
  /** What the house has earned in fees and not given away. */
  feesOf: (asset: string) => bigint;
  /** Whether the read models have all that is durable now. */
  isStoredUpToDate: () => Promise<boolean>;
}

/** Never rejects: what cannot be compared says why. */
export async function lookAtCustody(parts: CustodyParts, port: ChainPort): Promise<CustodyFigure[]> {
  const unknown = (why: Unknown): CustodyFigure[] =>
    [...port.coins.keys()]
      .filter((asset) => parts.scaleOf(asset) !== undefined)
      .map((asset) => {
        return unknownFigure(port.chain, asset, why);
      });
  if (!isOpenBook(port)) return unknown('none');
  try {
    return (await compareFlows(parts, port)) ?? unknown('behind');
  } catch {
    return unknown('away');
  }
}

export function differencesIn(figures: readonly CustodyFigure[]): Found[] {
  return figures.flatMap(({ chain, asset, expected, found, agrees }) => {
    if (expected === null || found === null || agrees) return [];
    return [{ comparison: 'chain.custody' as const, subject: `${chain}/${asset}`, asset, expected, found }];
  });
}

export function unknownFigure(chain: string, asset: string, why: Unknown): CustodyFigure {
  return { chain, asset, expected: null, found: null, uncredited: 0n, underWay: 0n, fees: 0n, why, agrees: false };
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
      const agrees = expected === found - uncredited;
      const beside = { uncredited, underWay, fees: 0n };
      return { chain, asset, expected, found: found - uncredited, ...beside, why: null, agrees };
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
