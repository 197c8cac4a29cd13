/** Robots from start to end, their cycles, and the ids of their orders. */
import type { EventOf } from '../../../core/event';
import type { RobotCounts } from '../core/events';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { RobotSums } from './tables';

export const robotsProjection: Projection = {
  name: 'robots',
  tables: ['robots', 'robotCycles', 'robotOrders'],
  reads: {
    RobotStarted: ({ robot }, { rows }) => rows.robots.markNew(robot),
    OrderPlaced: ({ robot }, { rows }) => {
      if (robot !== undefined) rows.robots.prefetch(robot);
    },
    RobotCycleEnded: ({ robot }, { rows }) => rows.robots.prefetch(robot),
    RobotStopping: ({ robot }, { rows }) => rows.robots.prefetch(robot),
    RobotEnded: ({ robot }, { rows }) => rows.robots.prefetch(robot),
  },
  writes: {
    RobotStarted: insertRobot,
    OrderPlaced: ({ order: id, robot }, { rows, position }) => {
      if (robot === undefined) return;
      const { userId, cycle } = rows.robots.get(robot);
      rows.robotOrders.add({ id, robot, cycle, userId, position });
    },
    RobotCycleEnded: cycleEnded,
    RobotStopping: ({ robot, reason }, { rows, position }) => {
      rows.robots.markChanged(Object.assign(rows.robots.get(robot), { status: 'stopping', reason, position }));
    },
    RobotEnded: ({ robot, quote: quoteHeld, base: baseHeld }, { rows, at: endedAt, position }) => {
      const end = { status: 'ended', quoteHeld, baseHeld, endedAt, position };
      rows.robots.markChanged(Object.assign(rows.robots.get(robot), end));
    },
  },
};

function insertRobot(event: EventOf<'RobotStarted'>, { rows, at: startedAt, position }: EventContext): void {
  const { robot: id, user: userId, market, amount, lower, upper, lines, lossLimitPpb, cycleEndsAt } = event;
  rows.robots.put({
    ...{ id, userId, market, status: 'running', reason: null, amount, lower, upper, lines, lossLimitPpb },
    ...{ startedAt, startedPosition: position, cycle: 1, cycleStartedAt: startedAt, cycleEndsAt },
    ...{ trades: 0, boughtBase: 0n, paidQuote: 0n, soldBase: 0n, receivedQuote: 0n },
    ...{ feesBase: 0n, feesQuote: 0n, realised: 0n, quoteHeld: amount, baseHeld: 0n, endedAt: null, position },
  });
}

function cycleEnded(event: EventOf<'RobotCycleEnded'>, { rows, at, position }: EventContext): void {
  const { robot: id, user: userId, cycle, dueAt: endedAt, nextAt, price = null, value = null } = event;
  const robot = rows.robots.get(id);
  const { market, cycleStartedAt: startedAt } = robot;
  const sums = sumsOf(event);
  const has = { quoteHeld: event.quote, baseHeld: event.base };
  rows.robotCycles.add({
    ...{ robot: id, cycle, userId, market, startedAt, endedAt },
    ...{ ...sums, ...has, indexPrice: price, worth: value, position },
  });
  addCounts(robot, sums);
  const next = nextAt === undefined ? {} : { cycle: cycle + 1, cycleStartedAt: at, cycleEndsAt: nextAt };
  rows.robots.markChanged(Object.assign(robot, { ...has, ...next, position }));
}

function sumsOf({ trades, bought, paid, sold, received, feesBase, feesQuote, realised }: RobotCounts): RobotSums {
  return {
    ...{ trades, boughtBase: bought, paidQuote: paid, soldBase: sold, receivedQuote: received },
    ...{ feesBase, feesQuote, realised },
  };
}

function addCounts(robot: RobotSums, sums: RobotSums): void {
  robot.trades += sums.trades;
  robot.boughtBase += sums.boughtBase;
  robot.paidQuote += sums.paidQuote;
  robot.soldBase += sums.soldBase;
  robot.receivedQuote += sums.receivedQuote;
  robot.feesBase += sums.feesBase;
  robot.feesQuote += sums.feesQuote;
  robot.realised += sums.realised;
}
