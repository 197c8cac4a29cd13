/**
 * Sources of index prices: the value of a coin elsewhere, from several sources. They set no price of the exchange: the
 * core takes the median of those that agree, and trades here have prices from orders alone.
 */
export interface SourcePrice {
  /** Quote per base, a canonical decimal. */
  price: string;
  /** The source's own time, milliseconds. */
  at: number;
}

export interface IndexSource {
  /** Its name in the journal. */
  readonly name: string;
  /** The newest price of a symbol; null if there is none yet. */
  latest(symbol: string): SourcePrice | null;
}

export interface IndexSources {
  readonly sources: readonly IndexSource[];
  /** Sets the requested symbols; called again when they change. */
  follow(symbols: readonly string[]): void;
  /** Ends all subscriptions. */
  stop(): Promise<void>;
}
