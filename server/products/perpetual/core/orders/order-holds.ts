/** What orders that open set aside, and what comes back of it. */
import type { Bucket } from '../../../../../shared/rules/entry-kinds';
import type { AccountName, Entry } from '../../../../core/ledger/entry';
import type { PositionSide } from '../../../../core/market/order';

export type Buckets = Readonly<Record<Bucket, AccountName>>;

/** What an order that opens sets aside. */
export function holding(side: PositionSide, buckets: Buckets, amount: bigint, hold: number): Entry {
  return { kind: `hold_${side}`, debit: buckets.available, credit: buckets.frozen, amount, hold };
}

/** What it gives back. */
export function returning(side: PositionSide, buckets: Buckets, amount: bigint, hold: number): Entry {
  return { kind: `cancel_${side}`, debit: buckets.frozen, credit: buckets.available, amount, hold };
}
