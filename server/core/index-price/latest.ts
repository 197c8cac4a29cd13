/** What others may know of an index: the price to act on now, and the last one of a day that is over. */
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
export function indexAt(view: View, symbol: string, at: number): IndexQuote | null {
  const staleMs = view.index.symbols.get(symbol)?.terms.staleMs ?? 0;
  return indexWithin(view, symbol, at, staleMs);
}

/** The same with an age of the caller's own, milliseconds; exactly as old still counts. */
export function indexWithin({ index }: View, symbol: string, at: number, ageMs: number): IndexQuote | null {
  const known = index.symbols.get(symbol);
  if (!known?.latest || at - known.latest.at > ageMs) return null;
  return { price: known.latest.price, decimals: known.terms.decimals, at: known.latest.at };
}

/**
 * The last publication before `time`, a midnight in GMT+8 that is not later than the last one. Null when there is none, and for
 * a midnight that publications of more than one later day have left behind: better none than one of another day.
 */
export function indexBefore({ index }: View, symbol: string, time: number): IndexQuote | null {
  const known = index.symbols.get(symbol);
  if (!known) return null;
  const { latest, closing, terms } = known;
  for (const publication of [latest, closing]) {
    if (publication && publication.at < time) {
      return { price: publication.price, decimals: terms.decimals, at: publication.at };
    }
  }
  return null;
}
