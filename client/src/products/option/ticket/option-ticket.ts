/** Preview of a second contract by the server's own rules, exact, in decimal strings. */
import {
  areLevelsAround,
  breakEvenPpb,
  optionFee,
  payoutFor,
  reserveOf,
  type OptionDirection,
} from '../../../../../shared/products/option/rules/settlement';
import { decimalOf, unitsOf } from '../../../../../shared/rules/units';
import type {
  BuyOptionRequest,
  OptionDuration,
  OptionProduct,
  OptionRules,
} from '../../../../../shared/products/option/wire';
import type { OptionLimit } from '../../../../../shared/products/option/stream';
import { compare, differenceOf, floorTo, isAbove, isMultiple, sumOf } from '../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, type Typed } from '../../../kit/lib/numbers/typed';

export interface OptionDraft {
  stake: Typed;
  durationMs: number;
  timing: 'now' | 'timed';
  /** Epoch milliseconds; null until chosen. */
  startsAt: number | null;
  hasLevels: boolean;
  takeProfit: Typed;
  stopLoss: Typed;
}

/** Current data against which a purchase is checked. */
export interface OptionContext {
  product: OptionProduct;
  rules: OptionRules;
  /** Current index; null until known. */
  price: string | null;
  /** Available balance of the option account; null until known. */
  available: string | null;
  /** The user's open stake in this product. */
  ownOpen: string;
  ownOpenWithLevels: string;
  limit: OptionLimit | null;
  /** Server time. */
  now: number;
}

export type OptionRequest = Omit<BuyOptionRequest, 'clientId'>;
export type OptionField = 'stake' | 'startsAt' | 'takeProfit' | 'stopLoss';

/**
 * `code` is the server's code for the same refusal; `figures` are the values in its text: the exceeded limit and what
 * remains of it. `missing`: levels are turned on and none is entered.
 */
export type OptionFault = { field: OptionField; code: string; figures?: Figures } | { field: OptionField; code: null };
export type Figures = { minimum: string } | { maximum: string; room?: string };

/** Covers all prices: levels of an index never have that many places. */
const PRICE_PLACES = 8;

export function emptyDraft(durationMs: number): OptionDraft {
  return {
    ...{ stake: EMPTY, durationMs, timing: 'now', startsAt: null },
    ...{ hasLevels: false, takeProfit: EMPTY, stopLoss: EMPTY },
  };
}

/** The chosen duration, or the first if it is no longer offered. */
export function durationOf({ durations }: Pick<OptionProduct, 'durations'>, durationMs: number): OptionDuration {
  return durations.find((one) => one.durationMs === durationMs) ?? durations[0];
}

export interface OptionPreview {
  /** Payout of a win after the fee. */
  payout: string;
  /** Payout less stake; negative if the fee exceeds the gain. */
  profit: string;
  fee: string;
  /** Null if a win pays nothing: no win rate breaks even. */
  breakEvenPpb: number | null;
}

/**
 * Amounts in the stake's asset. The gain is rounded down and the fee up, as on the server. Without a stake, pass the
 * minimum stake for the break-even rate.
 */
export function previewOf(product: OptionProduct, durationMs: number, stake: string): OptionPreview {
  const { scale } = product;
  const duration = durationOf(product, durationMs);
  const units = unitsIn(stake, scale);
  const purchase = { stake: units, payoutPpb: duration.payoutPpb, fee: feeOn(duration, units, scale) };
  const gross = units + reserveOf(purchase);
  // The fee is at most the gross payout.
  const fee = purchase.fee < gross ? purchase.fee : gross;
  const payout = gross - fee;
  return {
    payout: decimalOf(payout, scale),
    profit: decimalOf(payout - units, scale),
    fee: decimalOf(fee, scale),
    breakEvenPpb: payout === 0n ? null : breakEvenPpb({ ...purchase, fee }),
  };
}

/** Sample times for reaching a level, as a fraction of the duration. */
export const LEVEL_MOMENTS = [
  ['start', 0],
  ['half', 0.5],
  ['end', 1],
] as const;

/** Payout after the fee if a level is reached after `elapsedShare` of the duration. */
export function paidAtLevel(
  product: OptionProduct,
  durationMs: number,
  stake: string,
  level: 'take_profit' | 'stop_loss',
  elapsedShare: number,
): string {
  const { scale } = product;
  const duration = durationOf(product, durationMs);
  const units = unitsIn(stake, scale);
  const fee = feeOn(duration, units, scale);
  const purchase = { stake: units, payoutPpb: duration.payoutPpb, durationMs: duration.durationMs, fee };
  const payout = payoutFor(purchase, level, Math.floor(duration.durationMs * elapsedShare));
  return decimalOf(payout.returnedStake + payout.income - (level === 'take_profit' ? payout.fee : 0n), scale);
}

function feeOn({ feePpb, feeAmount }: OptionDuration, stake: bigint, scale: number): bigint {
  return optionFee(stake, feePpb > 0 ? { ratePpb: feePpb } : { amount: unitsIn(feeAmount, scale) });
}

