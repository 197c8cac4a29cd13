import type { Ticker } from '../../../../../shared/wire/market-data';
import type { Quotes } from './market-slice';

/** Streamed ticker, else that of the HTTP list. */
export function tickersOf<Listed extends Ticker | undefined = Ticker>(
  quotes: Quotes,
  listedTickers: Readonly<Record<string, Listed>> = {},
): Record<string, Ticker | Listed> {
  const streamed = Object.entries(quotes).flatMap(([market, entry]) => (entry ? [[market, entry.quote.ticker]] : []));
  return { ...listedTickers, ...(Object.fromEntries(streamed) as Record<string, Ticker>) };
}
