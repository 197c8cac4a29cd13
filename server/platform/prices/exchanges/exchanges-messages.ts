/** Messages to and from the thread that listens to exchanges. */
import type { SourcePrice } from '../index-sources';
import type { Pauses } from './exchange-stream';

export interface ExchangesData {
  exchanges: readonly ListenedExchange[];
  pauses?: Pauses | undefined;
}

export interface ListenedExchange {
  /** Its ccxt name. */
  name: string;
  /** Constructor options; tests redirect to a local server. */
  options?: Readonly<Record<string, unknown>>;
}

export interface ToExchanges {
  is: 'follow';
  symbols: readonly string[];
}

export type FromExchanges =
  { is: 'told'; source: string; symbol: string; price: SourcePrice } | { is: 'says'; source: string; line: string };
