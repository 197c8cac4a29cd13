import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  CONTRACT_ROUTES as ROUTES,
  type AmendContractRequest,
  type AmendStopRequest,
  type CancelStopRequest,
  type CloseAllRequest,
  type PlaceContractRequest,
  type PlaceStopRequest,
  type ReverseRequest,
} from '../../../shared/wire/contract';
import type { CancelAllRequest, CancelOrderRequest } from '../../../shared/wire/spot';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CancelAllOrders, CancelOrder } from '../spot/spot.commands';
import * as Asked from './contract.commands';
import { ContractFacts, OwnPositions } from './contract.queries';

@Controller()
export class ContractController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(ROUTES.place)
  place(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.place.body)) request: PlaceContractRequest) {
    return this.commands.execute(new Asked.PlaceContractOrder(user, request));
  }

  @Endpoint(ROUTES.amend)
  amend(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.amend.body)) request: AmendContractRequest) {
    return this.commands.execute(new Asked.AmendContractOrder(user, request));
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

  @Endpoint(ROUTES.setMarginMode)
  setMarginMode(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setMarginMode.body)) request: Asked.MarginModeRequest,
  ) {
    return this.commands.execute(new Asked.ChooseMarginMode(user, request));
  }

  @Endpoint(ROUTES.setPositionMode)
  setPositionMode(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setPositionMode.body)) request: Asked.PositionModeRequest,
  ) {
    return this.commands.execute(new Asked.ChoosePositionMode(user, request));
  }

  @Endpoint(ROUTES.adjustMargin)
  adjustMargin(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.adjustMargin.body)) request: Asked.AdjustMarginRequest,
  ) {
    return this.commands.execute(new Asked.AdjustPositionMargin(user, request));
  }

  @Endpoint(ROUTES.placeStop)
  placeStop(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.placeStop.body)) request: PlaceStopRequest) {
    return this.commands.execute(new Asked.PlacePositionStop(user, request));
  }

  @Endpoint(ROUTES.amendStop)
  amendStop(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.amendStop.body)) request: AmendStopRequest) {
    return this.commands.execute(new Asked.AmendPositionStop(user, request));
  }

  @Endpoint(ROUTES.cancelStop)
  cancelStop(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancelStop.body)) request: CancelStopRequest) {
    return this.commands.execute(new Asked.CancelPositionStop(user, request));
  }

  @Endpoint(ROUTES.closeAll)
  closeAll(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.closeAll.body)) request: CloseAllRequest) {
    return this.commands.execute(new Asked.CloseEveryPosition(user, request));
  }

  @Endpoint(ROUTES.reverse)
  reverse(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.reverse.body)) request: ReverseRequest) {
    return this.commands.execute(new Asked.ReverseOnePosition(user, request));
  }

  @Endpoint(ROUTES.positions)
  positions(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.positions.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new OwnPositions(user, minPosition));
  }

  @Endpoint(ROUTES.info)
  info(@Query(new WirePipe(ROUTES.info.query)) { market }: { market: string }) {
    return this.queries.execute(new ContractFacts(market));
  }
}
