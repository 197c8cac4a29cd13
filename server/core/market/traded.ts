/**
 * What changed hands in a market in the last day, by the hour: for the average price by volume, which a single trade moves
 * only as far as it is large. By the time of the batches, so a quiet market's day empties by itself.
 */
export const HOUR_MS = 3_600_000;
const HOURS = 24;

export interface TradedHour {
  /** Whole hours since the epoch. */
  hour: number;
  lots: bigint;
  /** Quote units. */
  notional: bigint;
}

/** The hours in which something was traded, oldest first; at most those of one day. */
export type Traded = TradedHour[];

export function noteTrade(traded: Traded, at: number, lots: number, notional: bigint): void {
  const hour = Math.floor(at / HOUR_MS);
  const last = traded.at(-1);
  if (last?.hour === hour) {
    last.lots += BigInt(lots);
    last.notional += notional;
    return;
  }
  traded.push({ hour, lots: BigInt(lots), notional });
  while (traded[0].hour <= hour - HOURS) traded.shift();
}

/** The sums of the 24 hours that end with the one of `at`; null when nothing was traded in them. */
export function tradedUntil(
  traded: readonly Readonly<TradedHour>[],
  at: number,
): { lots: bigint; notional: bigint } | null {
  const first = Math.floor(at / HOUR_MS) - HOURS + 1;
  let [lots, notional] = [0n, 0n];
  for (const part of traded) {
    if (part.hour < first) continue;
    lots += part.lots;
    notional += part.notional;
  }
  return lots === 0n ? null : { lots, notional };
}
