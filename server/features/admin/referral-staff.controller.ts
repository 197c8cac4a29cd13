import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { REFERRAL_STAFF_ROUTES as ROUTES, type SetReferralTermsRequest } from '../../../shared/wire/referral';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { TermsOfReferral } from '../referral/referral.queries';
import { staffAnswerOf } from '../shared/submitter';
import { StaffAct } from './admin.handlers';

@Controller()
export class ReferralStaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(ROUTES.referralTerms)
  referralTerms(@Query(new WirePipe(ROUTES.referralTerms.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new TermsOfReferral(minPosition));
  }

  @Endpoint(ROUTES.setReferralTerms)
  async setReferralTerms(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setReferralTerms.body)) request: SetReferralTermsRequest,
  ) {
    return staffAnswerOf(await this.commands.execute(new StaffAct(`admin/${user}`, 'SetReferralTerms', request)));
  }
}
