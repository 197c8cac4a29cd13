/**
 * Applies the events of financial products and mining to the state. Live views use the same functions, without entries.
 */
import { dayOf } from '../../../../shared/rules/days';
import type { Batch } from '../../../core/event';
import { getOrThrow, noteHighestUser, postEntries } from '../../../core/evolve-helpers';
import { rank, unrank } from '../../../core/indexes/ranked-ids';
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
  principalAndIncomeAsset,
  kindOf,
  nextDueAt,
  promisedIncomeOf,
  type EarnPurchase,
  type EarnState,
  type FinancialPurchase,
  type MiningPurchase,
} from './state';

type EarnSlice = Pick<CoreState, 'financial' | 'mining'>;

function earnOf(state: EarnSlice, event: EarnEvent): EarnState {
  return state[kindOf(event)];
}

export function proposeTerms(state: CoreState, event: FinancialTermsProposed | MiningTermsProposed): void {
  noteHighestUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal(state: EarnSlice, event: FinancialTermsProposed | MiningTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  earnOf(state, event).proposed.set(terms.product, { terms, by });
}

export function setTerms(state: EarnSlice, event: FinancialTermsSet | MiningTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  const { proposed, products } = earnOf(state, event);
  proposed.delete(terms.product);
  const product = products.get(terms.product);
  if (product) product.terms = terms;
  else products.set(terms.product, { terms, state: 'closed', sold: 0n, held: new Map() });
}

export function setState(state: EarnSlice, event: FinancialStateSet | MiningStateSet): void {
  getOrThrow(earnOf(state, event).products, event.product).state = event.state;
}

export function buy(state: CoreState, event: FinancialBought | MiningBought, batch: Batch): void {
  postEntries(state, event.entries);
  noteBought(state, event, batch);
}

export function noteBought(state: EarnSlice, event: FinancialBought | MiningBought, { at }: Pick<Batch, 'at'>): void {
  const earn = earnOf(state, event);
  const purchase = event.type === 'FinancialBought' ? financialPurchase(event, at) : miningPurchase(event, at);
  earn.next = purchase.id + 1;
  earn.purchases.set(purchase.id, purchase);
  getOrThrow(earn.products, purchase.product).sold += purchase.amount;
  indexPurchase(earn, purchase);
}

function financialPurchase(event: FinancialBought, at: number): FinancialPurchase {
  const { type: _, purchase: id, entries: __, renews, ...bought } = event;
  // A renewal counts as bought when the previous purchase expires, even if processed later.
  return { ...bought, id, hold: purchaseHoldOf(event), boughtAt: renews === undefined ? at : event.startsAt };
}

function miningPurchase(event: MiningBought, boughtAt: number): MiningPurchase {
  const { purchase: id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income, inviter = null, rebatePpb } = event;
  return {
    ...{ id, user, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout },
    ...{ boughtAt, startsAt, expiresAt, income, paid: 0 },
    // A rebate already paid at the purchase is not reserved.
    ...(rebatePpb === undefined ? { inviter: null, rebatePpb: 0 } : { inviter, rebatePpb }),
    hold: purchaseHoldOf(event),
  };
}

function purchaseHoldOf({ purchase, entries }: FinancialBought | MiningBought): number {
  return entries[0].hold ?? broken(`purchase ${purchase} holds nothing`);
}

export function pay(state: CoreState, event: MiningPaid): void {
  postEntries(state, event.entries);
  notePaid(state, event);
}

export function notePaid({ mining }: EarnSlice, { purchase: id, payment }: MiningPaid): void {
  const purchase = getOrThrow(mining.purchases, id);
  const before = promisedIncomeOf(purchase);
  purchase.paid = payment;
  add(mining.promised, purchase.incomeAsset, promisedIncomeOf(purchase) - before);
  rank(mining.due, id, nextDueAt(purchase));
}

export function end(state: CoreState, event: FinancialEnded | MiningEnded, batch: Batch): void {
  postEntries(state, event.entries);
  noteEnded(state, event, batch);
}

export function noteEnded(state: EarnSlice, event: FinancialEnded | MiningEnded, { at }: Pick<Batch, 'at'>): void {
  const earn = earnOf(state, event);
  const purchase = getOrThrow(earn.purchases, event.purchase);
  earn.purchases.delete(purchase.id);
  unrank(earn.due, purchase.id);
  count(earn, purchase, -1n);
  if (event.type === 'FinancialEnded' && event.end === 'cancelled') noteCancelled(state, purchase, dayOf(at));
}

function noteCancelled({ financial }: EarnSlice, { user, product, amount }: EarnPurchase, day: number): void {
  getOrThrow(financial.products, product).sold -= amount;
  const key = cancelsKey(user, product);
  const last = financial.cancels.get(key);
  const today = last?.day === day ? last : { count: 0, amount: 0n };
  financial.cancels.set(key, { day, count: today.count + 1, amount: today.amount + amount });
}

export function setRenewal({ financial }: EarnSlice, { purchase, renew }: FinancialRenewalSet): void {
  getOrThrow(financial.purchases, purchase).renew = renew;
}

/** Updates derived state for a purchase, new or from a snapshot. */
export function indexPurchase(earn: EarnState, purchase: EarnPurchase): void {
  rank(earn.due, purchase.id, nextDueAt(purchase));
  count(earn, purchase, 1n);
}

function count(earn: EarnState, purchase: EarnPurchase, sign: 1n | -1n): void {
  const [, incomeAsset] = principalAndIncomeAsset(purchase);
  add(getOrThrow(earn.products, purchase.product).held, purchase.user, sign * purchase.amount);
  add(earn.promised, incomeAsset, sign * promisedIncomeOf(purchase));
}

function add<K>(sums: Map<K, bigint>, key: K, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
