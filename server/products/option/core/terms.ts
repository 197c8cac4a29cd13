/** Terms of second contracts; changes do not affect open contracts. */
import { ENTRY_WAIT_MS } from '../../../../shared/products/option/rules/settlement';
import { PPB, feeOf } from '../../../../shared/rules/arithmetic/rounding';
import { actorId } from '../../../core/actor';
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import { houseAccount } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { FundOptions, OptionTerms, SetOptionState, SetOptionTerms } from './commands';

export const PRODUCTS_MAX = 50;
export const DURATIONS_MAX = 16;
/** The minimum exceeds the wait for an entry, so that nothing ends before its start is known. */
const DURATION_MS = [ENTRY_WAIT_MS, 86_400_000] as const;
/** Maximum payout if early exit is allowed: with more, two opposite contracts could win together. */
export const PAYOUT_WITH_LEVELS_PPB_MAX = 850_000_000;

export function decideSetOptionTerms(view: CoreView, command: SetOptionTerms, { actor }: Context): Decision {
  const { type: _, reason, ...terms } = command;
  const index = view.index.symbols.get(terms.symbol);
  if (!index) return reject('index.symbol.unknown', { symbol: terms.symbol });
  if (!view.assets.has(terms.asset)) return reject('asset.unknown');
  const existing = view.options.products.get(terms.symbol);
  if (!areTerms(terms) || (existing && existing.terms.asset !== terms.asset)) return reject('option.terms.invalid');
  if (!existing && view.options.products.size >= PRODUCTS_MAX)
    return reject('option.products.too.many', { maximum: PRODUCTS_MAX });
  if (existing && isSame(existing.terms, terms)) return reject('terms.unchanged');
  const proposedBy = actorId(actor) ?? broken('only people set terms');
  return [{ type: 'OptionTermsSet', ...terms, proposedBy, reason }];
}

export function decideSetOptionState(view: CoreView, { symbol, state, reason }: SetOptionState): Decision {
  const product = view.options.products.get(symbol);
  if (!product) return reject('option.unknown');
  if (product.state === state) return reject('terms.unchanged');
  return [{ type: 'OptionStateSet', symbol, state, reason }];
}

export function decideFundOptions(view: CoreView, { asset, act, amount, reason }: FundOptions): Decision {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const treasury = houseAccount('treasury', asset);
  const option = houseAccount('option', asset);
  const [from, to] = act === 'fund' ? [treasury, option] : [option, treasury];
  const free = balanceOf(view.ledger, from) - (act === 'release' ? (view.options.reserved.get(asset) ?? 0n) : 0n);
  if (amount > free)
    return reject('balance.insufficient', { asset, required: `${amount}`, available: `${free > 0n ? free : 0n}` });
  const kind = act === 'fund' ? 'option_fund' : 'option_release';
  const entries = [{ kind, debit: from, credit: to, amount } as const];
  return [{ type: 'OptionsFunded', asset, act, amount, reason, entries }];
}

function areTerms(terms: Readonly<OptionTerms>): boolean {
  const { amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax, durationsMs } = terms;
  const { payoutsPpb, feesPpb, feeAmounts } = terms;
  const amounts = [amountMin, amountMax, sideMax, totalMax, userMax];
  if (!amounts.every((amount) => amount > 0n && amount <= AMOUNT_MAX)) return false;
  if (levelsUserMax < 0n || levelsUserMax > AMOUNT_MAX || amountMin > amountMax) return false;
  const count = durationsMs.length;
  if (count === 0 || count > DURATIONS_MAX) return false;
  if ([payoutsPpb, feesPpb, feeAmounts].some(({ length }) => length !== count)) return false;
  const payoutMax = levelsUserMax > 0n ? PAYOUT_WITH_LEVELS_PPB_MAX : Number(PPB) - 1;
  return durationsMs.every((ms, place) => {
    const payout = payoutsPpb[place];
    if (!isWithin(ms, ...DURATION_MS) || (place > 0 && ms <= durationsMs[place - 1])) return false;
    return isWithin(payout, 1, payoutMax) && isFeeValid(amountMin, payout, feesPpb[place], feeAmounts[place]);
  });
}

/** At most one of both fees, and never so high that the winner loses. */
function isFeeValid(amountMin: bigint, payoutPpb: number, ratePpb: number, amount: bigint): boolean {
  if (!isWithin(ratePpb, 0, payoutPpb - 1) || amount < 0n || (ratePpb > 0 && amount > 0n)) return false;
  const fee = ratePpb > 0 ? feeOf(amountMin, ratePpb) : amount;
  return fee <= (amountMin * BigInt(payoutPpb)) / PPB;
}

type ComparableTerms = Readonly<Record<keyof OptionTerms, string | bigint | readonly (number | bigint)[]>>;

function isSame(one: ComparableTerms, other: ComparableTerms): boolean {
  const text = (value: ComparableTerms[keyof OptionTerms]): string =>
    typeof value === 'object' ? value.join() : `${value}`;
  return (Object.keys(other) as (keyof OptionTerms)[]).every((field) => text(one[field]) === text(other[field]));
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}
