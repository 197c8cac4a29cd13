import type { FeeTiers, MarketRecord } from '../../../../shared/wire/product';
import { compare, productOf, quotientOf } from '../../shared/lib/numbers/exact';

export type Tier = FeeTiers['markets'][number]['tiers'][number];

/** What fees are by, as markets and the changes of their terms name it. */
export interface FeeTerms {
  makerFeesPpb: readonly number[];
  takerFeesPpb: readonly number[];
  /** Amounts of quote in place of rates; empty where there are none. */
  makerFeesFixed: readonly string[];
  takerFeesFixed: readonly string[];
}

export interface Schedule {
  /** The markets that share it, in the exchange's order. */
  markets: string[];
  /** What fixed amounts are of. */
  quote: string;
  tiers: readonly Tier[];
}

/** A schedule that is still to come. */
export interface AnnouncedSchedule extends Schedule {
  from: number;
}

const PLACES = 9;
const PERCENT_PLACES = 2;

/** Parts per billion as a ratio, a decimal string that is exact: 1,000,000 is `0.001000000`, a tenth of a percent. */
export function ratioOfPpb(ppb: number): string {
  const digits = String(Math.abs(ppb)).padStart(PLACES + 1, '0');
  return `${ppb < 0 ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Places a percentage of each of these rates needs, at least two: figures below each other then have their points so too. */
export function percentPlaces(rates: readonly number[]): number {
  const places = rates.map((ppb) => ratioOfPpb(ppb).replace(/0+$/, '').split('.')[1].length - PERCENT_PLACES);
  return Math.max(PERCENT_PLACES, ...places);
}

/** Whether an amount stands in place of the rate. */
export function isFixed(amount: string | null): amount is string {
  return amount !== null && compare(amount, '0') > 0;
}

/** Markets of one product that charge alike are told of once. */
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

/** The changes of fees that markets announce, by time; changes of other terms alone are none. */
export function announcedSchedules(markets: readonly MarketRecord[]): AnnouncedSchedule[] {
  const schedules = new Map<string, AnnouncedSchedule>();
  for (const { name, quote, pending, ...terms } of markets) {
    let before = JSON.stringify(tiersOf(terms));
    for (const { from, ...later } of pending) {
      const tiers = tiersOf(later);
      const told = JSON.stringify(tiers);
      if (told === before) continue;
      before = told;
      const key = `${from} ${keyOf(quote, tiers)}`;
      const schedule = schedules.get(key) ?? { from, markets: [], quote, tiers };
      schedule.markets.push(name);
      schedules.set(key, schedule);
    }
  }
  return [...schedules.values()].sort((one, other) => one.from - other.from);
}

/** Level by level: the last rate or amount serves every higher one. */
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

/** The level a user is charged by: one beyond the last is charged as the last. Null for a visitor. */
export function levelCharged(tiers: readonly Tier[], level: number | null): number | null {
  const last = tiers.at(-1);
  if (level === null || !last) return null;
  return Math.min(level, last.level);
}

/** How far a volume is on its way to another, in whole percent, rounded down; at most all of it. */
export function progressOf(volume: string, needed: string): number {
  return Math.min(100, Number(quotientOf(productOf(volume, '100'), needed, 0)));
}

function keyOf(quote: string, tiers: readonly Tier[]): string {
  const told = tiers.map(({ level, makerPpb, takerPpb, makerFixed, takerFixed }) => {
    return [level, makerPpb, takerPpb, makerFixed, takerFixed];
  });
  const isAnyFixed = tiers.some(({ makerFixed, takerFixed }) => isFixed(makerFixed) || isFixed(takerFixed));
  return JSON.stringify([told, isAnyFixed ? quote : null]);
}
