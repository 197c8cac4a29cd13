/** Events of financial products and mining change the state. Live views fold by the same functions, without entries. */
import { dayOf } from '../../../../shared/rules/days';
import type { Batch } from '../../../core/event';
import { known, nameUser, postAll } from '../../../core/folding';
import { rank, unrank } from '../../../core/indexes/ranked';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type {
  EarnEvent,
  FinancialBought,
  FinancialEnded,
  FinancialRenewalSet,
  FinancialStateSet,
  FinancialTermsProposed,
  FinancialTermsSet,
  MiningBought,
  MiningEnded,
  MiningPaid,
  MiningStateSet,
  MiningTermsProposed,
  MiningTermsSet,
} from './events';
import {
  cancelsKey,
  coinsOf,
  kindOf,
  nextDueAt,
  promisedOf,
  type EarnPurchase,
  type EarnState,
  type FinancialPurchase,
  type MiningPurchase,
} from './state';

type OfEarn = Pick<CoreState, 'financial' | 'mining'>;

function earnOf(state: OfEarn, event: EarnEvent): EarnState {
  return state[kindOf(event)];
}

export function proposeTerms(state: CoreState, event: FinancialTermsProposed | MiningTermsProposed): void {
  nameUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal(state: OfEarn, event: FinancialTermsProposed | MiningTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  earnOf(state, event).proposed.set(terms.product, { terms, by });
}

export function setTerms(state: OfEarn, event: FinancialTermsSet | MiningTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  const { proposed, products } = earnOf(state, event);
  proposed.delete(terms.product);
  const product = products.get(terms.product);
  if (product) product.terms = terms;
  else products.set(terms.product, { terms, state: 'closed', sold: 0n, held: new Map() });
}

export function setState(state: OfEarn, event: FinancialStateSet | MiningStateSet): void {
  known(earnOf(state, event).products, event.product).state = event.state;
}

export function buy(state: CoreState, event: FinancialBought | MiningBought, batch: Batch): void {
  postAll(state, event.entries);
  noteBought(state, event, batch);
}

export function noteBought(state: OfEarn, event: FinancialBought | MiningBought, { at }: Pick<Batch, 'at'>): void {
  const earn = earnOf(state, event);
  const purchase = event.type === 'FinancialBought' ? financialPurchase(event, at) : miningPurchase(event, at);
  earn.next = purchase.id + 1;
  earn.purchases.set(purchase.id, purchase);
  known(earn.products, purchase.product).sold += purchase.amount;
  noteHeld(earn, purchase);
}

function financialPurchase(event: FinancialBought, at: number): FinancialPurchase {
  const { type: _, purchase: id, entries: __, renews, ...bought } = event;
  // One that renews is bought when the other expires, however late that is noted.
  return { ...bought, id, hold: holdOf(event), boughtAt: renews === undefined ? at : event.startsAt };
}

function miningPurchase(event: MiningBought, boughtAt: number): MiningPurchase {
  const { purchase: id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income, inviter = null, rebatePpb } = event;
  return {
    ...{ id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout },
    ...{ boughtAt, startsAt, expiresAt, income, paid: 0 },
    // A rebate that was paid at the purchase is promised no more.
    ...(rebatePpb === undefined ? { inviter: null, rebatePpb: 0 } : { inviter, rebatePpb }),
    hold: holdOf(event),
  };
}

function holdOf({ purchase, entries }: FinancialBought | MiningBought): number {
  return entries[0].hold ?? broken(`purchase ${purchase} holds nothing`);
}

export function pay(state: CoreState, event: MiningPaid): void {
  postAll(state, event.entries);
  notePaid(state, event);
}

export function notePaid({ mining }: OfEarn, { purchase: id, payment }: MiningPaid): void {
  const purchase = known(mining.purchases, id);
  const before = promisedOf(purchase);
  purchase.paid = payment;
  add(mining.promised, purchase.incomeAsset, promisedOf(purchase) - before);
  rank(mining.due, id, nextDueAt(purchase));
}

export function end(state: CoreState, event: FinancialEnded | MiningEnded, batch: Batch): void {
  postAll(state, event.entries);
  noteEnded(state, event, batch);
}

export function noteEnded(state: OfEarn, event: FinancialEnded | MiningEnded, { at }: Pick<Batch, 'at'>): void {
  const earn = earnOf(state, event);
  const purchase = known(earn.purchases, event.purchase);
  earn.purchases.delete(purchase.id);
  unrank(earn.due, purchase.id);
  count(earn, purchase, -1n);
  if (event.type === 'FinancialEnded' && event.end === 'cancelled') noteCancelled(state, purchase, dayOf(at));
}

function noteCancelled({ financial }: OfEarn, { user, product, amount }: EarnPurchase, day: number): void {
  known(financial.products, product).sold -= amount;
  const key = cancelsKey(user, product);
  const last = financial.cancels.get(key);
  const today = last?.day === day ? last : { count: 0, amount: 0n };
  financial.cancels.set(key, { day, count: today.count + 1, amount: today.amount + amount });
}

export function setRenewal({ financial }: OfEarn, { purchase, renew }: FinancialRenewalSet): void {
  known(financial.purchases, purchase).renew = renew;
}

/** Updates derived state for a purchase, as it is made and from a snapshot. */
export function noteHeld(earn: EarnState, purchase: EarnPurchase): void {
  rank(earn.due, purchase.id, nextDueAt(purchase));
  count(earn, purchase, 1n);
}

function count(earn: EarnState, purchase: EarnPurchase, sign: 1n | -1n): void {
  const [, incomeAsset] = coinsOf(purchase);
  add(known(earn.products, purchase.product).held, purchase.user, sign * purchase.amount);
  add(earn.promised, incomeAsset, sign * promisedOf(purchase));
}

function add<K>(sums: Map<K, bigint>, key: K, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
