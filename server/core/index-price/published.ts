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
  /** Those that counted, by number: the price is their median. */
  sources: SourcePrice[];
  /** Position of the batch with the publication of the symbol before this one: none can be left out unseen. Absent of the first. */
  before?: number;
}
