import { Body, Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { REFERRAL_ROUTES as ROUTES } from '../../../shared/wire/referral';
import type * as Wire from '../../../shared/wire/referral';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { RebateDays, Rebates, ReferralOverviewOf, RulesOfReferral } from './referral.queries';
import { InvitedMembers } from './invited.queries';

@Controller()
export class ReferralController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(ROUTES.rules)
  rules() {
    return this.queries.execute(new RulesOfReferral());
  }

  @Endpoint(ROUTES.overview)
  overview(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.overview.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new ReferralOverviewOf(user, minPosition));
  }

  @Endpoint(ROUTES.members)
  members(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.members.body)) request: Wire.ReferralMembersRequest,
  ) {
    return this.queries.execute(new InvitedMembers(user, request));
  }

  @Endpoint(ROUTES.rebates)
  rebates(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.rebates.body)) request: Wire.ReferralRebatesRequest,
  ) {
    return this.queries.execute(new Rebates(user, request));
  }

  @Endpoint(ROUTES.days)
  days(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.days.body)) request: Wire.ReferralDaysRequest) {
    return this.queries.execute(new RebateDays(user, request));
  }
}
