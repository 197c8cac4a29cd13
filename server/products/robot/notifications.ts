/** Notifications of robots: the start, and the end with its cause. The list shows the result of each cycle. */
import type { MessageKey } from '../../../shared/wire/messages-center';
import type { RobotStop } from './core/events';
import { marketOfRobot } from './stored/queries';
import { notification, subject } from '../../workers/notifications/notification';

/** The reason given by staff is for staff and auditors only. */
const MESSAGE_KEY_OF_STOP = {
  requested: 'robot.stopped',
  staff: 'robot.ended_staff',
  loss: 'robot.loss',
  market_closed: 'robot.closed',
  maintenance: 'robot.maintenance',
  account_frozen: 'robot.frozen',
} as const satisfies Record<RobotStop, MessageKey>;

/** An end event does not contain the market. */
export const ROBOT_MARKETS = subject('RobotStarted', {
  id: 'robot',
  ends: ['RobotEnded'],
  facts: ({ market }) => market,
  seed: ({ robots }) => [...robots.running].map(([id, { market }]) => [id, market] as const),
  older: ({ stored }, id) => marketOfRobot(stored, id),
});

const robotRow = { perHour: 'robots', about: ({ robot }: { robot: number }) => robot } as const;

export const ROBOT_NOTIFICATIONS = [
  notification('RobotStarted', {
    ...robotRow,
    key: 'robot.started',
    facts: ({ robot, market: name, amount }, { markets }) => {
      const market = markets.get(name);
      return { robot: String(robot), market: name, asset: market.terms.quote, amount: market.quoteAmount(amount) };
    },
  }),
  notification('RobotEnded', {
    ...robotRow,
    key: ({ reason }) => MESSAGE_KEY_OF_STOP[reason],
    facts: async ({ robot, quote, base }, { markets, getSubject }) => {
      const market = markets.get(await getSubject(ROBOT_MARKETS, robot));
      const { market: name, base: coin, quote: asset } = market.terms;
      const returnedAmounts = { asset, total: market.quoteAmount(quote), base: coin, coins: market.baseAmount(base) };
      return { robot: String(robot), market: name, ...returnedAmounts };
    },
  }),
];
