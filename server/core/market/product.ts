/** Assets and markets: what is traded here, on which terms, and when. */
import { known } from '../folding';
import { nothingOpen, type CommandRow, type EventRow, type Part } from '../product';
import { takesTwo } from '../staff/rule';
import {
  ASSET_TERMS_CHANGED,
  ChangeAssetTerms,
  ChangeMarketTerms,
  ListAsset,
  ListMarket,
  MARKET_TERMS_CHANGED,
  SetAssetState,
  SetMarketState,
  type AssetTerms,
  type MarketCommand,
  type MarketTerms,
} from './commands';
import { decideChangeAssetTerms, decideChangeMarketTerms, decideSetAssetState } from './decide-terms';
import type { MarketEvent } from './events';
import {
  AssetListed,
  AssetStateChanged,
  AssetTermsChanged,
  MarketListed,
  MarketStateChanged,
  MarketTermsChanged,
} from './events';
import { decideListAsset, decideListMarket, decideSetMarketState } from './listing';
import { createAsset, createMarket } from './market';
import {
  assetStateRule,
  changesAssetTerms,
  changesMarketTerms,
  listsAsset,
  listsMarket,
  marketStateRule,
} from './staff-rules';
import { askedOf, changeTerms, settleTerms } from './terms';

const marketCommands: { [T in MarketCommand['type']]: CommandRow<Extract<MarketCommand, { type: T }>> } = {
  ListAsset: {
    about: 'Lists an asset with its scale, withdrawal fee and smallest withdrawal.',
    senders: ['admin'],
    staff: takesTwo(listsAsset),
    message: ListAsset,
    lasting: nothingOpen,
    decide: decideListAsset,
  },
  ListMarket: {
    about: 'Lists a spot market with its tick, lot, bounds and fees. It is closed until staff open it.',
    senders: ['admin'],
    staff: takesTwo(listsMarket),
    message: ListMarket,
    lasting: nothingOpen,
    decide: decideListMarket,
  },
  SetMarketState: {
    about: 'Opens, restricts or closes a spot market.',
    senders: ['admin'],
    staff: marketStateRule,
    message: SetMarketState,
    lasting: nothingOpen,
    decide: decideSetMarketState,
  },
  ChangeMarketTerms: {
    about: 'Changes terms of a spot market from a given time on. Absent fields keep their value at that time.',
    senders: ['admin'],
    staff: takesTwo(changesMarketTerms),
    message: ChangeMarketTerms,
    lasting: nothingOpen,
    decide: decideChangeMarketTerms,
  },
  ChangeAssetTerms: {
    about: 'Changes the withdrawal terms of an asset from a given time on.',
    senders: ['admin'],
    staff: takesTwo(changesAssetTerms),
    message: ChangeAssetTerms,
    lasting: nothingOpen,
    decide: decideChangeAssetTerms,
  },
  SetAssetState: {
    about: 'Opens or suspends trading, deposits and withdrawals of an asset.',
    senders: ['admin'],
    staff: assetStateRule,
    message: SetAssetState,
    lasting: nothingOpen,
    decide: decideSetAssetState,
  },
};

const marketEvents: { [T in MarketEvent['type']]: EventRow<Extract<MarketEvent, { type: T }>> } = {
  AssetListed: {
    about: 'An asset was listed.',
    message: AssetListed,
    evolve(state, { asset, scale, withdrawalFee, withdrawalMin, fiat }) {
      state.assets.set(asset, createAsset(asset, scale, { withdrawalFee, withdrawalMin }, fiat === 1));
    },
  },
  MarketListed: {
    about: 'A spot market was listed. It is closed until staff open it.',
    message: MarketListed,
    evolve(state, { type: _, product: _product, ...terms }) {
      const [base, quote] = [known(state.assets, terms.base), known(state.assets, terms.quote)];
      state.markets.set(terms.market, createMarket('spot', terms, base, quote));
    },
  },
  MarketStateChanged: {
    about: 'A spot market was opened, restricted or closed.',
    message: MarketStateChanged,
    evolve(state, { market: name, state: next }, { at }) {
      const market = known(state.markets, name);
      settleTerms(market, at);
      market.state = next;
    },
  },
  MarketTermsChanged: {
    about: 'Terms of a spot market change at `from`. Absent fields keep their value at that time.',
    message: MarketTermsChanged,
    evolve(state, { market, from, reason, ...fields }, { at }) {
      const asked = askedOf<MarketTerms>(MARKET_TERMS_CHANGED, fields);
      changeTerms(known(state.markets, market), { from, reason, asked }, at);
    },
  },
  AssetTermsChanged: {
    about: 'Withdrawal terms of an asset change at `from`.',
    message: AssetTermsChanged,
    evolve(state, { asset, from, reason, ...fields }, { at }) {
      const asked = askedOf<AssetTerms>(ASSET_TERMS_CHANGED, fields);
      changeTerms(known(state.assets, asset), { from, reason, asked }, at);
    },
  },
  AssetStateChanged: {
    about: 'Trading, deposits or withdrawals of an asset were opened or suspended.',
    message: AssetStateChanged,
    evolve(state, { asset: name, trading, deposits, withdrawals }, { at }) {
      const asset = known(state.assets, name);
      settleTerms(asset, at);
      Object.assign(asset, { trading, deposits, withdrawals });
    },
  },
};

export const market = { commands: marketCommands, events: marketEvents } satisfies Part;
