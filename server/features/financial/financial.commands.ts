/** What a user may ask of financial products: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { BuyFinancialRequest, EndFinancialRequest, RenewFinancialRequest } from '../../../shared/wire/financial';

export class BuySavings extends Command<CommandAnswer & { purchase: string }> {
  constructor(
    readonly user: number,
    readonly request: BuyFinancialRequest,
  ) {
    super();
  }
}

/** Taken back before it earns, or left before its end. */
export class EndSavings extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly how: 'CancelFinancial' | 'LeaveFinancial',
    readonly request: EndFinancialRequest,
  ) {
    super();
  }
}

export class RenewSavings extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: RenewFinancialRequest,
  ) {
    super();
  }
}
