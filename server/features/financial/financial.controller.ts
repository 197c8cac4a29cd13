import { Body, Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { EARN_ROUTES, FINANCIAL_ROUTES as ROUTES } from '../../../shared/wire/financial';
import type * as Wire from '../../../shared/wire/financial';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import * as Asked from './financial.commands';
import * as Lists from './financial-lists.queries';
import * as Present from './financial.queries';

@Controller()
export class FinancialController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.products)
  products() {
    return this.queries.execute(new Present.FinancialOnSale());
  }

  @Endpoint(EARN_ROUTES.promised)
  promised() {
    return this.queries.execute(new Present.PromisedOfEarn());
  }

  @Endpoint(ROUTES.buy)
  buy(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.buy.body)) request: Wire.BuyFinancialRequest) {
    return this.commands.execute(new Asked.BuySavings(user, request));
  }

  @Endpoint(ROUTES.cancel)
  cancel(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancel.body)) request: Wire.EndFinancialRequest) {
    return this.commands.execute(new Asked.EndSavings(user, 'CancelFinancial', request));
  }

  @Endpoint(ROUTES.leave)
  leave(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.leave.body)) request: Wire.EndFinancialRequest) {
    return this.commands.execute(new Asked.EndSavings(user, 'LeaveFinancial', request));
  }

  @Endpoint(ROUTES.renew)
  renew(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.renew.body)) request: Wire.RenewFinancialRequest) {
    return this.commands.execute(new Asked.RenewSavings(user, request));
  }

  @Endpoint(ROUTES.records)
  records(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.records.body)) request: Wire.FinancialRecordsRequest,
  ) {
    return this.queries.execute(new Lists.FinancialRecords(user, request));
  }

  @Endpoint(ROUTES.calendar)
  calendar(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.calendar.body)) request: Wire.EarnDaysRequest) {
    return this.queries.execute(new Lists.FinancialDays(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.FinancialExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, 'financial-products.csv', () =>
      this.queries.execute(new Lists.FinancialFile(user, request)),
    );
  }
}
