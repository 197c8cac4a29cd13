/** What assets are worth in USDT and in BTC, at the prices of now. */
import { Inject, Injectable } from '@nestjs/common';
import { unitsOf } from '../../../../shared/rules/units';
import { INDEX_VALUE_MS, VALUED_IN, VALUE_SCALE } from '../../../../shared/rules/values';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';

const PRICE_DIGITS = 30;

/** USDT for one of an asset, as a fraction. */
export interface Price {
  numerator: bigint;
  denominator: bigint;
}

/** How a value is rounded that has no end: up where it counts against a limit, down where it is shown. */
export type Rounding = 'up' | 'down';

@Injectable()
export class Prices {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** At the last price of `<asset>-USDT`, or of `USDT-<asset>` the other way round. Null where no such market is listed. */
  of(asset: string): Price | null {
    if (asset === VALUED_IN) return { numerator: 1n, denominator: 1n };
    const price = this.latest(`${asset}-${VALUED_IN}`);
    if (price) return price;
    const other = this.latest(`${VALUED_IN}-${asset}`);
    return other && inverse(other);
  }

  /**
   * What an asset counts as where it protects money: the most that the last price, the average of a day by volume, staff's
   * reference price and the index make of it, as the core reckons. Null where nothing prices it.
   */
  guarding(asset: string): Price | null {
    if (asset === VALUED_IN) return { numerator: 1n, denominator: 1n };
    const prices = [...this.ofMarkets(asset), ...this.ofIndex(asset, () => INDEX_VALUE_MS)];
    return prices.length === 0 ? null : prices.reduce((one, price) => (isMore(one, price) ? one : price));
  }

  /** What an asset counts as where it covers something: the least of the same. Null where its index is stale: it covers nothing. */
  covering(asset: string): Price | null {
    if (asset === VALUED_IN) return { numerator: 1n, denominator: 1n };
    const index = this.ofIndex(asset, (symbol) => this.live.index.staleMsOf(symbol));
    if (index.length === 0) return null;
    return [...this.ofMarkets(asset), ...index].reduce((one, price) => (isMore(one, price) ? price : one));
  }

  private ofMarkets(asset: string): Price[] {
    return this.known(`${asset}-${VALUED_IN}`) ?? this.known(`${VALUED_IN}-${asset}`)?.map(inverse) ?? [];
  }

  private ofIndex(asset: string, ageMs: (symbol: string) => number): Price[] {
    const of = (symbol: string): Price[] => {
      const price = this.live.index.priceWithin(symbol, this.clock(), ageMs(symbol));
      return price === null ? [] : [priceOf(price)];
    };
    return [...of(`${asset}-${VALUED_IN}`), ...of(`${VALUED_IN}-${asset}`).map(inverse)];
  }

  /** All that price a market now; null where it is not listed. */
  private known(name: string): Price[] | null {
    const market = this.live.markets.find(name);
    const last = this.latest(name);
    if (!market || !last) return null;
    const now = this.clock();
    const day = this.live.traded.until(name, now);
    const reference = priceOf(market.price(market.termsAt(now).referencePrice));
    return day ? [last, reference, market.average(day.notional, day.lots)] : [last, reference];
  }

  /** Before its first trade a market has its reference price. */
  private latest(name: string): Price | null {
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
