/** Perpetual contracts for staff: positions of all users, the insurance fund, and terms with announced changes. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CONTRACT_STAFF_ROUTES as ROUTES } from '../../../../shared/products/perpetual/staff';
import type { AuditScope } from '../../../../shared/rules/audit-scope';
import { profitAt } from '../../../../shared/products/perpetual/rules/position';
import { maintenanceMarginAt } from '../../../../shared/products/perpetual/rules/maintenance-margin';
import type { Tier } from '../../../../shared/products/perpetual/rules/tiers';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type {
  InsuranceFunds,
  PerpetualTermsAnswer,
  StaffPosition,
  StaffPositionsRequest,
} from '../../../../shared/products/perpetual/staff';
import type { Page } from '../../../../shared/wire/fields';
import type { Config } from '../../../platform/config/config';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf, requestContextOf } from '../../../platform/http/route-messages';
import { awaitPosition } from '../../../platform/projection-progress';
import { CLOCK, CONFIG, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import type { LivePosition } from '../live/positions';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { marketNamed } from '../../../features/shared/orders/markets';
import { pageOf, pageOfList, refuseDeepPage } from '../../../features/shared/endpoints/page';

/** Decimals of displayed rates: a ten-thousandth of a percent. */
const RATE_DIGITS = 6;

/** Waits until the live views include `minPosition`. Refuses `projection.behind`. */
function awaitLiveViews(live: LiveViews, { limits }: Config, minPosition: number | undefined): Promise<void> {
  const progress = {
    position: () => live.position,
    waitFor: (position: number, msMax: number) => live.waitFor(position, msMax),
  };
  return awaitPosition(progress, minPosition, limits.projectionWaitMsMax);
}

export class AllPositions extends QueryOf(ROUTES.allPositions) {}

@QueryHandler(AllPositions)
export class EveryPositionHandler implements IQueryHandler<AllPositions> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(query: AllPositions): Promise<Page<StaffPosition>> {
    const { live } = this;
    const { request } = query;
    refuseDeepPage(request);
    if (request.market !== undefined) marketNamed(live, request.market, 'perpetual');
    await awaitLiveViews(live, this.config, request.minPosition);
    const page = pageOfList(this.positionIdsOf(request, requestContextOf(query).visibleScope), request);
    // The ranking may be some seconds old; skip positions that have closed since.
    const open = page.records.flatMap((id) => live.positions.positionOf(id) ?? []);
    return pageOf({ ...page, records: open }, (position) => positionRecord(live, position));
  }

  private positionIdsOf(
    { userId, market, side, minPosition }: StaffPositionsRequest,
    { users }: AuditScope,
  ): readonly number[] {
    const { nearest, positions } = this.live;
    if (userId === undefined) {
      const positionIds = nearest.list({ market, side }, this.clock(), minPosition);
      return users ? positionIds.filter((id) => users.includes(positions.positionOf(id)?.user ?? 0)) : positionIds;
    }
    const userPositions = [...positions.of(userId)].filter(
      (one) => (market === undefined || one.market === market) && (side === undefined || one.side === side),
    );
    const scores = new Map(userPositions.map((one) => [one.id, nearest.scoreOf(one)]));
    const scoreOf = (id: number): number => scores.get(id) ?? Infinity;
    return [...scores.keys()].sort((one, other) => (scoreOf(one) < scoreOf(other) ? -1 : 1));
  }
}

export function positionRecord(live: LiveViews, position: Readonly<LivePosition>): StaffPosition {
  const market = live.markets.get(position.market);
  const state = live.positions.toWire(position);
  const { until } = live.locks.lockOf(position.id);
  const perTick = BigInt(position.lots) * market.units.quotePerTickLot;
  return {
    ...state,
    userId: position.user,
    entry: market.price(Number(position.cost / perTick)),
    ...valuesAtMark(market, position, { perTick, ticks: live.marks.markOf(position.market), state }),
    adl: live.adl.lightOf(position),
    lockedUntil: until,
  };
}

interface MarkInput {
  perTick: bigint;
  /** Mark price; 0 before the first mark. */
  ticks: number;
  state: Pick<StaffPosition, 'mode' | 'liquidationPrice'>;
}

