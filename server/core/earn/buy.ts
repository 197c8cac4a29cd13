/** Buying, cancelling and leaving financial products. */
import { dayOf } from '../../../shared/rules/days';
import { financialIncome, termFrom } from '../../../shared/rules/earn/income';
import type { Context, Decision } from '../decision';
import { known } from '../folding';
import { houseAccount, type Entry } from '../ledger/entry';
import { bucketsOf } from '../ledger/ledger';
import { reject, type Rejection } from '../rejection';
import { refuseTrader } from '../spot/permission';
import type { CoreView } from '../state';
import { refuseSpending } from '../wallet/spending';
import type { BuyFinancial, CancelFinancial, LeaveFinancial, SetFinancialRenewal } from './commands';
import type { FinancialBought, FinancialEnded } from './events';
import { cancelsKey, type FinancialPurchase } from './state';
import { uncommitted } from './terms';

/** A user may cancel so many purchases of a product on a day, and as much in all as they may hold of it. */
export const CANCELS_A_DAY = 3;

type PurchaseView = Readonly<FinancialPurchase>;

export function decideBuyFinancial(view: CoreView, command: BuyFinancial, { at }: Context): Decision {
  const { user, product: name, amount, renew } = command;
  if (amount <= 0n) return reject('amount.not.positive');
  const product = view.financial.products.get(name);
  const room = product && {
    sold: product.sold,
    held: product.held.get(user) ?? 0n,
    free: uncommitted(view, product.terms.asset),
  };
  const refusal = refusePurchase(view, { user, product: name, amount }, room);
  if (refusal) return refusal;
  if (!product) return reject('earn.unknown');
  const spending = refuseSpending(view, 'financial', user, product.terms.asset, amount);
  if (spending) return spending;
  const { startsAt } = termFrom(at, product.terms.termDays);
  const numbers = { purchase: view.financial.next, hold: view.counters.hold };
  return [buying(view, { user, product: name, amount, renew, boughtAt: at, startsAt, ...numbers })];
}

/** What a purchase stands against: sold of the quota, held by the user, and not promised by the house. */
export interface Room {
  sold: bigint;
  held: bigint;
  free: bigint;
}

/** Null when it may be bought, apart from the user's balance. The same of a renewal. */
export function refusePurchase(
  view: CoreView,
  { user, product: name, amount }: Pick<BuyFinancial, 'user' | 'product' | 'amount'>,
  room: Room | undefined,
): Rejection | null {
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const product = view.financial.products.get(name);
  if (!product || !room) return reject('earn.unknown');
  const { asset, termDays, annualRatePpb, quota, amountMin, userMax } = product.terms;
  if (product.state !== 'open') return reject('earn.closed');
  if (view.assets.get(asset)?.trading === 'maintenance') return reject('coin.under.maintenance');
  if (amount < amountMin) return reject('earn.amount.minimum', { asset, minimum: `${amountMin}` });
  if (room.held + amount > userMax) return reject('earn.cap.user', { asset, maximum: `${userMax}` });
  const remaining = quota > room.sold ? quota - room.sold : 0n;
  if (amount > remaining) return reject('earn.quota.exceeded', { asset, maximum: `${remaining}` });
  if (financialIncome(amount, annualRatePpb, termDays) > room.free) return reject('earn.not.covered');
  return null;
}

interface Buying extends Omit<BuyFinancial, 'type'> {
  boughtAt: number;
  startsAt: number;
  purchase: number;
  hold: number;
  renews?: number;
}

/** On the terms of now. A renewal earns from the moment at which the other expires. */
export function buying(view: CoreView, bought: Buying): FinancialBought {
  const { user, product, amount, renew, startsAt, purchase, hold, renews } = bought;
  const { asset, termDays, annualRatePpb } = view.financial.products.get(product)!.terms;
  const expiresAt = termFrom(startsAt - 1, termDays).expiresAt;
  const income = financialIncome(amount, annualRatePpb, termDays);
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const entries: Entry[] = [{ kind: 'financial_buy', debit: available, credit: locked, amount, hold }];
  const terms = { asset, amount, termDays, annualRatePpb, startsAt, expiresAt, income, renew };
  return { type: 'FinancialBought', purchase, user, product, ...terms, renews, entries };
}

export function decideCancelFinancial(
  view: CoreView,
  { user, purchase: id }: CancelFinancial,
  { at }: Context,
): Decision {
  const purchase = ownPurchase(view, user, id, at);
  if (!purchase) return reject('earn.not.found');
  if (at >= purchase.startsAt) return reject('earn.cancel.too.late');
  const { product, asset, amount } = purchase;
  const last = view.financial.cancels.get(cancelsKey(user, product));
  const today = last?.day === dayOf(at) ? last : { count: 0, amount: 0n };
  if (today.count >= CANCELS_A_DAY) return reject('earn.cancel.too.many', { maximum: CANCELS_A_DAY });
  const { userMax } = known(view.financial.products, product).terms;
  // One alone may be more: it was bought when the limit was higher.
  if (today.amount > 0n && today.amount + amount > userMax)
    return reject('earn.cancel.too.much', { asset, maximum: `${userMax}`, left: `${leftOf(userMax, today.amount)}` });
  return [ending(view, purchase, { end: 'cancelled', dueAt: at })];
}

function leftOf(most: bigint, used: bigint): bigint {
  return most > used ? most - used : 0n;
}

export function decideLeaveFinancial(
  view: CoreView,
  { user, purchase: id }: LeaveFinancial,
  { at }: Context,
): Decision {
  const purchase = ownPurchase(view, user, id, at);
  if (!purchase) return reject('earn.not.found');
  if (at < purchase.startsAt) return reject('earn.leave.too.early');
  return [ending(view, purchase, { end: 'left', dueAt: at })];
}

export function decideSetFinancialRenewal(view: CoreView, command: SetFinancialRenewal, { at }: Context): Decision {
  const { user, purchase: id, renew } = command;
  const purchase = ownPurchase(view, user, id, at);
  if (!purchase) return reject('earn.not.found');
  if (purchase.renew === renew) return reject('terms.unchanged');
  return [{ type: 'FinancialRenewalSet', purchase: id, user, renew }];
}

/** One that has run its term is as if it were settled, even while its debt waits. */
function ownPurchase({ financial }: CoreView, user: number, id: number, at: number): PurchaseView | null {
  const purchase = financial.purchases.get(id);
  return purchase?.user === user && at < purchase.expiresAt ? purchase : null;
}

/** The principal goes back, with the income only where it ran its term. */
export function ending(
  view: CoreView,
  purchase: PurchaseView,
  { end, dueAt, notRenewed }: Pick<FinancialEnded, 'end' | 'dueAt' | 'notRenewed'>,
): FinancialEnded {
  const { id, user, product, asset, amount, hold } = purchase;
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const income = end === 'settled' ? purchase.income : 0n;
  const kind = end === 'settled' ? 'financial_return' : 'financial_cancel';
  const entries: Entry[] = [{ kind, debit: locked, credit: available, amount, hold }];
  if (income > 0n) {
    const debit = houseAccount('financial', asset);
    entries.push({ kind: 'financial_income', debit, credit: available, amount: income });
  }
  const rule = end === 'cancelled' ? 2 : undefined;
  return { type: 'FinancialEnded', purchase: id, user, product, end, dueAt, income, notRenewed, rule, entries };
}
