/** Ledger entries that set holds for opening orders and release them. */
import type { Bucket } from '../../../../../shared/rules/entry-kinds';
import type { AccountName, Entry } from '../../../../core/ledger/entry';
import type { PositionSide } from '../../../../core/market/order';

export type Buckets = Readonly<Record<Bucket, AccountName>>;

/** Sets an opening order's hold. */
export function holdEntry(side: PositionSide, buckets: Buckets, amount: bigint, hold: number): Entry {
  return { kind: `hold_${side}`, debit: buckets.available, credit: buckets.frozen, amount, hold };
}

/** Releases the hold, or part of it. */
export function releaseEntry(side: PositionSide, buckets: Buckets, amount: bigint, hold: number): Entry {
  return { kind: `cancel_${side}`, debit: buckets.frozen, credit: buckets.available, amount, hold };
}