function valuesAtMark(
  market: LiveMarket,
  { side, cost, margin }: Readonly<LivePosition>,
  { perTick, ticks, state }: MarkInput,
): Pick<StaffPosition, 'mark' | 'unrealised' | 'marginRatio' | 'distance'> {
  const { contract } = market;
  if (ticks === 0 || !contract) return { mark: null, unrealised: null, marginRatio: null, distance: null };
  const leg = { side, perTick, cost };
  const profit = profitAt(leg, ticks);
  const equity = margin + profit;
  const mark = market.price(ticks);
  return {
    mark,
    unrealised: market.quoteAmount(profit),
    marginRatio:
      state.mode === 'cross' || equity <= 0n ? null : ratio(maintenanceMarginAt(contract.terms, leg, ticks), equity),
    distance: state.liquidationPrice === null ? null : distance(market, mark, state.liquidationPrice),
  };
}

function distance({ decimals }: LiveMarket, mark: string, liquidation: string): string {
  const [from, to] = [mark, liquidation].map((price) => unitsOf(price, decimals.price) as bigint);
  return ratio(from > to ? from - to : to - from, from);
}

function ratio(numerator: bigint, denominator: bigint): string {
  return decimalOf((numerator * 10n ** BigInt(RATE_DIGITS)) / denominator, RATE_DIGITS);
}

/** One row per settlement asset, including assets without funds. */
export const InsuranceFundsOfAll = queryHandler(
  ROUTES.insuranceFunds,
  [LIVE_VIEWS, CONFIG],
  async ({ request: { minPosition } }, live, config): Promise<InsuranceFunds> => {
    await awaitLiveViews(live, config, minPosition);
    const quotes = new Set(live.markets.ofProduct('perpetual').map(({ terms }) => terms.quote));
    return {
      records: [...quotes].map((asset) => ({ asset, balance: live.markets.amount(asset, live.marks.fundOf(asset)) })),
    };
  },
);

export const TermsOfPerpetual = queryHandler(
  ROUTES.perpetualTerms,
  [LIVE_VIEWS, CONFIG],
  async ({ request: { market: name, minPosition } }, live, config): Promise<PerpetualTermsAnswer> => {
    await awaitLiveViews(live, config, minPosition);
    const market = marketNamed(live, name, 'perpetual');
    const { contract } = market;
    if (!contract) throw new Refusal('market.unknown');
    const { terms, orderTiers, change, ending } = contract;
    return {
      market: name,
      present: {
        tiers: tiersOf(market, orderTiers),
        fundingCapPpb: terms.fundingCapPpb,
        openInterestMax: market.quoteAmount(terms.openInterestMax),
        impactNotional: market.quoteAmount(terms.impactNotional),
      },
      pending: change && pendingOf(market, change),
      endsAt: ending?.endsAt ?? null,
    };
  },
);

type Change = NonNullable<NonNullable<LiveMarket['contract']>['change']>;

function pendingOf(
  market: LiveMarket,
  { from, positionsFrom, isForOrders, asked: changedTerms }: Change,
): PerpetualTermsAnswer['pending'] {
  const {
    tierCaps,
    tierLeverages = [],
    tierRatesPpb = [],
    fundingCapPpb,
    openInterestMax,
    impactNotional,
  } = changedTerms;
  const tiers = tierCaps?.map((cap, place) => {
    return { cap, leverageMax: tierLeverages[place], ratePpb: tierRatesPpb[place] };
  });
  return {
    from,
    positionsFrom,
    isForOrders,
    ...(tiers && { tiers: tiersOf(market, tiers) }),
    ...(fundingCapPpb === undefined ? {} : { fundingCapPpb }),
    ...(openInterestMax === undefined ? {} : { openInterestMax: market.quoteAmount(openInterestMax) }),
    ...(impactNotional === undefined ? {} : { impactNotional: market.quoteAmount(impactNotional) }),
  };
}

function tiersOf(market: LiveMarket, tiers: readonly Tier[]): PerpetualTermsAnswer['present']['tiers'] {
  return tiers.map(({ cap, leverageMax, ratePpb }) => ({ cap: market.quoteAmount(cap), leverageMax, ratePpb }));
}
