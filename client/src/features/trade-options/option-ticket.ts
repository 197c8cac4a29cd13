/** What a second contract would cost and pay, and what is wrong with a wish for one, before it is sent. Decimal strings. */
import {
  areLevelsAround,
  breakEvenPpb,
  optionFee,
  paidFor,
  reserveOf,
  type OptionDirection,
} from '../../../../shared/rules/option/settlement';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type { OptionDuration, OptionProduct, OptionRules } from '../../../../shared/wire/option';
import type { OpenOption, OptionLimit } from '../../../../shared/wire/option-stream';
import { compare, differenceOf, isAbove, isMultiple, sumOf } from '../../shared/lib/exact';

export interface Foreseen {
  /** Reckoned on the stake; only charged where it wins or loses. */
  charge: string;
  /** Stake and payout when it wins, less the charge. */
  payoutNet: string;
  profit: string;
  /** How often one has to be right for nothing to be lost: a part of 10^9. */
  breakEvenPpb: number;
}

/** Null for a stake that is none. */
export function foresee(product: OptionProduct, duration: OptionDuration, stake: string): Foreseen | null {
  const { scale } = product;
  const units = unitsOf(stake, scale);
  const amount = unitsOf(duration.feeAmount, scale);
  if (typeof units !== 'bigint' || typeof amount !== 'bigint' || units <= 0n) return null;
  const { payoutPpb, durationMs, feePpb } = duration;
  const fee = optionFee(units, feePpb > 0 ? { ratePpb: feePpb } : { amount });
  const bought = { stake: units, payoutPpb, durationMs, fee };
  const won = paidFor(bought, 'won', durationMs);
  const net = won.back + won.income - won.fee;
  return {
    charge: decimalOf(fee, scale),
    payoutNet: decimalOf(net, scale),
    profit: decimalOf(net - units, scale),
    breakEvenPpb: breakEvenPpb(bought),
  };
}

/** The payout of a duration, to be shown where there is no stake yet: a part of 10^9 of the least one, less the fee. */
export function payoutShown(product: OptionProduct, duration: OptionDuration): number {
  const units = unitsOf(product.amountMin, product.scale);
  const amount = unitsOf(duration.feeAmount, product.scale);
  if (typeof units !== 'bigint' || typeof amount !== 'bigint' || units === 0n) return duration.payoutPpb;
  const fee = optionFee(units, duration.feePpb > 0 ? { ratePpb: duration.feePpb } : { amount });
  const net = reserveOf({ stake: units, payoutPpb: duration.payoutPpb }) - fee;
  return Number((net * 1_000_000_000n) / units);
}

export interface Wish {
  direction: OptionDirection;
  stake: string | null;
  /** Null: at once. Undefined: a time that is none. */
  startsAt: number | null | undefined;
  takeProfit: string | null;
  stopLoss: string | null;
}

export interface Around {
  product: OptionProduct;
  rules: OptionRules;
  available: string;
  open: readonly OpenOption[];
  limit: OptionLimit | undefined;
  /** Price of the index; null where nobody knows it. */
  latest: string | null;
  now: number;
}

/** As a code of the exchange's, with what is at fault; null for what can be sent. */
export function faultOf(wish: Wish, around: Around): { field: 'stake' | 'start' | 'levels'; code: string } | null {
  const stake = stakeFault(wish, around);
  if (stake !== null) return { field: 'stake', code: stake };
  const { startsAt } = wish;
  const { rules, now } = around;
  if (startsAt === undefined || (startsAt !== null && (startsAt <= now || startsAt > now + rules.startAheadMaxMs)))
    return { field: 'start', code: 'option.start.invalid' };
  const levels = levelsFault(wish, around);
  return levels === null ? null : { field: 'levels', code: levels };
}

function stakeFault({ stake }: Wish, { product, available, open, limit }: Around): string | null {
  if (stake === null || compare(stake, product.amountMin) < 0) return 'option.amount.minimum';
  if (isAbove(stake, product.amountMax)) return 'option.amount.maximum';
  if (isAbove(stake, available)) return 'balance.insufficient';
  const own = open.filter(({ symbol }) => symbol === product.symbol).map((one) => one.stake);
  if (isAbove(sumOf([...own, stake]), product.userMax)) return 'option.cap.user';
  const most = limit?.amount ?? null;
  return most !== null && isAbove(sumOf([limit?.staked ?? '0', stake]), most) ? 'option.limit.own' : null;
}

function levelsFault({ direction, startsAt, takeProfit, stopLoss }: Wish, around: Around): string | null {
  const levels = [takeProfit, stopLoss].filter((level) => level !== null);
  if (levels.length === 0) return null;
  const { product, latest } = around;
  if (!product.offersLevels || startsAt !== null) return 'option.levels.not.offered';
  if (latest === null || !levels.every((level) => isMultiple(level, product.tick))) return 'option.levels.invalid';
  const ticks = (price: string | null) => (price === null ? undefined : ticksOf(price, product.tick));
  const [profit, loss] = [ticks(takeProfit), ticks(stopLoss)];
  const set = {
    ...(profit === undefined ? {} : { takeProfit: profit }),
    ...(loss === undefined ? {} : { stopLoss: loss }),
  };
  return areLevelsAround(set, direction, ticksOf(latest, product.tick)) ? null : 'option.levels.invalid';
}

function ticksOf(price: string, tick: string): number {
  return Math.round(Number(price) / Number(tick));
}

/** How an open contract stands at a price: as it would end now. */
export function stateOfPlay(contract: OpenOption, price: string | null): 'winning' | 'losing' | 'level' | null {
  if (!contract.entry || price === null) return null;
  const moved = compare(price, contract.entry.price);
  if (moved === 0) return 'level';
  return moved > 0 === (contract.direction === 'up') ? 'winning' : 'losing';
}

/** The most that can be staked now: of what is there, the product's bound, and the user's own. */
export function mostOf({ product, available, open, limit }: Omit<Around, 'rules' | 'latest' | 'now'>): string {
  const own = sumOf(open.filter(({ symbol }) => symbol === product.symbol).map(({ stake }) => stake));
  const rests = [available, product.amountMax, differenceOf(product.userMax, own)];
  if (limit && limit.amount !== null) rests.push(differenceOf(limit.amount, limit.staked));
  const least = rests.reduce((one, other) => (isAbove(one, other) ? other : one));
  return compare(least, '0') > 0 ? least : '0';
}
