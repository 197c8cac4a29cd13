/**
 * Mining: the principal is locked for the term, and all incomes are fixed and reserved at the purchase. They are paid day by day or at
 * the end, and a part of them goes to the inviter.
 */
import {
  miningIncome,
  rebateMaxOf,
  rebateOf,
  termFrom,
  type Conversion,
} from '../../../../shared/products/earn/rules/income';
import { VALUED_IN } from '../../../../shared/rules/values';
import type { Context, Decision } from '../../../core/decision';
import { known } from '../../../core/folding';
import { indexAt, type IndexQuote } from '../../../core/index-price/latest';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { bucketsOf } from '../../../core/ledger/ledger';
import { canBeRebated } from '../../../core/member/rebated';
import { rankedThrough } from '../../../core/indexes/ranked';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseSpending } from '../../wallet/core/spending';
import type { BuyMining, MiningTerms, PayMining } from './commands';
import type { MiningBought, MiningEnded, MiningPaid } from './events';
import { refusePurchase } from './purchase';
import { nextIncomeAt, promisedOf, type MiningPurchase } from './state';
import { uncommitted } from './terms';

export function decideBuyMining(view: CoreView, command: BuyMining, { at }: Context): Decision {
  const { user, product: name, amount } = command;
  const refusal = refusePurchase(view, 'mining', command);
  if (refusal) return refusal;
  const { terms } = known(view.mining.products, name);
  const { asset, incomeAsset, termDays, dailyRatePpb, payout } = terms;
  const isOneCoin = asset === incomeAsset;
  const conversion = isOneCoin ? null : conversionAt(view, terms, at);
  if (!isOneCoin && !conversion) return reject('index.stale');
  const income = miningIncome(amount, dailyRatePpb, conversion);
  const bought = { user, product: name, asset, amount, incomeAsset, termDays, dailyRatePpb, payout };
  const times = termFrom(at, termDays);
  const prices = conversion ? { priceOf: conversion.of, priceBy: conversion.by } : {};
  const most = rebateMaxOf(income, termDays, conversion);
  const rebated = rebatedTo(view, user, terms, amount, most);
  if (!isCovered(view, { ...bought, income, ...rebated })) return reject('earn.not.covered');
  const spending = refuseSpending(view, 'financial', user, asset, amount);
  if (spending) return spending;
  const entries = buyingEntries(view, { user, asset, amount, ...rebated });
  const purchase = view.mining.next;
  return [{ type: 'MiningBought', purchase, ...bought, ...prices, ...times, income, ...rebated, entries }];
}

type Rebated = Pick<MiningBought, 'inviter' | 'rebate' | 'rebatePpb' | 'rule'>;

/**
 * A rebate of the purchase is at most `most`. Without that bound two verified people could take a part of a principal again and
 * again: the buyer gets it back at the end of each term.
 */
function rebatedTo(
  view: CoreView,
  user: number,
  { rebate, rebatePpb }: Readonly<MiningTerms>,
  amount: bigint,
  most: bigint,
): Rebated {
  const inviter = rebate === 'none' ? null : inviterOf(view, user);
  if (inviter === null) return {};
  if (rebate !== 'purchase') return { inviter, rebatePpb };
  const asked = rebateOf(amount, rebatePpb);
  return { inviter, rebate: asked < most ? asked : most, rule: 2 };
}

type Promise = Pick<MiningBought, 'asset' | 'incomeAsset' | 'termDays' | 'payout' | 'income'> & Rebated;

/** The house covers the rebate paid at once and the incomes promised, in one coin or two. */
function isCovered(view: CoreView, bought: Promise): boolean {
  const { asset, incomeAsset, inviter = null, rebate = 0n, rebatePpb = 0 } = bought;
  const promised = promisedOf({ ...bought, paid: 0, inviter, rebatePpb });
  if (asset === incomeAsset) return promised + rebate <= uncommitted(view, asset);
  return promised <= uncommitted(view, incomeAsset) && rebate <= uncommitted(view, asset);
}

function buyingEntries(
  view: CoreView,
  { user, asset, amount, inviter, rebate = 0n }: Pick<MiningBought, 'user' | 'asset' | 'amount'> & Rebated,
): Entry[] {
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const hold = view.counters.hold;
  const entries: Entry[] = [{ kind: 'mining_buy', debit: available, credit: locked, amount, hold }];
  return inviter === undefined ? entries : [...entries, ...rebateEntries(inviter, asset, rebate)];
}

