/**
 * How a second contract begins and ends: which publication of the index counts, who wins by it, and what is paid. The core
 * settles by this, the screen previews by it, and a certificate is recomputed by it. The rules are this exchange's own.
 */
import { medianPrice } from '../../../rules/median';
import { PPB, feeOf } from '../../../rules/rounding';

export type OptionDirection = 'up' | 'down';

/**
 * By which rule a contract begins, reaches its levels and ends; its purchase names it. Rule 1 took a publication as it stood, whose
 * quotes could be ten seconds old: who watched the sources knew the entry. Rule 2 looks at when each quote was told, and who told it.
 */
export type OptionRule = 1 | 2;
/** Of what is bought now. */
export const OPTION_RULE = 2;
/** Of a purchase; those before rule 2 name none. */
export function ruleOf({ rule = 1 }: { rule?: OptionRule | undefined }): OptionRule {
  return rule;
}

/** A publication of the index: a price in whole ticks, and when, milliseconds. */
export interface Published {
  price: number;
  at: number;
}

/** What a source, by its number, showed, and when: by its own clock or when the feed heard it, whichever is earlier. */
export interface Quote {
  source: number;
  price: number;
  at: number;
}

/** A publication with the quotes that its price is the median of. */
export interface Quoted extends Published {
  sources: readonly Quote[];
}

/**
 * How a contract began. The basis is the sources of whose quotes the price is the median, by number, ascending: by rule 2 only these
 * count for its levels and its end. One source may lie above another for hours, so medians of different sources differ where nothing
 * has moved. By rule 1 it is empty.
 */
export interface Begun extends Published {
  basis: readonly number[];
}

/** Between the purchase, or the set start, and the quotes that may be its entry: nobody buys knowing it. */
export const ENTRY_DELAY_MS = 500;
/** No entry within this time, and the stake goes back. */
export const ENTRY_WAIT_MS = 15_000;

/** How far ahead a start may be set. */
export const START_AHEAD_MS_MAX = 24 * 3_600_000;
/** So long before its start a contract can no longer be taken back. */
export const CANCEL_BEFORE_MS = 5_000;

/** From when on quotes count for the entry (by rule 1 publications): of a purchase now, or of a start that was set. */
export function entryFrom(startsAt: number): number {
  return startsAt + ENTRY_DELAY_MS;
}

/** What of a purchase decides how publications count for it. `sourcesMin` means something from rule 2 on. */
export interface Counting {
  rule: OptionRule;
  /** Fewer quotes than this make no price. */
  sourcesMin: number;
}

/** The median of the quotes that count; null where they are fewer than `sourcesMin`. */
function priceOf(quotes: readonly Quote[], sourcesMin: number): number | null {
  return quotes.length > 0 && quotes.length >= sourcesMin ? medianPrice(quotes) : null;
}

/**
 * The first publication that makes an entry: at the median of the quotes told from `from` on. Null when none has come, or none in
 * time. `published` is ascending by time, and none from `from` on is missing.
 */
export function entryOf<P extends Quoted>(
  published: readonly P[],
  { rule, sourcesMin, from }: Counting & { from: number },
): (P & Begun) | null {
  for (let place = firstAt(published, from); place < published.length; place++) {
    const one = published[place];
    if (one.at > from + ENTRY_WAIT_MS) return null;
    if (rule === 1) return { ...one, basis: [] };
    const told = one.sources.filter(({ at }) => at >= from);
    const price = priceOf(told, sourcesMin);
    const basis = told.map(({ source }) => source).sort((source, other) => source - other);
    if (price !== null) return { ...one, price, basis };
  }
  return null;
}

/**
 * The price of a publication for a contract that has begun, for its levels and for its end: the median of what the entry's sources say
 * in it, whenever they told it. Without those that have told nothing since the entry the others would be another measure again.
 */
export function priceFor(
  published: Quoted,
  { rule, sourcesMin }: Counting,
  { basis }: Pick<Begun, 'basis'>,
): number | null {
  if (rule === 1) return published.price;
  const own = published.sources.filter(({ source }) => basis.includes(source));
  return priceOf(own, sourcesMin);
}

