/**
 * Financial products: income at the end of the term. Purchases are cancelled before they earn, left early, or settled
 * and renewed if requested.
 */
import { dayOf } from '../../../../shared/rules/days';
import { financialIncome, termOf } from '../../../../shared/products/earn/rules/income';
import type { Context, Decision } from '../../../core/decision';
import { getOrThrow } from '../../../core/evolve-helpers';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { bucketsOf } from '../../../core/ledger/ledger';
import { rankedUpTo } from '../../../core/indexes/ranked-ids';
import { broken, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseSpending } from '../../wallet/core/spending';
import type {
  BuyFinancial,
  CancelFinancial,
  FinancialTerms,
  LeaveFinancial,
  SetFinancialRenewal,
  SettleFinancial,
} from './commands';
import type { FinancialBought, FinancialEnded } from './events';
import { refusePurchase, type SliceReservations } from './purchase';
import { cancelsKey, type FinancialPurchase } from './state';
import { uncommittedFunds } from './terms';

/** Maximum cancellations of a product per user and day; their total amount is at most the user's maximum holding. */
const CANCELS_A_DAY = 3;

type PurchaseView = Readonly<FinancialPurchase>;

export function decideBuyFinancial(view: CoreView, command: BuyFinancial, { at }: Context): Decision {
  const { user, product: name, amount, renew } = command;
  const refusal = refusePurchase(view, 'financial', command);
  if (refusal) return refusal;
  const { terms } = getOrThrow(view.financial.products, name);
  const uncovered = refuseUncovered(terms, amount, uncommittedFunds(view, terms.asset));
  const spending = uncovered ?? refuseSpending(view, 'financial', user, terms.asset, amount);
  if (spending) return spending;
  const { startsAt } = termOf(at, terms.termDays);
  const numbers = { purchase: view.financial.next, hold: view.counters.hold };
  return [boughtEvent(view, { user, product: name, amount, renew, startsAt, ...numbers })];
}

/** `free`: funding of incomes that is not reserved. */
function refuseUncovered(
  { annualRatePpb, termDays }: Readonly<FinancialTerms>,
  amount: bigint,
  free: bigint,
): Rejection | null {
  return financialIncome(amount, annualRatePpb, termDays) > free ? reject('earn.not.covered') : null;
}

interface Buying extends Omit<BuyFinancial, 'type'> {
  startsAt: number;
  purchase: number;
  hold: number;
  renews?: number;
}

/** Uses the current terms. A renewal earns from the expiry of the previous purchase. */
function boughtEvent(view: CoreView, details: Buying): FinancialBought {
  const { user, product, amount, renew, startsAt, purchase, hold, renews } = details;
  const { asset, termDays, annualRatePpb } = getOrThrow(view.financial.products, product).terms;
  const expiresAt = termOf(startsAt - 1, termDays).expiresAt;
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
  const { userMax } = getOrThrow(view.financial.products, product).terms;
  // A single cancellation may exceed it: the limit may have been higher at its purchase.
  if (today.amount > 0n && today.amount + amount > userMax)
    return reject('earn.cancel.too.much', {
      asset,
      maximum: `${userMax}`,
      left: `${remainingOf(userMax, today.amount)}`,
    });
  return [endedEvent(view, purchase, { end: 'cancelled', dueAt: at })];
}

function remainingOf(max: bigint, used: bigint): bigint {
  return max > used ? max - used : 0n;
}

export function decideLeaveFinancial(
  view: CoreView,
  { user, purchase: id }: LeaveFinancial,
  { at }: Context,
): Decision {
  const purchase = ownPurchase(view, user, id, at);
  if (!purchase) return reject('earn.not.found');
  if (at < purchase.startsAt) return reject('earn.leave.too.early');
  return [endedEvent(view, purchase, { end: 'left', dueAt: at })];
}

export function decideSetFinancialRenewal(view: CoreView, command: SetFinancialRenewal, { at }: Context): Decision {
  const { user, purchase: id, renew } = command;
  const purchase = ownPurchase(view, user, id, at);
  if (!purchase) return reject('earn.not.found');
  if (purchase.renew === renew) return reject('terms.unchanged');
  return [{ type: 'FinancialRenewalSet', purchase: id, user, renew }];
}

/** A purchase past its term counts as settled, even while its due item is pending. */
function ownPurchase({ financial }: CoreView, user: number, id: number, at: number): PurchaseView | null {
  const purchase = financial.purchases.get(id);
  return purchase?.user === user && at < purchase.expiresAt ? purchase : null;
}

/** Returns the principal, with the income only at the end of the term. */
function endedEvent(
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

/** Purchases per batch: with one renewal each, their events and entries fill less than half of it. */
export const FINANCIAL_SLICE = 150;

export function decideSettleFinancial(view: CoreView, _: SettleFinancial, { at }: Context): Decision {
  const { purchases, products, due } = view.financial;
  const events: (FinancialEnded | FinancialBought)[] = [];
  // Earlier purchases in this batch change quotas, funding and holdings.
  const soldByProduct = new Map<string, bigint>();
  const heldByUser = new Map<string, bigint>();
  const free = new Map<string, bigint>();
  let next = view.financial.next;
  let hold = view.counters.hold;
  for (const { id, rank: dueAt } of rankedUpTo(due, at, FINANCIAL_SLICE)) {
    const purchase = getOrThrow(purchases, id);
    const { user, product: name, asset, amount, renew } = purchase;
    const product = getOrThrow(products, name);
    const holdingKey = `${user}/${name}`;
    const reservations = {
      sold: soldByProduct.get(name) ?? product.sold,
      held: (heldByUser.get(holdingKey) ?? product.held.get(user) ?? 0n) - amount,
      free: free.get(asset) ?? uncommittedFunds(view, asset),
    };
    heldByUser.set(holdingKey, reservations.held);
    const refusal = renew === 'on' ? refuseRenewal(view, purchase, reservations) : null;
    events.push(endedEvent(view, purchase, { end: 'settled', dueAt, notRenewed: refusal?.rejected }));
    if (renew === 'off' || refusal) continue;
    const numbers = { purchase: next++, hold: hold++, renews: id };
    const renewal = boughtEvent(view, { user, product: name, amount, renew, startsAt: dueAt, ...numbers });
    events.push(renewal);
    soldByProduct.set(name, reservations.sold + amount);
    heldByUser.set(holdingKey, reservations.held + amount);
    free.set(asset, reservations.free - renewal.income);
  }
  return events.length > 0 ? events : broken('no purchase has run its term');
}

function refuseRenewal(
  view: CoreView,
  purchase: PurchaseView,
  reservations: SliceReservations & { free: bigint },
): Rejection | null {
  const { terms } = getOrThrow(view.financial.products, purchase.product);
  return (
    refusePurchase(view, 'financial', purchase, reservations) ??
    refuseUncovered(terms, purchase.amount, reservations.free)
  );
}
