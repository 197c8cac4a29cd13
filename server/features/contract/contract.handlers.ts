/** From a request about perpetual contracts to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AmendContractRequest } from '../../../shared/wire/contract';
import { unitsOf } from '../../../shared/rules/units';
import type * as Core from '../../core/command';
import { Refusal } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { amountOf, idOf, lotsOf, ticksOf } from '../shared/convert';
import { marketNamed } from '../shared/markets';
import { answerOf, Submitter } from '../shared/submitter';
import {
  AdjustPositionMargin,
  AmendContractOrder,
  AmendPositionStop,
  CancelPositionStop,
  ChooseLeverage,
  ChooseMarginMode,
  ChoosePositionMode,
  CloseEveryPosition,
  PlaceContractOrder,
  PlacePositionStop,
  ReverseOnePosition,
} from './contract.commands';

@CommandHandler(PlaceContractOrder)
export class PlaceContractOrderHandler implements ICommandHandler<PlaceContractOrder> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: PlaceContractOrder) {
    const market = marketNamed(this.views, request.market, 'perpetual');
    const { market: name, position, act, selfTrade, clientId } = request;
    const { tick, lot } = market.terms;
    const { kind } = request;
    const command: Core.PlacePerpetualOrder = {
      type: 'PlacePerpetualOrder',
      user,
      market: name,
      position,
      act,
      kind,
      timeInForce: request.timeInForce ?? (kind === 'limit' || kind === 'stop_limit' ? 'gtc' : 'ioc'),
      selfTrade,
      quantity: lotsOf(request.quantity, lot),
    };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.triggerBy !== undefined) command.triggerBy = request.triggerBy;
    Object.assign(command, attachedOf(request, tick));
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    return { ...answerOf(accepted), order: String(accepted.id) };
  }
}

/** Null takes away what an order brings along. Absent fields stay absent: so they stay as they are. */
/** Hundredths of a percent of a rate such as `0.015`. */
function basisPointsOf(rate: string): number {
  const bp = unitsOf(rate, 4);
  if (typeof bp !== 'bigint') throw new Refusal('callback.out.of.range');
  return Number(bp);
}

function attachedOf(request: Pick<AmendContractRequest, 'takeProfit' | 'stopLoss'>, tick: string): Attached {
  const { takeProfit, stopLoss } = request;
  const ticks = (trigger: string): number => ticksOf(trigger, tick, 'trigger.out.of.range');
  return {
    ...(takeProfit ? { takeProfit: ticks(takeProfit.trigger), takeProfitBy: takeProfit.triggerBy } : {}),
    ...(takeProfit === null ? { takeProfit: 0 } : {}),
    ...(stopLoss ? { stopLoss: ticks(stopLoss.trigger), stopLossBy: stopLoss.triggerBy } : {}),
    ...(stopLoss === null ? { stopLoss: 0 } : {}),
  };
}
type Attached = Pick<Core.PlacePerpetualOrder, 'takeProfit' | 'takeProfitBy' | 'stopLoss' | 'stopLossBy'>;

@CommandHandler(AmendContractOrder)
export class AmendContractOrderHandler implements ICommandHandler<AmendContractOrder> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: AmendContractOrder) {
    const order = idOf(request.order);
    const market = marketNamed(this.views, request.market, 'perpetual');
    // Of one that is over, or not yet here, the core knows: a retry is answered with its first outcome.
    const own = this.views.positions.orders.marketOf(user, order);
    if (own !== undefined && own !== request.market) throw new Refusal('order.not.found');
    const { tick, lot } = market.terms;
    const command: Core.AmendPerpetualOrder = { type: 'AmendPerpetualOrder', user, order };
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    Object.assign(command, attachedOf(request, tick));
    return answerOf(
      await this.submitter.submit({ actor: `user/${user}`, clientId: request.clientId, command }, market),
    );
  }
}

@CommandHandler(ChooseLeverage)
export class ChooseLeverageHandler implements ICommandHandler<ChooseLeverage> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market, leverage } }: ChooseLeverage) {
    const command: Core.SetLeverage = { type: 'SetLeverage', user, market, leverage };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(ChooseMarginMode)
export class ChooseMarginModeHandler implements ICommandHandler<ChooseMarginMode> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market, mode } }: ChooseMarginMode) {
    const command: Core.SetMarginMode = { type: 'SetMarginMode', user, market, mode };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(ChoosePositionMode)
export class ChoosePositionModeHandler implements ICommandHandler<ChoosePositionMode> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market, mode } }: ChoosePositionMode) {
    const command: Core.SetPositionMode = { type: 'SetPositionMode', user, market, mode };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(AdjustPositionMargin)
export class AdjustPositionMarginHandler implements ICommandHandler<AdjustPositionMargin> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: AdjustPositionMargin) {
    const { clientId, market: name, position, act } = request;
    const market = marketNamed(this.views, name, 'perpetual');
    const amount = amountOf(request.amount, market.decimals.notional);
    const command: Core.AdjustMargin = { type: 'AdjustMargin', user, market: name, position, act, amount };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market));
  }
}

@CommandHandler(PlacePositionStop)
export class PlacePositionStopHandler implements ICommandHandler<PlacePositionStop> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: PlacePositionStop) {
    const { clientId, market: name, position, kind, triggerBy } = request;
    const market = marketNamed(this.views, name, 'perpetual');
    const { tick } = market.terms;
    const command: Core.PlaceStop = { type: 'PlaceStop', user, market: name, position, kind, triggerBy };
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.callback !== undefined)
      command.callbackTicks = ticksOf(request.callback, tick, 'callback.out.of.range');
    if (request.callbackRate !== undefined) command.callbackBp = basisPointsOf(request.callbackRate);
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, market.terms.lot);
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    return { ...answerOf(accepted), stop: String(accepted.id) };
  }
}

@CommandHandler(AmendPositionStop)
export class AmendPositionStopHandler implements ICommandHandler<AmendPositionStop> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: AmendPositionStop) {
    const stop = idOf(request.stop);
    const market = marketNamed(this.views, request.market, 'perpetual');
    // Of one that is over, or not yet here, the core knows: a retry is answered with its first outcome.
    const own = this.views.positions.marketOfStop(user, stop);
    if (own !== undefined && own !== request.market) throw new Refusal('stop.not.found');
    const { tick, lot } = market.terms;
    const command: Core.AmendStop = { type: 'AmendStop', user, stop };
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    return answerOf(
      await this.submitter.submit({ actor: `user/${user}`, clientId: request.clientId, command }, market),
    );
  }
}

@CommandHandler(CancelPositionStop)
export class CancelPositionStopHandler implements ICommandHandler<CancelPositionStop> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, stop } }: CancelPositionStop) {
    const command: Core.CancelStop = { type: 'CancelStop', user, stop: idOf(stop) };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(CloseEveryPosition)
export class CloseEveryPositionHandler implements ICommandHandler<CloseEveryPosition> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market } }: CloseEveryPosition) {
    const command: Core.CloseAllPositions = { type: 'CloseAllPositions', user };
    if (market !== undefined) command.market = market;
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(ReverseOnePosition)
export class ReverseOnePositionHandler implements ICommandHandler<ReverseOnePosition> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request: { clientId, market: name, position } }: ReverseOnePosition) {
    const market = marketNamed(this.views, name, 'perpetual');
    const command: Core.ReversePosition = { type: 'ReversePosition', user, market: name, position };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market));
  }
}
