import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { AuditScope } from '../../../shared/rules/audit-scope';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { CONTRACT_STAFF_ROUTES as ROUTES, type StaffPositionsRequest } from '../../../shared/wire/contract-staff';
import { Caller, Seen } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { OwnPositions } from '../contract/contract.queries';
import { staffAnswerOf } from '../shared/submitter';
import { StaffAct } from './admin.handlers';
import { EveryPosition, InsuranceFundsOfAll, TermsOfPerpetual } from './contract-staff.queries';
import type { StaffRequests as Requests, StaffRequestType } from './staff.converters';

@Controller()
export class ContractStaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(ROUTES.positionsOf)
  positionsOf(
    @Query(new WirePipe(ROUTES.positionsOf.query)) { userId, minPosition }: { userId: number; minPosition?: number },
  ) {
    return this.queries.execute(new OwnPositions(userId, minPosition));
  }

  @Endpoint(ROUTES.allPositions)
  allPositions(
    @Body(new WirePipe(ROUTES.allPositions.body)) request: StaffPositionsRequest,
    @Seen() scope: AuditScope,
  ) {
    return this.queries.execute(new EveryPosition(request, scope));
  }

  @Endpoint(ROUTES.insuranceFunds)
  insuranceFunds(@Query(new WirePipe(ROUTES.insuranceFunds.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new InsuranceFundsOfAll(minPosition));
  }

  @Endpoint(ROUTES.perpetualTerms)
  perpetualTerms(
    @Query(new WirePipe(ROUTES.perpetualTerms.query))
    { market, minPosition }: { market: string; minPosition?: number },
  ) {
    return this.queries.execute(new TermsOfPerpetual(market, minPosition));
  }

  @Endpoint(ROUTES.lockPosition)
  lockPosition(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.lockPosition.body)) request: Requests['LockPosition'],
  ) {
    return this.act(staff, 'LockPosition', request);
  }

  @Endpoint(ROUTES.unlockPosition)
  unlockPosition(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.unlockPosition.body)) request: Requests['UnlockPosition'],
  ) {
    return this.act(staff, 'UnlockPosition', request);
  }

  @Endpoint(ROUTES.changePerpetualTerms)
  changePerpetualTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.changePerpetualTerms.body)) request: Requests['ChangePerpetualTerms'],
  ) {
    return this.act(staff, 'ChangePerpetualTerms', request);
  }

  @Endpoint(ROUTES.endPerpetualMarket)
  endPerpetualMarket(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.endPerpetualMarket.body)) request: Requests['EndPerpetualMarket'],
  ) {
    return this.act(staff, 'EndPerpetualMarket', request);
  }

  @Endpoint(ROUTES.callOffPerpetualEnd)
  callOffPerpetualEnd(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.callOffPerpetualEnd.body)) request: Requests['CallOffPerpetualEnd'],
  ) {
    return this.act(staff, 'CallOffPerpetualEnd', request);
  }

  @Endpoint(ROUTES.fundInsurance)
  fundInsurance(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.fundInsurance.body)) request: Requests['FundInsurance'],
  ) {
    return this.act(staff, 'FundInsurance', request);
  }

  private async act<T extends StaffRequestType>(
    { user }: TicketHolder,
    type: T,
    request: Requests[T],
  ): Promise<StaffAnswer> {
    return staffAnswerOf(await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, request)));
  }
}
