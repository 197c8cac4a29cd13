/** From a request about perpetual contracts to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PlaceContractRequest } from '../../../shared/wire/contract';
import type * as Core from '../../core/command';
import { requestInvalid } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { amountOf, lotsOf, ticksOf } from '../shared/convert';
import { marketNamed } from '../shared/markets';
import { answerOf, Submitter } from '../shared/submitter';
import { AdjustPositionMargin, ChooseLeverage, PlaceContractOrder } from './contract.commands';

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
    const kind = kindOf(request);
    const command: Core.PlacePerpetualOrder = {
      type: 'PlacePerpetualOrder',
      user,
      market: name,
      position,
      act,
      kind,
      timeInForce: request.timeInForce ?? (kind === 'limit' ? 'gtc' : 'ioc'),
      selfTrade,
      quantity: lotsOf(request.quantity, lot),
    };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    return { ...answerOf(accepted), order: String(accepted.id) };
  }
}

/** What waits for a price, and stops that an order brings along, are refused as fields that nothing would come of. */
function kindOf(request: PlaceContractRequest): Core.PlacePerpetualOrder['kind'] {
  const { kind } = request;
  for (const path of ['trigger', 'triggerBy', 'takeProfit', 'stopLoss'] as const) {
    if (request[path] !== undefined) throw requestInvalid([{ path, code: 'unknown' }]);
  }
  if (kind !== 'limit' && kind !== 'market') throw requestInvalid([{ path: 'kind', code: 'out.of.range' }]);
  return kind;
}

@CommandHandler(ChooseLeverage)
export class ChooseLeverageHandler implements ICommandHandler<ChooseLeverage> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market, leverage } }: ChooseLeverage) {
    const command: Core.SetLeverage = { type: 'SetLeverage', user, market, leverage };
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
