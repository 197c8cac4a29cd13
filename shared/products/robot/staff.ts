/** Staff calls for robots: markets and amounts, secret keys, and stopping a robot. */
import { z } from 'zod';
import {
  assetName,
  clientId,
  decimal,
  id,
  marketName,
  minPosition,
  reason,
  staffAnswer,
  userId,
} from '../../wire/fields';
import { robot } from './wire';
import type { Route } from '../../wire/route';

export const robotTerms = z.strictObject({
  market: marketName,
  /** Closed: no new robots; running ones continue. */
  state: z.enum(['open', 'closed']),
  amountMin: decimal,
  userMax: decimal,
});
export type RobotTerms = z.infer<typeof robotTerms>;
export const setRobotTermsRequest = robotTerms.extend({ clientId, reason });
export type SetRobotTermsRequest = z.infer<typeof setRobotTermsRequest>;

/** A new key replaces the previous one. Running robots need neither and continue. */
export const issueRobotKeyRequest = z.strictObject({ clientId, userId, reason });
export type IssueRobotKeyRequest = z.infer<typeof issueRobotKeyRequest>;
export const revokeRobotKeyRequest = z.strictObject({ clientId, userId, reason });
export type RevokeRobotKeyRequest = z.infer<typeof revokeRobotKeyRequest>;
export const endRobotRequest = z.strictObject({ clientId, userId, robot: id, reason });
export type EndRobotRequest = z.infer<typeof endRobotRequest>;

export const robotDesk = z.strictObject({
  position: z.int(),
  terms: z.array(robotTerms.extend({ base: assetName, quote: assetName })),
  /** Funds of running robots, by market. */
  running: z.array(z.strictObject({ market: marketName, robots: z.int(), users: z.int(), staked: decimal })),
});
export type RobotDesk = z.infer<typeof robotDesk>;

/** A user's key, if any, and running robots. */
export const robotsOfUser = z.strictObject({
  position: z.int(),
  key: z.strictObject({ number: z.int(), issuedAt: z.int(), by: userId }).nullable(),
  robots: z.array(robot),
});
export type RobotsOfUser = z.infer<typeof robotsOfUser>;

const PATH = '/exchange/admin/robot';
const admin = { method: 'POST', access: 'admin', answer: staffAnswer } as const;

export const ROBOT_STAFF_ROUTES = {
  robotDesk: {
    method: 'GET',
    path: `${PATH}/desk`,
    summary: 'Robots: terms by market, and what they have at work',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: robotDesk,
  },
  robotsOf: {
    method: 'GET',
    path: `${PATH}/robots`,
    summary: 'Robots of a user that run, and whether there is a secret key',
    access: 'admin',
    right: 'users',
    query: z.strictObject({ userId: z.coerce.number().pipe(userId), minPosition }),
    answer: robotsOfUser,
  },
  setRobotTerms: {
    ...admin,
    path: `${PATH}/setTerms`,
    summary: 'Offer robots in a market, change what they take, or start none any more',
    right: 'markets',
    body: setRobotTermsRequest,
    failure: 'save.failed',
  },
  issueRobotKey: {
    ...admin,
    path: `${PATH}/issueKey`,
    summary: 'Issue the secret key with which a user starts robots: its user alone is shown it',
    right: 'users',
    body: issueRobotKeyRequest,
  },
  revokeRobotKey: {
    ...admin,
    path: `${PATH}/revokeKey`,
    summary: "Take a user's secret key back: no robot is started with it any more",
    right: 'users',
    body: revokeRobotKeyRequest,
  },
  endRobot: {
    ...admin,
    path: `${PATH}/endRobot`,
    summary: "Stop a user's robot as they could themselves",
    right: 'users',
    body: endRobotRequest,
  },
} as const satisfies Record<string, Route>;
