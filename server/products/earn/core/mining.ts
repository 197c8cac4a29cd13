/**
 * Mining: the principal is locked for the term, and all incomes are fixed and reserved at the purchase. They are paid
 * daily or at the end, and the inviter may receive a part of them.
 */
import {
  miningIncome,
  rebateMaxOf,
  rebateOf,
  termOf,
  type Conversion,
} from '../../../../shared/products/earn/rules/income';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { Context, Decision } from '../../../core/decision';
import { getOrThrow } from '../../../core/evolve-helpers';
import { freshIndex, type IndexQuote } from '../../../core/index-price/fresh-index';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { bucketsOf } from '../../../core/ledger/ledger';
import { canBeRebated } from '../../../core/member/rebate-eligibility';
import { rankedUpTo } from '../../../core/indexes/ranked-ids';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseSpending } from '../../wallet/core/spending';
import type { BuyMining, MiningTerms, PayMining } from './commands';
import type { MiningBought, MiningEnded, MiningPaid } from './events';
import { refusePurchase } from './purchase';
import { nextIncomeAt, promisedIncomeOf, type MiningPurchase } from './state';
import { uncommittedFunds } from './terms';

export function decideBuyMining(view: CoreView, command: BuyMining, { at }: Context): Decision {
  const { user, product: name, amount } = command;
  const refusal = refusePurchase(view, 'mining', command);
  if (refusal) return refusal;
  const { terms } = getOrThrow(view.mining.products, name);
  const { asset, incomeAsset, termDays, dailyRatePpb, payout } = terms;
  const isOneCoin = asset === incomeAsset;
  const conversion = isOneCoin ? null : conversionAt(view, terms, at);
  if (!isOneCoin && !conversion) return reject('index.stale');
  const income = miningIncome(amount, dailyRatePpb, conversion);
  const purchaseFields = { user, product: name, asset, amount, incomeAsset, termDays, dailyRatePpb, payout };
  const times = termOf(at, termDays);
  const prices = conversion ? { priceOf: conversion.assetPrice, priceBy: conversion.incomeAssetPrice } : {};
  const max = rebateMaxOf(income, termDays, conversion);
  const rebated = rebateFieldsOf(view, user, terms, amount, max);
  if (!isCovered(view, { ...purchaseFields, income, ...rebated })) return reject('earn.not.covered');
  const spending = refuseSpending(view, 'financial', user, asset, amount);
  if (spending) return spending;
  const entries = buyingEntries(view, { user, asset, amount, ...rebated });
  const purchase = view.mining.next;
  return [{ type: 'MiningBought', purchase, ...purchaseFields, ...prices, ...times, income, ...rebated, entries }];
}

type RebateFields = Pick<MiningBought, 'inviter' | 'rebate' | 'rebatePpb' | 'rule'>;

/**
 * The rebate of a purchase is at most `max`. Otherwise two verified people could repeatedly extract a part of a
 * principal, because the buyer gets it back at the end of each term.
 */
function rebateFieldsOf(
  view: CoreView,
  user: number,
  { rebate, rebatePpb }: Readonly<MiningTerms>,
  amount: bigint,
  max: bigint,
): RebateFields {
  const inviter = rebate === 'none' ? null : inviterOf(view, user);
  if (inviter === null) return {};
  if (rebate !== 'purchase') return { inviter, rebatePpb };
  const fullRebate = rebateOf(amount, rebatePpb);
  return { inviter, rebate: fullRebate < max ? fullRebate : max, rule: 2 };
}

type MiningOffer = Pick<MiningBought, 'asset' | 'incomeAsset' | 'termDays' | 'payout' | 'income'> & RebateFields;

/** Whether the house can cover the immediate rebate and the promised incomes, in one coin or two. */
function isCovered(view: CoreView, offer: MiningOffer): boolean {
  const { asset, incomeAsset, inviter = null, rebate = 0n, rebatePpb = 0 } = offer;
  const promisedIncome = promisedIncomeOf({ ...offer, paid: 0, inviter, rebatePpb });
  if (asset === incomeAsset) return promisedIncome + rebate <= uncommittedFunds(view, asset);
  return promisedIncome <= uncommittedFunds(view, incomeAsset) && rebate <= uncommittedFunds(view, asset);
}

function buyingEntries(
  view: CoreView,
  { user, asset, amount, inviter, rebate = 0n }: Pick<MiningBought, 'user' | 'asset' | 'amount'> & RebateFields,
): Entry[] {
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const hold = view.counters.hold;
  const entries: Entry[] = [{ kind: 'mining_buy', debit: available, credit: locked, amount, hold }];
  return inviter === undefined ? entries : [...entries, ...rebateEntries(inviter, asset, rebate)];
}

