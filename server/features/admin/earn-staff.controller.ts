import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { EARN_STAFF_ROUTES as ROUTES, type SetEarnStateRequest } from '../../../shared/wire/earn-staff';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { DeskOfEarn } from '../financial/financial.queries';
import { staffAnswerOf } from '../shared/submitter';
import { StaffAct } from './admin.handlers';
import type { StaffRequests as Requests, StaffRequestType } from './staff.converters';

@Controller()
export class EarnStaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(ROUTES.earnDesk)
  earnDesk(@Query(new WirePipe(ROUTES.earnDesk.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new DeskOfEarn(minPosition));
  }

  @Endpoint(ROUTES.setFinancialTerms)
  setFinancialTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setFinancialTerms.body)) request: Requests['SetFinancialTerms'],
  ) {
    return this.act(staff, 'SetFinancialTerms', request);
  }

  @Endpoint(ROUTES.setMiningTerms)
  setMiningTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setMiningTerms.body)) request: Requests['SetMiningTerms'],
  ) {
    return this.act(staff, 'SetMiningTerms', request);
  }

  @Endpoint(ROUTES.setState)
  setState(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setState.body)) { kind, ...request }: SetEarnStateRequest,
  ) {
    return this.act(staff, kind === 'mining' ? 'SetMiningState' : 'SetFinancialState', request);
  }

  @Endpoint(ROUTES.fund)
  fund(@Caller() staff: TicketHolder, @Body(new WirePipe(ROUTES.fund.body)) request: Requests['FundFinancial']) {
    return this.act(staff, 'FundFinancial', request);
  }

  private async act<T extends StaffRequestType>(
    { user }: TicketHolder,
    type: T,
    request: Requests[T],
  ): Promise<StaffAnswer> {
    return staffAnswerOf(await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, request)));
  }
}
