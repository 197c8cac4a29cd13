/** The quantitative robot, as rows. */
import type { CommandOf } from '../../../core/command';
import { nothingOpen, type CommandRow, type EventRow } from '../../../core/product';
import type { RefusalUnits } from '../../../core/rejection';
import { brakesFor, takesOne } from '../../../core/staff/rule';
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
import { decideRunRobot, giveUpRunRobot } from './run';
import { robotTermsRule } from './staff-rules';
import { decideStartRobot } from './start';
import { decideStopRobot } from './stop';
import { decideIssueRobotKey, decideRevokeRobotKey, decideSetRobotTerms } from './terms';

export const robotCommands: { [T in RobotCommand['type']]: CommandRow<Extract<RobotCommand, { type: T }>> } = {
  SetRobotTerms: {
    about: 'Sets state and bounds of robots in a market.',
    senders: ['admin'],
    staff: robotTermsRule,
    message: SetRobotTerms,
    lasting: nothingOpen,
    decide: decideSetRobotTerms,
  },
  IssueRobotKey: {
    about: "Issues a user's secret key for starting robots; a new key replaces the previous one.",
    senders: ['admin'],
    staff: takesOne('Lets one user start robots with their own money.'),
    forOthers: true,
    // Asked for again it would be another key: it is the first one's answer then.
    message: IssueRobotKey,
    lasting: nothingOpen,
    decide: decideIssueRobotKey,
  },
  RevokeRobotKey: {
    about: "Revokes a user's secret key.",
    senders: ['admin'],
    staff: brakesFor('Keeps a user from starting robots.', ({ user }: CommandOf<'RevokeRobotKey'>) => `robots/${user}`),
    message: RevokeRobotKey,
    lasting: nothingOpen,
    decide: decideRevokeRobotKey,
  },
  StartRobot: {
    about: 'Starts a grid robot with a separate stake.',
    senders: ['user'],
    message: StartRobot,
    notByStaff: true,
    lasting: null,
    decide: decideStartRobot,
  },
  StopRobot: {
    about: 'Stops a robot; its orders end and its stake returns.',
    senders: ['user', 'admin'],
    staff: brakesFor('Its stake returns to its owner.', ({ robot }: CommandOf<'StopRobot'>) => `robot/${robot}`),
    message: StopRobot,
    lasting: null,
    decide: decideStopRobot,
  },
  RunRobot: {
    about: 'Advances a robot: the end of a cycle, of one of its orders, or of the robot.',
    senders: ['robot'],
    message: RunRobot,
    lasting: null,
    decide: decideRunRobot,
    giveUp: giveUpRunRobot,
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
    made: ({ key }) => key,
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
    made: ({ robot }) => robot,
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

export const robotRefusals: RefusalUnits = {
  'robot.amount.minimum': { minimum: 'asset' },
  'robot.cap.user': { maximum: 'asset' },
};
