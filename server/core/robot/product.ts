/** The quantitative robot, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import type { RobotCommand } from './commands';
import type { RobotEvent } from './events';
import { end, endCycle, issueKey, revokeKey, sell, setTerms, start, step, stop } from './evolve';
import { decideRunRobot, giveUpRunRobot } from './run';
import { decideStartRobot } from './start';
import { decideStopRobot } from './stop';
import { decideIssueRobotKey, decideRevokeRobotKey, decideSetRobotTerms } from './terms';
import type { CommandOf } from '../command';
import { brakesFor, takesOne } from '../staff/rule';
import { robotTermsRule } from './staff-rules';

export const robotCommands: { [T in RobotCommand['type']]: CommandRow<Extract<RobotCommand, { type: T }>> } = {
  SetRobotTerms: {
    about: 'Sets state and bounds of robots in a market.',
    senders: ['admin'],
    staff: robotTermsRule,
    payload: {
      type: 'asked',
      market: 'asked',
      state: 'asked',
      amountMin: 'asked',
      userMax: 'asked',
      reason: 'asked',
    },
    lasting: nothingOpen,
    decide: decideSetRobotTerms,
  },
  IssueRobotKey: {
    about: "Issues a user's secret key for starting robots; a new key replaces the previous one.",
    senders: ['admin'],
    staff: takesOne('Lets one user start robots with their own money.'),
    forOthers: true,
    // Asked for again it would be another key: it is the first one's answer then.
    payload: { type: 'asked', user: 'asked', hash: 'added', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideIssueRobotKey,
  },
  RevokeRobotKey: {
    about: "Revokes a user's secret key.",
    senders: ['admin'],
    staff: brakesFor('Keeps a user from starting robots.', ({ user }: CommandOf<'RevokeRobotKey'>) => `robots/${user}`),
    payload: { type: 'asked', user: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideRevokeRobotKey,
  },
  StartRobot: {
    about: 'Starts a grid robot with a separate stake.',
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      market: 'asked',
      amount: 'asked',
      lower: 'asked',
      upper: 'asked',
      lines: 'asked',
      lossLimitPpb: 'asked',
      keyHash: 'asked',
    },
    notByStaff: true,
    lasting: null,
    decide: decideStartRobot,
  },
  StopRobot: {
    about: 'Stops a robot; its orders end and its stake returns.',
    senders: ['user', 'admin'],
    staff: brakesFor('Its stake returns to its owner.', ({ robot }: CommandOf<'StopRobot'>) => `robot/${robot}`),
    payload: { type: 'asked', user: 'asked', robot: 'asked', reason: 'asked' },
    lasting: null,
    decide: decideStopRobot,
  },
  RunRobot: {
    about: 'Advances a robot: the end of a cycle, of one of its orders, or of the robot.',
    senders: ['robot'],
    payload: { type: 'asked', user: 'asked', robot: 'asked' },
    lasting: null,
    decide: decideRunRobot,
    giveUp: giveUpRunRobot,
  },
};

const OF_ROBOT = { robot: 'integer', user: 'integer' } as const;

export const robotEvents: { [T in RobotEvent['type']]: EventRow<Extract<RobotEvent, { type: T }>> } = {
  RobotTermsSet: {
    about: 'State and bounds of robots in a market.',
    shape: { market: 'word', state: 'word', amountMin: 'amount', userMax: 'amount', reason: 'text' },
    evolve: setTerms,
  },
  RobotKeyIssued: {
    about: "A user's secret key for robots was issued; the journal has its hash.",
    shape: { user: 'integer', key: 'integer', hash: 'word', by: 'integer', reason: 'text' },
    evolve: issueKey,
    made: ({ key }) => key,
  },
  RobotKeyRevoked: {
    about: "A user's secret key for robots was revoked.",
    shape: { user: 'integer', key: 'integer', reason: 'text' },
    evolve: revokeKey,
  },
  RobotStarted: {
    about: 'A robot started with its stake, grid and holds.',
    shape: {
      ...OF_ROBOT,
      market: 'word',
      amount: 'amount',
      lower: 'integer',
      upper: 'integer',
      lines: 'integer',
      lossLimitPpb: 'integer',
      key: 'integer',
      quoteHold: 'integer',
      baseHold: 'integer',
      cycleEndsAt: 'integer',
      rule: 'integer?',
      entries: 'entries',
    },
    evolve: start,
    made: ({ robot }) => robot,
  },
  RobotStepped: {
    about: 'A robot examined its grid; the orders that it places follow.',
    shape: { ...OF_ROBOT, nextAt: 'integer' },
    evolve: step,
  },
  RobotCycleEnded: {
    about: 'The result of a cycle; the next one begins with it.',
    shape: {
      ...OF_ROBOT,
      cycle: 'integer',
      dueAt: 'integer',
      nextAt: 'integer?',
      trades: 'integer',
      bought: 'amount',
      paid: 'amount',
      sold: 'amount',
      received: 'amount',
      feesBase: 'amount',
      feesQuote: 'amount',
      realised: 'amount',
      quote: 'amount',
      base: 'amount',
      price: 'integer?',
      value: 'amount?',
    },
    evolve: endCycle,
  },
  RobotStopping: {
    about: 'A robot stops trading; the ends of its orders follow.',
    shape: { ...OF_ROBOT, reason: 'word', sells: 'integer', price: 'integer?', note: 'text?' },
    evolve: stop,
  },
  RobotSold: {
    about: 'A stopping robot sold what the market took.',
    shape: { ...OF_ROBOT, goesOn: 'integer' },
    evolve: sell,
  },
  RobotEnded: {
    about: 'A robot ended; stake and result returned to its user.',
    shape: { ...OF_ROBOT, reason: 'word', quote: 'amount', base: 'amount', entries: 'entries' },
    evolve: end,
  },
};
