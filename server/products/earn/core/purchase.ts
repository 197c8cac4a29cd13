/** Checks shared by purchases of both kinds. */
import { reject, type Rejection } from '../../../core/rejection';
import { refuseTrader } from '../../spot/core/permission';
import type { CoreView } from '../../../core/state';
import { principalAndIncomeAsset, type EarnKind, type EarnPurchase } from './state';
import { userMaxOf } from './terms';

/** Amount sold of the quota, and amount held by the user. */
export interface SliceReservations {
  sold: bigint;
  held: bigint;
}

/**
 * Null if the purchase is allowed, apart from the user's balance and the house's funding. Also used for renewals, which
 * have their own room.
 */
export function refusePurchase(
  view: CoreView,
  kind: EarnKind,
  { user, product: name, amount }: Readonly<Pick<EarnPurchase, 'user' | 'product' | 'amount'>>,
  reservations?: SliceReservations,
): Rejection | null {
  if (amount <= 0n) return reject('amount.not.positive');
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const product = view[kind].products.get(name);
  if (!product) return reject('earn.unknown');
  const { terms, state } = product;
  const { asset, quota, amountMin } = terms;
  const { sold, held } = reservations ?? { sold: product.sold, held: product.held.get(user) ?? 0n };
  const userMax = userMaxOf(terms);
  if (state !== 'open') return reject('earn.closed');
  if (principalAndIncomeAsset(terms).some((coin) => view.assets.get(coin)?.trading === 'maintenance'))
    return reject('coin.under.maintenance');
  if (amount < amountMin) return reject('earn.amount.minimum', { asset, minimum: `${amountMin}` });
  if (held + amount > userMax) return reject('earn.cap.user', { asset, maximum: `${userMax}` });
  const remaining = quota > sold ? quota - sold : 0n;
  return amount > remaining ? reject('earn.quota.exceeded', { asset, maximum: `${remaining}` }) : null;
}
