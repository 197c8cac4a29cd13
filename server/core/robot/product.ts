/** The quantitative robot, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import type { RobotCommand } from './commands';
import type { RobotEvent } from './events';
import { end, endCycle, issueKey, revokeKey, sell, setTerms, start, step, stop } from './evolve';
import { decideRunRobot, giveUpRunRobot } from './run';
import { decideStartRobot } from './start';
import { decideStopRobot } from './stop';
import { decideIssueRobotKey, decideRevokeRobotKey, decideSetRobotTerms } from './terms';

export const robotCommands: { [T in RobotCommand['type']]: CommandRow<Extract<RobotCommand, { type: T }>> } = {
  SetRobotTerms: {
    senders: ['admin'],
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
    senders: ['admin'],
    forOthers: true,
    // Asked for again it would be another key: it is the first one's answer then.
    payload: { type: 'asked', user: 'asked', hash: 'added', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideIssueRobotKey,
  },
  RevokeRobotKey: {
    senders: ['admin'],
    payload: { type: 'asked', user: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideRevokeRobotKey,
  },
  StartRobot: {
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
    lasting: null,
    decide: decideStartRobot,
  },
  StopRobot: {
    senders: ['user', 'admin'],
    payload: { type: 'asked', user: 'asked', robot: 'asked', reason: 'asked' },
    lasting: null,
    decide: decideStopRobot,
  },
  RunRobot: {
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
    shape: { market: 'word', state: 'word', amountMin: 'amount', userMax: 'amount', reason: 'text' },
    evolve: setTerms,
  },
  RobotKeyIssued: {
    shape: { user: 'integer', key: 'integer', hash: 'word', by: 'integer', reason: 'text' },
    evolve: issueKey,
    made: ({ key }) => key,
  },
  RobotKeyRevoked: { shape: { user: 'integer', key: 'integer', reason: 'text' }, evolve: revokeKey },
  RobotStarted: {
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
  RobotStepped: { shape: { ...OF_ROBOT, nextAt: 'integer' }, evolve: step },
  RobotCycleEnded: {
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
    shape: { ...OF_ROBOT, reason: 'word', sells: 'integer', price: 'integer?', note: 'text?' },
    evolve: stop,
  },
  RobotSold: { shape: { ...OF_ROBOT, goesOn: 'integer' }, evolve: sell },
  RobotEnded: {
    shape: { ...OF_ROBOT, reason: 'word', quote: 'amount', base: 'amount', entries: 'entries' },
    evolve: end,
  },
};
