/** What may be asked of robots. What each does, and when, follows from its grid: nobody asks for that. */

export type RobotSale = 'open' | 'closed';

/** Where robots trade, and with how much. Amounts are units of the market's quote. */
export interface RobotTerms {
  market: string;
  /** Closed: none is started; those that run go on. */
  state: RobotSale;
  /** Of one robot. */
  amountMin: bigint;
  /** Of all robots of one user in this market. */
  userMax: bigint;
}
export interface SetRobotTerms extends RobotTerms {
  type: 'SetRobotTerms';
  reason: string;
}

export interface IssueRobotKey {
  type: 'IssueRobotKey';
  user: number;
  /** SHA-256 of the key, hex: nobody but its user has the key itself. */
  hash: string;
  reason: string;
}
export interface RevokeRobotKey {
  type: 'RevokeRobotKey';
  user: number;
  reason: string;
}

export interface StartRobot {
  type: 'StartRobot';
  user: number;
  market: string;
  /** The stake, units of quote. */
  amount: bigint;
  /** The lowest and the highest line, ticks. */
  lower: number;
  upper: number;
  lines: number;
  /** Of the stake. */
  lossLimitPpb: number;
  /** Of the key that the user gave. */
  keyHash: string;
}
export interface StopRobot {
  type: 'StopRobot';
  user: number;
  robot: number;
  /** Of staff. */
  reason?: string;
}
export interface RunRobot {
  type: 'RunRobot';
  user: number;
  robot: number;
}

export type RobotCommand = SetRobotTerms | IssueRobotKey | RevokeRobotKey | StartRobot | StopRobot | RunRobot;
