/** The grid robot, as the tables of all products list them: entry kinds and their labels, acts of staff, channels, notifications. */
import { available, fees, frozen, betweenBuckets, type HoldReason, type EntryKindRow } from '../../rules/entry-rows';
import { hourlySummary, type MessageRows } from '../../rules/message-rows';

/** Between two holds in `frozen`: a robot's stake, and the hold of its orders or of their counterparties. */
function betweenHolds(hold: HoldReason, into: HoldReason, debitLabel: string | null, creditLabel: string | null) {
  return { debit: frozen, credit: frozen, hold, into, debitLabel, creditLabel };
}

export const ROBOT_ENTRY_KINDS = {
  robot_invest: betweenBuckets(available, frozen, 'robot', 'robot_invest'),
  // An order's hold is split from the stake, and what it does not spend returns there: nothing that an owner would miss.
  robot_order: { ...betweenHolds('robot', 'order', null, null), splits: true },
  robot_cancel: betweenHolds('order', 'robot', null, null),
  // A fill received by a robot.
  robot_trade_base: betweenHolds('order', 'robot', 'sell_coin', 'buy_coin'),
  robot_trade_quote: betweenHolds('order', 'robot', 'buy_coin', 'sell_coin'),
  robot_fee: { debit: frozen, credit: fees, hold: 'robot', debitLabel: 'spot_fee', creditLabel: null },
  robot_return: betweenBuckets(frozen, available, 'robot', 'robot_return'),
  robot_income: betweenBuckets(frozen, available, 'robot', 'robot_income'),
} as const satisfies Record<string, EntryKindRow>;

export const ROBOT_LABELS = ['robot_invest', 'robot_return', 'robot_income'] as const;

export const ROBOT_REJECTIONS = [
  'robot.amount.minimum',
  'robot.cap.user',
  'robot.closed',
  'robot.grid.invalid',
  'robot.grid.too.narrow',
  'robot.key.none',
  'robot.loss.limit.invalid',
  'robot.not.found',
  'robot.terms.invalid',
  'robot.unknown',
  'robots.too.many',
  'secret.key.wrong',
] as const;

/** Permitted kinds of each act, by the core's rules. */
export const ROBOT_ACTS = {
  SetRobotTerms: ['brake', 'change'],
  IssueRobotKey: ['case'],
  RevokeRobotKey: ['brake'],
  StopRobot: ['brake'],
} as const;

/** Brakes without an automatic end. */
export const ROBOT_LASTING_BRAKES = ['RevokeRobotKey', 'StopRobot'] as const;

export const ROBOT_CHANNELS = ['robot'] as const;

const ofRobot = { robot: 'id', market: 'word', asset: 'word' } as const;
/** Returned amounts: `total` of the quote asset, and `coins` of the base. */
const robotOver = { ...ofRobot, total: 'decimal', base: 'word', coins: 'decimal' } as const;

export const ROBOT_MESSAGES = {
  'robot.started': { ...ofRobot, amount: 'decimal' },
  /** By its user. */
  'robot.stopped': robotOver,
  'robot.ended_staff': robotOver,
  'robot.loss': robotOver,
  /** With these nothing was sold. */
  'robot.closed': robotOver,
  'robot.maintenance': robotOver,
  'robot.frozen': robotOver,
  'robots.more': hourlySummary,
} as const satisfies MessageRows;
