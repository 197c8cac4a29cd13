import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { DESK_ROUTES as ROUTES } from '../../../shared/wire/desk';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { DriftOfAll } from './drift.queries';
import { RiskOfAll } from './risk.queries';
import { HouseFundsOfAll, OpenOrdersOf } from './desk-live.queries';

@Controller()
export class DeskController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(ROUTES.drift)
  drift(
    @Caller() holder: TicketHolder,
    @Query(new WirePipe(ROUTES.drift.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new DriftOfAll(holder, minPosition));
  }

  @Endpoint(ROUTES.risk)
  risk() {
    return this.queries.execute(new RiskOfAll());
  }

  @Endpoint(ROUTES.houseFunds)
  houseFunds(@Query(new WirePipe(ROUTES.houseFunds.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new HouseFundsOfAll(minPosition));
  }

  @Endpoint(ROUTES.ordersOf)
  ordersOf(
    @Query(new WirePipe(ROUTES.ordersOf.query)) { userId, minPosition }: { userId: number; minPosition?: number },
  ) {
    return this.queries.execute(new OpenOrdersOf(userId, minPosition));
  }
}
