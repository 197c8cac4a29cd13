/**
 * Immutable terms of listed assets and markets, from the engine's own state, so that a command does not wait for a
 * view. A listing may not be durable yet; a command that uses it is decided after it.
 */
import type { Asset, Market } from '../core/market/market';
import type { MarketProduct } from '../core/market/order';
import { MarketDecimals } from '../core/market/market-decimals';
import { EXCHANGE } from '../products/core';
import type { Rejection, RejectionUnits } from '../core/rejection';
import type { CoreState } from '../core/state';
import type { ReferenceData } from './port';

export function createReferenceData(state: () => CoreState): ReferenceData {
  const cache = new WeakMap<Market, MarketDecimals>();

  function stepsOf(market: Market): MarketDecimals {
    const steps = cache.get(market) ?? createDecimals(market);
    cache.set(market, steps);
    return steps;
  }

  function createDecimals(market: Market): MarketDecimals {
    const { assets } = state();
    const { base, quote } = market.terms;
    return new MarketDecimals(
      market.terms,
      market,
      (assets.get(base) as Asset).scale,
      (assets.get(quote) as Asset).scale,
    );
  }

  return {
    market(name: string, product?: MarketProduct) {
      const market = state().markets.get(name);
      return market && (product === undefined || market.product === product) ? stepsOf(market) : undefined;
    },
    scaleOf: (asset) => state().assets.get(asset)?.scale,
    marketOfOrder(user, id) {
      const order = state().orders.get(id);
      return order?.user === user ? order.market : undefined;
    },
    tradesRobots: (market) => state().robots.terms.has(market),
    optionOf(symbol) {
      const asset = state().options.products.get(symbol)?.terms.asset;
      const decimals = state().index.symbols.get(symbol)?.terms.decimals;
      return asset === undefined || decimals === undefined ? undefined : { asset, decimals };
    },
    assetOfSavings: (product) => state().financial.products.get(product)?.terms.asset,
    assetOfMining: (product) => state().mining.products.get(product)?.terms.asset,
    factUnits: (rejected: Rejection['rejected']): RejectionUnits[typeof rejected] => EXCHANGE.rejectionUnits[rejected],
  };
}
