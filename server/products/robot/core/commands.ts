/** What may be asked of robots. What each does, and when, follows from its grid: nobody asks for that. */
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

/** Where robots trade, and with how much. Amounts are units of the market's quote. */
export const robotTerms = {
  market: word,
  /** Closed: none is started; those that run go on. */
  state: robotSale,
  /** Of one robot. */
  amountMin: amount,
  /** Of all robots of one user in this market. */
  userMax: amount,
};
export type RobotTerms = ObjectOf<typeof robotTerms>;
export const SetRobotTerms = message('SetRobotTerms', { ...robotTerms, reason: text });
export type SetRobotTerms = MessageOf<typeof SetRobotTerms>;

export const IssueRobotKey = message('IssueRobotKey', {
  user: id,
  /** SHA-256 of the key, hex: nobody but its user has the key itself. */
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
  /** The lowest and the highest line, ticks. */
  lower: ticks,
  upper: ticks,
  lines: integer,
  /** Of the stake. */
  lossLimitPpb: ppb,
  /** Of the key that the user gave. */
  keyHash: word,
});
export type StartRobot = MessageOf<typeof StartRobot>;

export const StopRobot = message('StopRobot', {
  user: id,
  robot: id,
  /** Of staff. */
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
