/** Checks of a purchase before sending, in the server's order. */
import { compare, differenceOf, isAbove } from '../../../kit/lib/numbers/exact';
import { decimalOfTyped, type Typed } from '../../../kit/lib/numbers/typed';

export interface Bounds {
  amountMin: string;
  /** Maximum per user over all purchases. */
  userMax: string;
  /** Amount the user already holds of it. */
  own: string;
  /** Remainder of the quota. */
  remaining: string;
  /** Balance in the financial account; null until known. */
  available: string | null;
}

/** `code` is the server's code for the same refusal, `amount` the exceeded bound. Null: the field shows its own message. */
export type TicketFault = { code: string; amount?: string; bound?: 'minimum' | 'maximum' } | { code: null };

export function faultOf(input: Typed, bounds: Bounds): TicketFault | null {
  if (input.kind === 'refused') return { code: null };
  const amount = decimalOfTyped(input);
  const { amountMin, remaining, available } = bounds;
  if (amount === null || compare(amount, '0') <= 0) return { code: 'amount.not.positive' };
  if (isAbove(amountMin, amount)) return { code: 'earn.amount.minimum', amount: amountMin, bound: 'minimum' };
  if (isAbove(amount, userQuotaLeft(bounds)))
    return { code: 'earn.cap.user', amount: userQuotaLeft(bounds), bound: 'maximum' };
  if (isAbove(amount, remaining)) return { code: 'earn.quota.exceeded', amount: remaining, bound: 'maximum' };
  return available !== null && isAbove(amount, available) ? { code: 'balance.insufficient' } : null;
}

/** Remaining amount within the user's maximum. */
export function userQuotaLeft({ userMax, own: ownAmount }: Pick<Bounds, 'userMax' | 'own'>): string {
  const remainingQuota = differenceOf(userMax, ownAmount);
  return remainingQuota.startsWith('-') ? '0' : remainingQuota;
}
