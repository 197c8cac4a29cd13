import { compare } from '../../../lib/numbers/exact';

/** `nothing`: empty balance; `short`: insufficient balance. */
export type OrderBlock = 'account.frozen' | 'account.not.authenticated' | 'nothing' | 'short';

/** Known facts of the user. */
interface Known {
  frozen: boolean;
  verification: string;
}

/** Reason why the exchange would refuse any order of this user, as far as known. The button stays active, and the exchange decides. */
export function orderBlockOf(user: Known | null, available: string | null): OrderBlock | null {
  if (user?.frozen) return 'account.frozen';
  if (user && user.verification !== 'certified') return 'account.not.authenticated';
  return available !== null && compare(available, '0') <= 0 ? 'nothing' : null;
}

/** The exchange accepted an order, so the known user data is outdated. */
export function isOfUser(block: OrderBlock | null): boolean {
  return block === 'account.frozen' || block === 'account.not.authenticated';
}
