/** What the events of financial products do to the state. */
import { dayOf } from '../../../shared/rules/days';
import type { Batch } from '../event';
import { known, nameUser, postAll } from '../folding';
import { rank, unrank } from '../ranked';
import { broken } from '../rejection';
import type { CoreState } from '../state';
import type {
  FinancialBought,
  FinancialEnded,
  FinancialFunded,
  FinancialRenewalSet,
  FinancialStateSet,
  FinancialTermsProposed,
  FinancialTermsSet,
} from './events';
import { cancelsKey, createFinancialProduct, type FinancialPurchase } from './state';

type OfFinancial = Pick<CoreState, 'financial'>;

export function proposeTerms(state: CoreState, event: FinancialTermsProposed): void {
  nameUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal({ financial }: OfFinancial, event: FinancialTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  financial.proposed.set(terms.product, { terms, by });
}

export function setTerms({ financial }: OfFinancial, event: FinancialTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  financial.proposed.delete(terms.product);
  const product = financial.products.get(terms.product);
  if (product) product.terms = terms;
  else financial.products.set(terms.product, createFinancialProduct(terms));
}

export function setState({ financial }: OfFinancial, { product, state }: FinancialStateSet): void {
  known(financial.products, product).state = state;
}

export function fund(state: CoreState, { entries }: FinancialFunded): void {
  postAll(state, entries);
}

export function buy(state: CoreState, event: FinancialBought, batch: Batch): void {
  postAll(state, event.entries);
  noteBought(state, event, batch);
}

/** All but its entries. */
export function noteBought(state: OfFinancial, event: FinancialBought, { at }: Pick<Batch, 'at'>): void {
  const { type: _, purchase: id, entries, renews, ...bought } = event;
  const hold = entries[0].hold ?? broken(`purchase ${id} holds nothing`);
  // One that renews is bought when the other expires, however late that is noted.
  const purchase = { ...bought, id, hold, boughtAt: renews === undefined ? at : event.startsAt };
  const { financial } = state;
  financial.purchases.set(id, purchase);
  financial.next = id + 1;
  known(financial.products, purchase.product).sold += purchase.amount;
  noteHeld(state, purchase);
}

export function end(state: CoreState, event: FinancialEnded, batch: Batch): void {
  postAll(state, event.entries);
  noteEnded(state, event, batch);
}

/** All but its entries. */
export function noteEnded(state: OfFinancial, event: FinancialEnded, { at }: Pick<Batch, 'at'>): void {
  const { financial } = state;
  const purchase = known(financial.purchases, event.purchase);
  financial.purchases.delete(purchase.id);
  unrank(financial.expiring, purchase.id);
  count(state, purchase, -1n);
  if (event.end === 'cancelled') noteCancelled(state, purchase, dayOf(at));
}

function noteCancelled({ financial }: OfFinancial, { user, product, amount }: FinancialPurchase, day: number): void {
  known(financial.products, product).sold -= amount;
  const key = cancelsKey(user, product);
  const last = financial.cancels.get(key);
  const today = last?.day === day ? last : { count: 0, amount: 0n };
  financial.cancels.set(key, { day, count: today.count + 1, amount: today.amount + amount });
}

export function setRenewal({ financial }: OfFinancial, { purchase, renew }: FinancialRenewalSet): void {
  known(financial.purchases, purchase).renew = renew;
}

/** What follows from a purchase, as it is made and from a snapshot. */
export function noteHeld(state: OfFinancial, purchase: FinancialPurchase): void {
  rank(state.financial.expiring, purchase.id, purchase.expiresAt);
  count(state, purchase, 1n);
}

function count({ financial }: OfFinancial, purchase: FinancialPurchase, sign: 1n | -1n): void {
  const { user, product, asset, amount, income } = purchase;
  add(known(financial.products, product).held, user, sign * amount);
  add(financial.promised, asset, sign * income);
}

function add<K>(sums: Map<K, bigint>, key: K, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
