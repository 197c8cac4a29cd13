/**
 * Limits on payments reported by one node alone, because a lying node invents payments. One payment is limited by its value. The sum of all
 * provisional ones is limited too, otherwise many small payments would equal a large one. Reverted payments still count, otherwise dropping
 * a branch would free the limit again.
 */
import { dayOf } from '../../../../shared/rules/days';
import type { CoreView } from '../../../core/state';
import type { ObserveRecharge } from './commands';
import type { RevertedSum, ProvisionalCredit } from './provisional';
import type { Recharge } from './recharge';
import { largestValueOf } from './value';

/** Number of days (GMT+8) after the revert for which a payment still counts. */
const REVERTED_DAYS = 30;

type SingleNodeLimits = Pick<ObserveRecharge, 'aloneAllUpTo' | 'aloneCoinUpTo' | 'aloneUpTo' | 'provisional'>;

/** Whether the payment must wait for a second node or for finality. Assets without a price count as above every limit. */
export function exceedsSingleNodeLimit(
  view: CoreView,
  { asset, amount }: Pick<Recharge, 'amount' | 'asset'>,
  { aloneUpTo, aloneCoinUpTo, aloneAllUpTo, provisional }: SingleNodeLimits,
  at: number,
): boolean {
  const isAbove = (value: bigint | null, limit: bigint | undefined): boolean =>
    limit !== undefined && (value === null || value > limit);
  if (isAbove(largestValueOf(view, asset, amount, at), aloneUpTo)) return true;
  // Only provisional payments are counted and limited.
  if (provisional !== 1) return false;
  const sums = countedSums(view, at);
  const ofCoin = (sums.get(asset) ?? 0n) + amount;
  if (isAbove(largestValueOf(view, asset, ofCoin, at), aloneCoinUpTo)) return true;
  sums.set(asset, ofCoin);
  return aloneAllUpTo !== undefined && isAbove(worthOf(view, sums, at), aloneAllUpTo);
}

/** 1 where a credit counts for those bounds from now on. */
export function singleNodeFlag({ aloneCoinUpTo, aloneAllUpTo, provisional }: SingleNodeLimits): 1 | undefined {
  const isBounded = aloneCoinUpTo !== undefined || aloneAllUpTo !== undefined;
  return isBounded && provisional === 1 ? 1 : undefined;
}

/** Units by asset; zero sums are removed. */
export function addSingleNodeSum(
  sums: Map<string, bigint>,
  { alone, asset, amount }: Pick<ProvisionalCredit, 'alone' | 'amount' | 'asset'>,
): void {
  if (!alone) return;
  const sum = (sums.get(asset) ?? 0n) + amount;
  if (sum === 0n) sums.delete(asset);
  else sums.set(asset, sum);
}

/** Units by asset: provisional and reverted amounts. */
function countedSums({ wallet }: CoreView, at: number): Map<string, bigint> {
  const sums = new Map(wallet.aloneSums);
  const today = dayOf(at);
  for (const { asset, day, amount } of wallet.aloneGone.values()) {
    if (isWithinWindow(day, today)) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return sums;
}

/** One sum per asset and day; expired ones are dropped. */
export function addRevertedSum(
  revertedSums: Map<string, RevertedSum>,
  { asset, amount }: Pick<RevertedSum, 'amount' | 'asset'>,
  at: number,
): void {
  const today = dayOf(at);
  for (const [key, { day }] of revertedSums) if (!isWithinWindow(day, today)) revertedSums.delete(key);
  const key = revertedKey(asset, today);
  revertedSums.set(key, { asset, day: today, amount: (revertedSums.get(key)?.amount ?? 0n) + amount });
}

export function revertedKey(asset: string, day: number): string {
  return `${asset}/${day}`;
}

function isWithinWindow(day: number, today: number): boolean {
  return today - day <= REVERTED_DAYS;
}

/** USDT units of scale 8; null if a part has no price. */
function worthOf(view: CoreView, sums: ReadonlyMap<string, bigint>, at: number): bigint | null {
  let totalValue = 0n;
  for (const [asset, sum] of sums) {
    const value = largestValueOf(view, asset, sum, at);
    if (value === null) return null;
    totalValue += value;
  }
  return totalValue;
}
