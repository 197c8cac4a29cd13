/**
 * Entry and end of a second contract: the index publication that counts, the outcome, and the payment. The core's
 * settlement, the screen's preview and the verification of certificates share this code. The rules are this exchange's
 * own.
 */
import { medianPrice } from '../../../rules/arithmetic/median';
import { PPB, feeOf } from '../../../rules/arithmetic/rounding';

export type OptionDirection = 'up' | 'down';

/**
 * Rule of a contract's entry, levels and end; its purchase names it. Rule 1 used a publication unchanged. Its quotes
 * could be ten seconds old, so that an observer of the sources knew the entry in advance. Rule 2 considers the time and
 * the source of each quote.
 */
export type OptionRule = 1 | 2;
/** Rule of new purchases. */
export const OPTION_RULE = 2;
/** Rule of a purchase; purchases before rule 2 do not name one. */
export function ruleOf({ rule = 1 }: { rule?: OptionRule | undefined }): OptionRule {
  return rule;
}

/** A publication of the index: a price in whole ticks, and its time in milliseconds. */
export interface Published {
  price: number;
  at: number;
}

/** A quote of a source (by number), and its time: by the source's clock or the feed's receipt, whichever is earlier. */
export interface Quote {
  source: number;
  price: number;
  at: number;
}

/** A publication with the quotes of its median price. */
export interface Quoted extends Published {
  sources: readonly Quote[];
}

/**
 * Entry of a contract. The basis is the sources whose quotes give the median price, by number, ascending. By rule 2
 * only these count for its levels and its end. One source can be above another for hours, so medians of different
 * sources differ even if no price moved. By rule 1 the basis is empty.
 */
export interface EntryPublication extends Published {
  basis: readonly number[];
}

/**
 * Delay from the purchase or the set start to the first quote that may be its entry, so that no buyer knows the entry.
 */
export const ENTRY_DELAY_MS = 500;
/** Without an entry in this time the stake is refunded. */
export const ENTRY_WAIT_MS = 15_000;

/** Maximum time from the purchase to a set start. */
export const START_AHEAD_MS_MAX = 24 * 3_600_000;
/** Cancellation of a contract closes this long before its start. */
export const CANCEL_BEFORE_MS = 5_000;

/** From when on quotes count for the entry (by rule 1 publications): of a purchase now, or of a start that was set. */
export function entryCountsFrom(startsAt: number): number {
  return startsAt + ENTRY_DELAY_MS;
}

/** Fields of a purchase that decide which publications count. `sourcesMin` applies from rule 2 on. */
export interface PublicationRule {
  rule: OptionRule;
  /** The minimum number of quotes for a price. */
  sourcesMin: number;
}

/** The median of the valid quotes; null if there are fewer than `sourcesMin`. */
function priceOf(quotes: readonly Quote[], sourcesMin: number): number | null {
  return quotes.length > 0 && quotes.length >= sourcesMin ? medianPrice(quotes) : null;
}

/**
 * The first publication with a valid entry: the median of the quotes from `from` on. Null if there is none in time. `published` is
 * ascending by time and complete from `from` on.
 */
export function findEntry<P extends Quoted>(
  published: readonly P[],
  { rule, sourcesMin, from }: PublicationRule & { from: number },
): (P & EntryPublication) | null {
  for (let place = firstAt(published, from); place < published.length; place++) {
    const one = published[place];
    if (one.at > from + ENTRY_WAIT_MS) return null;
    if (rule === 1) return { ...one, basis: [] };
    const freshSources = one.sources.filter(({ at }) => at >= from);
    const price = priceOf(freshSources, sourcesMin);
    const basis = freshSources.map(({ source }) => source).sort((source, other) => source - other);
    if (price !== null) return { ...one, price, basis };
  }
  return null;
}

/**
 * A publication's price for the levels and the end of a running contract: the median of the quotes of the entry's
 * sources, whatever their age. Leaving out sources without a quote since the entry would change the measure.
 */
export function priceFor(
  published: Quoted,
  { rule, sourcesMin }: PublicationRule,
  { basis }: Pick<EntryPublication, 'basis'>,
): number | null {
  if (rule === 1) return published.price;
  const basisSources = published.sources.filter(({ source }) => basis.includes(source));
  return priceOf(basisSources, sourcesMin);
}

/**
 * The last publication strictly before the end, at the price of the entry's sources. Null if it is then older than
 * `staleMs`, or has too few of these sources. `published` is ascending by time.
 */
export function findEnd<P extends Quoted>(
  published: readonly P[],
  counting: PublicationRule & { staleMs: number },
  entry: EntryPublication,
  endsAt: number,
): P | null {
  const last = published[firstAt(published, endsAt) - 1] as P | undefined;
  if (!last || endsAt - last.at > counting.staleMs) return null;
  const price = priceFor(last, counting, entry);
  return price === null ? null : { ...last, price };
}

