/** Fixed terms of a market, and conversion between its integers and decimals. */
import { decimalOf, scaleOf, unitsOf } from '../../../shared/rules/units';
import type { MarketTerms } from './commands';
import { baseOf, notionalOf } from './market';

/** Constants that follow from the terms. */
interface MarketUnits {
  quotePerTickLot: bigint;
  basePerLot: bigint;
}

/** The terms that never change. */
type FixedTerms = Readonly<Pick<MarketTerms, 'market' | 'base' | 'quote' | 'tick' | 'lot'>>;

export class MarketDecimals {
  /** Decimal places of prices, quantities and amounts of quote. */
  readonly decimals: Readonly<{ price: number; quantity: number; notional: number }>;
  private readonly tick: bigint;
  private readonly lot: bigint;

  constructor(
    readonly terms: FixedTerms,
    readonly units: Readonly<MarketUnits>,
    readonly baseScale: number,
    quoteScale: number,
  ) {
    this.decimals = { price: scaleOf(terms.tick), quantity: scaleOf(terms.lot), notional: quoteScale };
    this.tick = unitsOf(terms.tick, this.decimals.price) as bigint;
    this.lot = unitsOf(terms.lot, this.decimals.quantity) as bigint;
  }

  /** Ticks as a price. Exact. */
  price(ticks: number): string {
    return decimalOf(BigInt(ticks) * this.tick, this.decimals.price);
  }

  /** Lots as a quantity. Exact. */
  quantity(lots: number | bigint): string {
    return decimalOf(BigInt(lots) * this.lot, this.decimals.quantity);
  }

  /** Units of the base asset as an amount. Exact. */
  baseAmount(units: bigint): string {
    return decimalOf(units, this.baseScale);
  }

  /** Units of the quote asset as an amount. Exact. */
  quoteAmount(units: bigint): string {
    return decimalOf(units, this.decimals.notional);
  }

  /** Quote units of `lots` at `ticks`. Exact. */
  notional(ticks: number, lots: number): bigint {
    return notionalOf(this.units, ticks, lots);
  }

  /** Average price: quote per base for `lots` traded at `notional` units, as a fraction. */
  average(notional: bigint, lots: bigint): { numerator: bigint; denominator: bigint } {
    const numerator = notional * 10n ** BigInt(this.decimals.quantity);
    return { numerator, denominator: lots * this.lot * 10n ** BigInt(this.decimals.notional) };
  }

  /** Base units of `lots`. Exact. */
  base(lots: number): bigint {
    return baseOf(this.units, lots);
  }
}
