/** An asset and a market as the core holds them: terms, states, derived constants, the book and the triggers. */
import { scaleOf, unitsOf } from '../../../shared/rules/units';
import { bandHigh, bandLow } from '../../../shared/rules/arithmetic/charges';
import { houseAccount, type AccountName } from '../ledger/entry';
import { createBook, type Book } from './book';
import type { AssetTerms, MarketTerms } from './commands';
import type { AssetStates, MarketProduct, MarketState, OrderSide, PerpetualMarketState } from './order';
import { termsAt, unscheduledTerms, type ScheduledTerms, type ScheduledTermsView } from './scheduled-terms';
import type { TradedWindow } from './rolling-volume';

/** An asset of users or of the exchange. Its changeable terms are those of withdrawals. */
export interface Asset extends ScheduledTerms<AssetTerms>, AssetStates {
  asset: string;
  scale: number;
  /** Legal currency has other accounts than coins. */
  isFiat: boolean;
}

export function createAsset(asset: string, scale: number, terms: AssetTerms, isFiat: boolean): Asset {
  return { asset, scale, ...unscheduledTerms(terms), trading: 'open', deposits: 'open', withdrawals: 'open', isFiat };
}

/** All markets share the book and the matching walk; holds and fills depend on the product. */
export type Market = SpotMarket | PerpetualMarket;
export interface SpotMarket extends MarketBase {
  product: 'spot';
  state: MarketState;
}
/** `lot` is the contract's multiplier. The state of perpetuals has all other contract data. */
export interface PerpetualMarket extends MarketBase {
  product: 'perpetual';
  state: PerpetualMarketState;
}

interface MarketBase extends ScheduledTerms<MarketTerms> {
  /** Units of quote that one lot costs at one tick: notional = ticks × lots × this, exact by the listing rule. */
  quotePerTickLot: bigint;
  /** Units of base in one lot. */
  basePerLot: bigint;
  /** Account that receives the fees of this market's trades in the base asset. */
  feesBase: AccountName;
  feesQuote: AccountName;
  /** Price of the last trade in ticks, 0 before the first. */
  lastPrice: number;
  /** Volume of the last day. */
  traded: TradedWindow;
  book: Book;
  /**
   * Orders that wait for their trigger, by trigger price then arrival: those above the last price when placed stand on the
   * `sell` side (lowest fires first), those below on the `buy` side (highest fires first).
   */
  triggers: Book;
}

/** Constants that follow from the terms; callers have checked the terms. */
export function createMarket<P extends MarketProduct>(
  product: P,
  terms: MarketTerms,
  base: Pick<Asset, 'scale'>,
  quote: Pick<Asset, 'scale'>,
): Extract<Market, { product: P }> {
  const market: MarketBase & { product: P; state: 'closed' } = {
    product,
    ...unscheduledTerms(terms),
    state: 'closed',
    quotePerTickLot: unitsPerTickLot(terms.tick, terms.lot, quote.scale),
    basePerLot: unitsOf(terms.lot, base.scale) as bigint,
    feesBase: houseAccount('fees', terms.base),
    feesQuote: houseAccount('fees', terms.quote),
    lastPrice: 0,
    traded: [],
    book: createBook(),
    triggers: createBook(),
  };
  return market as Extract<Market, { product: P }>;
}

/** tick × lot in units of the quote asset; exact because tick decimals + lot decimals ≤ its scale. */
function unitsPerTickLot(tick: string, lot: string, quoteScale: number): bigint {
  const tickScale = scaleOf(tick);
  const lotScale = scaleOf(lot);
  const product = (unitsOf(tick, tickScale) as bigint) * (unitsOf(lot, lotScale) as bigint);
  return product * 10n ** BigInt(quoteScale - tickScale - lotScale);
}

type Terms = Readonly<Pick<Market, 'quotePerTickLot' | 'basePerLot'>>;

/** Quote units of `lots` at `ticks`. Exact. */
export function notionalOf(market: Terms, ticks: number, lots: number): bigint {
  const product = ticks * lots;
  // Below 2^53 the product of two safe integers is exact and much cheaper than two bigint conversions.
  if (product <= Number.MAX_SAFE_INTEGER) return BigInt(product) * market.quotePerTickLot;
  return BigInt(ticks) * BigInt(lots) * market.quotePerTickLot;
}

/** Base units of `lots`. Exact. */
export function baseOf(market: Terms, lots: number): bigint {
  return BigInt(lots) * market.basePerLot;
}

type PriceTerms = Readonly<Pick<MarketTerms, 'referencePrice' | 'bandPpb' | 'priceLowest' | 'priceHighest'>>;
interface MarketWithLastPrice extends ScheduledTermsView<PriceTerms> {
  readonly lastPrice: number;
}

/** The last price, or the reference price before the first trade, in ticks. */
export function latestPrice(market: MarketWithLastPrice, at: number): number {
  return market.lastPrice === 0 ? termsAt(market, at).referencePrice : market.lastPrice;
}

/** The worst price in ticks at which a market order of this side may trade at this moment. */
export function bandEdge(market: MarketWithLastPrice, side: OrderSide, at: number): number {
  const { bandPpb, priceLowest, priceHighest } = termsAt(market, at);
  const lastPrice = latestPrice(market, at);
  return side === 'buy'
    ? Math.min(bandHigh(lastPrice, bandPpb), priceHighest)
    : Math.max(bandLow(lastPrice, bandPpb), priceLowest);
}

/** Fee rate in ppb of a tier; the last listed rate serves every higher tier. */
export function rateOf(rates: readonly number[], tier: number): number {
  return rates[Math.min(tier, rates.length - 1)];
}
