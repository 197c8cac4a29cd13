import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONTRACT_ROUTES as ROUTES, type PlaceContractRequest } from '../../../shared/wire/contract';
import type { CancelAllRequest, CancelOrderRequest } from '../../../shared/wire/spot';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CancelAllOrders, CancelOrder } from '../spot/spot.commands';
import * as Asked from './contract.commands';

@Controller()
export class ContractController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint(ROUTES.place)
  place(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.place.body)) request: PlaceContractRequest) {
    return this.commands.execute(new Asked.PlaceContractOrder(user, request));
  }

  /** An order says by its number what it trades. */
  @Endpoint(ROUTES.cancel)
  cancel(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancel.body)) request: CancelOrderRequest) {
    return this.commands.execute(new CancelOrder(user, request));
  }

  @Endpoint(ROUTES.cancelAll)
  cancelAll(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancelAll.body)) request: CancelAllRequest) {
    return this.commands.execute(new CancelAllOrders(user, request));
  }

  @Endpoint(ROUTES.setLeverage)
  setLeverage(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setLeverage.body)) request: Asked.LeverageRequest,
  ) {
    return this.commands.execute(new Asked.ChooseLeverage(user, request));
  }

  @Endpoint(ROUTES.adjustMargin)
  adjustMargin(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.adjustMargin.body)) request: Asked.AdjustMarginRequest,
  ) {
    return this.commands.execute(new Asked.AdjustPositionMargin(user, request));
  }
}
