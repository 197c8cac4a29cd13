/**
 * Where index prices come from: what an asset is worth elsewhere. They inform whoever asks and set no price of the
 * exchange: those come from its trades alone.
 */
export interface IndexPrice {
  market: string;
  /** Quote for one base, a canonical decimal. */
  price: string;
  /** When the source said so, milliseconds of the exchange's clock. */
  at: number;
}

export interface IndexPrices {
  /** The newest price, null when the source knows none. */
  latest(market: string): IndexPrice | null;
}
