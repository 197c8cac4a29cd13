/** Which acts about money take two: what protects it is loosened, or it moves on somebody's word. */
import type { Context } from '../decision';
import type { Facts, NeedsTwo } from '../product';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import type { CreditRecharge, PayWithdrawal, SetRechargeTerms, SetWithdrawalReview, UnfreezeFunds } from './commands';
import { termsKey } from './recharge';
import { largestValueOf } from './value';

type Timed = Readonly<Pick<Context, 'at'>>;

export function loosensReview({ wallet }: CoreView, { secondApprovalAbove }: SetWithdrawalReview): NeedsTwo | null {
  if (secondApprovalAbove <= wallet.secondApprovalAbove) return null;
  return {
    user: null,
    waits: true,
    before: { secondApprovalAbove: `${wallet.secondApprovalAbove}` },
    after: { secondApprovalAbove: `${secondApprovalAbove}` },
  };
}

/** A way in that there was not, fewer blocks, or smaller payments. */
export function loosensRechargeTerms({ wallet }: CoreView, command: SetRechargeTerms): NeedsTwo | null {
  const { asset, chain, minimum, confirmations } = command;
  const known = wallet.rechargeTerms.get(termsKey(asset, chain));
  if (known && confirmations >= known.confirmations && minimum >= known.minimum) return null;
  const before: Facts = known ? { minimum: `${known.minimum}`, confirmations: known.confirmations } : {};
  const after = { minimum: `${minimum}`, confirmations };
  return { user: null, waits: true, before: { asset, chain, ...before }, after: { asset, chain, ...after } };
}

export function loosensFunds({ holds }: CoreView, { hold: id }: UnfreezeFunds): NeedsTwo {
  const hold = holds.get(id) ?? broken(`hold ${id} is unknown`);
  const { user, kind: account, asset } = hold.account;
  return {
    user,
    waits: true,
    before: { account, asset, frozen: `${hold.remaining}` },
    after: { account, asset, frozen: '0' },
  };
}

/** What no chain shows somebody has to say, and another that it is so. */
export function loosensCredit(view: CoreView, command: CreditRecharge, { at }: Timed): NeedsTwo {
  const { user, asset, amount, reference } = command;
  const worth = largestValueOf(view, asset, amount, at);
  return { user, waits: false, worth, before: {}, after: { asset, amount: `${amount}`, reference } };
}

/** A bank's payment shows to nobody here; that of a coin does. */
export function loosensPayout(view: CoreView, command: PayWithdrawal, { at }: Timed): NeedsTwo | null {
  const { withdrawal: id, reference } = command;
  const { user, asset, amount } = view.wallet.withdrawals.get(id) ?? broken(`withdrawal ${id} is unknown`);
  if (view.assets.get(asset)?.isFiat !== true) return null;
  const worth = largestValueOf(view, asset, amount, at);
  return { user, waits: false, worth, before: {}, after: { withdrawal: id, asset, amount: `${amount}`, reference } };
}
