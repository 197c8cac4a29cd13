/** Markets and assets for clients: terms by time, states, and conversion from integers to decimals. */
import { decimalOf } from '../../../shared/rules/units';
import {
  ASSET_TERMS_CHANGED,
  MARKET_TERMS_CHANGED,
  type AssetTerms,
  type MarketTerms,
} from '../../core/market/commands';
import type { Batch } from '../../core/event';
import { createAsset, createMarket, type Asset } from '../../core/market/market';
import type { MarketProduct, PerpetualMarketState } from '../../core/market/order';
import { MarketDecimals } from '../../core/market/market-decimals';
import {
  presentFields,
  changeTerms,
  pendingAt,
  termsAt,
  unscheduledTerms,
  type ScheduledTerms,
  type PendingTerms,
  type TermsChange,
} from '../../core/market/scheduled-terms';
import { contractTerms, marketTerms } from '../../products/perpetual/core/terms/listing';
import { announceEnd, callOffEnd } from '../../products/perpetual/core/expiry/state';
import { createContract, type Contract } from '../../products/perpetual/core/state';
import { announceTerms, applyAnnouncedTerms } from '../../products/perpetual/core/terms/change';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

/** Fields as in the core: terms for positions and for new orders, and announced changes. */
type LiveContract = Pick<Contract, 'terms' | 'orderTiers' | 'change' | 'ending'>;

export class LiveMarket extends MarketDecimals {
  /** As staff set it. */
  state: PerpetualMarketState = 'closed';
  private readonly changing: ScheduledTerms<MarketTerms>;

  constructor(
    terms: MarketTerms,
    units: MarketDecimals['units'],
    /** Null of a spot market; of a perpetual its lot is the contract's multiplier. */
    readonly contract: Readonly<LiveContract> | null,
    baseScale: number,
    quoteScale: number,
  ) {
    super(terms, units, baseScale, quoteScale);
    this.changing = unscheduledTerms(terms);
  }

  get product(): MarketProduct {
    return this.contract ? 'perpetual' : 'spot';
  }

  /** Display name of the market. */
  get label(): string {
    const { base, quote, market } = this.terms;
    return this.contract ? market : `${base}/${quote}`;
  }

  /** Terms in effect now. */
  termsAt(now: number): Readonly<MarketTerms> {
    return termsAt(this.changing, now);
  }

  /** Announced changes not yet in effect, by time. */
  pendingAt(now: number): PendingTerms<MarketTerms>[] {
    return pendingAt(this.changing, now);
  }

  change(change: TermsChange<MarketTerms>, at: number): void {
    changeTerms(this.changing, change, at);
  }
}

export type LiveAsset = Readonly<Omit<Asset, keyof ScheduledTerms<AssetTerms>>> & {
  termsAt(now: number): Readonly<AssetTerms>;
  pendingAt(now: number): PendingTerms<AssetTerms>[];
};

export class MarketsView implements LiveView {
  position = -1;
  private readonly assets = new Map<string, Asset>();
  private readonly markets = new Map<string, LiveMarket>();
  /** Folded by the core's own functions. */
  readonly perpetual = { contracts: new Map<string, Contract>() };

