/** The latest trades of a market, newest first. */
import type { Trade, TradePush, TradeSnapshot } from '../../../../../shared/wire/market-data';
import { areCanonical } from '../../stream/decimals';

/** Size of a snapshot. */
export const TRADES_MAX = 100;

export interface Tape {
  /** Journal position of the tape. */
  seq: number;
  trades: readonly Trade[];
}

/** Tape of a snapshot; null if malformed. */
export function tapeOfSnapshot({ seq, trades }: TradeSnapshot): Tape | null {
  if (!areTrades(trades)) return null;
  return { seq, trades: newestFirst(trades) };
}

/**
 * Tape after a push. Returns the same object if nothing is new, and null if trades are missing or malformed. Sequences are checked as for
 * depth differences. Known trade ids are skipped, as a snapshot may be ahead of its sequence.
 */
export function tapeAfter(tape: Tape, push: TradePush): Tape | null {
  if (push.to <= tape.seq) return tape;
  if (push.from > tape.seq || !areTrades(push.trades)) return null;
  const newTrades = push.trades.filter(({ id }) => !tape.trades.some((existing) => existing.id === id));
  const trades =
    newTrades.length === 0 ? tape.trades : [...newestFirst(newTrades), ...tape.trades].slice(0, TRADES_MAX);
  return { seq: push.to, trades };
}

function areTrades(trades: readonly Trade[]): boolean {
  return trades.every(({ price, quantity }) => areCanonical(price, quantity));
}

function newestFirst(trades: readonly Trade[]): Trade[] {
  return trades.slice(-TRADES_MAX).reverse();
}
