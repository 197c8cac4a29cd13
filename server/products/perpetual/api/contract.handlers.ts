/** Converts requests about perpetual contracts to commands. */
import { CONTRACT_ROUTES as ROUTES, type AmendContractRequest } from '../../../../shared/products/perpetual/wire';
import { unitsOf } from '../../../../shared/rules/units';
import type * as Core from '../core/commands';
import type { AmendStop, PlaceStop } from '../core/stops/commands';
import { Refusal } from '../../../platform/errors/refusal';
import { amountOf, idOf, lotsOf, ticksOf } from '../../../features/shared/orders/convert';
import { marketOf } from '../../../features/shared/orders/markets';
import { requestedTermsOf } from '../../../features/shared/orders/order-terms';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';
import { cancelAllHandler, cancelOrderHandler } from '../../spot/api/spot.handlers';

export const PlaceContractOrder = commandHandler(
  ROUTES.place,
  ({ user, request }, { reference }) => {
    const market = marketOf(reference, request.market, 'perpetual');
    const { market: name, position, act } = request;
    const { tick, lot } = market.terms;
    const command: Core.PlacePerpetualOrder = {
      type: 'PlacePerpetualOrder',
      user,
      market: name,
      position,
      act,
      ...requestedTermsOf(request),
      quantity: lotsOf(request.quantity, lot),
    };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.triggerBy !== undefined) command.triggerBy = request.triggerBy;
    return { command: { ...command, ...attachedOf(request, tick) }, market };
  },
  'order',
);

/** Hundredths of a percent of a rate such as `0.015`. */
function basisPointsOf(rate: string): number {
  const bp = unitsOf(rate, 4);
  if (typeof bp !== 'bigint') throw new Refusal('callback.out.of.range');
  return Number(bp);
}

/** Null removes an attached stop. Absent fields stay absent, so that they stay unchanged. */
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

export const AmendContractOrder = commandHandler(ROUTES.amend, ({ user, request }, { reference }) => {
  const order = idOf(request.order);
  const market = marketOf(reference, request.market, 'perpetual');
  const { tick, lot } = market.terms;
  const command: Core.AmendPerpetualOrder = { type: 'AmendPerpetualOrder', user, order, market: request.market };
  if (request.price !== undefined) command.price = ticksOf(request.price, tick);
  if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
  if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
  return { command: { ...command, ...attachedOf(request, tick) }, market };
});

/** The order's id determines its market. */
export const CancelContractOrder = cancelOrderHandler(ROUTES.cancel);
export const CancelAllContractOrders = cancelAllHandler(ROUTES.cancelAll);

export const ChooseLeverage = commandHandler(ROUTES.setLeverage, ({ user, request: { market, leverage } }) => {
  return { type: 'SetLeverage', user, market, leverage };
});

export const ChooseMarginMode = commandHandler(ROUTES.setMarginMode, ({ user, request: { market, mode } }) => {
  return { type: 'SetMarginMode', user, market, mode };
});

export const ChoosePositionMode = commandHandler(ROUTES.setPositionMode, ({ user, request: { market, mode } }) => {
  return { type: 'SetPositionMode', user, market, mode };
});

export const AdjustPositionMargin = commandHandler(ROUTES.adjustMargin, ({ user, request }, { reference }) => {
  const { market: name, position, act } = request;
  const market = marketOf(reference, name, 'perpetual');
  const amount = amountOf(request.amount, market.decimals.notional, market.terms.quote);
  return { command: { type: 'AdjustMargin', user, market: name, position, act, amount }, market };
});

export const PlacePositionStop = commandHandler(
  ROUTES.placeStop,
  ({ user, request }, { reference }) => {
    const { market: name, position, kind, triggerBy } = request;
    const market = marketOf(reference, name, 'perpetual');
    const { tick } = market.terms;
    const command: PlaceStop = { type: 'PlaceStop', user, market: name, position, kind, triggerBy };
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.callback !== undefined)
      command.callbackTicks = ticksOf(request.callback, tick, 'callback.out.of.range');
    if (request.callbackRate !== undefined) command.callbackBp = basisPointsOf(request.callbackRate);
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, market.terms.lot);
    return { command, market };
  },
  'stop',
);

export const AmendPositionStop = commandHandler(ROUTES.amendStop, ({ user, request }, { reference }) => {
  const stop = idOf(request.stop);
  const market = marketOf(reference, request.market, 'perpetual');
  const { tick, lot } = market.terms;
  const command: AmendStop = { type: 'AmendStop', user, stop, market: request.market };
  if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
  if (request.price !== undefined) command.price = ticksOf(request.price, tick);
  if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
  return { command, market };
});

export const CancelPositionStop = commandHandler(ROUTES.cancelStop, ({ user, request: { stop } }) => {
  return { type: 'CancelStop', user, stop: idOf(stop) };
});

export const CloseEveryPosition = commandHandler(ROUTES.closeAll, ({ user, request: { market } }) => {
  return { type: 'CloseAllPositions', user, ...(market === undefined ? {} : { market }) };
});

export const ReverseOnePosition = commandHandler(ROUTES.reverse, ({ user, request }, { reference }) => {
  const { market: name, position } = request;
  const market = marketOf(reference, name, 'perpetual');
  return { command: { type: 'ReversePosition', user, market: name, position }, market };
});
