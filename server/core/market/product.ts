/** Assets and markets: what is traded here, on which terms, and when. */
import { known } from '../folding';
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import type { MarketCommand } from './commands';
import type { MarketEvent } from './events';
import { decideListAsset, decideListMarket, decideSetMarketState } from './listing';
import { createMarket } from './market';

export const marketCommands: { [T in MarketCommand['type']]: CommandRow<Extract<MarketCommand, { type: T }>> } = {
  ListAsset: {
    senders: ['admin'],
    payload: {
      type: 'asked',
      asset: 'asked',
      scale: 'asked',
      withdrawalFee: 'asked',
      withdrawalMin: 'asked',
      fiat: 'asked',
    },
    lasting: nothingOpen,
    decide: decideListAsset,
  },
  ListMarket: {
    senders: ['admin'],
    payload: {
      type: 'asked',
      market: 'asked',
      base: 'asked',
      quote: 'asked',
      tick: 'asked',
      lot: 'asked',
      quantityMin: 'asked',
      quantityMax: 'asked',
      notionalMin: 'asked',
      priceLowest: 'asked',
      priceHighest: 'asked',
      makerFeesPpb: 'asked',
      takerFeesPpb: 'asked',
      openOrdersMax: 'asked',
      referencePrice: 'asked',
      bandPpb: 'asked',
    },
    lasting: nothingOpen,
    decide: decideListMarket,
  },
  SetMarketState: {
    senders: ['admin'],
    payload: { type: 'asked', market: 'asked', state: 'asked' },
    lasting: nothingOpen,
    decide: decideSetMarketState,
  },
};

export const marketEvents: { [T in MarketEvent['type']]: EventRow<Extract<MarketEvent, { type: T }>> } = {
  AssetListed: {
    shape: {
      asset: 'word',
      scale: 'integer',
      withdrawalFee: 'amount',
      withdrawalMin: 'amount',
      fiat: 'integer?',
    },
    evolve(state, { asset, scale, withdrawalFee, withdrawalMin, fiat }) {
      state.assets.set(asset, { asset, scale, withdrawalFee, withdrawalMin, isFiat: fiat === 1 });
    },
  },
  MarketListed: {
    shape: {
      product: 'word',
      market: 'word',
      base: 'word',
      quote: 'word',
      tick: 'word',
      lot: 'word',
      quantityMin: 'integer',
      quantityMax: 'integer',
      notionalMin: 'amount',
      priceLowest: 'integer',
      priceHighest: 'integer',
      makerFeesPpb: 'integers',
      takerFeesPpb: 'integers',
      openOrdersMax: 'integer',
      referencePrice: 'integer',
      bandPpb: 'integer',
    },
    evolve(state, { type: _, product, ...terms }) {
      const [base, quote] = [known(state.assets, terms.base), known(state.assets, terms.quote)];
      state.markets.set(terms.market, createMarket(product, terms, base, quote));
    },
  },
  MarketStateChanged: {
    shape: { market: 'word', state: 'word' },
    evolve(state, { market, state: next }) {
      known(state.markets, market).state = next;
    },
  },
};
