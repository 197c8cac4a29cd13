/** What a user may ask of second contracts: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { BuyOptionRequest, CancelOptionRequest, SetOptionLimitRequest } from '../../../shared/wire/option';

export class BuySecondContract extends Command<CommandAnswer & { contract: string }> {
  constructor(
    readonly user: number,
    readonly request: BuyOptionRequest,
  ) {
    super();
  }
}

export class CancelSecondContract extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CancelOptionRequest,
  ) {
    super();
  }
}

export class LimitOwnStakes extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: SetOptionLimitRequest,
  ) {
    super();
  }
}