function unitsIn(decimal: string, scale: number): bigint {
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} has more places than its asset`);
  return units;
}

/** Faults of a purchase, in the server's order of checks. */
export function faultsOf(draft: OptionDraft, direction: OptionDirection, context: OptionContext): OptionFault[] {
  return [...startFaults(draft, context), ...levelFaults(draft, direction, context), ...stakeFaults(draft, context)];
}

function startFaults({ timing, startsAt }: OptionDraft, { now, rules }: OptionContext): OptionFault[] {
  if (timing === 'now') return [];
  const isAhead = startsAt !== null && startsAt > now && startsAt <= now + rules.startAheadMaxMs;
  return isAhead ? [] : [{ field: 'startsAt', code: 'option.start.invalid' }];
}

/** Levels apply only to contracts that start at once, on products that offer them. */
export function hasLevels({ hasLevels: isWished, timing }: OptionDraft, { offersLevels }: OptionProduct): boolean {
  return isWished && timing === 'now' && offersLevels;
}

function levelFaults(draft: OptionDraft, direction: OptionDirection, context: OptionContext): OptionFault[] {
  const { product, price } = context;
  if (!hasLevels(draft, product)) return [];
  // Otherwise it would be bought without the wanted protection.
  if (draft.takeProfit.kind === 'empty' && draft.stopLoss.kind === 'empty')
    return [{ field: 'takeProfit', code: 'missing' }];
  return (['takeProfit', 'stopLoss'] as const).flatMap((field): OptionFault[] => {
    const input = draft[field];
    const level = decimalOfTyped(input);
    if (input.kind === 'refused') return [{ field, code: null }];
    if (level === null) return [];
    if (compare(level, '0') <= 0 || !isMultiple(level, product.tick)) return [{ field, code: 'option.levels.invalid' }];
    if (price === null) return [];
    const isOnItsSide = areLevelsAround({ [field]: ticksOf(level) }, direction, ticksOf(price));
    return isOnItsSide ? [] : [{ field, code: 'option.levels.invalid' }];
  });
}

/** Scales a price to an integer; only comparisons use it, and no price has more places. */
function ticksOf(price: string): number {
  return Number(unitsIn(price, PRICE_PLACES));
}

function stakeFaults(draft: OptionDraft, context: OptionContext): OptionFault[] {
  const { product, available, ownOpen, ownOpenWithLevels, limit } = context;
  const { amountMin, amountMax, userMax, levelsUserMax } = product;
  const stakeError = (code: string, figures?: Figures): OptionFault[] => [
    { field: 'stake', code, ...(figures && { figures }) },
  ];
  const capped = (code: string, maximum: string, usedAmount: string): OptionFault[] => {
    const remaining = differenceOf(maximum, usedAmount);
    return stakeError(code, { maximum, room: compare(remaining, '0') > 0 ? remaining : '0' });
  };
  if (draft.stake.kind === 'refused') return [{ field: 'stake', code: null }];
  const stake = decimalOfTyped(draft.stake);
  if (stake === null || compare(stake, '0') <= 0) return stakeError('amount.not.positive');
  if (hasLevels(draft, product) && isAbove(sumOf([ownOpenWithLevels, stake]), levelsUserMax))
    return capped('option.cap.levels', levelsUserMax, ownOpenWithLevels);
  if (isAbove(amountMin, stake)) return stakeError('option.amount.minimum', { minimum: amountMin });
  if (isAbove(stake, amountMax)) return stakeError('option.amount.maximum', { maximum: amountMax });
  if (isAbove(sumOf([ownOpen, stake]), userMax)) return capped('option.cap.user', userMax, ownOpen);
  if (limit !== null && limit.amount !== null && isAbove(sumOf([limit.staked, stake]), limit.amount))
    return capped('option.limit.own', limit.amount, limit.staked);
  return available !== null && isAbove(stake, available) ? stakeError('balance.insufficient') : [];
}

/** Maximum stake of one more contract, by the product's bounds, the user's open stake, own limit and balance. */
export function stakeMax({ product, available, ownOpen, limit }: OptionContext): string {
  const bounds = [
    product.amountMax,
    differenceOf(product.userMax, ownOpen),
    ...(limit === null || limit.amount === null ? [] : [differenceOf(limit.amount, limit.staked)]),
    ...(available === null ? [] : [available]),
  ];
  const min = bounds.reduce((one, other) => (isAbove(one, other) ? other : one));
  return compare(min, '0') <= 0 ? '0' : floorTo(min, decimalOf(1n, product.scale));
}

/** Stakes for quick selection: 1, 2, 5 and 10 times the minimum, up to the maximum. */
export function quickAmounts({ amountMin, amountMax }: Pick<OptionProduct, 'amountMin' | 'amountMax'>): string[] {
  return [1n, 2n, 5n, 10n].map((times) => timesOf(amountMin, times)).filter((amount) => !isAbove(amount, amountMax));
}

function timesOf(amount: string, times: bigint): string {
  return decimalOf(unitsIn(amount, PRICE_PLACES) * times, PRICE_PLACES);
}

/** Request for a draft without faults. */
export function requestOf(draft: OptionDraft, direction: OptionDirection, product: OptionProduct): OptionRequest {
  const { stake, durationMs, timing, startsAt, takeProfit, stopLoss } = draft;
  const profit = decimalOfTyped(takeProfit);
  const loss = decimalOfTyped(stopLoss);
  const counts = hasLevels(draft, product);
  return {
    symbol: product.symbol,
    direction,
    stake: decimalOfTyped(stake) ?? '0',
    durationMs: durationOf(product, durationMs).durationMs,
    ...(timing === 'timed' && startsAt !== null ? { startsAt } : {}),
    ...(counts && profit !== null ? { takeProfit: profit } : {}),
    ...(counts && loss !== null ? { stopLoss: loss } : {}),
  };
}
