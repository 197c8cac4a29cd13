/** Withdrawals, as a user asks for them. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { ApplyWithdrawalRequest, CancelWithdrawalRequest } from '../../../shared/wire/wallet';

export class ApplyWithdrawal extends Command<CommandAnswer & { withdrawal: string }> {
  constructor(
    readonly user: number,
    readonly request: ApplyWithdrawalRequest,
  ) {
    super();
  }
}

export class CancelWithdrawal extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CancelWithdrawalRequest,
  ) {
    super();
  }
}
