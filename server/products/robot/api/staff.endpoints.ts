import { CommandBus } from '@nestjs/cqrs';
import { ROBOT_STAFF_ROUTES as ROBOTS } from '../../../../shared/products/robot/staff';
import { act, sendAct } from '../../../features/admin/staff-acts';
import { Lockouts } from '../../../platform/auth/log-in/lockouts';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { robotKeyLockout } from './robot-key';
import { RobotKeys } from './robot-keys';

export const ROBOT_STAFF_ENDPOINTS = [
  act(ROBOTS.setRobotTerms, 'SetRobotTerms'),
  // Only the user can display the key. A new key resets the count of wrong guesses.
  serviceEndpoint(
    ROBOTS.issueRobotKey,
    [CommandBus, RobotKeys, Lockouts],
    async (context, commands, keys, lockouts) => {
      const { user, request } = context;
      const hash = await keys.issue(request.userId);
      const answer = await sendAct(commands, user, 'IssueRobotKey', { ...request, hash });
      if (!answer.repeated) await lockouts.forget(robotKeyLockout(request.userId));
      return answer;
    },
  ),
  act(ROBOTS.revokeRobotKey, 'RevokeRobotKey'),
  act(ROBOTS.endRobot, 'StopRobot'),
];
