/** What the events of mining do to the state. */
import type { Batch } from '../event';
import { known, nameUser, postAll } from '../folding';
import { rank, unrank } from '../ranked';
import { broken } from '../rejection';
import type { CoreState } from '../state';
import type {
  MiningBought,
  MiningEnded,
  MiningPaid,
  MiningStateSet,
  MiningTermsProposed,
  MiningTermsSet,
} from './events';
import { createMiningProduct, nextDueAt, promisedOf, type MiningPurchase } from './state';

/** Whoever shows it folds by the same functions. */
type OfMining = Pick<CoreState, 'mining'>;

export function proposeTerms(state: CoreState, event: MiningTermsProposed): void {
  nameUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal({ mining }: OfMining, event: MiningTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  mining.proposed.set(terms.product, { terms, by });
}

export function setTerms({ mining }: OfMining, event: MiningTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  mining.proposed.delete(terms.product);
  const product = mining.products.get(terms.product);
  if (product) product.terms = terms;
  else mining.products.set(terms.product, createMiningProduct(terms));
}

export function setState({ mining }: OfMining, { product, state }: MiningStateSet): void {
  known(mining.products, product).state = state;
}

export function buy(state: CoreState, event: MiningBought, batch: Batch): void {
  postAll(state, event.entries);
  noteBought(state, event, batch);
}

/** All but its entries. */
export function noteBought(state: OfMining, event: MiningBought, { at }: Pick<Batch, 'at'>): void {
  const { purchase: id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income, inviter = null, rebatePpb, entries } = event;
  const purchase: MiningPurchase = {
    ...{ id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout },
    ...{ boughtAt: at, startsAt, expiresAt, income, paid: 0 },
    // What was paid at the purchase is promised no more.
    ...(rebatePpb === undefined ? { inviter: null, rebatePpb: 0 } : { inviter, rebatePpb }),
    hold: entries[0].hold ?? broken(`purchase ${id} holds nothing`),
  };
  const { mining } = state;
  mining.next = id + 1;
  mining.purchases.set(id, purchase);
  known(mining.products, product).sold += amount;
  noteHeld(state, purchase);
}

export function pay(state: CoreState, event: MiningPaid): void {
  postAll(state, event.entries);
  notePaid(state, event);
}

/** All but its entries. */
export function notePaid(
  { mining }: OfMining,
  { purchase: id, payment }: Pick<MiningPaid, 'purchase' | 'payment'>,
): void {
  const purchase = known(mining.purchases, id);
  const before = promisedOf(purchase);
  purchase.paid = payment;
  add(mining.promised, purchase.incomeAsset, promisedOf(purchase) - before);
  rank(mining.due, id, nextDueAt(purchase));
}

export function end(state: CoreState, event: MiningEnded): void {
  postAll(state, event.entries);
  noteEnded(state, event);
}

/** All but its entries. */
export function noteEnded({ mining }: OfMining, { purchase: id }: Pick<MiningEnded, 'purchase'>): void {
  const purchase = known(mining.purchases, id);
  mining.purchases.delete(id);
  unrank(mining.due, id);
  add(known(mining.products, purchase.product).held, purchase.user, -purchase.amount);
  add(mining.promised, purchase.incomeAsset, -promisedOf(purchase));
}

/** What follows from a purchase, as it is made and from a snapshot. */
export function noteHeld({ mining }: OfMining, purchase: MiningPurchase): void {
  rank(mining.due, purchase.id, nextDueAt(purchase));
  add(known(mining.products, purchase.product).held, purchase.user, purchase.amount);
  add(mining.promised, purchase.incomeAsset, promisedOf(purchase));
}

function add<K>(sums: Map<K, bigint>, key: K, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