/**
 * The last publication strictly before the end, at the price of the entry's sources; null when it is older then than `staleMs`, or
 * has too few of them. `published` is ascending by time.
 */
export function endOf<P extends Quoted>(
  published: readonly P[],
  counting: Counting & { staleMs: number },
  entry: Begun,
  endsAt: number,
): P | null {
  const last = published[firstAt(published, endsAt) - 1] as P | undefined;
  if (!last || endsAt - last.at > counting.staleMs) return null;
  const price = priceFor(last, counting, entry);
  return price === null ? null : { ...last, price };
}

/** Place of the first one at or after a time. */
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

/** Levels at which a contract ends early, in ticks; absent where none was set. */
export interface Levels {
  takeProfit?: number;
  stopLoss?: number;
}

/** A take-profit lies at least a tick to the winning side of a price, a stop-loss at least a tick to the other. */
export function areLevelsAround({ takeProfit, stopLoss }: Levels, direction: OptionDirection, price: number): boolean {
  const toWin = direction === 'up' ? 1 : -1;
  if (takeProfit !== undefined && (takeProfit - price) * toWin < 1) return false;
  return stopLoss === undefined || (price - stopLoss) * toWin >= 1;
}

/** Which level a price has reached; only one of the two can be. */
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

/** What was bought, in units of the stake's asset. */
export interface Bought {
  stake: bigint;
  /** Of the stake, parts per billion, below 10^9. */
  payoutPpb: number;
  durationMs: number;
  /** Reckoned on the stake at the purchase. */
  fee: bigint;
}

/** By the stake: a rate (up), or a fixed amount. */
export function optionFee(stake: bigint, fee: { ratePpb: number } | { amount: bigint }): bigint {
  return 'amount' in fee ? fee.amount : feeOf(stake, fee.ratePpb);
}

/** The most that the house may have to pay beside the stake: what a purchase reserves. */
export function reserveOf({ stake, payoutPpb }: Pick<Bought, 'stake' | 'payoutPpb'>): bigint {
  return (stake * BigInt(payoutPpb)) / PPB;
}

/** Where the stake goes: `back` to the user out of it, `income` from the house, `fee` to fees, `kept` by the house. */
export interface Paid {
  back: bigint;
  income: bigint;
  fee: bigint;
  kept: bigint;
}

/** `elapsedMs`: from the entry to the publication that reached a level; of no matter for the others. */
export function paidFor(bought: Bought, end: Outcome | 'take_profit' | 'stop_loss', elapsedMs: number): Paid {
  const { stake } = bought;
  switch (end) {
    case 'tie':
      return { back: stake, income: 0n, fee: 0n, kept: 0n };
    case 'won':
      return gaining(bought, reserveOf(bought));
    case 'take_profit': {
      const { payoutPpb, durationMs } = bought;
      const income = (stake * BigInt(payoutPpb) * BigInt(elapsedMs)) / (PPB * BigInt(durationMs));
      return gaining(bought, income);
    }
    case 'lost':
      return losing(bought, 0n);
    case 'stop_loss': {
      const { durationMs } = bought;
      return losing(bought, (stake * BigInt(durationMs - elapsedMs)) / (2n * BigInt(durationMs)));
    }
  }
}

/** The fee comes out of what is paid. */
function gaining({ stake, fee }: Bought, income: bigint): Paid {
  const gross = stake + income;
  return { back: stake, income, fee: fee < gross ? fee : gross, kept: 0n };
}

/** The fee comes out of what the house keeps. */
function losing({ stake, fee }: Bought, back: bigint): Paid {
  const kept = stake - back;
  const charged = fee < kept ? fee : kept;
  return { back, income: 0n, fee: charged, kept: kept - charged };
}

/** How often one has to be right for nothing to be lost, in parts per billion, up: 1 ÷ (1 + payout − fee), fee as a part of the stake. */
export function breakEvenPpb({ stake, payoutPpb, fee }: Pick<Bought, 'stake' | 'payoutPpb' | 'fee'>): number {
  const gain = reserveOf({ stake, payoutPpb }) - fee;
  const over = stake * PPB;
  const under = stake + gain;
  return Number((over + under - 1n) / under);
}
