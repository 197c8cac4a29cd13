/** Markets and assets as the outside sees them: terms, state, and the way from integers to decimals. */
import { decimalOf, scaleOf, unitsOf } from '../../../shared/rules/units';
import type { MarketTerms } from '../../core/command';
import type { Batch } from '../../core/event';
import { baseOf, createMarket, notionalOf } from '../../core/market/market';
import type { MarketState } from '../../core/market/order';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

/** Constants that follow from the terms, by the core's own rule. */
interface MarketUnits {
  quotePerTickLot: bigint;
  basePerLot: bigint;
}

export class LiveMarket {
  state: MarketState = 'closed';
  private readonly tick: bigint;
  private readonly tickScale: number;
  private readonly lot: bigint;
  private readonly lotScale: number;

  constructor(
    readonly terms: Readonly<MarketTerms>,
    readonly units: Readonly<MarketUnits>,
    private readonly baseScale: number,
    private readonly quoteScale: number,
  ) {
    this.tickScale = scaleOf(terms.tick);
    this.lotScale = scaleOf(terms.lot);
    this.tick = unitsOf(terms.tick, this.tickScale) as bigint;
    this.lot = unitsOf(terms.lot, this.lotScale) as bigint;
  }

  /** Ticks as a price. Exact. */
  price(ticks: number): string {
    return decimalOf(BigInt(ticks) * this.tick, this.tickScale);
  }

  /** Lots as a quantity. Exact. */
  quantity(lots: number | bigint): string {
    return decimalOf(BigInt(lots) * this.lot, this.lotScale);
  }

  /** Units of the base asset as an amount. Exact. */
  baseAmount(units: bigint): string {
    return decimalOf(units, this.baseScale);
  }

  /** Units of the quote asset as an amount. Exact. */
  quoteAmount(units: bigint): string {
    return decimalOf(units, this.quoteScale);
  }

  /** Quote units of `lots` at `ticks`. Exact. */
  notional(ticks: number, lots: number): bigint {
    return notionalOf(this.units, ticks, lots);
  }

  /** Quote for one of base, where `lots` changed hands for `notional` units: a fraction. */
  average(notional: bigint, lots: bigint): { numerator: bigint; denominator: bigint } {
    const numerator = notional * 10n ** BigInt(this.lotScale);
    return { numerator, denominator: lots * this.lot * 10n ** BigInt(this.quoteScale) };
  }

  /** Base units of `lots`. Exact. */
  base(lots: number): bigint {
    return baseOf(this.units, lots);
  }
}

export class MarketsView implements LiveView {
  position = -1;
  private readonly scales = new Map<string, number>();
  private readonly markets = new Map<string, LiveMarket>();

  private readonly folds: Folds = {
    AssetListed: ({ asset, scale }) => void this.scales.set(asset, scale),
    MarketListed: ({ type: _, product: _product, ...terms }) => void this.list(terms),
    MarketStateChanged: ({ market, state }) => void (this.get(market).state = state),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { asset, scale } of state.assets.values()) this.scales.set(asset, scale);
    for (const market of state.markets.values()) this.list(market.terms).state = market.state;
    this.position = state.position;
  }

  find(name: string): LiveMarket | undefined {
    return this.markets.get(name);
  }

  /** A market that an event names is listed. */
  get(name: string): LiveMarket {
    return this.markets.get(name) ?? broken(`market ${name} is not listed`);
  }

  all(): Iterable<LiveMarket> {
    return this.markets.values();
  }

  /** Units of an asset as an amount. Exact. */
  amount(asset: string, units: bigint): string {
    return decimalOf(units, this.scaleOf(asset));
  }

  /** Digits of an asset; undefined while there is none of that name. */
  scale(asset: string): number | undefined {
    return this.scales.get(asset);
  }

  private scaleOf(asset: string): number {
    return this.scales.get(asset) ?? broken(`asset ${asset} is not listed`);
  }

  private list(terms: MarketTerms): LiveMarket {
    const baseScale = this.scaleOf(terms.base);
    const quoteScale = this.scaleOf(terms.quote);
    const { quotePerTickLot, basePerLot } = createMarket('spot', terms, { scale: baseScale }, { scale: quoteScale });
    const market = new LiveMarket(terms, { quotePerTickLot, basePerLot }, baseScale, quoteScale);
    this.markets.set(terms.market, market);
    return market;
  }
}
