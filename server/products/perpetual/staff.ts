/** Converts staff requests about perpetual contracts to commands. */
import type { z } from 'zod';
import type {
  callOffPerpetualEndRequest,
  endPerpetualMarketRequest,
  positionLockRequest,
  fundInsuranceRequest,
} from '../../../shared/products/perpetual/staff';
import type { changePerpetualTermsRequest } from '../../../shared/products/perpetual/terms';
import { CONTRACT_ORDERS_MAX } from '../../../shared/rules/open-orders';
import { isCanonicalPositive } from '../../../shared/rules/units';
import type { listPerpetualMarketRequest, setPerpetualMarketStateRequest } from '../../../shared/wire/admin';
import type { CommandOf } from '../../core/command';
import { amountOf, mapIfPresent, idOf, lotsOf, ticksOf } from '../../features/shared/orders/convert';
import type { Knowledge, StaffConverters } from '../../features/shared/staff-knowledge';
import { Refusal } from '../../platform/errors/refusal';

interface Requests {
  ListPerpetualMarket: z.infer<typeof listPerpetualMarketRequest>;
  SetPerpetualMarketState: z.infer<typeof setPerpetualMarketStateRequest>;
  ChangePerpetualTerms: z.infer<typeof changePerpetualTermsRequest>;
  EndPerpetualMarket: z.infer<typeof endPerpetualMarketRequest>;
  CallOffPerpetualEnd: z.infer<typeof callOffPerpetualEndRequest>;
  LockPosition: z.infer<typeof positionLockRequest>;
  UnlockPosition: z.infer<typeof positionLockRequest>;
  FundInsurance: z.infer<typeof fundInsuranceRequest>;
}

export const PERPETUAL_STAFF: StaffConverters<Requests> = {
  ListPerpetualMarket: listPerpetualMarket,
  SetPerpetualMarketState: ({ market, state }) => ({ type: 'SetPerpetualMarketState', market, state }),
  ChangePerpetualTerms: changePerpetualTerms,
  EndPerpetualMarket: ({ market, reason, endsAt }) => ({ type: 'EndPerpetualMarket', market, reason, endsAt }),
  CallOffPerpetualEnd: ({ market, reason }) => ({ type: 'CallOffPerpetualEnd', market, reason }),
  LockPosition: ({ contract, reason }) => ({ type: 'LockPosition', position: idOf(contract), reason }),
  UnlockPosition: ({ contract, reason }) => ({ type: 'UnlockPosition', position: idOf(contract), reason }),
  FundInsurance: async ({ asset, amount, reason }, { scaleOf }) => ({
    type: 'FundInsurance',
    asset,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reason,
  }),
};

async function listPerpetualMarket(
  request: Requests['ListPerpetualMarket'],
  knowledge: Knowledge,
): Promise<CommandOf<'ListPerpetualMarket'>> {
  const { clientId: _, tiers, ...terms } = request;
  const { tick, multiplier } = terms;
  if (!isCanonicalPositive(tick) || !isCanonicalPositive(multiplier)) throw new Refusal('market.terms.invalid');
  const quoteScale = await knowledge.scaleOf(terms.quote);
  return {
    type: 'ListPerpetualMarket',
    ...terms,
    quantityMin: lotsOf(terms.quantityMin, multiplier),
    quantityMax: lotsOf(terms.quantityMax, multiplier),
    notionalMin: amountOf(terms.notionalMin, quoteScale, terms.quote),
    priceLowest: ticksOf(terms.priceLowest, tick),
    priceHighest: ticksOf(terms.priceHighest, tick),
    openOrdersMax: terms.openOrdersMax ?? Math.min(knowledge.limits.openOrdersMax, CONTRACT_ORDERS_MAX),
    referencePrice: ticksOf(terms.referencePrice, tick),
    ...tierLists(tiers, quoteScale, terms.quote),
    openInterestMax: amountOf(terms.openInterestMax, quoteScale, terms.quote),
    impactNotional: amountOf(terms.impactNotional, quoteScale, terms.quote),
  };
}

type Tiers = Requests['ListPerpetualMarket']['tiers'];

function tierLists(
  tiers: Tiers,
  quoteScale: number,
  quote: string,
): Pick<CommandOf<'ListPerpetualMarket'>, 'tierCaps' | 'tierLeverages' | 'tierRatesPpb'> {
  return {
    tierCaps: tiers.map(({ cap }) => amountOf(cap, quoteScale, quote)),
    tierLeverages: tiers.map(({ leverageMax }) => leverageMax),
    tierRatesPpb: tiers.map(({ ratePpb }) => ratePpb),
  };
}

/** Absent fields stay absent: a retry must have the same fingerprint as the first try. */
async function changePerpetualTerms(
  { market, from, reason, tiers, fundingCapPpb, openInterestMax, impactNotional }: Requests['ChangePerpetualTerms'],
  { stepsOf, scaleOf }: Knowledge,
): Promise<CommandOf<'ChangePerpetualTerms'>> {
  const { quote } = stepsOf(market);
  const scale = await scaleOf(quote);
  return {
    type: 'ChangePerpetualTerms',
    market,
    reason,
    from,
    ...(tiers ? tierLists(tiers, scale, quote) : {}),
    fundingCapPpb,
    openInterestMax: mapIfPresent(openInterestMax, (max) => amountOf(max, scale, quote)),
    impactNotional: mapIfPresent(impactNotional, (notional) => amountOf(notional, scale, quote)),
  };
}
