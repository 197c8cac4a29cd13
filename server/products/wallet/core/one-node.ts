/**
 * What stands on the word of one node alone. A node that lies makes payments up: one at a time it is believed up to a value, and all
 * that it has brought and that is not final yet is bounded too, or many small ones would be as good as a large one. What its chain
 * took back counts on, or each time that it drops its branch would make room for as much again.
 */
import { dayOf } from '../../../../shared/rules/days';
import type { CoreView } from '../../../core/state';
import type { ObserveRecharge } from './commands';
import type { AloneGone, ProvisionalCredit } from './provisional';
import type { Recharge } from './recharge';
import { largestValueOf } from './value';

/** So many days (GMT+8) after the one on which it was taken back. */
const GONE_DAYS = 30;

type Word = Pick<ObserveRecharge, 'aloneAllUpTo' | 'aloneCoinUpTo' | 'aloneUpTo' | 'provisional'>;

/** Whether it waits for a second node, or to be final. What nothing prices may be worth anything. */
export function isWordMissing(
  view: CoreView,
  { asset, amount }: Pick<Recharge, 'amount' | 'asset'>,
  { aloneUpTo, aloneCoinUpTo, aloneAllUpTo, provisional }: Word,
  at: number,
): boolean {
  const isAbove = (worth: bigint | null, bound: bigint | undefined): boolean =>
    bound !== undefined && (worth === null || worth > bound);
  if (isAbove(largestValueOf(view, asset, amount, at), aloneUpTo)) return true;
  // Only what may still be taken back is counted, and bounded.
  if (provisional !== 1) return false;
  const sums = countedSums(view, at);
  const ofCoin = (sums.get(asset) ?? 0n) + amount;
  if (isAbove(largestValueOf(view, asset, ofCoin, at), aloneCoinUpTo)) return true;
  sums.set(asset, ofCoin);
  return aloneAllUpTo !== undefined && isAbove(worthOf(view, sums, at), aloneAllUpTo);
}

/** 1 where a credit counts for those bounds from now on. */
export function aloneOf({ aloneCoinUpTo, aloneAllUpTo, provisional }: Word): 1 | undefined {
  const isBounded = aloneCoinUpTo !== undefined || aloneAllUpTo !== undefined;
  return isBounded && provisional === 1 ? 1 : undefined;
}

/** Units by asset; what comes to nothing is not in it. */
export function addAlone(
  sums: Map<string, bigint>,
  { alone, asset, amount }: Pick<ProvisionalCredit, 'alone' | 'amount' | 'asset'>,
): void {
  if (!alone) return;
  const sum = (sums.get(asset) ?? 0n) + amount;
  if (sum === 0n) sums.delete(asset);
  else sums.set(asset, sum);
}

/** Units by asset: what is not final, and what is gone. */
function countedSums({ wallet }: CoreView, at: number): Map<string, bigint> {
  const sums = new Map(wallet.aloneSums);
  const today = dayOf(at);
  for (const { asset, day, amount } of wallet.aloneGone.values()) {
    if (counts(day, today)) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return sums;
}

/** One sum for each asset and day; what counts no more is dropped. */
export function keepGone(
  gone: Map<string, AloneGone>,
  { asset, amount }: Pick<AloneGone, 'amount' | 'asset'>,
  at: number,
): void {
  const today = dayOf(at);
  for (const [key, { day }] of gone) if (!counts(day, today)) gone.delete(key);
  const key = goneKey(asset, today);
  gone.set(key, { asset, day: today, amount: (gone.get(key)?.amount ?? 0n) + amount });
}

export function goneKey(asset: string, day: number): string {
  return `${asset}/${day}`;
}

function counts(day: number, today: number): boolean {
  return today - day <= GONE_DAYS;
}

/** USDT units of scale 8; null where nothing prices some of it. */
function worthOf(view: CoreView, sums: ReadonlyMap<string, bigint>, at: number): bigint | null {
  let worth = 0n;
  for (const [asset, sum] of sums) {
    const value = largestValueOf(view, asset, sum, at);
    if (value === null) return null;
    worth += value;
  }
  return worth;
}
