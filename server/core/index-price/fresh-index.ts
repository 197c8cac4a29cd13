/** Index prices for other parts of the core: the current price, and the last price of a finished day. */
import type { CoreView } from '../state';

export interface IndexQuote {
  /** Units of 10^−decimals of the symbol's second asset. */
  price: number;
  decimals: number;
  /** When it was published, milliseconds. */
  at: number;
}

type View = Pick<CoreView, 'index'>;

/** The latest publication; null when there is none, or when it is older at `at` than the symbol's terms allow. */
export function freshIndex(view: View, symbol: string, at: number): IndexQuote | null {
  const staleMs = view.index.symbols.get(symbol)?.terms.staleMs ?? 0;
  return indexNotOlderThan(view, symbol, at, staleMs);
}

/** Same with the caller's own maximum age in milliseconds, inclusive. */
export function indexNotOlderThan({ index }: View, symbol: string, at: number, ageMs: number): IndexQuote | null {
  const symbolState = index.symbols.get(symbol);
  if (!symbolState?.latest || at - symbolState.latest.at > ageMs) return null;
  return { price: symbolState.latest.price, decimals: symbolState.terms.decimals, at: symbolState.latest.at };
}

/**
 * Returns the last publication before `time`, a midnight in GMT+8 that is not later than the last one. Null if there is none, or if there
 * were publications on more than one later day: no price is better than that of another day.
 */
export function indexBefore({ index }: View, symbol: string, time: number): IndexQuote | null {
  const symbolState = index.symbols.get(symbol);
  if (!symbolState) return null;
  const { latest, closing, terms } = symbolState;
  for (const publication of [latest, closing]) {
    if (publication && publication.at < time) {
      return { price: publication.price, decimals: terms.decimals, at: publication.at };
    }
  }
  return null;
}
