/**
 * A market's recent volume in spans of equal length, for the volume-weighted average price, which a small trade hardly
 * moves. Uses batch times, so the volume of a quiet market expires without trades.
 */
export interface RollingWindow {
  spanMs: number;
  /** Number of spans, including the current one. */
  spans: number;
}

const HOUR_MS = 3_600_000;
export const DAY_WINDOW: RollingWindow = { spanMs: HOUR_MS, spans: 24 };

export interface TradedSpan {
  /** Whole spans since the epoch. */
  span: number;
  lots: bigint;
  /** Quote units. */
  notional: bigint;
}

/** Spans with trades, oldest first; at most those of one window. */
export type TradedWindow = TradedSpan[];

export function addTrade(traded: TradedWindow, at: number, lots: number, notional: bigint, window = DAY_WINDOW): void {
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

/** Sums of the window that ends with the span of `at`; null if nothing was traded in it. */
export function tradedUntil(
  traded: readonly Readonly<TradedSpan>[],
  at: number,
  window = DAY_WINDOW,
): { lots: bigint; notional: bigint } | null {
  const first = Math.floor(at / window.spanMs) - window.spans + 1;
  let [lots, notional] = [0n, 0n];
  for (const tradedSpan of traded) {
    if (tradedSpan.span < first) continue;
    lots += tradedSpan.lots;
    notional += tradedSpan.notional;
  }
  return lots === 0n ? null : { lots, notional };
}
