import type { Ticker } from '../../../../shared/wire/market-data';
import type { Quotes } from './market-slice';

/** By the stream where it has spoken, else by the list over HTTP. */
export function tickersOf<Listed extends Ticker | undefined = Ticker>(
  quotes: Quotes,
  listed: Readonly<Record<string, Listed>> = {},
): Record<string, Ticker | Listed> {
  const streamed = Object.entries(quotes).flatMap(([market, known]) => (known ? [[market, known.quote.ticker]] : []));
  return { ...listed, ...(Object.fromEntries(streamed) as Record<string, Ticker>) };
}
