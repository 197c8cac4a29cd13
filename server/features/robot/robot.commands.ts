/** What a user may ask of robots: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type { StartRobotRequest, StopRobotRequest } from '../../../shared/wire/robot';

export class BeginRobot extends Command<CommandAnswer & { robot: string }> {
  constructor(
    readonly user: number,
    readonly request: StartRobotRequest,
  ) {
    super();
  }
}

export class EndOwnRobot extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: StopRobotRequest,
  ) {
    super();
  }
}
