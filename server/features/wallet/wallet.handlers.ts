/** From a user's request about a transfer or a withdrawal to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dayOf } from '../../../shared/rules/days';
import { decimalOf } from '../../../shared/rules/units';
import { payableOf } from '../../platform/chains/chain-amounts';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, type Clock } from '../../platform/tokens';
import { AssetTerms } from '../shared/asset-terms.queries';
import { amountOf, idOf } from '../shared/convert';
import { PayoutChecks } from '../shared/payout-checks.queries';
import { answerOf, Submitter } from '../shared/submitter';
import { WithdrawalLimits } from '../shared/withdrawal-limits';
import { WithdrawalGuards } from './withdrawal-guards';
import { ApplyTransfer, ApplyWithdrawal, CancelWithdrawal } from './wallet.commands';

@CommandHandler(ApplyTransfer)
export class ApplyTransferHandler implements ICommandHandler<ApplyTransfer> {
  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request: { clientId, asset, from, to, amount } }: ApplyTransfer) {
    const { scale } = await this.assets.get(asset);
    const command = { type: 'TransferFunds', user, asset, from, to, amount: amountOf(amount, scale) } as const;
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
    return { ...answerOf(accepted), transfer: String(accepted.id) };
  }
}

@CommandHandler(ApplyWithdrawal)
export class ApplyWithdrawalHandler implements ICommandHandler<ApplyWithdrawal> {
  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
    private readonly guards: WithdrawalGuards,
    private readonly limits: WithdrawalLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request }: ApplyWithdrawal) {
    const { clientId, asset } = request;
    const { scale, fiat, withdrawalMin } = await this.assets.get(asset);
    const amount = amountOf(request.amount, scale);
    const destination = await this.guards.destinationOf(user, request, fiat === 1);
    const { chain, card } = destination;
    if (chain !== undefined && payableOf(amount, scale, destination.decimals) === null) {
      throw new Refusal('amount.too.precise', { digits: destination.decimals });
    }
    const address = chain === undefined ? undefined : destination.address;
    const limit = await this.limits.unitsADay(await this.guards.pass(user, request, destination));
    const day = dayOf(this.clock());
    const command = { type: 'ApplyWithdrawal', user, asset, amount, chain, address, card, limit, day } as const;
    try {
      const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
      return { ...answerOf(accepted), withdrawal: String(accepted.id) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'withdrawal.too.small') throw error;
      throw new Refusal(error.code, { asset, minimum: decimalOf(withdrawalMin, scale) });
    }
  }
}

@CommandHandler(CancelWithdrawal)
export class CancelWithdrawalHandler implements ICommandHandler<CancelWithdrawal> {
  constructor(
    private readonly submitter: Submitter,
    private readonly payouts: PayoutChecks,
  ) {}

  async execute({ user, request: { clientId, withdrawal } }: CancelWithdrawal) {
    await this.payouts.beforeCancellation(user, idOf(withdrawal));
    const command = { type: 'CancelWithdrawal', user, withdrawal: idOf(withdrawal) } as const;
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}
