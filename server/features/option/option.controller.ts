import { Body, Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { AuditScope } from '../../../shared/rules/audit-scope';
import { OPTION_ROUTES as ROUTES } from '../../../shared/wire/option';
import type * as Wire from '../../../shared/wire/option';
import { Caller, Seen } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import { CertificateOf } from './certificate.queries';
import * as Asked from './option.commands';
import * as Lists from './option-lists.queries';
import * as Present from './option.queries';

interface Since {
  minPosition?: number;
}

@Controller()
export class OptionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.products)
  products() {
    return this.queries.execute(new Present.OptionsOnSale());
  }

  @Endpoint(ROUTES.publications)
  publications(@Query(new WirePipe(ROUTES.publications.query)) { symbol }: { symbol: string }) {
    return this.queries.execute(new Present.PublicationsOfIndex(symbol));
  }

  @Endpoint(ROUTES.buy)
  buy(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.buy.body)) request: Wire.BuyOptionRequest) {
    return this.commands.execute(new Asked.BuySecondContract(user, request));
  }

  @Endpoint(ROUTES.cancel)
  cancel(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancel.body)) request: Wire.CancelOptionRequest) {
    return this.commands.execute(new Asked.CancelSecondContract(user, request));
  }

  @Endpoint(ROUTES.setLimit)
  setLimit(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setLimit.body)) request: Wire.SetOptionLimitRequest,
  ) {
    return this.commands.execute(new Asked.LimitOwnStakes(user, request));
  }

  @Endpoint(ROUTES.open)
  open(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.open.query)) { minPosition }: Since) {
    return this.queries.execute(new Present.OpenOptionsOf(user, minPosition));
  }

  @Endpoint(ROUTES.limits)
  limits(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.limits.query)) { minPosition }: Since) {
    return this.queries.execute(new Present.OwnOptionLimits(user, minPosition));
  }

  @Endpoint(ROUTES.history)
  history(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.history.body)) request: Wire.OptionHistoryRequest,
  ) {
    return this.queries.execute(new Lists.OptionHistory(user, request));
  }

  @Endpoint(ROUTES.certificate)
  certificate(
    @Caller() caller: TicketHolder,
    @Seen() scope: AuditScope,
    @Query(new WirePipe(ROUTES.certificate.query)) request: Lists.OneOption['request'],
  ) {
    return this.queries.execute(new CertificateOf(caller, scope, request));
  }

  @Endpoint(ROUTES.contract)
  contract(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.contract.query)) request: Lists.OneOption['request'],
  ) {
    return this.queries.execute(new Lists.OneOption(user, request));
  }

  @Endpoint(ROUTES.results)
  results(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.results.query)) { minPosition }: Since) {
    return this.queries.execute(new Lists.OptionResults(user, minPosition));
  }

  @Endpoint(ROUTES.days)
  days(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.days.body)) request: Wire.OptionDaysRequest) {
    return this.queries.execute(new Lists.OptionDays(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.OptionExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, 'second-contracts.csv', () =>
      this.queries.execute(new Lists.OptionFile(user, request)),
    );
  }
}