/** Empty for a zero amount. */
function rebateEntries(inviter: number, asset: string, amount: bigint): Entry[] {
  if (amount === 0n) return [];
  const debit = houseAccount('financial', asset);
  return [{ kind: 'mining_rebate', debit, credit: userAccount(inviter, 'financial', asset, 'available'), amount }];
}

/** Index prices of both coins; null while one is unknown. */
function conversionAt(view: CoreView, { asset, incomeAsset }: Readonly<MiningTerms>, at: number): Conversion | null {
  const [assetQuote, incomeQuote] = [quoteOf(view, asset, at), quoteOf(view, incomeAsset, at)];
  if (!assetQuote || !incomeQuote) return null;
  const decimals = Math.max(assetQuote.decimals, incomeQuote.decimals);
  return {
    assetPrice: priceAtScale(assetQuote, decimals),
    incomeAssetPrice: priceAtScale(incomeQuote, decimals),
    assetScale: getOrThrow(view.assets, asset).scale,
    incomeAssetScale: getOrThrow(view.assets, incomeAsset).scale,
  };
}

type Quote = Pick<IndexQuote, 'price' | 'decimals'>;

/** USDT is valued at 1. */
function quoteOf(view: CoreView, asset: string, at: number): Quote | null {
  if (asset === VALUE_ASSET) return { price: 1, decimals: 0 };
  return freshIndex(view, `${asset}-${VALUE_ASSET}`, at);
}

function priceAtScale({ price, decimals }: Quote, scale: number): bigint {
  return BigInt(price) * 10n ** BigInt(scale - decimals);
}

/** Purchases per batch: with an income and a rebate each, their events and entries fill less than half of it. */
export const MINING_SLICE = 200;

type PurchaseView = Readonly<MiningPurchase>;

/** At most one payment per purchase; further due ones follow in the next slice. */
export function decidePayMining(view: CoreView, _: PayMining, { at }: Context): Decision {
  const { purchases, due } = view.mining;
  const events = rankedUpTo(due, at, MINING_SLICE).map(({ id, rank: dueAt }) => {
    const purchase = getOrThrow(purchases, id);
    const isDaily = purchase.payout === 'daily' && nextIncomeAt(purchase) !== null;
    return isDaily ? paidEvent(view, purchase, dueAt) : endedEvent(view, purchase, dueAt);
  });
  return events.length > 0 ? events : broken('nothing of mining is due');
}

function paidEvent(view: CoreView, purchase: PurchaseView, dueAt: number): MiningPaid {
  const { id, user, product, paid, income } = purchase;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  return { type: 'MiningPaid', purchase: id, user, product, payment: paid + 1, dueAt, income, ...rebated, entries };
}

function endedEvent(view: CoreView, purchase: PurchaseView, dueAt: number): MiningEnded {
  const { id, user, product, asset, amount, termDays, payout, hold } = purchase;
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const income = payout === 'end' ? purchase.income * BigInt(termDays) : 0n;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  const principalReturn: Entry = { kind: 'mining_return', debit: locked, credit: available, amount, hold };
  return {
    type: 'MiningEnded',
    purchase: id,
    user,
    product,
    dueAt,
    income,
    ...rebated,
    entries: [principalReturn, ...entries],
  };
}

/** The rebate goes to the buyer's inviter, unless the two have turned out to be one person. */
function incomeOf(
  view: CoreView,
  { user, incomeAsset, inviter: recordedInviter, rebatePpb }: PurchaseView,
  income: bigint,
): Pick<MiningPaid, 'inviter' | 'rebate' | 'entries'> {
  if (income === 0n) return { entries: [] };
  const debit = houseAccount('financial', incomeAsset);
  const credit = userAccount(user, 'financial', incomeAsset, 'available');
  const entries: Entry[] = [{ kind: 'mining_income', debit, credit, amount: income }];
  const inviter = recordedInviter === null ? null : inviterOf(view, user);
  const rebate = rebateOf(income, rebatePpb);
  if (inviter === null || rebate === 0n) return { entries };
  return { inviter, rebate, entries: [...entries, ...rebateEntries(inviter, incomeAsset, rebate)] };
}

/**
 * Recipient of a buyer's rebates. Null without an inviter, if the inviter is erased, or if documents do not prove two
 * different people.
 */
function inviterOf({ members }: CoreView, user: number): number | null {
  const buyer = getOrThrow(members, user);
  if (buyer.inviter === null) return null;
  const inviter = getOrThrow(members, buyer.inviter);
  return canBeRebated(inviter, buyer) ? inviter.user : null;
}
