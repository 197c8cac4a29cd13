/**
 * Where index prices come from: what a coin is worth elsewhere, as several sources say it. They make no price of the exchange:
 * the core takes the median of those that agree, and what is traded here comes from orders alone.
 */
export interface Told {
  /** Quote for one base, a canonical decimal. */
  price: string;
  /** When the source said so, milliseconds. */
  at: number;
}

export interface IndexSource {
  /** As the journal names it. */
  readonly name: string;
  /** The newest that the source has told of a symbol; null when it has told nothing. */
  latest(symbol: string): Told | null;
}

export interface IndexSources {
  readonly sources: readonly IndexSource[];
  /** These symbols are wanted from now on; told again when there are others. */
  follow(symbols: readonly string[]): void;
  /** Nothing is listened to any more. */
  stop(): Promise<void>;
}