/** None of nothing. */
function rebateEntries(inviter: number, asset: string, amount: bigint): Entry[] {
  if (amount === 0n) return [];
  const debit = houseAccount('financial', asset);
  return [{ kind: 'mining_rebate', debit, credit: userAccount(inviter, 'financial', asset, 'available'), amount }];
}

/** Index prices of both coins; null while one is unknown. */
function conversionAt(view: CoreView, { asset, incomeAsset }: Readonly<MiningTerms>, at: number): Conversion | null {
  const [of, by] = [quoteOf(view, asset, at), quoteOf(view, incomeAsset, at)];
  if (!of || !by) return null;
  const decimals = Math.max(of.decimals, by.decimals);
  return {
    of: onScale(of, decimals),
    by: onScale(by, decimals),
    scaleOf: known(view.assets, asset).scale,
    scaleBy: known(view.assets, incomeAsset).scale,
  };
}

type Quote = Pick<IndexQuote, 'price' | 'decimals'>;

/** In USDT, which is what it is. */
function quoteOf(view: CoreView, asset: string, at: number): Quote | null {
  if (asset === VALUED_IN) return { price: 1, decimals: 0 };
  return indexAt(view, `${asset}-${VALUED_IN}`, at);
}

function onScale({ price, decimals }: Quote, scale: number): bigint {
  return BigInt(price) * 10n ** BigInt(scale - decimals);
}

/** Purchases of one batch: with an income and a rebate of each, their events and entries fill less than half of it. */
export const MINING_SLICE = 200;

type PurchaseView = Readonly<MiningPurchase>;

/** One payment of each purchase at most: what is due of it for a longer time comes with the next slice. */
export function decidePayMining(view: CoreView, _: PayMining, { at }: Context): Decision {
  const { purchases, due } = view.mining;
  const events = rankedThrough(due, at, MINING_SLICE).map(({ id, rank: dueAt }) => {
    const purchase = known(purchases, id);
    const isDaily = purchase.payout === 'daily' && nextIncomeAt(purchase) !== null;
    return isDaily ? paying(view, purchase, dueAt) : ending(view, purchase, dueAt);
  });
  return events.length > 0 ? events : broken('nothing of mining is due');
}

function paying(view: CoreView, purchase: PurchaseView, dueAt: number): MiningPaid {
  const { id, user, product, paid, income } = purchase;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  return { type: 'MiningPaid', purchase: id, user, product, payment: paid + 1, dueAt, income, ...rebated, entries };
}

function ending(view: CoreView, purchase: PurchaseView, dueAt: number): MiningEnded {
  const { id, user, product, asset, amount, termDays, payout, hold } = purchase;
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const income = payout === 'end' ? purchase.income * BigInt(termDays) : 0n;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  const back: Entry = { kind: 'mining_return', debit: locked, credit: available, amount, hold };
  return { type: 'MiningEnded', purchase: id, user, product, dueAt, income, ...rebated, entries: [back, ...entries] };
}

/** A rebate goes to who invited the buyer, unless they turned out to be one person since. */
function incomeOf(
  view: CoreView,
  { user, incomeAsset, inviter: named, rebatePpb }: PurchaseView,
  income: bigint,
): Pick<MiningPaid, 'inviter' | 'rebate' | 'entries'> {
  if (income === 0n) return { entries: [] };
  const debit = houseAccount('financial', incomeAsset);
  const credit = userAccount(user, 'financial', incomeAsset, 'available');
  const entries: Entry[] = [{ kind: 'mining_income', debit, credit, amount: income }];
  const inviter = named === null ? null : inviterOf(view, user);
  const rebate = rebateOf(income, rebatePpb);
  if (inviter === null || rebate === 0n) return { entries };
  return { inviter, rebate, entries: [...entries, ...rebateEntries(inviter, incomeAsset, rebate)] };
}

/** Gets the rebates of a buyer. Null where nobody invited them, the inviter is erased, or no document shows two different people. */
function inviterOf({ members }: CoreView, user: number): number | null {
  const buyer = known(members, user);
  if (buyer.inviter === null) return null;
  const inviter = known(members, buyer.inviter);
  return canBeRebated(inviter, buyer) ? inviter.user : null;
}
