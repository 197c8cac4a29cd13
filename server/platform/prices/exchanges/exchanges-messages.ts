/** What the thread that listens to exchanges is told, and what it tells. */
import type { Told } from '../index-sources';
import type { Pauses } from './exchange-stream';

export interface ExchangesData {
  exchanges: readonly ListenedExchange[];
  pauses?: Pauses | undefined;
}

export interface ListenedExchange {
  /** As ccxt calls it. */
  name: string;
  /** For its constructor; tests lead it to a server of their own. */
  options?: Readonly<Record<string, unknown>>;
}

export interface ToExchanges {
  is: 'follow';
  symbols: readonly string[];
}

export type FromExchanges =
  { is: 'told'; source: string; symbol: string; told: Told } | { is: 'says'; source: string; line: string };
