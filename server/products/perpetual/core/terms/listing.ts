/** Listing perpetual markets, and opening and closing them. */
import { CONTRACT_ORDERS_MAX } from '../../../../../shared/rules/open-orders';
import { areTiersValid, riskTiers, type Tier } from '../../../../../shared/products/perpetual/rules/tiers';
import { AMOUNT_MAX } from '../../../../core/amounts';
import type { Decision } from '../../../../core/decision';
import type { MarketTerms } from '../../../../core/market/commands';
import { termsAreValid } from '../../../../core/market/listing';
import { reject } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';
import type { ListPerpetualMarket, PerpetualTerms, SetPerpetualMarketState } from '../commands';
import { refuseBeyondBounds, refuseLeverage, refuseOpenInterest } from './staff-bounds';
import type { ContractTerms } from './terms';

const HOUR_MS = 3_600_000;
const PPB_MAX = 1_000_000_000;
const TIERS_MAX = 32;

export function decideListPerpetualMarket(view: CoreView, command: ListPerpetualMarket): Decision {
  if (view.markets.has(command.market)) return reject('market.already.listed');
  const base = view.assets.get(command.base);
  const quote = view.assets.get(command.quote);
  if (!base || !quote) return reject('asset.unknown');
  if (!view.index.symbols.has(command.index)) return reject('index.symbol.unknown', { symbol: command.index });
  // The name of the corresponding spot market.
  const ground = { ...marketTerms(command), market: `${command.base}-${command.quote}` };
  const valid =
    command.market === `${ground.market}-PERP` &&
    command.takerFeesPpb.length > 0 &&
    termsAreValid(ground, base.scale, quote.scale) &&
    !quote.isFiat &&
    areContractTermsValid(command);
  if (!valid) return reject('market.terms.invalid');
  const { type: _, ...terms } = command;
  return (
    refuseBeyondBounds(view, terms) ??
    refuseLeverage(view, terms.tierLeverages) ??
    refuseOpenInterest(view, terms.quote, terms.openInterestMax) ?? [{ type: 'PerpetualMarketListed', ...terms }]
  );
}

function areContractTermsValid(terms: PerpetualTerms): boolean {
  const { tierCaps, tierLeverages, tierRatesPpb, fundingIntervalMs, fundingCapPpb, priceLimitPpb } = terms;
  const lengths = new Set([tierCaps.length, tierLeverages.length, tierRatesPpb.length]);
  return (
    lengths.size === 1 &&
    tierCaps.length <= TIERS_MAX &&
    terms.openOrdersMax <= CONTRACT_ORDERS_MAX &&
    areTiersValid(tiersOf(terms), terms.takerFeesPpb[0]) &&
    // Whole hours that divide a day.
    Number.isSafeInteger(fundingIntervalMs) &&
    fundingIntervalMs > 0 &&
    fundingIntervalMs % HOUR_MS === 0 &&
    (24 * HOUR_MS) % fundingIntervalMs === 0 &&
    Number.isSafeInteger(fundingCapPpb) &&
    fundingCapPpb >= 0 &&
    fundingCapPpb <= PPB_MAX &&
    priceLimitPpb > 0 &&
    priceLimitPpb < PPB_MAX &&
    [...tierCaps, terms.openInterestMax, terms.impactNotional].every((amount) => amount > 0n && amount <= AMOUNT_MAX)
  );
}

function tiersOf({ tierCaps, tierLeverages, tierRatesPpb }: PerpetualTerms): Tier[] {
  return tierCaps.map((cap, place) => ({ cap, leverageMax: tierLeverages[place], ratePpb: tierRatesPpb[place] }));
}

/** Terms common to all markets: a lot is one multiplier, and the price band is the limit around the mark. */
export function marketTerms(terms: PerpetualTerms): MarketTerms {
  return {
    market: terms.market,
    base: terms.base,
    quote: terms.quote,
    tick: terms.tick,
    lot: terms.multiplier,
    quantityMin: terms.quantityMin,
    quantityMax: terms.quantityMax,
    notionalMin: terms.notionalMin,
    priceLowest: terms.priceLowest,
    priceHighest: terms.priceHighest,
    makerFeesPpb: terms.makerFeesPpb,
    takerFeesPpb: terms.takerFeesPpb,
    openOrdersMax: terms.openOrdersMax,
    referencePrice: terms.referencePrice,
    bandPpb: terms.priceLimitPpb,
  };
}

export function contractTerms(terms: PerpetualTerms): ContractTerms {
  const { index, takerFeesPpb, fundingIntervalMs, fundingCapPpb, openInterestMax, impactNotional } = terms;
  const tiers = riskTiers(tiersOf(terms));
  return { index, tiers, closePpb: takerFeesPpb[0], fundingIntervalMs, fundingCapPpb, openInterestMax, impactNotional };
}

export function decideSetPerpetualMarketState(
  view: CoreView,
  { market: name, state }: SetPerpetualMarketState,
): Decision {
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  // Settled markets never reopen.
  const isSettled = (view.perpetual.contracts.get(name)?.ending?.price ?? 0) > 0;
  if (market.state === state || isSettled) return reject('market.state.unchanged');
  return [{ type: 'PerpetualMarketStateChanged', market: name, state }];
}

export type PerpetualMarketView = Extract<MarketView, { product: 'perpetual' }>;

/** Undefined if no perpetual market has that name. */
export function perpetualMarket({ markets }: CoreView, name: string): PerpetualMarketView | undefined {
  const market = markets.get(name);
  return market?.product === 'perpetual' ? market : undefined;
}
