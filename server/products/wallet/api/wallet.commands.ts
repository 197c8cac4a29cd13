/** Withdrawal requests of users. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../../shared/wire/fields';
import { WALLET_ROUTES, type ApplyWithdrawalRequest } from '../../../../shared/products/wallet/wire';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import { CommandOf } from '../../../platform/http/route-messages';

export class ApplyWithdrawal extends Command<CommandAnswer & { withdrawal: string }> {
  constructor(
    readonly user: number,
    readonly request: ApplyWithdrawalRequest,
    /** Second factor from the request header. */
    readonly factorProof: GivenFactor,
  ) {
    super();
  }
}

export class CancelWithdrawal extends CommandOf(WALLET_ROUTES.cancelWithdrawal) {}
