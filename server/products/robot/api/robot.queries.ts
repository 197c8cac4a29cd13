/** Queries for robots: markets from the live views, a user's own robots from the read models. */
import { ROBOT_STAFF_ROUTES } from '../../../../shared/products/robot/staff';
import { ROBOT_ROUTES, type RobotProduct } from '../../../../shared/products/robot/wire';
import type { RobotDesk, RobotsOfUser } from '../../../../shared/products/robot/staff';
import { Refusal } from '../../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS } from '../../../platform/tokens';
import * as Stored from '../stored/queries';
import { idOf } from '../../../features/shared/orders/convert';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { Reader } from '../../../features/shared/endpoints/reader';
import { robotProductRecord, robotRecord, robotTermsRecord } from './robot-records.queries';

export const RobotMarkets = queryHandler(
  ROBOT_ROUTES.products,
  [LIVE_VIEWS, CLOCK],
  (_, live, clock): RobotProduct[] => {
    const now = clock();
    return live.robots.terms().map((terms) => robotProductRecord(terms, live, now));
  },
);

/** Another user's robot counts as missing. */
export const OneRobot = queryHandler(
  ROBOT_ROUTES.info,
  [Reader, LIVE_VIEWS],
  async ({ user, request: { robot, minPosition } }, reader, live) => {
    const row = await Stored.robotOf(await reader.at(minPosition), user, idOf(robot));
    if (!row) throw new Refusal('robot.not.found');
    return robotRecord(row, live);
  },
);

export const RobotAdmin = queryHandler(
  ROBOT_STAFF_ROUTES.robotDesk,
  [LiveReader],
  async ({ request: { minPosition } }, reader): Promise<RobotDesk> => {
    const live = await reader.at(minPosition);
    const { robots, markets } = live;
    const runningRobots = [...robots.running()];
    return {
      position: robots.position,
      terms: robots.terms().map((terms) => {
        const { base, quote } = markets.get(terms.market).terms;
        return { ...robotTermsRecord(terms, live), base, quote };
      }),
      running: robots.terms().map(({ market }) => {
        const marketRobots = runningRobots.filter((robot) => robot.market === market);
        const staked = marketRobots.reduce((sum, { amount }) => sum + amount, 0n);
        const users = new Set(marketRobots.map(({ user }) => user)).size;
        return { market, robots: marketRobots.length, users, staked: markets.get(market).quoteAmount(staked) };
      }),
    };
  },
);

export const RobotsOfUserQuery = queryHandler(
  ROBOT_STAFF_ROUTES.robotsOf,
  [LiveReader],
  async ({ request: { userId: user, minPosition } }, reader): Promise<RobotsOfUser> => {
    const { robots } = await reader.at(minPosition);
    const key = robots.keyOf(user);
    return {
      position: robots.position,
      key: key ? { number: key.number, issuedAt: key.issuedAt, by: key.by } : null,
      robots: robots.ofUser(user),
    };
  },
);
