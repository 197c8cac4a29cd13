/**
 * The quantitative robot: a grid of orders in a spot market, traded for its user out of a stake of its own, in cycles of two to
 * three minutes. What it earns or loses is what its orders really earned or lost. Rates are parts per billion.
 */
import { z } from 'zod';
import { CYCLE_MS, GRID_LINES_MAX, LOSS_LIMIT_PPB_MAX, LOSS_LIMIT_PPB_MIN } from './rules/grid';
import { signedDecimal } from '../perpetual/stream';
import {
  assetName,
  beforeId,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  pageIndex,
  pageSize,
} from '../../wire/fields';
import { orderSide } from '../../wire/order';
import type { Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

const BACKTEST_INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
const SECRET_KEY_LENGTH_MAX = 64;
const CANDLES_MAX = 1_000;

// What is offered

/** `maintenance`: the market or one of its coins is not traded now. */
export const robotSale = z.enum(['open', 'closed', 'maintenance']);
export type RobotSale = z.infer<typeof robotSale>;

export const robotProduct = z.strictObject({
  market: marketName,
  base: assetName,
  quote: assetName,
  /** How many decimals amounts of either have. */
  baseScale: z.int(),
  quoteScale: z.int(),
  /** Steps of prices and quantities. */
  tick: decimal,
  lot: decimal,
  state: robotSale,
  /** Of one robot, and of all robots of one user in this market together, units of quote. */
  amountMin: decimal,
  userMax: decimal,
  linesMin: z.int(),
  linesMax: z.int(),
  /** Of the stake. */
  lossLimitMinPpb: z.int(),
  lossLimitMaxPpb: z.int(),
  cycleMs: z.int().meta({ example: CYCLE_MS }),
  /** What an order that rests pays at first; the user's own level may pay less. */
  makerFeePpb: z.int(),
  /** By the index now; null while it is stale: nothing can be started then. */
  price: decimal.nullable(),
});
export type RobotProduct = z.infer<typeof robotProduct>;

// A grid

/** `lines` of them at equal distances, or as many as a `width` leaves room for: one of the two. */
export const robotGrid = z
  .strictObject({
    lower: decimal,
    upper: decimal,
    lines: z.int().min(2).max(GRID_LINES_MAX).optional(),
    width: decimal.optional(),
  })
  .refine(({ lines, width }) => (lines === undefined) !== (width === undefined), { path: ['lines'] });
export type RobotGrid = z.infer<typeof robotGrid>;

const lossLimitPpb = z.int().min(LOSS_LIMIT_PPB_MIN).max(LOSS_LIMIT_PPB_MAX).meta({
  description: 'of the stake, parts per billion: it stops when quote and base by the index are worth so much less',
  example: 100_000_000,
});

// Commands

export const startRobotRequest = z.strictObject({
  clientId,
  market: marketName,
  amount: decimal,
  grid: robotGrid,
  /** As staff issued it. */
  secretKey: z.string().trim().min(1).max(SECRET_KEY_LENGTH_MAX),
  lossLimitPpb,
});
export type StartRobotRequest = z.infer<typeof startRobotRequest>;
export const stopRobotRequest = z.strictObject({ clientId, robot: id });

// A robot

/** It trades; it has cancelled its orders and sells what base it has, or gives both back; it is over. */
export const robotStatus = z.enum(['running', 'stopping', 'ended']);
export type RobotStatus = z.infer<typeof robotStatus>;

/**
 * Why it stopped: its user, staff, the loss limit; or the market was closed, the market or a coin of it went under maintenance,
 * the account was frozen, and nothing was sold.
 */
export const robotStop = z.enum(['requested', 'staff', 'loss', 'market_closed', 'maintenance', 'account_frozen']);
export type RobotStop = z.infer<typeof robotStop>;

const counted = {
  /** Fills. */
  trades: z.int(),
  /** Base, and what was paid and received for it, before fees. */
  bought: decimal,
  paid: decimal,
  sold: decimal,
  received: decimal,
  /** Fees of purchases are paid in base, those of sales in quote. */
  feesBase: decimal,
  feesQuote: decimal,
  /** Received less fees less the average cost of what was sold; the fees of purchases are in that cost. Units of quote. */
  realised: signedDecimal,
};

export const robot = z.strictObject({
  robot: id,
  market: marketName,
  base: assetName,
  quote: assetName,
  status: robotStatus,
  reason: robotStop.nullable(),
  amount: decimal,
  /** As it trades: `upper` is the highest line. */
  lower: decimal,
  upper: decimal,
  lines: z.int(),
  lossLimitPpb: z.int(),
  /** It stops when quote and base by the index are worth this or less. */
  stopValue: decimal,
  startedAt: epochMs,
  /** Place in the journal of the start. */
  startedPosition: z.int(),
  /** The cycle that runs, from 1, and when it is over; null when the robot runs no more. */
  cycle: z.int(),
  cycleEndsAt: epochMs.nullable(),
  /** What it has now, in orders and beside them; 0 when it is over. */
  quoteHeld: decimal,
  baseHeld: decimal,
  /** What the base was bought for. */
  cost: decimal,
  ...counted,
  /** What went back to the user; null as long as it is not over. */
  returnedQuote: decimal.nullable(),
  returnedBase: decimal.nullable(),
  endedAt: epochMs.nullable(),
});
export type Robot = z.infer<typeof robot>;

export const robotCycle = z.strictObject({
  robot: id,
  cycle: z.int(),
  startedAt: epochMs,
  endedAt: epochMs,
  ...counted,
  /** What it had when the cycle was over. */
  quoteHeld: decimal,
  baseHeld: decimal,
  /** By the index then, and what both were worth by it; null where it was stale. */
  price: decimal.nullable(),
  value: decimal.nullable(),
});
export type RobotCycle = z.infer<typeof robotCycle>;

export const robotOrder = z.strictObject({
  order: id,
  robot: id,
  /** In which it was placed. */
  cycle: z.int(),
  side: orderSide,
  /** Null of the sale at the end, which is a market order. */
  price: decimal.nullable(),
  quantity: decimal,
  filledQuantity: decimal,
  filledQuote: decimal,
  status: z.enum(['open', 'filled', 'cancelled']),
  /** Why it ended before it was filled, as of any order. */
  reason: z.string().nullable(),
  placedAt: epochMs,
  endedAt: epochMs.nullable(),
});
export type RobotOrder = z.infer<typeof robotOrder>;

// Lists. Newest first.

export const robotsRequest = z.strictObject({
  status: robotStatus.optional(),
  market: marketName.optional(),
  pageIndex,
  pageSize,
  before: beforeId,
  minPosition,
});
export type RobotsRequest = z.infer<typeof robotsRequest>;
export const robotRequest = z.strictObject({ robot: id, minPosition });
export const robotCyclesRequest = z.strictObject({ robot: id, pageIndex, pageSize, minPosition });
export type RobotCyclesRequest = z.infer<typeof robotCyclesRequest>;
export const robotOrdersRequest = z.strictObject({
  robot: id,
  cycle: z.int().min(1).optional(),
  pageIndex,
  pageSize,
  minPosition,
});
export type RobotOrdersRequest = z.infer<typeof robotOrdersRequest>;
/** By which of a list's filters each file is written. */
const EXPORT_FILTERS = { robots: ['status', 'market'], cycles: [], orders: ['cycle'] } as const;
export const robotExportRequest = z
  .strictObject({
    /** `robots`: one line a robot; `cycles`, `orders`: those of all of them, or of one. */
    of: z.enum(['robots', 'cycles', 'orders']).default('robots'),
    robot: id.optional(),
    /** Of robots. */
    status: robotStatus.optional(),
    market: marketName.optional(),
    /** Of orders. */
    cycle: z.int().min(1).optional(),
    minPosition,
  })
  .superRefine((request, context) => {
    const known: readonly string[] = EXPORT_FILTERS[request.of];
    for (const path of (['status', 'market', 'cycle'] as const).filter((name) => !known.includes(name)))
      if (request[path] !== undefined) context.addIssue({ code: 'custom', message: 'unknown', path: [path] });
  });

// What would have been

export const backtestRequest = z.strictObject({
  market: marketName,
  amount: decimal,
  grid: robotGrid,
  lossLimitPpb,
  interval: z.enum(BACKTEST_INTERVALS).default('5m'),
  /** The newest of them. */
  candles: z.int().min(1).max(CANDLES_MAX).default(CANDLES_MAX),
});
export type BacktestRequest = z.infer<typeof backtestRequest>;

/** On candles of before, with a path through each that nobody knows. No promise of anything. */
export const robotBacktest = z.strictObject({
  market: marketName,
  interval: z.enum(BACKTEST_INTERVALS),
  /** Null where there are no candles. */
  from: epochMs.nullable(),
  to: epochMs.nullable(),
  /** Some were made for the demo: nobody traded at these prices. */
  isMade: z.boolean(),
  /** As it would trade. */
  lower: decimal,
  upper: decimal,
  lines: z.int(),
  buys: z.int(),
  sells: z.int(),
  realised: signedDecimal,
  fees: decimal,
  quote: decimal,
  base: decimal,
  /** At the last price. */
  value: decimal,
  lowest: decimal,
  /** Value less amount. */
  result: signedDecimal,
  /** What the amount would have come to, had it all been base from the first price to the last. */
  heldValue: decimal,
  stoppedAt: epochMs.nullable(),
  /** One a candle. */
  points: z.array(z.strictObject({ at: epochMs, value: decimal })),
});
export type RobotBacktest = z.infer<typeof robotBacktest>;

// The private channel `robot`

const position = z.int().min(-1);
/** Robots that are not over. */
export const runningRobots = z.strictObject({ position, robots: z.array(robot) });
export type RunningRobots = z.infer<typeof runningRobots>;
/** What one batch did: robots as they are after it, also those that it ended. */
export const robotUpdate = runningRobots.extend({ at: z.int(), cycles: z.array(robotCycle) });
export type RobotUpdate = z.infer<typeof robotUpdate>;
/** As pushes of private channels are. */
export const robotPush = z.strictObject({ from: position, to: position, at: z.int(), updates: z.array(robotUpdate) });
export type RobotPush = z.infer<typeof robotPush>;

/** Nothing to say: who asks is whose it is. */
export const showRobotKeyRequest = z.strictObject({});
export const ownRobotKey = z.strictObject({
  issuedAt: z.int(),
  key: z
    .string()
    .nullable()
    .meta({ description: 'null of one from before keys were kept for their users: ask staff for another' }),
});
export type OwnRobotKey = z.infer<typeof ownRobotKey>;

const PATH = '/exchange/app/robot';

export const ROBOT_ROUTES = {
  products: {
    method: 'GET',
    path: `${PATH}/products`,
    summary: 'Markets in which robots trade, and their terms',
    access: 'public',
    answer: z.array(robotProduct),
  },
  start: {
    method: 'POST',
    path: `${PATH}/start`,
    summary: 'Start a robot with a stake of its own; needs the secret key that staff issued to this user',
    access: 'user',
    body: startRobotRequest,
    answer: commandAnswer.extend({ robot: id }),
    rate: 'orders',
    trades: true,
  },
  showKey: {
    method: 'POST',
    path: `${PATH}/showKey`,
    summary: 'The own secret key that staff issued: nobody else is shown it, and whoever has a factor gives it',
    access: 'user',
    takesFactor: true,
    body: showRobotKeyRequest,
    answer: ownRobotKey,
  },
  stop: commandRoute(
    `${PATH}/stop`,
    'Stop a robot: its orders are cancelled, its base is sold within the band, and all that is left goes back',
    stopRobotRequest,
  ),
  robots: listRoute(`${PATH}/robots`, 'Robots of the user, running and over', robotsRequest, robot),
  info: {
    method: 'POST',
    path: `${PATH}/info`,
    summary: 'One robot of the user',
    access: 'user',
    body: robotRequest,
    answer: robot,
  },
  cycles: listRoute(
    `${PATH}/cycles`,
    'Cycles of a robot with their results, newest first',
    robotCyclesRequest,
    robotCycle,
  ),
  orders: listRoute(
    `${PATH}/orders`,
    'Orders of a robot, of all cycles or of one, newest first',
    robotOrdersRequest,
    robotOrder,
  ),
  backtest: {
    method: 'POST',
    path: `${PATH}/backtest`,
    summary: "What a grid would have made of the market's candles: no promise",
    access: 'public',
    body: backtestRequest,
    answer: robotBacktest,
  },
  export: csvRoute(
    `${PATH}/export`,
    'Robots, their cycles or their orders, by the filters of their list, as a CSV file',
    robotExportRequest,
  ),
} as const satisfies Record<string, Route>;
