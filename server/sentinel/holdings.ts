/**
 * What lies at all addresses of the exchange on a chain against what must be there at least: what came in and was credited, less what
 * was paid and the fees that were taken for it, which pay the network. More than that is the owners' own, and no difference; what is on
 * its way out may have left already. Only where it was said where coins lie: one that nobody named would be missed.
 */
import { arrivedOf } from '../platform/chains/chain-amounts';
import type { ChainPort } from '../platform/chains/chain-port';
import { unknownFigure, type CustodyFigure, type CustodyParts } from './custody';
import { cursorOf, eachOf, rechargesOf, seenOn, withdrawalsOf } from './custody-rows';
import type { Found, Unknown } from './found';

/** More are not asked for one by one. */
const ADDRESSES_MAX = 10_000;
/** Handed over, so that it may have left. */
const LEAVING: readonly string[] = ['paying', 'submitted', 'failed'];

export type HoldingsPort = ChainPort & Required<Pick<ChainPort, 'held'>>;

export function canBeHeld(port: ChainPort): port is HoldingsPort {
  return port.held !== undefined && port.coldWallets !== null;
}

/** Never rejects: what cannot be compared says why. */
export async function lookAtHoldings(parts: CustodyParts, port: HoldingsPort): Promise<CustodyFigure[]> {
  const assets = [...port.coins.keys()].filter((asset) => parts.scaleOf(asset) !== undefined);
  try {
    const found = await compareHoldings(parts, port, assets);
    return typeof found === 'string' ? assets.map((asset) => unknownFigure(port.chain, asset, found)) : found;
  } catch {
    return assets.map((asset) => unknownFigure(port.chain, asset, 'away'));
  }
}

export function missingIn(figures: readonly CustodyFigure[]): Found[] {
  return figures.flatMap(({ chain, asset, expected, found, underWay, agrees }) => {
    if (expected === null || found === null || agrees) return [];
    const subject = `${chain}/${asset}`;
    return [{ comparison: 'chain.holdings' as const, subject, asset, expected: expected - underWay, found }];
  });
}

interface Sums {
  expected: bigint;
  uncredited: bigint;
  underWay: bigint;
}

async function compareHoldings(
  parts: CustodyParts,
  port: HoldingsPort,
  assets: readonly string[],
): Promise<CustodyFigure[] | Unknown> {
  const { chain } = port;
  const addresses = await addressesOf(parts, port);
  if (addresses.length > ADDRESSES_MAX) return 'large';
  const held = await port.held(addresses);
  if (!held) return 'none';
  const { height, hash } = held.block;
  const cursor = await cursorOf(parts, chain);
  if (!cursor || cursor.height < height || !(await parts.isStoredUpToDate())) return 'behind';

  const recharges = await rechargesOf(parts.stored, chain);
  const seen = await seenOn(parts, chain);
  const withdrawals = await withdrawalsOf(parts.stored, chain);
  // The chain has taken the block back meanwhile.
  if ((await port.hashAt(height)) !== hash) return 'behind';
  const sums = new Map(assets.map((asset): [string, Sums] => [asset, { expected: 0n, uncredited: 0n, underWay: 0n }]));
  const credited = new Set(recharges.map(({ reference }) => reference));
  const above = new Set<string>();
  await eachOf(seen, (payment) => {
    const of = sums.get(payment.asset);
    if (payment.height > height) above.add(payment.reference);
    else if (of && !credited.has(payment.reference)) of.uncredited += BigInt(payment.amount);
  });
  await eachOf(recharges, ({ reference, asset, amount }) => {
    const of = sums.get(asset);
    if (of && !above.has(reference)) of.expected += amount;
  });
  await eachOf(withdrawals, ({ reference, asset, amount, fee, status }) => {
    const of = sums.get(asset);
    if (!of) return;
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`) === true) of.expected -= amount + fee;
    if (LEAVING.includes(status)) of.underWay += amount + fee;
  });
  return [...sums].map(([asset, { expected, uncredited, underWay }]) => {
    const scale = parts.scaleOf(asset) ?? 0;
    const { amount } = arrivedOf(held.amounts.get(asset) ?? 0n, port.coins.get(asset) ?? scale, scale);
    const found = amount - uncredited;
    return { chain, asset, expected, found, uncredited, underWay, why: null, agrees: found >= expected - underWay };
  });
}

async function addressesOf({ database }: CustodyParts, port: ChainPort): Promise<string[]> {
  const given = database.lists.selectFrom('depositAddresses').select('address').where('chain', '=', port.chain);
  const rows = await given.limit(ADDRESSES_MAX + 1).execute();
  const all = [...port.hotWallets, ...(port.coldWallets ?? []), ...rows.map(({ address }) => address)];
  return [...new Set(all)];
}
