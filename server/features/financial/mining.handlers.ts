/** From a request about mining to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type * as Core from '../../core/command';
import { Refusal } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { amountOf } from '../shared/convert';
import { answerOf, Submitter } from '../shared/submitter';
import { StartMining } from './mining.commands';

@CommandHandler(StartMining)
export class StartMiningHandler implements ICommandHandler<StartMining> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request: { clientId, product: name, amount: text } }: StartMining) {
    const { earn, markets } = this.views;
    const product = earn.mining.product(name);
    if (!product) throw new Refusal('earn.unknown');
    const amount = amountOf(text, markets.scale(product.terms.asset) ?? 0);
    const command: Core.BuyMining = { type: 'BuyMining', user, product: name, amount };
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
    return { ...answerOf(accepted), purchase: String(accepted.id) };
  }
}
