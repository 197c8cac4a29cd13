/** The quantitative robot, as rows. */
import type { CommandOf } from '../../../core/command';
import { monthOnly, type CommandRow, type EventRow } from '../../../core/product';
import type { RejectionUnits } from '../../../core/rejection';
import { stopRule, onePersonRule } from '../../../core/staff/rule';
import type { RobotCommand } from './commands';
import { IssueRobotKey, RevokeRobotKey, RunRobot, SetRobotTerms, StartRobot, StopRobot } from './commands';
import type { RobotEvent } from './events';
import {
  RobotCycleEnded,
  RobotEnded,
  RobotKeyIssued,
  RobotKeyRevoked,
  RobotSold,
  RobotStarted,
  RobotStepped,
  RobotStopping,
  RobotTermsSet,
} from './events';
import { end, endCycle, issueKey, revokeKey, sell, setTerms, start, step, stop } from './evolve';
import { decideRunRobot, fallbackRunRobot } from './run';
import { robotTermsRule } from './staff-rules';
import { decideStartRobot } from './start';
import { decideStopRobot } from './stop';
import { decideIssueRobotKey, decideRevokeRobotKey, decideSetRobotTerms } from './terms';

export const robotCommands: { [T in RobotCommand['type']]: CommandRow<Extract<RobotCommand, { type: T }>> } = {
  SetRobotTerms: {
    about: 'Sets state and bounds of robots in a market.',
    allowedActors: ['admin'],
    staff: robotTermsRule,
    message: SetRobotTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetRobotTerms,
  },
  IssueRobotKey: {
    about: "Issues a user's secret key for starting robots; a new key replaces the previous one.",
    allowedActors: ['admin'],
    staff: onePersonRule('users', 'Lets one user start robots with their own money.'),
    beneficiaryForbidden: true,
    // Asked for again it would be another key: it is the first one's answer then.
    message: IssueRobotKey,
    idempotencyRetention: monthOnly,
    decide: decideIssueRobotKey,
  },
  RevokeRobotKey: {
    about: "Revokes a user's secret key.",
    allowedActors: ['admin'],
    staff: stopRule(
      'users',
      'Keeps a user from starting robots.',
      ({ user }: CommandOf<'RevokeRobotKey'>) => `robots/${user}`,
    ),
    message: RevokeRobotKey,
    idempotencyRetention: monthOnly,
    decide: decideRevokeRobotKey,
  },
  StartRobot: {
    about: 'Starts a grid robot with a separate stake.',
    allowedActors: ['user'],
    message: StartRobot,
    staffForbidden: true,
    idempotencyRetention: null,
    decide: decideStartRobot,
  },
  StopRobot: {
    about: 'Stops a robot; its orders end and its stake returns.',
    allowedActors: ['user', 'admin'],
    staff: stopRule(
      'users',
      'Its stake returns to its owner.',
      ({ robot }: CommandOf<'StopRobot'>) => `robot/${robot}`,
    ),
    message: StopRobot,
    idempotencyRetention: null,
    decide: decideStopRobot,
  },
  RunRobot: {
    about: 'Advances a robot: the end of a cycle, of one of its orders, or of the robot.',
    allowedActors: ['robot'],
    message: RunRobot,
    idempotencyRetention: null,
    decide: decideRunRobot,
    fallbackEvents: fallbackRunRobot,
  },
};

export const robotEvents: { [T in RobotEvent['type']]: EventRow<Extract<RobotEvent, { type: T }>> } = {
  RobotTermsSet: {
    about: 'State and bounds of robots in a market.',
    message: RobotTermsSet,
    evolve: setTerms,
  },
  RobotKeyIssued: {
    about: "A user's secret key for robots was issued; the journal has its hash.",
    message: RobotKeyIssued,
    evolve: issueKey,
    createdId: ({ key }) => key,
  },
  RobotKeyRevoked: {
    about: "A user's secret key for robots was revoked.",
    message: RobotKeyRevoked,
    evolve: revokeKey,
  },
  RobotStarted: {
    about: 'A robot started with its stake, grid and holds.',
    message: RobotStarted,
    evolve: start,
    createdId: ({ robot }) => robot,
  },
  RobotStepped: {
    about: 'A robot examined its grid; the orders that it places follow.',
    message: RobotStepped,
    evolve: step,
  },
  RobotCycleEnded: {
    about: 'The result of a cycle; the next one begins with it.',
    message: RobotCycleEnded,
    evolve: endCycle,
  },
  RobotStopping: {
    about: 'A robot stops trading; the ends of its orders follow.',
    message: RobotStopping,
    evolve: stop,
  },
  RobotSold: {
    about: 'A stopping robot sold what the market took.',
    message: RobotSold,
    evolve: sell,
  },
  RobotEnded: {
    about: 'A robot ended; stake and result returned to its user.',
    message: RobotEnded,
    evolve: end,
  },
};

export const robotRejectionUnits: RejectionUnits = {
  'robot.amount.minimum': { minimum: 'asset' },
  'robot.cap.user': { maximum: 'asset' },
};
