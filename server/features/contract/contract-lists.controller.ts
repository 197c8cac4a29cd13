import { Body, Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { CONTRACT_ROUTES as ROUTES } from '../../../shared/wire/contract';
import type * as Wire from '../../../shared/wire/contract';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import { ContractFile } from './contract-export.queries';
import * as Asked from './contract-lists.queries';

@Controller()
export class ContractListsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.currentOrders)
  currentOrders(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.currentOrders.body)) request: Wire.ContractOrdersRequest,
  ) {
    return this.queries.execute(new Asked.ContractOrders(user, 'open', request));
  }

  @Endpoint(ROUTES.historyOrders)
  historyOrders(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.historyOrders.body)) request: Wire.ContractHistoryRequest,
  ) {
    return this.queries.execute(new Asked.ContractOrders(user, 'ended', request));
  }

  @Endpoint(ROUTES.fills)
  fills(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.fills.body)) request: Wire.ContractListRequest) {
    return this.queries.execute(new Asked.OwnContracts(user, 'fills', request));
  }

  @Endpoint(ROUTES.stops)
  stops(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.stops.body)) request: Wire.ContractListRequest) {
    return this.queries.execute(new Asked.OwnContracts(user, 'stops', request));
  }

  @Endpoint(ROUTES.closedPositions)
  closedPositions(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.closedPositions.body)) request: Wire.ContractListRequest,
  ) {
    return this.queries.execute(new Asked.OwnContracts(user, 'closedPositions', request));
  }

  @Endpoint(ROUTES.fundingPayments)
  fundingPayments(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.fundingPayments.body)) request: Wire.ContractListRequest,
  ) {
    return this.queries.execute(new Asked.OwnContracts(user, 'fundingPayments', request));
  }

  @Endpoint(ROUTES.results)
  results(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.results.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new Asked.PositionResults(user, minPosition));
  }

  @Endpoint(ROUTES.days)
  days(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.days.body)) request: Wire.ContractDaysRequest) {
    return this.queries.execute(new Asked.ContractDays(user, request));
  }

  @Endpoint(ROUTES.fundingRates)
  fundingRates(@Body(new WirePipe(ROUTES.fundingRates.body)) request: Wire.PublicListRequest) {
    return this.queries.execute(new Asked.PublicContracts('fundingRates', request));
  }

  @Endpoint(ROUTES.liquidations)
  liquidations(@Body(new WirePipe(ROUTES.liquidations.body)) request: Wire.PublicListRequest) {
    return this.queries.execute(new Asked.PublicContracts('liquidations', request));
  }

  @Endpoint(ROUTES.insurance)
  insurance(@Body(new WirePipe(ROUTES.insurance.body)) request: Wire.PublicListRequest) {
    return this.queries.execute(new Asked.PublicContracts('insurance', request));
  }

  @Endpoint(ROUTES.liquidation)
  liquidation(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.liquidation.query)) request: Asked.OneLiquidation['request'],
  ) {
    return this.queries.execute(new Asked.OneLiquidation(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.ContractExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, `contract-${request.list}.csv`, () =>
      this.queries.execute(new ContractFile(user, request)),
    );
  }
}
