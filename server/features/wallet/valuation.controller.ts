import { Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { VALUATION_ROUTES as ROUTES } from '../../../shared/wire/valuation';
import type { BalanceHistoryRequest, ExportRequest, TaxExportRequest } from '../../../shared/wire/valuation';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import { Statement } from './statement.queries';
import { TaxFile } from './taxes.queries';
import { BalanceHistory, Valuation } from './valuation.queries';

@Controller()
export class ValuationController {
  constructor(
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.valuation)
  valuation(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.valuation.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new Valuation(user, minPosition));
  }

  @Endpoint(ROUTES.history)
  history(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.history.query)) request: BalanceHistoryRequest) {
    return this.queries.execute(new BalanceHistory(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: ExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, 'asset-records.csv', () =>
      this.queries.execute(new Statement(user, request)),
    );
  }

  @Endpoint(ROUTES.taxes)
  taxes(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.taxes.query)) request: TaxExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, 'taxes.csv', () => this.queries.execute(new TaxFile(user, request)));
  }
}
