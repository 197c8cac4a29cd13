import type { FeeTiers, MarketRecord } from '../../../../../shared/wire/product';
import { compare, productOf, quotientOf } from '../../lib/numbers/exact';

export type Tier = FeeTiers['markets'][number]['tiers'][number];

/** Fee terms, named as in markets and in changes of their terms. */
export interface FeeTerms {
  makerFeesPpb: readonly number[];
  takerFeesPpb: readonly number[];
  /** Fixed quote amounts that replace the rates; empty if there are none. */
  makerFeesFixed: readonly string[];
  takerFeesFixed: readonly string[];
}

export interface Schedule {
  /** Markets with this schedule, in listing order. */
  markets: string[];
  /** Currency of fixed amounts. */
  quote: string;
  tiers: readonly Tier[];
}

/** A future schedule. */
export interface AnnouncedSchedule extends Schedule {
  from: number;
}

const PLACES = 9;
const PERCENT_PLACES = 2;

/** Parts per billion as an exact ratio: 1,000,000 is `0.001000000`, 0.1 %. */
export function ratioOfPpb(ppb: number): string {
  const digits = String(Math.abs(ppb)).padStart(PLACES + 1, '0');
  return `${ppb < 0 ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Decimals that a percentage of each of these rates needs, at least two, so that decimal points align. */
export function percentPlaces(rates: readonly number[]): number {
  const places = rates.map((ppb) => ratioOfPpb(ppb).replace(/0+$/, '').split('.')[1].length - PERCENT_PLACES);
  return Math.max(PERCENT_PLACES, ...places);
}

/** True if an amount replaces the rate. */
export function isFixed(amount: string | null): amount is string {
  return amount !== null && compare(amount, '0') > 0;
}

/** Groups markets of one product with equal fees. */
export function schedulesOf(markets: readonly Omit<FeeTiers['markets'][number], 'product'>[]): Schedule[] {
  const schedules = new Map<string, Schedule>();
  for (const { market, quote, tiers } of markets) {
    const key = keyOf(quote, tiers);
    const schedule = schedules.get(key) ?? { markets: [], quote, tiers };
    schedule.markets.push(market);
    schedules.set(key, schedule);
  }
  return [...schedules.values()];
}

/** Announced fee changes by time; changes of other terms only are omitted. */
export function announcedSchedules(markets: readonly MarketRecord[]): AnnouncedSchedule[] {
  const schedules = new Map<string, AnnouncedSchedule>();
  for (const { name, quote, pending, ...terms } of markets) {
    let before = JSON.stringify(tiersOf(terms));
    for (const { from, ...later } of pending) {
      const tiers = tiersOf(later);
      const tiersKey = JSON.stringify(tiers);
      if (tiersKey === before) continue;
      before = tiersKey;
      const key = `${from} ${keyOf(quote, tiers)}`;
      const schedule = schedules.get(key) ?? { from, markets: [], quote, tiers };
      schedule.markets.push(name);
      schedules.set(key, schedule);
    }
  }
  return [...schedules.values()].sort((one, other) => one.from - other.from);
}

/** Fees by level: the last rate or amount serves all higher levels. */
export function tiersOf(terms: FeeTerms): Tier[] {
  const { makerFeesPpb, takerFeesPpb, makerFeesFixed, takerFeesFixed } = terms;
  const levels = Math.max(...[makerFeesPpb, takerFeesPpb, makerFeesFixed, takerFeesFixed].map(({ length }) => length));
  return Array.from({ length: levels }, (_, level) => ({ level, ...feesAt(terms, level) }));
}

export function feesAt(terms: FeeTerms, level: number): Omit<Tier, 'level'> {
  const { makerFeesPpb, takerFeesPpb, makerFeesFixed, takerFeesFixed } = terms;
  return {
    makerPpb: servingAt(makerFeesPpb, level) ?? 0,
    takerPpb: servingAt(takerFeesPpb, level) ?? 0,
    makerFixed: amountAt(makerFeesFixed, level),
    takerFixed: amountAt(takerFeesFixed, level),
  };
}

function amountAt(amounts: readonly string[], level: number): string | null {
  const amount = servingAt(amounts, level) ?? null;
  return isFixed(amount) ? amount : null;
}

function servingAt<Value>(values: readonly Value[], level: number): Value | undefined {
  return values[Math.min(level, values.length - 1)];
}

/** Level at which the user is charged, at most the last one. Null for a visitor. */
export function levelCharged(tiers: readonly Tier[], level: number | null): number | null {
  const last = tiers.at(-1);
  if (level === null || !last) return null;
  return Math.min(level, last.level);
}

/** Progress to a volume in whole percent, rounded down, at most 100. */
export function progressOf(volume: string, needed: string): number {
  return Math.min(100, Number(quotientOf(productOf(volume, '100'), needed, 0)));
}

function keyOf(quote: string, tiers: readonly Tier[]): string {
  const compared = tiers.map(({ level, makerPpb, takerPpb, makerFixed, takerFixed }) => {
    return [level, makerPpb, takerPpb, makerFixed, takerFixed];
  });
  const isAnyFixed = tiers.some(({ makerFixed, takerFixed }) => isFixed(makerFixed) || isFixed(takerFixed));
  return JSON.stringify([compared, isAnyFixed ? quote : null]);
}
