/** From a request about second contracts to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../shared/rules/units';
import type * as Core from '../../core/command';
import { Refusal } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { AssetTerms } from '../shared/asset-terms.queries';
import { amountOf, idOf, ticksOf } from '../shared/convert';
import { answerOf, Submitter } from '../shared/submitter';
import { BuySecondContract, CancelSecondContract, LimitOwnStakes } from './option.commands';

@CommandHandler(BuySecondContract)
export class BuySecondContractHandler implements ICommandHandler<BuySecondContract> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: BuySecondContract) {
    const { options } = this.views;
    const { clientId, symbol, direction, durationMs, startsAt, takeProfit, stopLoss } = request;
    const product = options.product(symbol);
    if (!product) throw new Refusal('option.unknown');
    const scales = options.scalesOf({ symbol, asset: product.terms.asset });
    const tick = decimalOf(1n, scales.price);
    const stake = amountOf(request.stake, scales.amount);
    const command: Core.BuyOption = { type: 'BuyOption', user, symbol, direction, stake, durationMs };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (startsAt !== undefined) command.startsAt = startsAt;
    if (takeProfit !== undefined) command.takeProfit = ticksOf(takeProfit, tick, 'option.levels.invalid');
    if (stopLoss !== undefined) command.stopLoss = ticksOf(stopLoss, tick, 'option.levels.invalid');
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
    return { ...answerOf(accepted), contract: String(accepted.id) };
  }
}

@CommandHandler(CancelSecondContract)
export class CancelSecondContractHandler implements ICommandHandler<CancelSecondContract> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, contract } }: CancelSecondContract) {
    const command: Core.CancelOption = { type: 'CancelOption', user, contract: idOf(contract) };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(LimitOwnStakes)
export class LimitOwnStakesHandler implements ICommandHandler<LimitOwnStakes> {
  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request: { clientId, asset, amount } }: LimitOwnStakes) {
    const { scale } = await this.assets.get(asset);
    const command: Core.SetOptionLimit = { type: 'SetOptionLimit', user, asset };
    if (amount !== null) command.amount = amountOf(amount, scale);
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}
