/** What a second contract would be before it is bought: by the same rules as the exchange's own, exact, in decimal strings. */
import {
  areLevelsAround,
  breakEvenPpb,
  optionFee,
  paidFor,
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
import { compare, differenceOf, floorTo, isAbove, isMultiple, sumOf } from '../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, type Typed } from '../../../shared/lib/numbers/typed';

export interface OptionDraft {
  stake: Typed;
  durationMs: number;
  timing: 'now' | 'timed';
  /** Epoch milliseconds; null until it is chosen. */
  startsAt: number | null;
  hasLevels: boolean;
  takeProfit: Typed;
  stopLoss: Typed;
}

/** What the exchange has now that a purchase is judged by. */
export interface OptionSurroundings {
  product: OptionProduct;
  rules: OptionRules;
  /** Of the index; null while it is not known. */
  price: string | null;
  /** In the option account; null while it is not known. */
  available: string | null;
  /** Stake of the user that is open now, on this product. */
  ownOpen: string;
  ownOpenWithLevels: string;
  limit: OptionLimit | null;
  /** By the server. */
  now: number;
}

export type OptionWish = Omit<BuyOptionRequest, 'clientId'>;
export type OptionField = 'stake' | 'startsAt' | 'takeProfit' | 'stopLoss';

/**
 * `code` is the exchange's own for the same refusal; `figures` what its words name: the limit that was crossed, and what is left
 * of it. `missing`: levels are wished and none is typed.
 */
export type OptionFault = { field: OptionField; code: string; figures?: Figures } | { field: OptionField; code: null };
export type Figures = { minimum: string } | { maximum: string; room?: string };

/** A price of eight places fits, and a level of the index is never as fine. */
const PRICE_PLACES = 8;

export function emptyDraft(durationMs: number): OptionDraft {
  return {
    ...{ stake: EMPTY, durationMs, timing: 'now', startsAt: null },
    ...{ hasLevels: false, takeProfit: EMPTY, stopLoss: EMPTY },
  };
}

/** That which is chosen, or the first when it is offered no more. */
export function durationOf({ durations }: Pick<OptionProduct, 'durations'>, durationMs: number): OptionDuration {
  return durations.find((one) => one.durationMs === durationMs) ?? durations[0];
}

export interface OptionPreview {
  /** Paid when it wins, after the fee. */
  payout: string;
  /** Of it beyond the stake; below zero where the fee is more than what is won. */
  profit: string;
  fee: string;
  /** Null where nothing is left of a win: no rate is enough. */
  breakEvenPpb: number | null;
}

/**
 * Amounts in the stake's asset. What is won is rounded down, the fee up, as the exchange does. Without a stake the smallest one
 * tells the break-even.
 */
export function previewOf(product: OptionProduct, durationMs: number, stake: string): OptionPreview {
  const { scale } = product;
  const duration = durationOf(product, durationMs);
  const units = unitsIn(stake, scale);
  const bought = { stake: units, payoutPpb: duration.payoutPpb, fee: feeOn(duration, units, scale) };
  const gross = units + reserveOf(bought);
  // No more is charged than is paid.
  const fee = bought.fee < gross ? bought.fee : gross;
  const payout = gross - fee;
  return {
    payout: decimalOf(payout, scale),
    profit: decimalOf(payout - units, scale),
    fee: decimalOf(fee, scale),
    breakEvenPpb: payout === 0n ? null : breakEvenPpb({ ...bought, fee }),
  };
}

/** Moments at which a level may be reached, as shares of the duration. */
export const LEVEL_MOMENTS = [
  ['start', 0],
  ['half', 0.5],
  ['end', 1],
] as const;

/** The payout after the fee for a level that is reached after that share of the duration. */
export function paidAtLevel(
  product: OptionProduct,
  durationMs: number,
  stake: string,
  level: 'take_profit' | 'stop_loss',
  part: number,
): string {
  const { scale } = product;
  const duration = durationOf(product, durationMs);
  const units = unitsIn(stake, scale);
  const fee = feeOn(duration, units, scale);
  const bought = { stake: units, payoutPpb: duration.payoutPpb, durationMs: duration.durationMs, fee };
  const paid = paidFor(bought, level, Math.floor(duration.durationMs * part));
  return decimalOf(paid.back + paid.income - (level === 'take_profit' ? paid.fee : 0n), scale);
}

function feeOn({ feePpb, feeAmount }: OptionDuration, stake: bigint, scale: number): bigint {
  return optionFee(stake, feePpb > 0 ? { ratePpb: feePpb } : { amount: unitsIn(feeAmount, scale) });
}

function unitsIn(decimal: string, scale: number): bigint {
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} has more places than its asset`);
  return units;
}

/** What stands in the way of a purchase, in the order in which the exchange looks. */
export function checks(draft: OptionDraft, direction: OptionDirection, around: OptionSurroundings): OptionFault[] {
  return [...startFaults(draft, around), ...levelFaults(draft, direction, around), ...stakeFaults(draft, around)];
}

function startFaults({ timing, startsAt }: OptionDraft, { now, rules }: OptionSurroundings): OptionFault[] {
  if (timing === 'now') return [];
  const isAhead = startsAt !== null && startsAt > now && startsAt <= now + rules.startAheadMaxMs;
  return isAhead ? [] : [{ field: 'startsAt', code: 'option.start.invalid' }];
}

/** Whether its levels count: only what begins at once may have them, and only where they are offered. */
export function hasLevels({ hasLevels: isWished, timing }: OptionDraft, { offersLevels }: OptionProduct): boolean {
  return isWished && timing === 'now' && offersLevels;
}

function levelFaults(draft: OptionDraft, direction: OptionDirection, around: OptionSurroundings): OptionFault[] {
  const { product, price } = around;
  if (!hasLevels(draft, product)) return [];
  // Without a level it would be bought unprotected.
  if (draft.takeProfit.kind === 'empty' && draft.stopLoss.kind === 'empty')
    return [{ field: 'takeProfit', code: 'missing' }];
  return (['takeProfit', 'stopLoss'] as const).flatMap((field): OptionFault[] => {
    const typed = draft[field];
    const level = decimalOfTyped(typed);
    if (typed.kind === 'refused') return [{ field, code: null }];
    if (level === null) return [];
    if (compare(level, '0') <= 0 || !isMultiple(level, product.tick)) return [{ field, code: 'option.levels.invalid' }];
    if (price === null) return [];
    const isOnItsSide = areLevelsAround({ [field]: ticksOf(level) }, direction, ticksOf(price));
    return isOnItsSide ? [] : [{ field, code: 'option.levels.invalid' }];
  });
}

/** Only differences of whole steps count; a price has fewer places than that. */
function ticksOf(price: string): number {
  return Number(unitsIn(price, PRICE_PLACES));
}

function stakeFaults(draft: OptionDraft, around: OptionSurroundings): OptionFault[] {
  const { product, available, ownOpen, ownOpenWithLevels, limit } = around;
  const { amountMin, amountMax, userMax, levelsUserMax } = product;
  const wrong = (code: string, figures?: Figures): OptionFault[] => [
    { field: 'stake', code, ...(figures && { figures }) },
  ];
  const capped = (code: string, maximum: string, taken: string): OptionFault[] => {
    const room = differenceOf(maximum, taken);
    return wrong(code, { maximum, room: compare(room, '0') > 0 ? room : '0' });
  };
  if (draft.stake.kind === 'refused') return [{ field: 'stake', code: null }];
  const stake = decimalOfTyped(draft.stake);
  if (stake === null || compare(stake, '0') <= 0) return wrong('amount.not.positive');
  if (hasLevels(draft, product) && isAbove(sumOf([ownOpenWithLevels, stake]), levelsUserMax))
    return capped('option.cap.levels', levelsUserMax, ownOpenWithLevels);
  if (isAbove(amountMin, stake)) return wrong('option.amount.minimum', { minimum: amountMin });
  if (isAbove(stake, amountMax)) return wrong('option.amount.maximum', { maximum: amountMax });
  if (isAbove(sumOf([ownOpen, stake]), userMax)) return capped('option.cap.user', userMax, ownOpen);
  if (limit !== null && limit.amount !== null && isAbove(sumOf([limit.staked, stake]), limit.amount))
    return capped('option.limit.own', limit.amount, limit.staked);
  return available !== null && isAbove(stake, available) ? wrong('balance.insufficient') : [];
}

/** The most that one more contract may be of: by its own bounds, by what is open, by the user's own limit and by the balance. */
export function mostOf({ product, available, ownOpen, limit }: OptionSurroundings): string {
  const bounds = [
    product.amountMax,
    differenceOf(product.userMax, ownOpen),
    ...(limit === null || limit.amount === null ? [] : [differenceOf(limit.amount, limit.staked)]),
    ...(available === null ? [] : [available]),
  ];
  const least = bounds.reduce((one, other) => (isAbove(one, other) ? other : one));
  return compare(least, '0') <= 0 ? '0' : floorTo(least, decimalOf(1n, product.scale));
}

/** Amounts to choose with one press: from the smallest on, as people count, none above the largest. */
export function quickAmounts({ amountMin, amountMax }: Pick<OptionProduct, 'amountMin' | 'amountMax'>): string[] {
  return [1n, 2n, 5n, 10n].map((times) => timesOf(amountMin, times)).filter((amount) => !isAbove(amount, amountMax));
}

function timesOf(amount: string, times: bigint): string {
  return decimalOf(unitsIn(amount, PRICE_PLACES) * times, PRICE_PLACES);
}

/** What is sent of a draft in which nothing is wrong. */
export function wishOf(draft: OptionDraft, direction: OptionDirection, product: OptionProduct): OptionWish {
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
