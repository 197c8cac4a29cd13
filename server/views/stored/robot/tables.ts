/** What is stored of robots. As in the events: ticks, units of base and of quote, rates in parts of 10^9. */
import type { RobotStatus, RobotStop } from '../../../../shared/wire/robot';
import type { Table } from '../table';

/** Sums of fills, without bound. */
export interface RobotSums {
  trades: number;
  boughtBase: bigint;
  paidQuote: bigint;
  soldBase: bigint;
  receivedQuote: bigint;
  feesBase: bigint;
  feesQuote: bigint;
  realised: bigint;
}

/** Of one that runs: as it was when its last cycle was over. How it is now stands in memory. */
export interface RobotRow extends RobotSums {
  id: number;
  userId: number;
  market: string;
  status: RobotStatus;
  reason: RobotStop | null;
  amount: bigint;
  lower: number;
  upper: number;
  lines: number;
  lossLimitPpb: number;
  startedAt: number;
  startedPosition: number;
  /** The cycle that runs, and from when to when. */
  cycle: number;
  cycleStartedAt: number;
  cycleEndsAt: number;
  /** When it is over, what went back. */
  quoteHeld: bigint;
  baseHeld: bigint;
  endedAt: number | null;
  position: number;
}

export interface RobotCycleRow extends RobotSums {
  robot: number;
  cycle: number;
  userId: number;
  market: string;
  startedAt: number;
  endedAt: number;
  quoteHeld: bigint;
  baseHeld: bigint;
  /** Of the index, and what both were worth by it; null while it was stale. */
  indexPrice: number | null;
  worth: bigint | null;
  position: number;
}

/** Which orders are those of robots; all else is with the orders. */
export interface RobotOrderRow {
  id: number;
  robot: number;
  cycle: number;
  userId: number;
  position: number;
}

export interface RobotTables {
  robots: RobotRow;
  robotCycles: RobotCycleRow;
  robotOrders: RobotOrderRow;
}

const SUMS = {
  trades: 'integer',
  boughtBase: 'total',
  paidQuote: 'total',
  soldBase: 'total',
  receivedQuote: 'total',
  feesBase: 'total',
  feesQuote: 'total',
  realised: 'total',
} as const;

export const ROBOT_TABLES: { readonly [Name in keyof RobotTables]: Table<RobotTables[Name]> } = {
  robots: {
    name: 'robots',
    key: ['id'],
    fixed: [
      ...(['userId', 'market', 'amount', 'lower', 'upper', 'lines', 'lossLimitPpb'] as const),
      ...(['startedAt', 'startedPosition'] as const),
    ],
    shared: ['market', 'status', 'reason'],
    kept: ({ status }) => status !== 'ended',
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      status: 'text',
      reason: 'text',
      amount: 'amount',
      lower: 'integer',
      upper: 'integer',
      lines: 'integer',
      lossLimitPpb: 'integer',
      startedAt: 'integer',
      startedPosition: 'integer',
      cycle: 'integer',
      cycleStartedAt: 'integer',
      cycleEndsAt: 'integer',
      ...SUMS,
      quoteHeld: 'amount',
      baseHeld: 'amount',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  robotCycles: {
    name: 'robot_cycles',
    key: ['robot', 'cycle'],
    shared: ['market'],
    columns: {
      robot: 'integer',
      cycle: 'integer',
      userId: 'integer',
      market: 'text',
      startedAt: 'integer',
      endedAt: 'integer',
      ...SUMS,
      quoteHeld: 'amount',
      baseHeld: 'amount',
      indexPrice: 'integer',
      worth: 'amount',
      position: 'integer',
    },
  },
  robotOrders: {
    name: 'robot_orders',
    key: ['id'],
    columns: { id: 'integer', robot: 'integer', cycle: 'integer', userId: 'integer', position: 'integer' },
  },
};
