/** Tables of robots. As in the events: ticks, units of base and of quote, rates in parts of 10^9. */
import type { RobotStatus, RobotStop } from '../../../../shared/products/robot/wire';
import {
  amount,
  integer,
  optional,
  table,
  text,
  textOf,
  total,
  type FieldsOf,
  type RowOf,
} from '../../../views/stored/rows/table';
/** Sums of fills, unbounded. */
const SUMS = {
  trades: integer,
  boughtBase: total,
  paidQuote: total,
  soldBase: total,
  receivedQuote: total,
  feesBase: total,
  feesQuote: total,
  realised: total,
};
export type RobotSums = FieldsOf<typeof SUMS>;

export const ROBOT_TABLES = {
  /** A running robot's row is as of the end of its last cycle; its current state is in memory. */
  robots: table('robots', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      status: textOf<RobotStatus>(),
      reason: optional(textOf<RobotStop>()),
      amount,
      lower: integer,
      upper: integer,
      lines: integer,
      lossLimitPpb: integer,
      startedAt: integer,
      startedPosition: integer,
      /** Number, begin and end of the current cycle. */
      cycle: integer,
      cycleStartedAt: integer,
      cycleEndsAt: integer,
      ...SUMS,
      /** Funds returned at its end. */
      quoteHeld: amount,
      baseHeld: amount,
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { robots_of_user: ['userId', 'id'] },
    fixed: [
      ...(['userId', 'market', 'amount', 'lower', 'upper', 'lines', 'lossLimitPpb'] as const),
      ...(['startedAt', 'startedPosition'] as const),
    ],
    shared: ['market', 'status', 'reason'],
    kept: ({ status }) => status !== 'ended',
  }),
  robotCycles: table('robot_cycles', {
    columns: {
      robot: integer,
      cycle: integer,
      userId: integer,
      market: text,
      startedAt: integer,
      endedAt: integer,
      ...SUMS,
      quoteHeld: amount,
      baseHeld: amount,
      /** Index price, and the value of both holdings at it; null if it was stale. */
      indexPrice: optional(integer),
      worth: optional(amount),
      position: integer,
    },
    key: ['robot', 'cycle'],
    indexes: { robot_cycles_of_user: ['userId', 'robot', 'cycle'] },
    shared: ['market'],
  }),
  /** Assigns orders to robots; all other data is with the orders. */
  robotOrders: table('robot_orders', {
    columns: { id: integer, robot: integer, cycle: integer, userId: integer, position: integer },
    key: ['id'],
    indexes: { robot_orders_of_robot: ['robot', 'id'], robot_orders_of_user: ['userId', 'id'] },
  }),
};

export type RobotRow = RowOf<typeof ROBOT_TABLES.robots>;
export type RobotCycleRow = RowOf<typeof ROBOT_TABLES.robotCycles>;
export type RobotOrderRow = RowOf<typeof ROBOT_TABLES.robotOrders>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    robot: typeof ROBOT_TABLES;
  }
}
