/** Lists of perpetual contracts, from the read models: a user's own, and what everybody may know. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayName, dayOf } from '../../../shared/rules/days';
import type * as Wire from '../../../shared/wire/contract';
import type { StopState } from '../../../shared/wire/contract-stream';
import type { Page } from '../../../shared/wire/fields';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import type { PageRequest } from '../../views/stored/paging';
import * as Stored from '../../views/stored/perpetual/queries';
import type { ContractDayRow } from '../../views/stored/perpetual/tables';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { idOf } from '../shared/convert';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import * as Told from './contract-lists.records';

const DAYS_MAX = 400;

/** The user's own lists, by the name of their route. */
export type OwnList = 'fills' | 'stops' | 'closedPositions' | 'fundingPayments';
type OwnRecord = Wire.ContractFillRecord | StopState | Wire.ClosedPositionRecord | Wire.FundingPaymentRecord;
/** What everybody may know. */
export type PublicList = 'fundingRates' | 'liquidations' | 'insurance';
type PublicRecord = Wire.FundingRateRecord | Wire.LiquidationRecord | Wire.InsuranceRecord;

export class ContractOrders extends Query<Page<Wire.ContractOrderRecord>> {
  constructor(
    readonly user: number,
    readonly of: 'open' | 'ended',
    readonly request: Wire.ContractHistoryRequest,
  ) {
    super();
  }
}

@QueryHandler(ContractOrders)
export class ContractOrdersHandler implements IQueryHandler<ContractOrders> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, of, request }: ContractOrders) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const list = of === 'open' ? Stored.openContractOrders : Stored.contractOrderHistory;
    const before = request.before === undefined ? undefined : idOf(request.before);
    const page = await list(stored, user, { ...request, before }, request);
    return pageOf(page, (row) => Told.orderRecord(row, this.live.markets.get(row.market)));
  }
}

export class OwnContracts extends Query<Page<OwnRecord>> {
  constructor(
    readonly user: number,
    readonly of: OwnList,
    readonly request: Wire.ContractListRequest,
  ) {
    super();
  }
}

@QueryHandler(OwnContracts)
export class OwnContractsHandler implements IQueryHandler<OwnContracts> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, of, request }: OwnContracts): Promise<Page<OwnRecord>> {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const told =
      <Row extends { market: string }, T>(record: (row: Row, market: LiveMarket) => T) =>
      (row: Row): T =>
        record(row, this.live.markets.get(row.market));
    switch (of) {
      case 'fills':
        return pageOf(await Stored.contractFills(stored, user, request, request), told(Told.fillRecord));
      case 'stops':
        return pageOf(await Stored.endedStops(stored, user, request, request), told(Told.stopRecord));
      case 'closedPositions':
        return pageOf(await Stored.closedPositions(stored, user, request, request), told(Told.closedRecord));
      case 'fundingPayments':
        return pageOf(await Stored.fundingPayments(stored, user, request, request), told(Told.fundingPaymentRecord));
    }
  }
}

export class PositionResults extends Query<Wire.PositionResult[]> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(PositionResults)
export class PositionResultsHandler implements IQueryHandler<PositionResults> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, minPosition }: PositionResults) {
    const { markets, positions, adl } = this.live;
    const stored = await this.reader.at(minPosition);
    const rows = await Stored.openPositions(stored, user);
    return rows.map((row) => {
      // What is stored may be behind, or the position closed since.
      const position = positions.positionOf(row.id);
      return Told.resultRecord(row, markets.get(row.market), position ? adl.lightOf(position) : null);
    });
  }
}

export class ContractDays extends Query<Wire.ContractDay[]> {
  constructor(
    readonly user: number,
    readonly request: Wire.ContractDaysRequest,
  ) {
    super();
  }
}

@QueryHandler(ContractDays)
export class ContractDaysHandler implements IQueryHandler<ContractDays> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Days that have any of the span in them, oldest first; those on which nothing happened are left out. */
  async execute({ user, request }: ContractDays) {
    const { from, to, minPosition } = request;
    if (to <= from) return [];
    const [first, last] = [dayOf(from), dayOf(to - 1)];
    if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
    const stored = await this.reader.at(minPosition);
    return this.byAsset(await Stored.contractDays(stored, user, first, last));
  }

  /** Markets of one asset together. */
  private byAsset(rows: readonly ContractDayRow[]): Wire.ContractDay[] {
    const days = new Map<string, ContractDayRow & { asset: string }>();
    for (const row of rows) {
      const asset = this.live.markets.get(row.market).terms.quote;
      const known = days.get(`${row.day}/${asset}`);
      if (!known) {
        days.set(`${row.day}/${asset}`, { ...row, asset });
        continue;
      }
      known.result += row.result;
      known.fees += row.fees;
      known.funding += row.funding;
      known.closed += row.closed;
    }
    return [...days.values()].map(({ day, asset, result, fees, funding, closed }) => ({
      day: dayName(day),
      asset,
      result: this.live.markets.amount(asset, result),
      fees: this.live.markets.amount(asset, fees),
      funding: this.live.markets.amount(asset, funding),
      closed,
    }));
  }
}

export class PublicContracts extends Query<Page<PublicRecord>> {
  constructor(
    readonly of: PublicList,
    readonly request: Wire.PublicListRequest,
  ) {
    super();
  }
}

@QueryHandler(PublicContracts)
export class PublicContractsHandler implements IQueryHandler<PublicContracts> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ of, request }: PublicContracts): Promise<Page<PublicRecord>> {
    refuseDeep(request);
    return this.list(of, await this.reader.at(undefined), request.market, request);
  }

  private async list(
    of: PublicList,
    stored: ViewsDatabase,
    market: string | undefined,
    page: PageRequest,
  ): Promise<Page<PublicRecord>> {
    const { markets } = this.live;
    switch (of) {
      case 'fundingRates':
        return pageOf(await Stored.fundingRates(stored, market, page), (row) =>
          Told.fundingRateRecord(row, markets.get(row.market)),
        );
      case 'liquidations':
        return pageOf(await Stored.liquidations(stored, market, page), (row) =>
          Told.liquidationRecord(row, markets.get(row.market)),
        );
      case 'insurance':
        return pageOf(await Stored.insuranceEntries(stored, market, page), (row) => ({
          at: row.at,
          position: row.position,
          market: row.market,
          cause: row.cause,
          amount: markets.amount(row.asset, row.amount),
          balance: markets.amount(row.asset, row.balance),
          asset: row.asset,
        }));
    }
  }
}

export class OneLiquidation extends Query<Wire.LiquidationDetail> {
  constructor(
    readonly user: number,
    readonly request: { liquidation: string; minPosition?: number | undefined },
  ) {
    super();
  }
}

@QueryHandler(OneLiquidation)
export class OneLiquidationHandler implements IQueryHandler<OneLiquidation> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Another's does not exist, as far as this user is concerned. */
  async execute({ user, request: { liquidation, minPosition } }: OneLiquidation) {
    const stored = await this.reader.at(minPosition);
    const row = await Stored.liquidationOf(stored, user, idOf(liquidation));
    if (!row) throw new Refusal('liquidation.not.found');
    return Told.liquidationDetail(row, this.live.markets.get(row.market));
  }
}