  private readonly folds: Folds = {
    AssetListed: ({ asset, scale, withdrawalFee, withdrawalMin, fiat }) => {
      this.assets.set(asset, createAsset(asset, scale, { withdrawalFee, withdrawalMin }, fiat === 1));
    },
    MarketListed: ({ type: _, product: _product, ...terms }) => void this.list(terms),
    MarketStateChanged: ({ market, state }) => void (this.get(market).state = state),
    PerpetualMarketListed: ({ type: _, ...terms }) => {
      this.list(marketTerms(terms), this.setContract(terms.market, createContract(contractTerms(terms))));
    },
    PerpetualTermsChanged: (event) => announceTerms(this, event),
    PerpetualTermsApplied: (event) => applyAnnouncedTerms(this, event),
    PerpetualMarketStateChanged: ({ market, state }) => void (this.get(market).state = state),
    MarketAlarmed: ({ market }) => void (this.get(market).state = 'close_only'),
    PerpetualMarketEnding: (event) => announceEnd(this, event),
    PerpetualEndCalledOff: (event) => callOffEnd(this, event),
    SettlementFixed: ({ market }) => void (this.get(market).state = 'closed'),
    MarketTermsChanged: ({ market, from, reason, ...fields }, { at }) => {
      this.get(market).change({ from, reason, asked: presentFields<MarketTerms>(MARKET_TERMS_CHANGED, fields) }, at);
    },
    AssetTermsChanged: ({ asset, from, reason, ...fields }, { at }) => {
      changeTerms(
        this.requireAsset(asset),
        { from, reason, asked: presentFields<AssetTerms>(ASSET_TERMS_CHANGED, fields) },
        at,
      );
    },
    AssetStateChanged: ({ asset, trading, deposits, withdrawals }) => {
      Object.assign(this.requireAsset(asset), { trading, deposits, withdrawals });
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const asset of state.assets.values()) this.assets.set(asset.asset, { ...asset });
    for (const market of state.markets.values()) {
      const live = this.list(market.terms, this.copyContract(state, market.terms.market));
      live.state = market.state;
      for (const change of market.pending) live.change(change, state.at);
    }
    this.position = state.position;
  }

  find(name: string): LiveMarket | undefined {
    return this.markets.get(name);
  }

  /** Markets named by events are always listed. */
  get(name: string): LiveMarket {
    return this.markets.get(name) ?? broken(`market ${name} is not listed`);
  }

  /** Markets of all products, in order of listing. */
  all(): Iterable<LiveMarket> {
    return this.markets.values();
  }

  ofProduct(product: MarketProduct): LiveMarket[] {
    return [...this.markets.values()].filter((market) => market.product === product);
  }

  /** State that applies to the market's orders: maintenance also while one of its coins is under maintenance. */
  stateOf({ state, terms }: LiveMarket): PerpetualMarketState {
    const isHeld = [terms.base, terms.quote].some((asset) => this.requireAsset(asset).trading === 'maintenance');
    return state === 'open' && isHeld ? 'maintenance' : state;
  }

  /** Undefined if there is no such asset. */
  asset(name: string): LiveAsset | undefined {
    const asset = this.assets.get(name);
    return asset && liveAsset(asset);
  }

  /** In order of listing. */
  allAssets(): LiveAsset[] {
    return [...this.assets.values()].map(liveAsset);
  }

  /** Units of an asset as an amount. Exact. */
  amount(asset: string, units: bigint): string {
    return decimalOf(units, this.scaleOf(asset));
  }

  /** Decimals of an asset; undefined if there is no such asset. */
  scale(asset: string): number | undefined {
    return this.assets.get(asset)?.scale;
  }

  private scaleOf(asset: string): number {
    return this.requireAsset(asset).scale;
  }

  private requireAsset(asset: string): Asset {
    return this.assets.get(asset) ?? broken(`asset ${asset} is not listed`);
  }

  /** The core keeps mutating its own objects, so copy them. */
  private copyContract({ perpetual }: CoreState, name: string): Contract | null {
    const contract = perpetual.contracts.get(name);
    return contract ? this.setContract(name, { ...contract, terms: { ...contract.terms } }) : null;
  }

  private setContract(name: string, contract: Contract): Contract {
    this.perpetual.contracts.set(name, contract);
    return contract;
  }

  private list(terms: MarketTerms, contract: Contract | null = null): LiveMarket {
    const baseScale = this.scaleOf(terms.base);
    const quoteScale = this.scaleOf(terms.quote);
    const { quotePerTickLot, basePerLot } = createMarket('spot', terms, { scale: baseScale }, { scale: quoteScale });
    const market = new LiveMarket(terms, { quotePerTickLot, basePerLot }, contract, baseScale, quoteScale);
    this.markets.set(terms.market, market);
    return market;
  }
}

function liveAsset(asset: Asset): LiveAsset {
  const { terms: _terms, pending: _pending, changesAt: _changesAt, ...fixed } = asset;
  return { ...fixed, termsAt: (now) => termsAt(asset, now), pendingAt: (now) => pendingAt(asset, now) };
}
