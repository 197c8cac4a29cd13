/** Current values of assets in USDT and BTC. */
import { Inject, Injectable } from '@nestjs/common';
import { unitsOf } from '../../../../shared/rules/units';
import { INDEX_VALUE_MS, VALUE_ASSET, VALUE_SCALE } from '../../../../shared/rules/valuation';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';

const PRICE_DIGITS = 30;

/** USDT per unit of an asset, as a fraction. */
export interface Price {
  numerator: bigint;
  denominator: bigint;
}

/** Rounding of values: up where they count against a limit, down for display. */
export type Rounding = 'up' | 'down';

@Injectable()
export class Prices {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The last price of `<asset>-USDT`, or of `USDT-<asset>` inverted. Null if no such market is listed. */
  lastPriceOf(asset: string): Price | null {
    if (asset === VALUE_ASSET) return { numerator: 1n, denominator: 1n };
    const price = this.marketPrice(`${asset}-${VALUE_ASSET}`);
    if (price) return price;
    const other = this.marketPrice(`${VALUE_ASSET}-${asset}`);
    return other && inverse(other);
  }

  /**
   * The price of an asset in protective limits: the highest of the last price, the daily volume-weighted average,
   * staff's reference price and the index, by the core's rules. Null without a price.
   */
  highestPrice(asset: string): Price | null {
    if (asset === VALUE_ASSET) return { numerator: 1n, denominator: 1n };
    const prices = [...this.ofMarkets(asset), ...this.ofIndex(asset, () => INDEX_VALUE_MS)];
    return prices.length === 0 ? null : prices.reduce((one, price) => (isMore(one, price) ? one : price));
  }

  /** The price of an asset as collateral: the lowest of its prices. Null if its index is stale: then it does not count. */
  collateralPrice(asset: string): Price | null {
    if (asset === VALUE_ASSET) return { numerator: 1n, denominator: 1n };
    const index = this.ofIndex(asset, (symbol) => this.live.index.staleMsOf(symbol));
    if (index.length === 0) return null;
    return [...this.ofMarkets(asset), ...index].reduce((one, price) => (isMore(one, price) ? price : one));
  }

  private ofMarkets(asset: string): Price[] {
    return (
      this.pricesOfMarket(`${asset}-${VALUE_ASSET}`) ??
      this.pricesOfMarket(`${VALUE_ASSET}-${asset}`)?.map(inverse) ??
      []
    );
  }

  private ofIndex(asset: string, ageMs: (symbol: string) => number): Price[] {
    const freshPricesOf = (symbol: string): Price[] => {
      const price = this.live.index.priceWithin(symbol, this.clock(), ageMs(symbol));
      return price === null ? [] : [priceOf(price)];
    };
    return [...freshPricesOf(`${asset}-${VALUE_ASSET}`), ...freshPricesOf(`${VALUE_ASSET}-${asset}`).map(inverse)];
  }

  /** All current prices of a market; null if it is not listed. */
  private pricesOfMarket(name: string): Price[] | null {
    const market = this.live.markets.find(name);
    const last = this.marketPrice(name);
    if (!market || !last) return null;
    const now = this.clock();
    const day = this.live.traded.volumeUntil(name, now);
    const reference = priceOf(market.price(market.termsAt(now).referencePrice));
    return day ? [last, reference, market.average(day.notional, day.lots)] : [last, reference];
  }

  /** Before its first trade a market has its reference price. */
  private marketPrice(name: string): Price | null {
    const market = this.live.markets.find(name);
    if (!market) return null;
    const now = this.clock();
    return priceOf(this.live.ticker.read(name, now).last ?? market.price(market.termsAt(now).referencePrice));
  }
}

function inverse({ numerator, denominator }: Price): Price {
  return { numerator: denominator, denominator: numerator };
}

function isMore(one: Price, other: Price): boolean {
  return one.numerator * other.denominator > other.numerator * one.denominator;
}

export function priceOf(decimal: string): Price {
  return { numerator: unitsOf(decimal, PRICE_DIGITS) as bigint, denominator: 10n ** BigInt(PRICE_DIGITS) };
}

/** USDT units of scale 8 for `units` of an asset of this scale. */
export function usdtValue(units: bigint, scale: number, { numerator, denominator }: Price, rounding: Rounding): bigint {
  return quotient(units * numerator * 10n ** BigInt(VALUE_SCALE), denominator * 10n ** BigInt(scale), rounding);
}

/** BTC units of scale 8 for USDT units of scale 8, rounded down. */
export function bitcoinValue(usdt: bigint, { numerator, denominator }: Price): bigint {
  return quotient(usdt * denominator, numerator, 'down');
}

function quotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  return (rounding === 'up' ? dividend + divisor - 1n : dividend) / divisor;
}
