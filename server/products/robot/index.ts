/** The grid robot. */
import { ROBOT_MARKETS, ROBOT_NOTIFICATIONS } from './notifications';
import { RobotsView } from './live/robots';
import { ENDED_ROBOT } from './ended';
import { product } from '../product';
import { robotsProjection } from './stored/robots';

export const ROBOT = product({
  projections: [robotsProjection],
  notifications: ROBOT_NOTIFICATIONS,
  subjects: [ROBOT_MARKETS],
  live: ({ markets, index }) => ({ robots: new RobotsView(markets, index) }),
  feeds: { robot: 'robots' },
  ended: ENDED_ROBOT,
});
