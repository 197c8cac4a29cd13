/** Queries for the current state of perpetual contracts, answered from the live views. */
import { CONTRACT_ROUTES, type ContractInfo } from '../../../../shared/products/perpetual/wire';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS } from '../../../platform/tokens';
import { queryHandler, messageHandler } from '../../../features/shared/endpoints/handlers';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { marketNamed } from '../../../features/shared/orders/markets';

export class OwnPositions extends QueryOf(CONTRACT_ROUTES.positions) {}

export const OwnPositionsHandler = messageHandler(
  OwnPositions,
  [LiveReader],
  async ({ user, request: { minPosition } }, reader) => {
    return (await reader.at(minPosition)).positions.snapshot(user);
  },
);

const RATIO_DIGITS = 4;

export const ContractFacts = queryHandler(
  CONTRACT_ROUTES.info,
  [LIVE_VIEWS, CLOCK],
  ({ request: { market: name } }, live, clock): ContractInfo => {
    const { markets, marks, positions } = live;
    const market = marketNamed(live, name, 'perpetual');
    const { contract } = market;
    if (!contract) throw new Refusal('market.unknown');
    const { terms, ending } = contract;
    const now = clock();
    const { base, quote } = market.terms;
    const { long, short } = positions.countOf(name);
    const mark = marks.read(name, now);
    return {
      market: name,
      label: market.label,
      base,
      quote,
      state: markets.stateOf(market),
      index: terms.index,
      multiplier: market.terms.lot,
      tiers: terms.tiers.map(({ cap, leverageMax, ratePpb, amount }) => ({
        cap: market.quoteAmount(cap),
        leverageMax,
        ratePpb,
        amount: market.quoteAmount(amount),
      })),
      closeFeePpb: terms.closePpb,
      fundingIntervalMs: terms.fundingIntervalMs,
      fundingCapPpb: terms.fundingCapPpb,
      priceLimitPpb: market.termsAt(now).bandPpb,
      openInterestMax: market.quoteAmount(terms.openInterestMax),
      openInterest: mark.openInterest,
      longShortRatio: short === 0 ? null : (long / short).toFixed(RATIO_DIGITS),
      insurance: market.quoteAmount(marks.fundOf(quote)),
      endsAt: ending?.endsAt ?? null,
      mark,
    };
  },
);
