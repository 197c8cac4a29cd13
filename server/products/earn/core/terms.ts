/** Terms of products. Existing purchases keep theirs. */
import { PPB } from '../../../../shared/rules/arithmetic/rounding';
import { actorId } from '../../../core/actor';
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import { houseAccount } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { broken, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type {
  EarnTerms,
  FundFinancial,
  MiningTerms,
  SetFinancialState,
  SetFinancialTerms,
  SetMiningState,
  SetMiningTerms,
} from './commands';
import { principalAndIncomeAsset, kindOf, type EarnKind } from './state';

/** Maximum products per kind. */
export const EARN_PRODUCTS_MAX = 100;
/** Ten years. */
const TERM_DAYS_MAX = 3_650;
const YEAR_DAYS = 365;
const NAME_LENGTH_MAX = 60;
const PRODUCT = /^[A-Z0-9][A-Z0-9-]{0,31}$/;
/** Maximum rebate as part of an income or, for a rebate at the purchase, of all incomes together. */
const REBATE_PPB_MAX = 500_000_000;

export function decideSetFinancialTerms(view: CoreView, command: SetFinancialTerms, { actor }: Context): Decision {
  const { type: _, reason, ...terms } = command;
  return (
    refuseTerms(view, 'financial', terms) ?? [
      { type: 'FinancialTermsSet', ...terms, proposedBy: proposerOf(actor), reason },
    ]
  );
}

export function decideSetMiningTerms(view: CoreView, command: SetMiningTerms, { actor }: Context): Decision {
  const { type: _, reason, ...terms } = command;
  return (
    refuseTerms(view, 'mining', terms) ?? [{ type: 'MiningTermsSet', ...terms, proposedBy: proposerOf(actor), reason }]
  );
}

function proposerOf(actor: Context['actor']): number {
  return actorId(actor) ?? broken('only people set terms');
}

/** A product's promises are summed in one coin, so its coins never change. */
function refuseTerms(view: CoreView, kind: EarnKind, terms: EarnTerms): Rejection | null {
  const { products } = view[kind];
  const coins = principalAndIncomeAsset(terms);
  if (!coins.every((asset) => view.assets.has(asset))) return reject('asset.unknown');
  const present = products.get(terms.product)?.terms;
  const hasOtherCoins = present && principalAndIncomeAsset(present).some((asset, place) => asset !== coins[place]);
  if (!areTerms(terms) || hasOtherCoins) return reject('earn.terms.invalid');
  if (isRateTooHigh(view, terms)) return reject('earn.rate.above.maximum');
  if (!present && products.size >= EARN_PRODUCTS_MAX)
    return reject('earn.products.too.many', { maximum: EARN_PRODUCTS_MAX });
  return present && isSame(present, terms) ? reject('terms.unchanged') : null;
}

export function decideSetState(view: CoreView, command: SetFinancialState | SetMiningState): Decision {
  const { product, state, reason } = command;
  const kind = kindOf(command);
  const present = view[kind].products.get(product);
  if (!present) return reject('earn.unknown');
  if (present.state === state) return reject('terms.unchanged');
  return [{ type: kind === 'financial' ? 'FinancialStateSet' : 'MiningStateSet', product, state, reason }];
}

export function decideFundFinancial(view: CoreView, { asset, act, amount, reason }: FundFinancial): Decision {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const treasury = houseAccount('treasury', asset);
  const financial = houseAccount('financial', asset);
  const [debit, credit] = act === 'fund' ? [treasury, financial] : [financial, treasury];
  const free = act === 'fund' ? balanceOf(view.ledger, treasury) : uncommittedFunds(view, asset);
  if (amount > free)
    return reject('balance.insufficient', { asset, required: `${amount}`, available: `${free > 0n ? free : 0n}` });
  const kind = act === 'fund' ? 'financial_fund' : 'financial_release';
  return [{ type: 'FinancialFunded', asset, act, amount, reason, entries: [{ kind, debit, credit, amount }] }];
}

/** Funding of both kinds that is not reserved yet. */
export function uncommittedFunds(view: CoreView, asset: string): bigint {
  const { ledger, financial, mining } = view;
  const reserved = (financial.promised.get(asset) ?? 0n) + (mining.promised.get(asset) ?? 0n);
  return balanceOf(ledger, houseAccount('financial', asset)) - reserved;
}

/** Maximum holding of one user in a product. */
export function userMaxOf(terms: Readonly<EarnTerms>): bigint {
  return 'userMax' in terms ? terms.userMax : terms.amountMax;
}

function rateOf(terms: EarnTerms): number {
  return 'annualRatePpb' in terms ? terms.annualRatePpb : terms.dailyRatePpb;
}

/** Older journals have no staff and no maximum rate. */
function isRateTooHigh({ staff }: CoreView, terms: EarnTerms): boolean {
  const days = 'annualRatePpb' in terms ? 1 : YEAR_DAYS;
  return staff.told && rateOf(terms) * days > staff.rules.earnRatePpbMax;
}

function areTerms(terms: EarnTerms): boolean {
  const { product, name, termDays, quota, amountMin } = terms;
  const amounts = [quota, amountMin, userMaxOf(terms)];
  if (!PRODUCT.test(product) || name.trim() === '' || name.length > NAME_LENGTH_MAX) return false;
  if (!isWithin(termDays, TERM_DAYS_MAX) || !isWithin(rateOf(terms), Number(PPB))) return false;
  if (!amounts.every((amount) => amount > 0n && amount <= AMOUNT_MAX) || amountMin > userMaxOf(terms)) return false;
  return !('rebate' in terms) || isRebate(terms);
}

function isRebate({ rebate, rebatePpb, dailyRatePpb, termDays }: MiningTerms): boolean {
  if (rebate === 'none') return rebatePpb === 0;
  // A rebate above half of the term's incomes could never be paid in full.
  const max = rebate === 'income' ? REBATE_PPB_MAX : Math.floor((dailyRatePpb * termDays) / 2);
  return isWithin(rebatePpb, Math.min(max, REBATE_PPB_MAX));
}

function isWithin(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max;
}

/** Compared field by field. */
function isSame(one: Readonly<EarnTerms>, other: Readonly<EarnTerms>): boolean {
  return Object.entries(other).every(([field, value]) => one[field as keyof EarnTerms] === value);
}
