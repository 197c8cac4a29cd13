/**
 * The quantitative robot: a grid of orders in a spot market. It trades for its user from its own stake, in cycles of two to three minutes.
 * Its result is the real result of its orders. Rates are parts per billion.
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

// Offers

/** `maintenance`: trading in the market or one of its coins is suspended. */
export const robotSale = z.enum(['open', 'closed', 'maintenance']);
export type RobotSale = z.infer<typeof robotSale>;

export const robotProduct = z.strictObject({
  market: marketName,
  base: assetName,
  quote: assetName,
  /** Number of decimals of the amounts of each asset. */
  baseScale: z.int(),
  quoteScale: z.int(),
  /** Steps of prices and quantities. */
  tick: decimal,
  lot: decimal,
  state: robotSale,
  /** Limits of one robot, and of a user's robots in this market together, units of quote. */
  amountMin: decimal,
  userMax: decimal,
  linesMin: z.int(),
  linesMax: z.int(),
  /** Fractions of the stake. */
  lossLimitMinPpb: z.int(),
  lossLimitMaxPpb: z.int(),
  cycleMs: z.int().meta({ example: CYCLE_MS }),
  /** Maker fee of the first level; the user's own level may be lower. */
  makerFeePpb: z.int(),
  /** Current index price; null while it is stale, and then no robot can start. */
  price: decimal.nullable(),
});
export type RobotProduct = z.infer<typeof robotProduct>;

// A grid

/**
 * The number of `lines` at equal distances, or a `width` between lines, which gives as many as fit. Exactly one of the
 * two.
 */
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
  /** As issued by staff. */
  secretKey: z.string().trim().min(1).max(SECRET_KEY_LENGTH_MAX),
  lossLimitPpb,
});
export type StartRobotRequest = z.infer<typeof startRobotRequest>;
export const stopRobotRequest = z.strictObject({ clientId, robot: id });

// A robot

/** Running: it trades. Stopping: it has cancelled its orders, and sells its base or returns both assets. Ended. */
export const robotStatus = z.enum(['running', 'stopping', 'ended']);
export type RobotStatus = z.infer<typeof robotStatus>;

/**
 * Reason for the stop: its user, staff or the loss limit. Or, without a sale: a closed market, maintenance of the
 * market or of a coin, or a frozen account.
 */
export const robotStop = z.enum(['requested', 'staff', 'loss', 'market_closed', 'maintenance', 'account_frozen']);
export type RobotStop = z.infer<typeof robotStop>;

const countFields = {
  /** Number of fills. */
  trades: z.int(),
  /** Base amounts, and quote paid and received for them, before fees. */
  bought: decimal,
  paid: decimal,
  sold: decimal,
  received: decimal,
  /** Fees of purchases are paid in base, those of sales in quote. */
  feesBase: decimal,
  feesQuote: decimal,
  /** Proceeds less fees less the average cost of the sold base, which includes the fees of purchases. Units of quote. */
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
  /** The robot stops when quote plus base by the index are worth this or less. */
  stopValue: decimal,
  startedAt: epochMs,
  /** Journal position of its start. */
  startedPosition: z.int(),
  /** The current cycle, from 1, and its end; null if the robot is not running. */
  cycle: z.int(),
  cycleEndsAt: epochMs.nullable(),
  /** Current amounts, inside and outside orders; 0 after its end. */
  quoteHeld: decimal,
  baseHeld: decimal,
  /** Purchase cost of the base. */
  cost: decimal,
  ...countFields,
  /** Amounts returned to the user; null until it ends. */
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
  ...countFields,
  /** Amounts at the end of the cycle. */
  quoteHeld: decimal,
  baseHeld: decimal,
  /** By the index at that time, and the value of both assets by it; null if it was stale. */
  price: decimal.nullable(),
  value: decimal.nullable(),
});
export type RobotCycle = z.infer<typeof robotCycle>;

export const robotOrder = z.strictObject({
  order: id,
  robot: id,
  /** The cycle in which it was placed. */
  cycle: z.int(),
  side: orderSide,
  /** Null for the final sale, which is a market order. */
  price: decimal.nullable(),
  quantity: decimal,
  filledQuantity: decimal,
  filledQuote: decimal,
  status: z.enum(['open', 'filled', 'cancelled']),
  /** Reason for its end before it was filled, as for any order. */
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
/** Filters of each list that apply to its file. */
const EXPORT_FILTERS = { robots: ['status', 'market'], cycles: [], orders: ['cycle'] } as const;
export const robotExportRequest = z
  .strictObject({
    /** `robots`: one line per robot. `cycles`, `orders`: those of all robots, or of one. */
    of: z.enum(['robots', 'cycles', 'orders']).default('robots'),
    robot: id.optional(),
    /** Filter for robots. */
    status: robotStatus.optional(),
    market: marketName.optional(),
    /** Filter for orders. */
    cycle: z.int().min(1).optional(),
    minPosition,
  })
  .superRefine((request, context) => {
    const allowed: readonly string[] = EXPORT_FILTERS[request.of];
    for (const path of (['status', 'market', 'cycle'] as const).filter((name) => !allowed.includes(name)))
      if (request[path] !== undefined) context.addIssue({ code: 'custom', message: 'unknown', path: [path] });
  });

// Backtests

export const backtestRequest = z.strictObject({
  market: marketName,
  amount: decimal,
  grid: robotGrid,
  lossLimitPpb,
  interval: z.enum(BACKTEST_INTERVALS).default('5m'),
  /** The newest candles. */
  candles: z.int().min(1).max(CANDLES_MAX).default(CANDLES_MAX),
});
export type BacktestRequest = z.infer<typeof backtestRequest>;

/** Backtest on past candles, with an assumed path through each. It is no promise. */
export const robotBacktest = z.strictObject({
  market: marketName,
  interval: z.enum(BACKTEST_INTERVALS),
  /** Null without candles. */
  from: epochMs.nullable(),
  to: epochMs.nullable(),
  /** Some candles were generated for the demo; no trade had these prices. */
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
  /** Value of the amount if it had been held in base from the first price to the last. */
  heldValue: decimal,
  stoppedAt: epochMs.nullable(),
  /** One per candle. */
  points: z.array(z.strictObject({ at: epochMs, value: decimal })),
});
export type RobotBacktest = z.infer<typeof robotBacktest>;

// The private channel `robot`

const position = z.int().min(-1);
/** Robots that have not ended. */
export const runningRobots = z.strictObject({ position, robots: z.array(robot) });
export type RunningRobots = z.infer<typeof runningRobots>;
/** Effect of one batch: changed robots, including ended ones. */
export const robotUpdate = runningRobots.extend({ at: z.int(), cycles: z.array(robotCycle) });
export type RobotUpdate = z.infer<typeof robotUpdate>;
/** In the form of all private pushes. */
export const robotPush = z.strictObject({ from: position, to: position, at: z.int(), updates: z.array(robotUpdate) });
export type RobotPush = z.infer<typeof robotPush>;

declare module '../../wire/market-data' {
  interface ProductSnapshots {
    robot: RunningRobots;
  }
  interface ProductPushes {
    robot: RobotPush;
  }
}

/** Empty: the caller is the owner. */
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
