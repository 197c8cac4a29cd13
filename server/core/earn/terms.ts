/** What is sold: on terms that nothing bought before is touched by. */
import { PPB } from '../../../shared/rules/rounding';
import { actorId } from '../actor';
import { AMOUNT_MAX } from '../amounts';
import type { Context, Decision } from '../decision';
import { houseAccount } from '../ledger/entry';
import { balanceOf } from '../ledger/ledger';
import { broken, reject } from '../rejection';
import type { CoreView } from '../state';
import type { FinancialTerms, FundFinancial, SetFinancialState, SetFinancialTerms } from './commands';

export const FINANCIAL_PRODUCTS_MAX = 100;
/** Ten years. */
const TERM_DAYS_MAX = 3_650;
const NAME_LENGTH_MAX = 60;
const PRODUCT = /^[A-Z0-9][A-Z0-9-]{0,31}$/;

export function decideSetFinancialTerms(view: CoreView, command: SetFinancialTerms, { actor }: Context): Decision {
  const { type: _, reason, ...terms } = command;
  const { products } = view.financial;
  if (!view.assets.has(terms.asset)) return reject('asset.unknown');
  const present = products.get(terms.product);
  if (!areTerms(terms) || (present && present.terms.asset !== terms.asset)) return reject('earn.terms.invalid');
  if (isRateTooHigh(view, terms.annualRatePpb)) return reject('earn.rate.above.maximum');
  if (!present && products.size >= FINANCIAL_PRODUCTS_MAX)
    return reject('earn.products.too.many', { maximum: FINANCIAL_PRODUCTS_MAX });
  if (present && isSame(present.terms, terms)) return reject('terms.unchanged');
  const proposedBy = actorId(actor) ?? broken('only people set terms');
  return [{ type: 'FinancialTermsSet', ...terms, proposedBy, reason }];
}

export function decideSetFinancialState(view: CoreView, { product, state, reason }: SetFinancialState): Decision {
  const present = view.financial.products.get(product);
  if (!present) return reject('earn.unknown');
  if (present.state === state) return reject('terms.unchanged');
  return [{ type: 'FinancialStateSet', product, state, reason }];
}

export function decideFundFinancial(view: CoreView, { asset, act, amount, reason }: FundFinancial): Decision {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const treasury = houseAccount('treasury', asset);
  const financial = houseAccount('financial', asset);
  const [debit, credit] = act === 'fund' ? [treasury, financial] : [financial, treasury];
  const free = act === 'fund' ? balanceOf(view.ledger, treasury) : uncommitted(view, asset);
  if (amount > free)
    return reject('balance.insufficient', { asset, required: `${amount}`, available: `${free > 0n ? free : 0n}` });
  const kind = act === 'fund' ? 'financial_fund' : 'financial_release';
  return [{ type: 'FinancialFunded', asset, act, amount, reason, entries: [{ kind, debit, credit, amount }] }];
}

/** What stands behind incomes of an asset, of financial products and of mining, and is promised to nobody. */
export function uncommitted(view: CoreView, asset: string): bigint {
  const { ledger, financial, mining } = view;
  const promised = (financial.promised.get(asset) ?? 0n) + (mining.promised.get(asset) ?? 0n);
  return balanceOf(ledger, houseAccount('financial', asset)) - promised;
}

function areTerms(terms: Readonly<FinancialTerms>): boolean {
  const { annualRatePpb, quota, amountMin, userMax } = terms;
  return areSold(terms, [quota, amountMin, userMax]) && isWithin(annualRatePpb, Number(PPB));
}

/** Of a year; where no staff are known, as in journals of before, there is no highest one. */
export function isRateTooHigh({ staff }: CoreView, annualRatePpb: number): boolean {
  return staff.told && annualRatePpb > staff.rules.earnRatePpbMax;
}

type Amounts = readonly [quota: bigint, least: bigint, most: bigint];

/** What terms of whatever earns have alike. */
export function areSold(
  { product, name, termDays }: Readonly<Pick<FinancialTerms, 'product' | 'name' | 'termDays'>>,
  amounts: Amounts,
): boolean {
  if (!PRODUCT.test(product) || name.trim() === '' || name.length > NAME_LENGTH_MAX) return false;
  const [, least, most] = amounts;
  const arePossible = amounts.every((amount) => amount > 0n && amount <= AMOUNT_MAX);
  return isWithin(termDays, TERM_DAYS_MAX) && arePossible && least <= most;
}

export function isWithin(value: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= highest;
}

/** Field by field. */
export function isSame<T extends object>(one: Readonly<T>, other: Readonly<T>): boolean {
  return (Object.keys(other) as (keyof T)[]).every((field) => one[field] === other[field]);
}
