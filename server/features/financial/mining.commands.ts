/** What a user may ask of mining: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { BuyMiningRequest } from '../../../shared/wire/mining';

export class StartMining extends Command<CommandAnswer & { purchase: string }> {
  constructor(
    readonly user: number,
    readonly request: BuyMiningRequest,
  ) {
    super();
  }
}
