/**
 * What the simulated sources tell in a day, as a function of the day's seed, where each symbol stood, and the time. Whoever has
 * the journal and the seed of a day that is over computes it again, so it uses nothing that two machines could do differently:
 * HMAC-SHA-256, and of the floating-point operations the four basic ones and the root.
 *
 * The walk is Brownian: Lévy's construction halves the day until the steps are short, so any moment is computed from a handful
 * of chances, and what was seen of a day says nothing about where it goes on.
 */
import { createHmac } from 'node:crypto';
import Big from 'big.js';
import { dayStart } from '../../../../shared/rules/days';
import type { Told } from '../index-sources';
import type { SimulatedSymbol } from './simulated-symbols';

/** Where a symbol stood when the day's seed was committed: its last publication before. */
export interface Anchor {
  /** Canonical decimal. */
  price: string;
  at: number;
}

export interface SeededDay {
  /** In GMT+8, since the epoch. */
  day: number;
  seed: string;
  /** By symbol. One that is missing stood at its opening when the day began. */
  anchors: Readonly<Record<string, Anchor>>;
}

/** A source sees the walk as it was a moment ago, and tells of it every so many milliseconds: the three of one kind take turns. */
export interface SimulatedSource {
  name: string;
  lateMs: number;
  everyMs: number;
}

/**
 * What is told now. Well within the half second between a purchase and the quotes that may be its entry, so that no entry is made of where
 * the walk was when it was bought.
 */
export const SIMULATED_SOURCES: readonly SimulatedSource[] = [
  { name: 'sim-d', lateMs: 50, everyMs: 500 },
  { name: 'sim-e', lateMs: 100, everyMs: 500 },
  { name: 'sim-f', lateMs: 200, everyMs: 500 },
];
/** What was told once: days that the journal has are computed again by them. */
const FORMER_SOURCES: readonly SimulatedSource[] = [
  { name: 'sim-a', lateMs: 200, everyMs: 6_000 },
  { name: 'sim-b', lateMs: 500, everyMs: 6_000 },
  { name: 'sim-c', lateMs: 900, everyMs: 6_000 },
];

/** By its name in the journal, and which of the three of its kind it is. */
export function simulatedSource(name: string): (SimulatedSource & { place: number }) | null {
  for (const kind of [SIMULATED_SOURCES, FORMER_SOURCES]) {
    const place = kind.findIndex((source) => source.name === name);
    if (place >= 0) return { ...kind[place], place };
  }
  return null;
}
const TURNS = 3;

/** A source is off the walk by this part of a day's move, at most. */
const DEVIATION = 1 / 500;
/** How much of a move, in variance, is everybody's. */
const SHARED = 0.5;
const DIGITS = 10;

const DAY_MS = 86_400_000;
const HALVINGS = 15;
/** Of 2.6 seconds. Within one the price stands: to go there gradually would give away where it goes. */
const STEPS = 2 ** HALVINGS;

const WORDS = 8;
const WORD = 2 ** 32;
/** The deviation of a sum of so many even chances. */
const WORDS_DEVIATION = Math.sqrt(WORDS / 12);
/** More chances than this are not kept: those of the finest steps are asked for a few times, one after the other. */
const KEPT_MAX = 4_096;

/** The walks of one day. Computes each chance once, as long as it is asked in about the order of time. */
export class DayWalk {
  private readonly kept = new Map<string, number>();
  private readonly newest = new Map<string, Told & { telling: number }>();

  constructor(private readonly day: SeededDay) {}

  /** What a source, by its name, told last of a symbol at `time`, a moment of the day. */
  told(simulated: SimulatedSymbol, name: string, time: number): Told {
    const { symbol, volatility } = simulated;
    const source = simulatedSource(name);
    if (!source) throw new Error(`nothing simulates a source called ${name}`);
    const { lateMs, everyMs } = source;
    const start = dayStart(this.day.day);
    const phase = phaseOf(symbol, source);
    const telling = Math.floor((time - start - phase) / everyMs);
    const key = `${name}/${symbol}`;
    const newest = this.newest.get(key);
    if (newest?.telling === telling) return newest;
    // The day begins with a telling of every source.
    const at = Math.max(start, start + phase + telling * everyMs);
    const anchor = this.day.anchors[symbol] ?? { price: simulated.opening, at: start };
    const moved = this.moved(symbol, at - lateMs) - this.moved(symbol, anchor.at);
    const off = 2 * (this.words(`${key}/${telling}`)[0] / WORD) - 1;
    const times = grown(volatility * (moved + DEVIATION * off));
    const told = { price: new Big(anchor.price).times(times).prec(DIGITS).toFixed(), at, telling };
    this.newest.set(key, told);
    return told;
  }

  /** From the day's beginning on, in volatilities of a day. */
  private moved(symbol: string, time: number): number {
    const part = (time - dayStart(this.day.day)) / DAY_MS;
    const step = Math.floor(Math.min(Math.max(part, 0), 1) * STEPS);
    return Math.sqrt(SHARED) * this.wander('every symbol', step) + Math.sqrt(1 - SHARED) * this.wander(symbol, step);
  }

  /** Where a walk is after so many steps. The middle of two places is their mean and a chance of its own. */
  private wander(name: string, step: number): number {
    let [from, span] = [0, STEPS];
    let [low, high] = [0, this.bell(name, STEPS)];
    if (step === STEPS) return high;
    while (step !== from) {
      span /= 2;
      const middle = (low + high) / 2 + (Math.sqrt((2 * span) / STEPS) / 2) * this.bell(name, from + span);
      if (step < from + span) high = middle;
      else [from, low] = [from + span, middle];
    }
    return low;
  }

  /** As good as normal, between −4.9 and 4.9. */
  private bell(name: string, step: number): number {
    const key = `${name}/${step}`;
    let bell = this.kept.get(key);
    if (bell === undefined) {
      const sum = this.words(key).reduce((total, word) => total + word, 0);
      bell = (sum / WORD - WORDS / 2) / WORDS_DEVIATION;
      if (this.kept.size >= KEPT_MAX) this.kept.clear();
      this.kept.set(key, bell);
    }
    return bell;
  }

  /** Eight even chances, 0 … 2³² − 1. */
  private words(name: string): number[] {
    const bytes = createHmac('sha256', this.day.seed).update(name).digest();
    return Array.from({ length: WORDS }, (_, word) => bytes.readUInt32BE(4 * word));
  }
}

/** Milliseconds into its turn at which a source tells of a symbol: spread, so that not all move in one second. */
function phaseOf(symbol: string, { place, everyMs }: SimulatedSource & { place: number }): number {
  const spread = [...symbol].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % everyMs, 0);
  return (spread + Math.floor((place * everyMs) / TURNS)) % everyMs;
}

/** As the exponential, without it: machines need not agree on the last digit of `Math.exp`. */
function grown(move: number): number {
  let times = 1 + move / 1_024;
  for (let square = 0; square < 10; square++) times *= times;
  return times;
}
