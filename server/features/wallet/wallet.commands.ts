/** Transfers and withdrawals, as a user asks for them. */
import { Command } from '@nestjs/cqrs';
import type { GivenFactor } from '../../platform/auth/step-up';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type {
  ApplyTransferRequest,
  ApplyWithdrawalRequest,
  CancelWithdrawalRequest,
} from '../../../shared/wire/wallet';

export class ApplyTransfer extends Command<CommandAnswer & { transfer: string }> {
  constructor(
    readonly user: number,
    readonly request: ApplyTransferRequest,
  ) {
    super();
  }
}

export class ApplyWithdrawal extends Command<CommandAnswer & { withdrawal: string }> {
  constructor(
    readonly user: number,
    readonly request: ApplyWithdrawalRequest,
    /** What came in the header. */
    readonly given: GivenFactor,
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
