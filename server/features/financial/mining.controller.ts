import { Body, Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { EarnDaysRequest } from '../../../shared/wire/financial';
import { MINING_ROUTES as ROUTES } from '../../../shared/wire/mining';
import type * as Wire from '../../../shared/wire/mining';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import { StartMining } from './mining.commands';
import * as Asked from './mining.queries';

@Controller()
export class MiningController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.products)
  products() {
    return this.queries.execute(new Asked.MiningOnSale());
  }

  @Endpoint(ROUTES.buy)
  buy(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.buy.body)) request: Wire.BuyMiningRequest) {
    return this.commands.execute(new StartMining(user, request));
  }

  @Endpoint(ROUTES.records)
  records(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.records.body)) request: Wire.MiningRecordsRequest,
  ) {
    return this.queries.execute(new Asked.MiningRecords(user, request));
  }

  @Endpoint(ROUTES.calendar)
  calendar(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.calendar.body)) request: EarnDaysRequest) {
    return this.queries.execute(new Asked.MiningDays(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.MiningExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, 'mining.csv', () =>
      this.queries.execute(new Asked.MiningFile(user, request)),
    );
  }
}
