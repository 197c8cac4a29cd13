/** Figures of a market's last 24 hours, and the direction of its last price move. */
import { compareDecimals, type Ticker } from '../../../../../shared/wire/market-data';
import { areCanonical, areCanonicalSigned } from '../../stream/decimals';

export type Direction = 'up' | 'down' | 'level';

export interface Quote {
  ticker: Ticker;
  /** Direction of the last price change; `level` before the first one. */
  moved: Direction;
  /** Number of price changes; each restarts the flash. */
  moves: number;
}

/** Attributes that flash an element with a price: alternating names of the same animation restart it without a new element. */
export function flashAttributes({ moved: direction, moves }: Pick<Quote, 'moved' | 'moves'>) {
  return { 'data-flash': direction, 'data-turn': moves % 2 };
}

/** Each ticker is complete, so gaps are harmless; older tickers are ignored. */
export function quoteAfter(quote: Quote | undefined, ticker: Ticker): Quote {
  if (!quote) return { ticker, moved: 'level', moves: 0 };
  if (ticker.position < quote.ticker.position) return quote;
  const isMoved = ticker.last !== quote.ticker.last;
  return { ticker, moved: directionOf(quote, ticker), moves: quote.moves + (isMoved ? 1 : 0) };
}

/** True if all figures are canonical decimals, as they are shown and sorted. */
export function isTicker({ last, open, high, low, change, changeRatio, baseVolume, quoteVolume }: Ticker): boolean {
  const prices = [last, open, high, low].filter((price) => price !== null);
  const changes = [change, changeRatio].filter((figure) => figure !== null);
  return areCanonical(...prices, baseVolume, quoteVolume) && areCanonicalSigned(...changes);
}

function directionOf({ ticker: { last: before }, moved: previousDirection }: Quote, { last }: Ticker): Direction {
  if (before === null || last === null) return 'level';
  const order = compareDecimals(last, before);
  return order === 0 ? previousDirection : order > 0 ? 'up' : 'down';
}

/** Direction of a ratio as shown with two decimals of percent; `level` for 0.00 % and unknown values. */
export function directionShown(ratio: string | null): Direction {
  if (ratio === null) return 'level';
  const [integer = '', fraction = ''] = ratio.split('.');
  if (/^-?0$/.test(integer) && /^0*$/.test(fraction.slice(0, 4))) return 'level';
  return ratio.startsWith('-') ? 'down' : 'up';
}
