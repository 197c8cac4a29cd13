/** A published index price. */
/** The price of one source, by its number, at a time. */
export interface SourcePrice {
  source: number;
  price: number;
  at: number;
}
export interface IndexPrice {
  symbol: string;
  price: number;
  /** The sources that counted, by number: the price is their median. */
  sources: SourcePrice[];
  /** Batch position of the symbol's previous publication, so that an omission is visible. Absent for the first one. */
  before?: number;
}
