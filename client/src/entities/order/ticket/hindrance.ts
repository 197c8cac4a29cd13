import { compare } from '../../../shared/lib/numbers/exact';

/** `nothing`: there is nothing to pay with; `short`: there is less than it takes. */
export type Hindrance = 'account.frozen' | 'account.not.authenticated' | 'nothing' | 'short';

/** What is known of the user. */
interface Known {
  frozen: boolean;
  verification: string;
}

/** Why the exchange would refuse whatever this user orders, as far as is known: the button stays, and asks it. */
export function hindranceOf(user: Known | null, available: string | null): Hindrance | null {
  if (user?.frozen) return 'account.frozen';
  if (user && user.verification !== 'certified') return 'account.not.authenticated';
  return available !== null && compare(available, '0') <= 0 ? 'nothing' : null;
}

/** Taken after all: what was known of the user is out of date. */
export function isOfUser(hindrance: Hindrance | null): boolean {
  return hindrance === 'account.frozen' || hindrance === 'account.not.authenticated';
}
