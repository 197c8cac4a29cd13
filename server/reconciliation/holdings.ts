/**
 * Compares the balances of all addresses of the exchange on a chain with a minimum: credited deposits less payouts and the house's fee
 * income, which the owners withdraw and which pays network fees. A surplus belongs to the owners or awaits credit and is not a
 * difference. Outgoing payments may have left already. The check needs all wallets configured: an unknown one would appear as missing.
 */
import { depositAmountOf } from '../platform/chains/chain-amounts';
import type { ChainPort } from '../platform/chains/chain-port';
import { unknownFigure, type CustodyFigure, type CustodyDependencies } from './custody';
import {
  cursorOf,
  forEachInTurns,
  frozenOf,
  revertedDepositsOn,
  rechargesOf,
  seenPaymentsOn,
  withdrawalsOf,
} from './custody-rows';
import type { Difference, UnknownReason } from './differences';

/** Maximum number of addresses queried one by one. */
const ADDRESSES_MAX = 10_000;
/** Submitted, so the coins may have left already. */
const LEAVING: readonly string[] = ['paying', 'submitted', 'failed'];

export type HoldingsPort = ChainPort & Required<Pick<ChainPort, 'held'>>;

export interface HoldingsResult {
  figures: CustodyFigure[];
  /** Coins for which two nodes report different balances at the same block. */
  disagreed: string[];
}

export function canCheckHoldings(port: ChainPort): port is HoldingsPort {
  return port.held !== undefined && port.coldWallets !== null;
}

/** Never rejects: figures that cannot be compared state the reason in `why`. */
export async function checkHoldings(dependencies: CustodyDependencies, port: HoldingsPort): Promise<HoldingsResult> {
  const assets = [...port.coins.keys()].filter((asset) => dependencies.scaleOf(asset) !== undefined);
  const unknown = (reason: UnknownReason): HoldingsResult => {
    return { figures: assets.map((asset) => unknownFigure(port.chain, asset, reason)), disagreed: [] };
  };
  try {
    const found = await compareHoldings(dependencies, port, assets);
    return typeof found === 'string' ? unknown(found) : found;
  } catch {
    return unknown('away');
  }
}

export function holdingsDifferences(figures: readonly CustodyFigure[]): Difference[] {
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
  /** Fee income from withdrawals. */
  fees: bigint;
}

async function compareHoldings(
  dependencies: CustodyDependencies,
  port: HoldingsPort,
  assets: readonly string[],
): Promise<HoldingsResult | UnknownReason> {
  const { chain } = port;
  const addresses = await addressesOf(dependencies, port);
  if (addresses.length > ADDRESSES_MAX) return 'large';
  const holdings = await port.held(addresses);
  if (!holdings) return 'none';
  const { height, hash } = holdings.block;
  const cursor = await cursorOf(dependencies, chain);
  if (!cursor || cursor.height < height || !(await dependencies.isStoredUpToDate())) return 'behind';
  const sums = await sumsOf(dependencies, chain, assets, height);
  // The block was reorganised away meanwhile.
  if ((await port.hashAt(height)) !== hash) return 'behind';

  const disagreed: string[] = [];
  const figures = [...sums].map(([asset, { expected, uncredited, underWay, fees: ofWithdrawals }]): CustodyFigure => {
    const scale = dependencies.scaleOf(asset) ?? 0;
    const firstNodeAmount = holdings.amounts.get(asset) ?? 0n;
    const secondNodeAmount = holdings.others ? (holdings.others.get(asset) ?? 0n) : firstNodeAmount;
    if (firstNodeAmount !== secondNodeAmount) disagreed.push(asset);
    const largerAmount = firstNodeAmount < secondNodeAmount ? secondNodeAmount : firstNodeAmount;
    const found = depositAmountOf(largerAmount, port.coins.get(asset) ?? scale, scale).amount;
    // Rebates reduce the fee income, but the network may still have consumed the fees of withdrawals.
    const earned = dependencies.feesOf(asset);
    const fees = earned > ofWithdrawals ? earned : ofWithdrawals;
    const needed = expected - fees - underWay;
    const commonFields = { chain, asset, uncredited, underWay, fees };
    const agrees = found >= needed;
    // An amount missing at both nodes is missing. Any other mismatch is a disagreement of the nodes.
    if (firstNodeAmount !== secondNodeAmount && agrees)
      return { ...commonFields, expected, found: null, why: 'disagree', agrees: false };
    return { ...commonFields, expected, found, why: null, agrees };
  });
  return { figures, disagreed };
}

/** Sums at one position of the read models, with the chain's payments up to that height. */
async function sumsOf(
  dependencies: CustodyDependencies,
  chain: string,
  assets: readonly string[],
  height: number,
): Promise<ReadonlyMap<string, Sums>> {
  const recharges = await rechargesOf(dependencies.stored, chain);
  const seenPayments = await seenPaymentsOn(dependencies, chain);
  const revertedDeposits = await revertedDepositsOn(dependencies, chain);
  const withdrawals = await withdrawalsOf(dependencies.stored, chain);
  const nothing = { expected: 0n, uncredited: 0n, underWay: 0n, fees: 0n };
  const sums = new Map(assets.map((asset): [string, Sums] => [asset, { ...nothing }]));
  const credited = new Set(recharges.map(({ reference }) => reference));
  const aboveHeight = new Set<string>();
  await forEachInTurns(seenPayments, (payment) => {
    const assetSums = sums.get(payment.asset);
    if (payment.height > height) aboveHeight.add(payment.reference);
    else if (assetSums && !credited.has(payment.reference)) assetSums.uncredited += BigInt(payment.amount);
  });
  await forEachInTurns(recharges, ({ reference, asset, amount }) => {
    const assetSums = sums.get(asset);
    if (assetSums && !aboveHeight.has(reference)) assetSums.expected += amount;
  });
  for (const recharge of recharges.filter(({ reference }) => revertedDeposits.has(reference))) {
    const assetSums = sums.get(recharge.asset);
    const frozen = await frozenOf(dependencies.stored, recharge);
    if (assetSums) assetSums.expected -= frozen < recharge.amount ? frozen : recharge.amount;
  }
  await forEachInTurns(withdrawals, ({ reference, asset, amount, fee, status }) => {
    const assetSums = sums.get(asset);
    if (!assetSums) return;
    if (status === 'withdrawn' && reference?.startsWith(`${chain}/`) === true) {
      assetSums.expected -= amount;
      assetSums.fees += fee;
    }
    if (LEAVING.includes(status)) assetSums.underWay += amount + fee;
  });
  return sums;
}

async function addressesOf({ database }: CustodyDependencies, port: ChainPort): Promise<string[]> {
  const depositAddresses = database.lists
    .selectFrom('depositAddresses')
    .select('address')
    .where('chain', '=', port.chain);
  const rows = await depositAddresses.limit(ADDRESSES_MAX + 1).execute();
  const allAddresses = [...port.hotWallets, ...(port.coldWallets ?? []), ...rows.map(({ address }) => address)];
  return [...new Set(allAddresses)];
}
