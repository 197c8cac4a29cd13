/**
 * Terms that never change once they are listed, from the engine's own state: nobody who sends a command waits for a view. A listing
 * may not be durable yet; then a command that names it is decided after it.
 */
import type { Asset, Market } from '../core/market/market';
import type { MarketProduct } from '../core/market/order';
import { MarketSteps } from '../core/market/steps';
import { EXCHANGE } from '../products/core';
import type { Rejection, RefusalUnits } from '../core/rejection';
import type { CoreState } from '../core/state';
import type { Reference } from './port';

export function createReference(state: () => CoreState): Reference {
  const known = new WeakMap<Market, MarketSteps>();

  function stepsOf(market: Market): MarketSteps {
    const steps = known.get(market) ?? made(market);
    known.set(market, steps);
    return steps;
  }

  function made(market: Market): MarketSteps {
    const { assets } = state();
    const { base, quote } = market.terms;
    return new MarketSteps(market.terms, market, (assets.get(base) as Asset).scale, (assets.get(quote) as Asset).scale);
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
    factUnits: (rejected: Rejection['rejected']): RefusalUnits[typeof rejected] => EXCHANGE.refusals[rejected],
  };
}
