/**
 * What stands on the word of one node alone. A node that lies makes payments up: one at a time it is believed up to a value, and all
 * that it has brought and that is not final yet is bounded too, or many small ones would be as good as a large one.
 */
import type { CoreView } from '../state';
import type { ObserveRecharge } from './commands';
import type { ProvisionalCredit } from './provisional';
import type { Recharge } from './recharge';
import { valueOf } from './value';

type Word = Pick<ObserveRecharge, 'aloneAllUpTo' | 'aloneCoinUpTo' | 'aloneUpTo' | 'provisional'>;

/** Whether it waits for a second node, or to be final. What nothing prices may be worth anything. */
export function isWordMissing(
  view: CoreView,
  { asset, amount }: Readonly<Recharge>,
  { aloneUpTo, aloneCoinUpTo, aloneAllUpTo, provisional }: Word,
  at: number,
): boolean {
  const isAbove = (worth: bigint | null, bound: bigint | undefined): boolean =>
    bound !== undefined && (worth === null || worth > bound);
  if (isAbove(valueOf(view, asset, amount, at), aloneUpTo)) return true;
  // Only what may still be taken back is counted, and bounded.
  if (provisional !== 1) return false;
  const sums = new Map(view.wallet.aloneSums);
  const ofCoin = (sums.get(asset) ?? 0n) + amount;
  if (isAbove(valueOf(view, asset, ofCoin, at), aloneCoinUpTo)) return true;
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

/** USDT units of scale 8; null where nothing prices some of it. */
function worthOf(view: CoreView, sums: ReadonlyMap<string, bigint>, at: number): bigint | null {
  let worth = 0n;
  for (const [asset, sum] of sums) {
    const value = valueOf(view, asset, sum, at);
    if (value === null) return null;
    worth += value;
  }
  return worth;
}
