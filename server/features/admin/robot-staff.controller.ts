import { Body, Controller, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { ROBOT_STAFF_ROUTES as ROUTES, type IssueRobotKeyRequest } from '../../../shared/wire/robot-staff';
import { Caller } from '../../platform/auth/caller';
import { Lockouts } from '../../platform/auth/lockouts';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { robotKeyLockout } from '../robot/robot-key';
import { RobotKeys } from '../robot/robot-keys';
import { DeskOfRobots, RobotsOfSomebody } from '../robot/robot.queries';
import { staffAnswerOf } from '../shared/submitter';
import { StaffAct } from './admin.handlers';
import type { StaffRequests as Requests, StaffRequestType } from './staff.converters';

@Controller()
export class RobotStaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly lockouts: Lockouts,
    private readonly keys: RobotKeys,
  ) {}

  @Endpoint(ROUTES.robotDesk)
  robotDesk(@Query(new WirePipe(ROUTES.robotDesk.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new DeskOfRobots(minPosition));
  }

  @Endpoint(ROUTES.robotsOf)
  robotsOf(
    @Query(new WirePipe(ROUTES.robotsOf.query)) { userId, minPosition }: { userId: number; minPosition?: number },
  ) {
    return this.queries.execute(new RobotsOfSomebody(userId, minPosition));
  }

  @Endpoint(ROUTES.setRobotTerms)
  setRobotTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setRobotTerms.body)) request: Requests['SetRobotTerms'],
  ) {
    return this.act(staff, 'SetRobotTerms', request);
  }

  /** The user alone is shown the key. A new key resets the count of wrong guesses. */
  @Endpoint(ROUTES.issueRobotKey)
  async issueRobotKey(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.issueRobotKey.body)) request: IssueRobotKeyRequest,
  ): Promise<StaffAnswer> {
    const hash = await this.keys.draw(request.userId);
    const answer = await this.act(staff, 'IssueRobotKey', { ...request, hash });
    if (!answer.repeated) await this.lockouts.forget(robotKeyLockout(request.userId));
    return answer;
  }

  @Endpoint(ROUTES.revokeRobotKey)
  revokeRobotKey(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.revokeRobotKey.body)) request: Requests['RevokeRobotKey'],
  ) {
    return this.act(staff, 'RevokeRobotKey', request);
  }

  @Endpoint(ROUTES.endRobot)
  endRobot(@Caller() staff: TicketHolder, @Body(new WirePipe(ROUTES.endRobot.body)) request: Requests['StopRobot']) {
    return this.act(staff, 'StopRobot', request);
  }

  private async act<T extends StaffRequestType>(
    { user }: TicketHolder,
    type: T,
    request: Requests[T],
  ): Promise<StaffAnswer> {
    return staffAnswerOf(await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, request)));
  }
}
