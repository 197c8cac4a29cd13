/**
 * Assets and markets with their state, last price, and the terms at listing. Current terms depend on the time; the live view of markets
 * gives them.
 */
import type { MarketTerms } from '../../core/command';
import type { EventOf } from '../../core/event';
import { marketTerms } from '../../products/perpetual/core/terms/listing';
import type { Projection, EventContext } from './projection';

export const listingsProjection: Projection = {
  name: 'listings',
  tables: ['assets', 'markets'],
  reads: {
    MarketListed: ({ market }, { rows }) => rows.markets.markNew(market),
    MarketStateChanged: ({ market }, { rows }) => rows.markets.prefetch(market),
    TradeExecuted: ({ market }, { rows }) => rows.markets.prefetch(market),
    PerpetualMarketListed: ({ market }, { rows }) => rows.markets.markNew(market),
    PerpetualMarketStateChanged: ({ market }, { rows }) => rows.markets.prefetch(market),
    PerpetualTraded: ({ market }, { rows }) => rows.markets.prefetch(market),
  },
  writes: {
    AssetListed: ({ type: _, fiat, ...terms }, { rows, eventPosition }) => {
      rows.assets.put({ ...terms, fiat: fiat ?? 0, listedPosition: eventPosition });
    },
    MarketListed: ({ type: _, ...terms }, context) => list(terms, context),
    MarketStateChanged: changeState,
    TradeExecuted: trade,
    PerpetualMarketListed: ({ type: _, ...terms }, context) => list(marketTerms(terms), context),
    PerpetualMarketStateChanged: changeState,
    PerpetualTraded: trade,
  },
};

function list(terms: MarketTerms, { rows, eventPosition }: EventContext): void {
  rows.markets.put({
    ...terms,
    makerFeesPpb: JSON.stringify(terms.makerFeesPpb),
    takerFeesPpb: JSON.stringify(terms.takerFeesPpb),
    state: 'closed',
    lastPrice: null,
    lastTradeAt: null,
    listedPosition: eventPosition,
  });
}

function changeState(
  { market, state }: EventOf<'MarketStateChanged' | 'PerpetualMarketStateChanged'>,
  { rows }: EventContext,
): void {
  rows.markets.put(Object.assign(rows.markets.get(market), { state }));
}

function trade({ market, price }: EventOf<'TradeExecuted' | 'PerpetualTraded'>, { rows, at }: EventContext): void {
  rows.markets.put(Object.assign(rows.markets.get(market), { lastPrice: price, lastTradeAt: at }));
}
