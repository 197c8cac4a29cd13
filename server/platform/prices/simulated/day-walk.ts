/**
 * Prices of the simulated sources within a day: a function of the day's seed, the symbols' anchors, and the time. A past day can be
 * recomputed from the journal and its seed. It therefore uses only operations that are exact on all machines: HMAC-SHA-256 and, of
 * floating-point arithmetic, the four basic operations and the square root.
 *
 * The walk is Brownian. Lévy's construction halves the day until the steps are short, so any moment needs few random values. Past
 * prices of a day do not reveal future ones.
 */
import { createHmac } from 'node:crypto';
import Big from 'big.js';
import { dayStart } from '../../../../shared/rules/days';
import type { SourcePrice } from '../index-sources';
import type { SimulatedSymbol } from './simulated-symbols';

/** The last price of a symbol before the day's seed was committed. */
export interface Anchor {
  /** Canonical decimal. */
  price: string;
  at: number;
}

export interface SeededDay {
  /** Day in GMT+8 since the epoch. */
  day: number;
  seed: string;
  /** By symbol. A missing one starts the day at its opening price. */
  anchors: Readonly<Record<string, Anchor>>;
}

/** A source reports the walk with a delay, every `everyMs` milliseconds; the three sources of one kind take turns. */
export interface SimulatedSource {
  name: string;
  lateMs: number;
  everyMs: number;
}

/**
 * Current sources. Their delay is well within the half second between a purchase and its earliest entry quotes, so no
 * entry uses the walk's value at the purchase.
 */
export const SIMULATED_SOURCES: readonly SimulatedSource[] = [
  { name: 'sim-d', lateMs: 50, everyMs: 500 },
  { name: 'sim-e', lateMs: 100, everyMs: 500 },
  { name: 'sim-f', lateMs: 200, everyMs: 500 },
];
/** Former sources, needed to recompute days in the journal. */
const FORMER_SOURCES: readonly SimulatedSource[] = [
  { name: 'sim-a', lateMs: 200, everyMs: 6_000 },
  { name: 'sim-b', lateMs: 500, everyMs: 6_000 },
  { name: 'sim-c', lateMs: 900, everyMs: 6_000 },
];

/** A source by its name in the journal, with its index among the three of its kind. */
export function simulatedSource(name: string): (SimulatedSource & { place: number }) | null {
  for (const kind of [SIMULATED_SOURCES, FORMER_SOURCES]) {
    const place = kind.findIndex((source) => source.name === name);
    if (place >= 0) return { ...kind[place], place };
  }
  return null;
}
const TURNS = 3;

/** Maximum deviation of a source from the walk, as part of a day's move. */
const DEVIATION = 1 / 500;
/** Share of a move's variance that is common to all symbols. */
const SHARED = 0.5;
const DIGITS = 10;

const DAY_MS = 86_400_000;
const HALVINGS = 15;
/** Steps of 2.6 seconds. The price is constant within a step: interpolation would reveal the next price. */
const STEPS = 2 ** HALVINGS;

const WORDS = 8;
const WORD = 2 ** 32;
/** Standard deviation of the sum of this many uniform values. */
const WORDS_DEVIATION = Math.sqrt(WORDS / 12);
/** Maximum cached values: those of the finest steps are read a few times in sequence. */
const KEPT_MAX = 4_096;

/** The walks of one day. Computes each value once if called roughly in order of time. */
export class DayWalk {
  private readonly cache = new Map<string, number>();
  private readonly lastReports = new Map<string, SourcePrice & { reportNumber: number }>();

  constructor(private readonly day: SeededDay) {}

  /** The last price of a source, by name, for a symbol at `time`, within the day. */
  priceAt(simulated: SimulatedSymbol, name: string, time: number): SourcePrice {
    const { symbol, volatility } = simulated;
    const source = simulatedSource(name);
    if (!source) throw new Error(`nothing simulates a source called ${name}`);
    const { lateMs, everyMs } = source;
    const start = dayStart(this.day.day);
    const phase = phaseOf(symbol, source);
    const reportNumber = Math.floor((time - start - phase) / everyMs);
    const key = `${name}/${symbol}`;
    const lastReport = this.lastReports.get(key);
    if (lastReport?.reportNumber === reportNumber) return lastReport;
    // Every source reports at the beginning of the day.
    const at = Math.max(start, start + phase + reportNumber * everyMs);
    const anchor = this.day.anchors[symbol] ?? { price: simulated.opening, at: start };
    const displacement = this.displacementAt(symbol, at - lateMs) - this.displacementAt(symbol, anchor.at);
    const deviation = 2 * (this.randomWords(`${key}/${reportNumber}`)[0] / WORD) - 1;
    const factor = grown(volatility * (displacement + DEVIATION * deviation));
    const report = { price: new Big(anchor.price).times(factor).prec(DIGITS).toFixed(), at, reportNumber };
    this.lastReports.set(key, report);
    return report;
  }

  /** Move since the beginning of the day, in units of daily volatility. */
  private displacementAt(symbol: string, time: number): number {
    const dayFraction = (time - dayStart(this.day.day)) / DAY_MS;
    const step = Math.floor(Math.min(Math.max(dayFraction, 0), 1) * STEPS);
    return Math.sqrt(SHARED) * this.wander('every symbol', step) + Math.sqrt(1 - SHARED) * this.wander(symbol, step);
  }

  /** Position of the walk after this many steps. A midpoint is the mean of its neighbours plus its own noise. */
  private wander(name: string, step: number): number {
    let [from, span] = [0, STEPS];
    let [low, high] = [0, this.normalRandom(name, STEPS)];
    if (step === STEPS) return high;
    while (step !== from) {
      span /= 2;
      const middle = (low + high) / 2 + (Math.sqrt((2 * span) / STEPS) / 2) * this.normalRandom(name, from + span);
      if (step < from + span) high = middle;
      else [from, low] = [from + span, middle];
    }
    return low;
  }

  /** Approximately normal, between −4.9 and 4.9. */
  private normalRandom(name: string, step: number): number {
    const key = `${name}/${step}`;
    let bell = this.cache.get(key);
    if (bell === undefined) {
      const sum = this.randomWords(key).reduce((total, word) => total + word, 0);
      bell = (sum / WORD - WORDS / 2) / WORDS_DEVIATION;
      if (this.cache.size >= KEPT_MAX) this.cache.clear();
      this.cache.set(key, bell);
    }
    return bell;
  }

  /** Eight uniform values, 0 … 2³² − 1. */
  private randomWords(name: string): number[] {
    const bytes = createHmac('sha256', this.day.seed).update(name).digest();
    return Array.from({ length: WORDS }, (_, word) => bytes.readUInt32BE(4 * word));
  }
}

/** Milliseconds into its period at which a source reports a symbol: spread, so that not all change in one second. */
function phaseOf(symbol: string, { place, everyMs }: SimulatedSource & { place: number }): number {
  const spread = [...symbol].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % everyMs, 0);
  return (spread + Math.floor((place * everyMs) / TURNS)) % everyMs;
}

/** Approximates the exponential: machines need not agree on the last digit of `Math.exp`. */
function grown(move: number): number {
  let times = 1 + move / 1_024;
  for (let square = 0; square < 10; square++) times *= times;
  return times;
}
