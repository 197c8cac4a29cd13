/** What the last 24 hours say about a market, and which way its price went last. */
import { compareDecimals, type Ticker } from '../../../../shared/wire/market-data';
import { areCanonical, areCanonicalSigned } from '../../shared/stream/decimals';

export type Direction = 'up' | 'down' | 'level';

export interface Quote {
  ticker: Ticker;
  /** From the price before the last one that differed; `level` until there is one. */
  moved: Direction;
  /** How often it has: what flashes with it begins anew with each. */
  moves: number;
}

/** What makes an element flash with a price: the same animation under another name runs again, without another element. */
export function flashOf({ moved, moves }: Pick<Quote, 'moved' | 'moves'>) {
  return { 'data-flash': moved, 'data-turn': moves % 2 };
}

/** A ticker is a whole figure, so a missing one is no gap; one that is older than what is known is ignored. */
export function quoteAfter(quote: Quote | undefined, ticker: Ticker): Quote {
  if (!quote) return { ticker, moved: 'level', moves: 0 };
  if (ticker.position < quote.ticker.position) return quote;
  const isMoved = ticker.last !== quote.ticker.last;
  return { ticker, moved: directionOf(quote, ticker), moves: quote.moves + (isMoved ? 1 : 0) };
}

/** Whether its figures are written as agreed: it is shown and sorted by them. */
export function isTicker({ last, open, high, low, change, changeRatio, baseVolume, quoteVolume }: Ticker): boolean {
  const prices = [last, open, high, low].filter((price) => price !== null);
  const changes = [change, changeRatio].filter((figure) => figure !== null);
  return areCanonical(...prices, baseVolume, quoteVolume) && areCanonicalSigned(...changes);
}

function directionOf({ ticker: { last: before }, moved }: Quote, { last }: Ticker): Direction {
  if (before === null || last === null) return 'level';
  const order = compareDecimals(last, before);
  return order === 0 ? moved : order > 0 ? 'up' : 'down';
}

/** Which way a ratio points as it is shown, with two places of a percent: what reads 0.00 % points nowhere, nor does what is not known. */
export function signShown(ratio: string | null): Direction {
  if (ratio === null) return 'level';
  const [whole = '', fraction = ''] = ratio.split('.');
  if (/^-?0$/.test(whole) && /^0*$/.test(fraction.slice(0, 4))) return 'level';
  return ratio.startsWith('-') ? 'down' : 'up';
}
