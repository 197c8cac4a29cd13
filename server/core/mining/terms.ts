/** What is sold: on terms that nothing bought before is touched by. */
import { PPB } from '../../../shared/rules/rounding';
import { actorId } from '../actor';
import type { Context, Decision } from '../decision';
import { areSold, isRateTooHigh, isSame, isWithin } from '../earn/terms';
import { broken, reject } from '../rejection';
import type { CoreView } from '../state';
import type { MiningTerms, SetMiningState, SetMiningTerms } from './commands';

export const MINING_PRODUCTS_MAX = 100;
const YEAR_DAYS = 365;
/** Of an income, and with a rebate of the purchase of all incomes together. */
export const REBATE_PPB_MAX = 500_000_000;

export function decideSetMiningTerms(view: CoreView, command: SetMiningTerms, { actor }: Context): Decision {
  const { type: _, reason, ...terms } = command;
  const { products } = view.mining;
  if (!view.assets.has(terms.asset) || !view.assets.has(terms.incomeAsset)) return reject('asset.unknown');
  const present = products.get(terms.product);
  if (!areTerms(terms) || (present && !haveSameCoins(present.terms, terms))) return reject('earn.terms.invalid');
  if (isRateTooHigh(view, terms.dailyRatePpb * YEAR_DAYS)) return reject('earn.rate.above.maximum');
  if (!present && products.size >= MINING_PRODUCTS_MAX)
    return reject('earn.products.too.many', { maximum: MINING_PRODUCTS_MAX });
  if (present && isSame(present.terms, terms)) return reject('terms.unchanged');
  const proposedBy = actorId(actor) ?? broken('only people set terms');
  return [{ type: 'MiningTermsSet', ...terms, proposedBy, reason }];
}

export function decideSetMiningState(view: CoreView, { product, state, reason }: SetMiningState): Decision {
  const present = view.mining.products.get(product);
  if (!present) return reject('earn.unknown');
  if (present.state === state) return reject('terms.unchanged');
  return [{ type: 'MiningStateSet', product, state, reason }];
}

/** What is promised on a product is one sum of one coin. */
function haveSameCoins(one: Readonly<MiningTerms>, other: Readonly<MiningTerms>): boolean {
  return one.asset === other.asset && one.incomeAsset === other.incomeAsset;
}

function areTerms(terms: Readonly<MiningTerms>): boolean {
  const { dailyRatePpb, rebate, rebatePpb, quota, amountMin, amountMax } = terms;
  if (!areSold(terms, [quota, amountMin, amountMax]) || !isWithin(dailyRatePpb, Number(PPB))) return false;
  if (rebate === 'none') return rebatePpb === 0;
  // A part of the principal that is more than half of what the term brings could never be paid in full.
  const most = rebate === 'income' ? REBATE_PPB_MAX : Math.floor((dailyRatePpb * terms.termDays) / 2);
  return isWithin(rebatePpb, Math.min(most, REBATE_PPB_MAX));
}
