/**
 * What changed hands in a market lately, in spans of equal length: for the average price by volume, which a single trade moves
 * only as far as it is large. By the time of the batches, so what a quiet market traded runs out by itself.
 */
export interface Window {
  spanMs: number;
  /** How many of them it has, the one that goes on included. */
  spans: number;
}

const HOUR_MS = 3_600_000;
export const DAY: Window = { spanMs: HOUR_MS, spans: 24 };

export interface TradedSpan {
  /** Whole spans since the epoch. */
  span: number;
  lots: bigint;
  /** Quote units. */
  notional: bigint;
}

/** The spans in which something was traded, oldest first; at most those of one window. */
export type Traded = TradedSpan[];

export function noteTrade(traded: Traded, at: number, lots: number, notional: bigint, window = DAY): void {
  const span = Math.floor(at / window.spanMs);
  const last = traded.at(-1);
  if (last?.span === span) {
    last.lots += BigInt(lots);
    last.notional += notional;
    return;
  }
  traded.push({ span, lots: BigInt(lots), notional });
  while (traded[0].span <= span - window.spans) traded.shift();
}

/** The sums of the window that ends with the span of `at`; null when nothing was traded in it. */
export function tradedUntil(
  traded: readonly Readonly<TradedSpan>[],
  at: number,
  window = DAY,
): { lots: bigint; notional: bigint } | null {
  const first = Math.floor(at / window.spanMs) - window.spans + 1;
  let [lots, notional] = [0n, 0n];
  for (const part of traded) {
    if (part.span < first) continue;
    lots += part.lots;
    notional += part.notional;
  }
  return lots === 0n ? null : { lots, notional };
}
