/** Commands of robots. A robot's trades and their times follow from its grid, not from commands. */
import {
  amount,
  choice,
  id,
  integer,
  message,
  optional,
  ppb,
  server,
  text,
  ticks,
  word,
  type MessageOf,
  type ObjectOf,
} from '../../../core/messages/message';

export const robotSale = choice('open', 'closed');

/** Markets for robots, with their limits. Amounts are units of the market's quote. */
export const robotTerms = {
  market: word,
  /** Closed: none can be started; running ones continue. */
  state: robotSale,
  /** Minimum stake of one robot. */
  amountMin: amount,
  /** Maximum stake of all robots of one user in this market. */
  userMax: amount,
};
export type RobotTerms = ObjectOf<typeof robotTerms>;
export const SetRobotTerms = message('SetRobotTerms', { ...robotTerms, reason: text });
export type SetRobotTerms = MessageOf<typeof SetRobotTerms>;

export const IssueRobotKey = message('IssueRobotKey', {
  user: id,
  /** SHA-256 of the key, hex; only its user has the key itself. */
  hash: server(word),
  reason: text,
});
export type IssueRobotKey = MessageOf<typeof IssueRobotKey>;

export const RevokeRobotKey = message('RevokeRobotKey', { user: id, reason: text });
export type RevokeRobotKey = MessageOf<typeof RevokeRobotKey>;

export const StartRobot = message('StartRobot', {
  user: id,
  market: word,
  /** The stake, units of quote. */
  amount,
  /** Lowest and highest line of the grid, ticks. */
  lower: ticks,
  upper: ticks,
  lines: integer,
  /** Parts of 10^9 of the stake. */
  lossLimitPpb: ppb,
  /** Hash of the key that the user entered. */
  keyHash: word,
});
export type StartRobot = MessageOf<typeof StartRobot>;

export const StopRobot = message('StopRobot', {
  user: id,
  robot: id,
  /** Staff only. */
  reason: optional(text),
});
export type StopRobot = MessageOf<typeof StopRobot>;

export const RunRobot = message('RunRobot', { user: id, robot: id });
export type RunRobot = MessageOf<typeof RunRobot>;

export type RobotCommand = SetRobotTerms | IssueRobotKey | RevokeRobotKey | StartRobot | StopRobot | RunRobot;

declare module '../../../core/command' {
  interface Commands {
    robot: RobotCommand;
  }
  interface StaffCommands {
    robot: Exclude<RobotCommand, StartRobot | RunRobot>;
  }
  interface FollowUps {
    robot: RunRobot;
  }
}