/** Index of the first publication at or after a time. */
function firstAt(published: readonly Published[], at: number): number {
  let [low, high] = [0, published.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (published[middle].at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Outcome = 'won' | 'lost' | 'tie';

export function outcomeOf(direction: OptionDirection, entry: number, end: number): Outcome {
  if (entry === end) return 'tie';
  return end > entry === (direction === 'up') ? 'won' : 'lost';
}

/** Prices at which a contract ends early, in ticks; absent if not set. */
export interface Levels {
  takeProfit?: number;
  stopLoss?: number;
}

/**
 * A take-profit is at least one tick to the winning side of the price, a stop-loss at least one tick to the other side.
 */
export function areLevelsAround({ takeProfit, stopLoss }: Levels, direction: OptionDirection, price: number): boolean {
  const toWin = direction === 'up' ? 1 : -1;
  if (takeProfit !== undefined && (takeProfit - price) * toWin < 1) return false;
  return stopLoss === undefined || (price - stopLoss) * toWin >= 1;
}

/** The level that a price has reached. At most one of the two can be reached. */
export function levelReached(
  { takeProfit, stopLoss }: Levels,
  direction: OptionDirection,
  price: number,
): 'take_profit' | 'stop_loss' | null {
  const toWin = direction === 'up' ? 1 : -1;
  if (takeProfit !== undefined && (price - takeProfit) * toWin >= 0) return 'take_profit';
  if (stopLoss !== undefined && (stopLoss - price) * toWin >= 0) return 'stop_loss';
  return null;
}

/** The purchase, in units of the stake's asset. */
export interface BoughtOption {
  stake: bigint;
  /** Fraction of the stake, parts per billion, below 10^9. */
  payoutPpb: number;
  durationMs: number;
  /** Computed on the stake at the purchase. */
  fee: bigint;
}

/** A rate of the stake (rounded up), or a fixed amount. */
export function optionFee(stake: bigint, fee: { ratePpb: number } | { amount: bigint }): bigint {
  return 'amount' in fee ? fee.amount : feeOf(stake, fee.ratePpb);
}

/** Maximum payout of the house beside the stake; a purchase reserves it. */
export function reserveOf({ stake, payoutPpb }: Pick<BoughtOption, 'stake' | 'payoutPpb'>): bigint {
  return (stake * BigInt(payoutPpb)) / PPB;
}

/** Parts of the settlement: `returnedStake` to the user from the stake, `income` from the house, `fee` to fees, `houseShare` to the house. */
export interface Payout {
  returnedStake: bigint;
  income: bigint;
  fee: bigint;
  houseShare: bigint;
}

/** `elapsedMs`: from the entry to the publication that reached a level; of no matter for the others. */
export function payoutFor(
  purchase: BoughtOption,
  end: Outcome | 'take_profit' | 'stop_loss',
  elapsedMs: number,
): Payout {
  const { stake } = purchase;
  switch (end) {
    case 'tie':
      return { returnedStake: stake, income: 0n, fee: 0n, houseShare: 0n };
    case 'won':
      return payoutWithGain(purchase, reserveOf(purchase));
    case 'take_profit': {
      const { payoutPpb, durationMs } = purchase;
      const income = (stake * BigInt(payoutPpb) * BigInt(elapsedMs)) / (PPB * BigInt(durationMs));
      return payoutWithGain(purchase, income);
    }
    case 'lost':
      return payoutWithLoss(purchase, 0n);
    case 'stop_loss': {
      const { durationMs } = purchase;
      return payoutWithLoss(purchase, (stake * BigInt(durationMs - elapsedMs)) / (2n * BigInt(durationMs)));
    }
  }
}

/** The fee is deducted from the payout. */
function payoutWithGain({ stake, fee }: BoughtOption, income: bigint): Payout {
  const gross = stake + income;
  return { returnedStake: stake, income, fee: fee < gross ? fee : gross, houseShare: 0n };
}

/** The fee comes out of what the house keeps. */
function payoutWithLoss({ stake, fee }: BoughtOption, returnedStake: bigint): Payout {
  const houseShare = stake - returnedStake;
  const charged = fee < houseShare ? fee : houseShare;
  return { returnedStake, income: 0n, fee: charged, houseShare: houseShare - charged };
}

/** How often one has to be right for nothing to be lost, in parts per billion, up: 1 ÷ (1 + payout − fee), fee as a part of the stake. */
export function breakEvenPpb({ stake, payoutPpb, fee }: Pick<BoughtOption, 'stake' | 'payoutPpb' | 'fee'>): number {
  const gain = reserveOf({ stake, payoutPpb }) - fee;
  const numerator = stake * PPB;
  const denominator = stake + gain;
  return Number((numerator + denominator - 1n) / denominator);
}
