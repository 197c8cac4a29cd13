/** Assets and markets: what is traded, terms and states. */
import { getOrThrow } from '../evolve-helpers';
import { monthOnly, type CommandRow, type EventRow, type Part } from '../product';
import { twoPersonRule } from '../staff/rule';
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
  assetTermsApproval,
  marketTermsApproval,
  assetListingApproval,
  marketListingApproval,
  marketStateRule,
} from './staff-rules';
import { presentFields, changeTerms, applyDueTerms } from './scheduled-terms';

const marketCommands: { [T in MarketCommand['type']]: CommandRow<Extract<MarketCommand, { type: T }>> } = {
  ListAsset: {
    about: 'Lists an asset with its scale, withdrawal fee and smallest withdrawal.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', assetListingApproval),
    message: ListAsset,
    idempotencyRetention: monthOnly,
    decide: decideListAsset,
  },
  ListMarket: {
    about: 'Lists a spot market with its tick, lot, bounds and fees. It is closed until staff open it.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', marketListingApproval),
    message: ListMarket,
    idempotencyRetention: monthOnly,
    decide: decideListMarket,
  },
  SetMarketState: {
    about: 'Opens, restricts or closes a spot market.',
    allowedActors: ['admin'],
    staff: marketStateRule,
    message: SetMarketState,
    idempotencyRetention: monthOnly,
    decide: decideSetMarketState,
  },
  ChangeMarketTerms: {
    about: 'Changes terms of a spot market from a given time on. Absent fields keep their value at that time.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', marketTermsApproval),
    message: ChangeMarketTerms,
    idempotencyRetention: monthOnly,
    decide: decideChangeMarketTerms,
  },
  ChangeAssetTerms: {
    about: 'Changes the withdrawal terms of an asset from a given time on.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', assetTermsApproval),
    message: ChangeAssetTerms,
    idempotencyRetention: monthOnly,
    decide: decideChangeAssetTerms,
  },
  SetAssetState: {
    about: 'Opens or suspends trading, deposits and withdrawals of an asset.',
    allowedActors: ['admin'],
    staff: assetStateRule,
    message: SetAssetState,
    idempotencyRetention: monthOnly,
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
      const [base, quote] = [getOrThrow(state.assets, terms.base), getOrThrow(state.assets, terms.quote)];
      state.markets.set(terms.market, createMarket('spot', terms, base, quote));
    },
  },
  MarketStateChanged: {
    about: 'A spot market was opened, restricted or closed.',
    message: MarketStateChanged,
    evolve(state, { market: name, state: next }, { at }) {
      const market = getOrThrow(state.markets, name);
      applyDueTerms(market, at);
      market.state = next;
    },
  },
  MarketTermsChanged: {
    about: 'Terms of a spot market change at `from`. Absent fields keep their value at that time.',
    message: MarketTermsChanged,
    evolve(state, { market, from, reason, ...fields }, { at }) {
      const changedFields = presentFields<MarketTerms>(MARKET_TERMS_CHANGED, fields);
      changeTerms(getOrThrow(state.markets, market), { from, reason, asked: changedFields }, at);
    },
  },
  AssetTermsChanged: {
    about: 'Withdrawal terms of an asset change at `from`.',
    message: AssetTermsChanged,
    evolve(state, { asset, from, reason, ...fields }, { at }) {
      const changedFields = presentFields<AssetTerms>(ASSET_TERMS_CHANGED, fields);
      changeTerms(getOrThrow(state.assets, asset), { from, reason, asked: changedFields }, at);
    },
  },
  AssetStateChanged: {
    about: 'Trading, deposits or withdrawals of an asset were opened or suspended.',
    message: AssetStateChanged,
    evolve(state, { asset: name, trading, deposits, withdrawals }, { at }) {
      const asset = getOrThrow(state.assets, name);
      applyDueTerms(asset, at);
      Object.assign(asset, { trading, deposits, withdrawals });
    },
  },
};

export const market = { commands: marketCommands, events: marketEvents } satisfies Part;
