/** Buying mining: the principal is locked for the term, and all that it will bring is fixed and reserved. */
import { miningIncome, rebateMaxOf, rebateOf, termFrom, type Conversion } from '../../../shared/rules/earn/income';
import { VALUED_IN } from '../../../shared/rules/values';
import type { Context, Decision } from '../decision';
import { uncommitted } from '../earn/terms';
import { known } from '../folding';
import { indexAt, type IndexQuote } from '../index-price/latest';
import { houseAccount, userAccount, type Entry } from '../ledger/entry';
import { bucketsOf } from '../ledger/ledger';
import { reject, type Rejection } from '../rejection';
import { refuseTrader } from '../spot/permission';
import type { CoreView } from '../state';
import { refuseSpending } from '../wallet/spending';
import type { BuyMining, MiningTerms } from './commands';
import type { MiningBought } from './events';
import { inviterOf } from './inviter';
import { promisedOf } from './state';

export function decideBuyMining(view: CoreView, command: BuyMining, { at }: Context): Decision {
  const { user, product: name, amount } = command;
  if (amount <= 0n) return reject('amount.not.positive');
  const refusal = refusePurchase(view, command);
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

/** Null when it may be bought, apart from the user's balance and the house's cover. */
function refusePurchase(view: CoreView, { user, product: name, amount }: Omit<BuyMining, 'type'>): Rejection | null {
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const product = view.mining.products.get(name);
  if (!product) return reject('earn.unknown');
  const { asset, incomeAsset, quota, amountMin, amountMax } = product.terms;
  if (product.state !== 'open') return reject('earn.closed');
  if ([asset, incomeAsset].some((one) => view.assets.get(one)?.trading === 'maintenance'))
    return reject('coin.under.maintenance');
  if (amount < amountMin) return reject('earn.amount.minimum', { asset, minimum: `${amountMin}` });
  if ((product.held.get(user) ?? 0n) + amount > amountMax)
    return reject('earn.cap.user', { asset, maximum: `${amountMax}` });
  const remaining = quota > product.sold ? quota - product.sold : 0n;
  if (amount > remaining) return reject('earn.quota.exceeded', { asset, maximum: `${remaining}` });
  return null;
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

/** What is paid at once and what is promised, of one coin or of two. */
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
export function rebateEntries(inviter: number, asset: string, amount: bigint): Entry[] {
  if (amount === 0n) return [];
  const debit = houseAccount('financial', asset);
  return [{ kind: 'mining_rebate', debit, credit: userAccount(inviter, 'financial', asset, 'available'), amount }];
}

/** What one of either coin is by the index; null while one of them is not known. */
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
