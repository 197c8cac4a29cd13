import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { OPTION_STAFF_ROUTES as ROUTES } from '../../../shared/wire/option-staff';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { ExposureOfOptions, OpenOptionsOf } from '../option/option.queries';
import { staffAnswerOf } from '../shared/submitter';
import { StaffAct } from './admin.handlers';
import type { StaffRequests as Requests, StaffRequestType } from './staff.converters';

@Controller()
export class OptionStaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(ROUTES.optionExposure)
  optionExposure(@Query(new WirePipe(ROUTES.optionExposure.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new ExposureOfOptions(minPosition));
  }

  @Endpoint(ROUTES.optionsOf)
  optionsOf(
    @Query(new WirePipe(ROUTES.optionsOf.query)) { userId, minPosition }: { userId: number; minPosition?: number },
  ) {
    return this.queries.execute(new OpenOptionsOf(userId, minPosition));
  }

  @Endpoint(ROUTES.setOptionTerms)
  setOptionTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setOptionTerms.body)) request: Requests['SetOptionTerms'],
  ) {
    return this.act(staff, 'SetOptionTerms', request);
  }

  @Endpoint(ROUTES.setOptionState)
  setOptionState(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setOptionState.body)) request: Requests['SetOptionState'],
  ) {
    return this.act(staff, 'SetOptionState', request);
  }

  @Endpoint(ROUTES.fundOptions)
  fundOptions(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.fundOptions.body)) request: Requests['FundOptions'],
  ) {
    return this.act(staff, 'FundOptions', request);
  }

  private async act<T extends StaffRequestType>(
    { user }: TicketHolder,
    type: T,
    request: Requests[T],
  ): Promise<StaffAnswer> {
    return staffAnswerOf(await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, request)));
  }
}
