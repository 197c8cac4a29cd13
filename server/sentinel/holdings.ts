/**
 * What lies at all addresses of the exchange on a chain against what must be there at least: what came in and was credited, less what
 * was paid and the house's income of fees, which its owners take and which pays the network. More than that is the owners' own, or came
 * and is not credited, and no difference; what is on its way out may have left already. Only where it was said where coins lie: one that
 * nobody named would be missed.
 */
import { arrivedOf } from '../platform/chains/chain-amounts';
import type { ChainPort } from '../platform/chains/chain-port';
import { unknownFigure, type CustodyFigure, type CustodyParts } from './custody';
import { cursorOf, eachOf, frozenOf, leftOn, rechargesOf, seenOn, withdrawalsOf } from './custody-rows';
import type { Found, Unknown } from './found';

/** More are not asked for one by one. */
const ADDRESSES_MAX = 10_000;
/** Handed over, so that it may have left. */
const LEAVING: readonly string[] = ['paying', 'submitted', 'failed'];

export type HoldingsPort = ChainPort & Required<Pick<ChainPort, 'held'>>;

export interface HoldingsLooked {
  figures: CustodyFigure[];
  /** Coins of which two nodes say different things behind the same block. */
  disagreed: string[];
}

export function canBeHeld(port: ChainPort): port is HoldingsPort {
  return port.held !== undefined && port.coldWallets !== null;
}

/** Never rejects: what cannot be compared says why. */
export async function lookAtHoldings(parts: CustodyParts, port: HoldingsPort): Promise<HoldingsLooked> {
  const assets = [...port.coins.keys()].filter((asset) => parts.scaleOf(asset) !== undefined);
  const unknown = (why: Unknown): HoldingsLooked => {
    return { figures: assets.map((asset) => unknownFigure(port.chain, asset, why)), disagreed: [] };
  };
  try {
    const found = await compareHoldings(parts, port, assets);
    return typeof found === 'string' ? unknown(found) : found;
  } catch {
    return unknown('away');
  }
}

export function missingIn(figures: readonly CustodyFigure[]): Found[] {
  return figures.flatMap(({ chain, asset, expected, found, underWay, fees, agrees }) => {
    if (expected === null || found === null || agrees) return [];
    const subject = `${chain}/${asset}`;
    return [{ comparison: 'chain.holdings' as const, subject, asset, expected: expected - fees - underWay, found }];
  });
}

interface Sums {
  expected: bigint;
  uncredited: bigint;
  underWay: bigint;
  /** That withdrawals brought. */
  fees: bigint;
}

async function compareHoldings(
  parts: CustodyParts,
  port: HoldingsPort,
  assets: readonly string[],
): Promise<HoldingsLooked | Unknown> {
  const { chain } = port;
  const addresses = await addressesOf(parts, port);
  if (addresses.length > ADDRESSES_MAX) return 'large';
  const held = await port.held(addresses);
  if (!held) return 'none';
  const { height, hash } = held.block;
  const cursor = await cursorOf(parts, chain);
  if (!cursor || cursor.height < height || !(await parts.isStoredUpToDate())) return 'behind';
  const sums = await sumsOf(parts, chain, assets, height);
  // The chain has taken the block back meanwhile.
  if ((await port.hashAt(height)) !== hash) return 'behind';

  const disagreed: string[] = [];
  const figures = [...sums].map(([asset, { expected, uncredited, underWay, fees: ofWithdrawals }]): CustodyFigure => {
    const scale = parts.scaleOf(asset) ?? 0;
    const first = held.amounts.get(asset) ?? 0n;
    const second = held.others ? (held.others.get(asset) ?? 0n) : first;
    if (first !== second) disagreed.push(asset);
    const most = first < second ? second : first;
    const found = arrivedOf(most, port.coins.get(asset) ?? scale, scale).amount;
    // Rebates come out of fees, and the network may have eaten what withdrawals brought all the same.
    const earned = parts.feesOf(asset);
    const fees = earned > ofWithdrawals ? earned : ofWithdrawals;
    const needed = expected - fees - underWay;
    const beside = { chain, asset, uncredited, underWay, fees };
    const agrees = found >= needed;
    // Too little by both is too little; anything else is the word of one against that of the other.
    if (first !== second && agrees) return { ...beside, expected, found: null, why: 'disagree', agrees: false };
    return { ...beside, expected, found, why: null, agrees };
  });
  return { figures, disagreed };
}

/** Of one moment of the read models, and of what the chain shows up to that height. */
async function sumsOf(
  parts: CustodyParts,
  chain: string,
  assets: readonly string[],
  height: number,
): Promise<ReadonlyMap<string, Sums>> {
  const recharges = await rechargesOf(parts.stored, chain);
  const seen = await seenOn(parts, chain);
  const left = await leftOn(parts, chain);
  const withdrawals = await withdrawalsOf(parts.stored, chain);
  const nothing = { expected: 0n, uncredited: 0n, underWay: 0n, fees: 0n };
  const sums = new Map(assets.map((asset): [string, Sums] => [asset, { ...nothing }]));
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
  for (const recharge of recharges.filter(({ reference }) => left.has(reference))) {
    const of = sums.get(recharge.asset);
    const frozen = await frozenOf(parts.stored, recharge);
    if (of) of.expected -= frozen < recharge.amount ? frozen : recharge.amount;
  }
  await eachOf(withdrawals, ({ reference, asset, amount, fee, status }) => {
    const of = sums.get(asset);
    if (!of) return;
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`) === true) {
      of.expected -= amount;
      of.fees += fee;
    }
    if (LEAVING.includes(status)) of.underWay += amount + fee;
  });
  return sums;
}

async function addressesOf({ database }: CustodyParts, port: ChainPort): Promise<string[]> {
  const given = database.lists.selectFrom('depositAddresses').select('address').where('chain', '=', port.chain);
  const rows = await given.limit(ADDRESSES_MAX + 1).execute();
  const all = [...port.hotWallets, ...(port.coldWallets ?? []), ...rows.map(({ address }) => address)];
  return [...new Set(all)];
}
