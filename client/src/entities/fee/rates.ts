import type { FeeTiers } from '../../../../shared/wire/product';

export type Tier = FeeTiers['markets'][number]['tiers'][number];

export interface Schedule {
  /** The markets that share it, in the exchange's order. */
  markets: string[];
  tiers: readonly Tier[];
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

/** Markets that charge alike are told of once. */
export function schedulesOf(markets: FeeTiers['markets']): Schedule[] {
  const schedules = new Map<string, Schedule>();
  for (const { market, tiers } of markets) {
    const key = JSON.stringify(tiers.map(({ level, makerPpb, takerPpb }) => [level, makerPpb, takerPpb]));
    const schedule = schedules.get(key) ?? { markets: [], tiers };
    schedule.markets.push(market);
    schedules.set(key, schedule);
  }
  return [...schedules.values()];
}

/** The level a user is charged by: one beyond the last is charged as the last. Null for a visitor. */
export function levelCharged(tiers: readonly Tier[], userTier: number | null): number | null {
  const last = tiers.at(-1);
  if (userTier === null || !last) return null;
  return Math.min(userTier, last.level);
}
