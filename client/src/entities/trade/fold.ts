/** The latest trades of a market, newest first. */
import type { Trade, TradePush, TradeSnapshot } from '../../../../shared/wire/market-data';
import { areCanonical } from '../../shared/stream/decimals';

/** As many as a snapshot has. */
export const TRADES_MAX = 100;

export interface Tape {
  /** Journal position at which it stands. */
  seq: number;
  trades: readonly Trade[];
}

/** The tape of a snapshot, or null when it is not written as agreed. */
export function tapeOfSnapshot({ seq, trades }: TradeSnapshot): Tape | null {
  if (!areTrades(trades)) return null;
  return { seq, trades: newestFirst(trades) };
}

/**
 * The tape after a push: the same object when there was nothing new, null when trades between are missing or not
 * written as agreed. The rule is
 * that of depth differences; a trade whose id is known is skipped, since a snapshot may be ahead of its sequence.
 */
export function tapeAfter(tape: Tape, push: TradePush): Tape | null {
  if (push.to <= tape.seq) return tape;
  if (push.from > tape.seq || !areTrades(push.trades)) return null;
  const fresh = push.trades.filter(({ id }) => !tape.trades.some((known) => known.id === id));
  const trades = fresh.length === 0 ? tape.trades : [...newestFirst(fresh), ...tape.trades].slice(0, TRADES_MAX);
  return { seq: push.to, trades };
}

function areTrades(trades: readonly Trade[]): boolean {
  return trades.every(({ price, quantity }) => areCanonical(price, quantity));
}

function newestFirst(trades: readonly Trade[]): Trade[] {
  return trades.slice(-TRADES_MAX).reverse();
}
