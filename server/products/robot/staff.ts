/** Converts staff requests about robots to commands. */
import type {
  EndRobotRequest,
  IssueRobotKeyRequest,
  RevokeRobotKeyRequest,
  SetRobotTermsRequest,
} from '../../../shared/products/robot/staff';
import { amountOf, idOf } from '../../features/shared/orders/convert';
import type { StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetRobotTerms: SetRobotTermsRequest;
  IssueRobotKey: IssueRobotKeyRequest & { hash: string };
  RevokeRobotKey: RevokeRobotKeyRequest;
  StopRobot: EndRobotRequest;
}

export const ROBOT_STAFF: StaffConverters<Requests> = {
  SetRobotTerms: async ({ market, state, amountMin, userMax, reason }, { scaleOf, stepsOf }) => {
    const { quote } = stepsOf(market);
    const scale = await scaleOf(quote);
    const amounts = { amountMin: amountOf(amountMin, scale, quote), userMax: amountOf(userMax, scale, quote) };
    return { type: 'SetRobotTerms', market, state, ...amounts, reason };
  },
  IssueRobotKey: ({ userId, hash, reason }) => ({ type: 'IssueRobotKey', user: userId, hash, reason }),
  RevokeRobotKey: ({ userId, reason }) => ({ type: 'RevokeRobotKey', user: userId, reason }),
  StopRobot: ({ userId, robot, reason }) => ({ type: 'StopRobot', user: userId, robot: idOf(robot), reason }),
};
