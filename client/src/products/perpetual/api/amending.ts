/** Rules for which open contract orders can be amended now. */
import type { MarketRecord } from '../../../../../shared/wire/product';

interface Standing {
  /** Undefined if the market is no longer listed. */
  state: MarketRecord['state'] | undefined;
  /** The mark is stale or was until a moment ago; no position can be opened. */
  isPaused: boolean;
}

/** Mirrors the server's rule; the server decides. */
export function isAmendable(act: 'open' | 'close', { state, isPaused }: Standing): boolean {
  if (act === 'close') return state === 'open' || state === 'close_only';
  return state === 'open' && !isPaused;
}
