/** The grid robot. */
import { ROBOT_ROUTES } from '../../../shared/products/robot/wire';
import { ROBOT_STAFF_ROUTES } from '../../../shared/products/robot/staff';
import { ROBOT_MARKETS, ROBOT_NOTIFICATIONS } from './notifications';
import { RobotsView } from './live/robots';
import { ENDED_ROBOT } from './ended';
import { BACKTESTS_AT_ONCE_MAX } from '../../../shared/products/robot/rules/backtest';
import { GRID_LINES_MAX, GRID_LINES_MIN, ROBOTS_RUNNING_MAX } from '../../../shared/products/robot/rules/grid';
import { product } from '../product';
import { ROBOT_STAFF } from './staff';

export const ROBOT = product({
  routes: { robot: ROBOT_ROUTES, robotStaff: ROBOT_STAFF_ROUTES },
  notifications: ROBOT_NOTIFICATIONS,
  subjects: [ROBOT_MARKETS],
  live: ({ markets, index }) => ({ robots: new RobotsView(markets, index) }),
  feeds: { robot: 'robots' },
  ended: ENDED_ROBOT,
  leftOpen: { robots: 'ended_at is null' },
  entryKinds: {
    robot_invest: 'The stake of a robot is frozen.',
    robot_order: 'An order of a robot holds a part of its stake.',
    robot_cancel: 'The unused hold of a robot’s order returns to its stake.',
    robot_trade_base: 'Base asset of a trade whose buyer is a robot.',
    robot_trade_quote: 'Quote asset of a trade whose seller is a robot.',
    robot_fee: 'The trading fee of a robot.',
    robot_return: 'The stake of a robot returns at its end.',
    robot_income: 'The profit of a robot at its end.',
  },
  limits: [
    ['running robots per user', ROBOTS_RUNNING_MAX],
    ['lines of a robot, least', GRID_LINES_MIN],
    ['lines of a robot, most', GRID_LINES_MAX],
    ['backtests that wait or run, of everybody; then `system.busy`', BACKTESTS_AT_ONCE_MAX],
  ],
  staff: ROBOT_STAFF,
});
