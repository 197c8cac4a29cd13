/** What stands in the way of a purchase before it is sent, in the order in which the exchange looks. */
import { compare, differenceOf, isAbove } from '../../../shared/lib/numbers/exact';
import { decimalOfTyped, type Typed } from '../../../shared/lib/numbers/typed';

export interface Bounds {
  amountMin: string;
  /** Of one user, all purchases together. */
  userMax: string;
  /** Of that what the user has already. */
  own: string;
  /** Of the quota. */
  remaining: string;
  /** In the financial account; null while it is not known. */
  available: string | null;
}

/** `code` is the exchange's own for the same refusal; `amount` the bound that was crossed. Null: the field says it itself. */
export type TicketFault = { code: string; amount?: string; bound?: 'minimum' | 'maximum' } | { code: null };

export function faultOf(typed: Typed, bounds: Bounds): TicketFault | null {
  if (typed.kind === 'refused') return { code: null };
  const amount = decimalOfTyped(typed);
  const { amountMin, remaining, available } = bounds;
  if (amount === null || compare(amount, '0') <= 0) return { code: 'amount.not.positive' };
  if (isAbove(amountMin, amount)) return { code: 'earn.amount.minimum', amount: amountMin, bound: 'minimum' };
  if (isAbove(amount, ownLeft(bounds))) return { code: 'earn.cap.user', amount: ownLeft(bounds), bound: 'maximum' };
  if (isAbove(amount, remaining)) return { code: 'earn.quota.exceeded', amount: remaining, bound: 'maximum' };
  return available !== null && isAbove(amount, available) ? { code: 'balance.insufficient' } : null;
}

/** What the user may still buy by their own bound. */
export function ownLeft({ userMax, own }: Pick<Bounds, 'userMax' | 'own'>): string {
  const left = differenceOf(userMax, own);
  return left.startsWith('-') ? '0' : left;
}
