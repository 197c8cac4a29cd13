/** From a request about financial products to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type * as Core from '../../core/command';
import { Refusal } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { amountOf, idOf } from '../shared/convert';
import { answerOf, Submitter } from '../shared/submitter';
import { BuySavings, EndSavings, RenewSavings } from './financial.commands';

const renewalOf = (renew: boolean): Core.Renewal => (renew ? 'on' : 'off');

@CommandHandler(BuySavings)
export class BuySavingsHandler implements ICommandHandler<BuySavings> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request: { clientId, product: name, amount: text, renew } }: BuySavings) {
    const { earn, markets } = this.views;
    const product = earn.product(name);
    if (!product) throw new Refusal('earn.unknown');
    const amount = amountOf(text, markets.scale(product.terms.asset) ?? 0);
    const command: Core.BuyFinancial = { type: 'BuyFinancial', user, product: name, amount, renew: renewalOf(renew) };
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
    return { ...answerOf(accepted), purchase: String(accepted.id) };
  }
}

@CommandHandler(EndSavings)
export class EndSavingsHandler implements ICommandHandler<EndSavings> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, how, request: { clientId, purchase } }: EndSavings) {
    const command: Core.CancelFinancial | Core.LeaveFinancial = { type: how, user, purchase: idOf(purchase) };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(RenewSavings)
export class RenewSavingsHandler implements ICommandHandler<RenewSavings> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, purchase, renew } }: RenewSavings) {
    const command: Core.SetFinancialRenewal = {
      type: 'SetFinancialRenewal',
      user,
      purchase: idOf(purchase),
      renew: renewalOf(renew),
    };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}
