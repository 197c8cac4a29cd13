/**
 * What can be held and traded: assets and markets with their state, last price, and the terms they were listed with. Those of now
 * depend on the time: the live view of markets tells them.
 */
import type { Projection } from './projection';

export const listingsProjection: Projection = {
  name: 'listings',
  tables: ['assets', 'markets'],
  reads: {
    MarketListed: ({ market }, { rows }) => rows.markets.expectNew(market),
    MarketStateChanged: ({ market }, { rows }) => rows.markets.want(market),
    TradeExecuted: ({ market }, { rows }) => rows.markets.want(market),
  },
  writes: {
    AssetListed: ({ type: _, fiat, ...terms }, { rows, eventPosition }) => {
      rows.assets.put({ ...terms, fiat: fiat ?? 0, listedPosition: eventPosition });
    },
    MarketListed: ({ type: _, ...terms }, { rows, eventPosition }) => {
      rows.markets.put({
        ...terms,
        makerFeesPpb: JSON.stringify(terms.makerFeesPpb),
        takerFeesPpb: JSON.stringify(terms.takerFeesPpb),
        state: 'closed',
        lastPrice: null,
        lastTradeAt: null,
        listedPosition: eventPosition,
      });
    },
    MarketStateChanged: ({ market, state }, { rows }) => {
      rows.markets.put(Object.assign(rows.markets.get(market), { state }));
    },
    TradeExecuted: ({ market, price }, { rows, at }) => {
      rows.markets.put(Object.assign(rows.markets.get(market), { lastPrice: price, lastTradeAt: at }));
    },
  },
};
