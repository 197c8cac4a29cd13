/** Streams of perpetuals: the mark of a market, and a user's positions. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { orderKind, orderSide, timeInForce } from '../../wire/order';

/** Amounts that may be negative: profit, funding, free amounts. */
export const signedDecimal = z
  .string()
  .max(62)
  .regex(/^-?(0|[1-9]\d{0,29})(\.\d{1,30})?$/);

export const positionSide = z.enum(['long', 'short']);
export const marginMode = z.enum(['isolated', 'cross']);
/** Hedge: a long and a short side by side. One-way: one position that orders can reverse. */
export const positionMode = z.enum(['hedge', 'one_way']);
/** Data of `mark`: a snapshot on subscription, then each publication. */
export const contractMark = z.strictObject({
  market: marketName,
  position: z.int(),
  /** Null before the first publication. */
  mark: decimal.nullable(),
  index: decimal.nullable(),
  /** Inputs of the mark's median, besides the last price. */
  p1: decimal.nullable(),
  p2: decimal.nullable(),
  /** Time of the last publication. */
  at: z.int().nullable(),
  isStale: z.boolean(),
  /** No opening until then, because publications had stopped; null otherwise. */
  closeOnlyUntil: z.int().nullable(),
  /** The rate if it were fixed now. */
  fundingRate: signedDecimal,
  /** Rate of the last fixing; null before the first. */
  lastFundingRate: signedDecimal.nullable(),
  /** Null if the market has ended. */
  nextFundingAt: z.int().nullable(),
  /** Total long quantity, which equals the short quantity. */
  openInterest: decimal,
  /** The server's time, from which the age of the other times follows. */
  asOf: z.int(),
});
export type ContractMark = z.infer<typeof contractMark>;

/** A position as stored. The client computes all mark-dependent values with shared/products/perpetual/rules. */
export const positionState = z.strictObject({
  /** The contract's number. */
  id,
  market: marketName,
  side: positionSide,
  mode: marginMode,
  leverage: z.int(),
  /** Amount of the coin. `0`: the position is closed, and this is its last update. */
  quantity: decimal,
  lots: z.int(),
  /** Exact: the sum of price times quantity over its fills, less the released entry value. */
  cost: decimal,
  /** Collateral. */
  margin: decimal,
  /** First liquidation tick, for cross by the last mark; null if there is none. */
  liquidationPrice: decimal.nullable(),
  bankruptcyPrice: decimal.nullable(),
  /** Locked by staff: no manual action on it is possible. */
  isLocked: z.boolean(),
  openedAt: z.int(),
});
export type PositionState = z.infer<typeof positionState>;

/** The price that a trigger follows. */
export const priceKind = z.enum(['last', 'mark']);
export const stopKind = z.enum(['take_profit', 'stop_loss', 'trailing']);
/** A stop that waits for a price to close a position, or the final state of one. */
export const stopState = z.strictObject({
  id,
  market: marketName,
  position: positionSide,
  /** Number of the position. */
  contract: id,
  kind: stopKind,
  triggerBy: priceKind,
  /** Null for a trailing stop before it is reached. */
  trigger: decimal.nullable(),
  /** Trailing stop: its distance behind the best price, absolute or as a fraction, and the best price so far. */
  callback: decimal.nullable(),
  callbackRate: decimal.nullable(),
  extreme: decimal.nullable(),
  /** Null: at the market price. */
  price: decimal.nullable(),
  /** Null: the whole position. */
  quantity: decimal.nullable(),
  phase: z.enum(['waiting', 'closed']),
  /** Reason for its end, or for waiting on although it was reached. */
  reason: z.string().nullable(),
});
export type StopState = z.infer<typeof stopState>;

/** An order that waits for its trigger or rests in the book, or the final state of one. */
export const contractOrderState = z.strictObject({
  id,
  clientId: z.string().nullable(),
  market: marketName,
  side: orderSide,
  position: positionSide,
  act: z.enum(['open', 'close']),
  kind: orderKind,
  timeInForce,
  price: decimal.nullable(),
  trigger: decimal.nullable(),
  triggerBy: priceKind.nullable(),
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** Total quantity, and the traded part. */
  quantity: decimal,
  filledQuantity: decimal,
  /** Value of the traded part. */
  filledValue: decimal,
  /** Current hold; 0 for closing orders. */
  held: decimal,
  /** In one-way mode, the part that first reduces the opposite position and needs no hold; else 0. */
  against: decimal,
  leverage: z.int(),
  mode: marginMode,
  phase: z.enum(['waiting', 'resting', 'closed']),
  /** Reason for its end; null while it is open, and if it was filled. */
  reason: z.string().nullable(),
});
export type ContractOrderState = z.infer<typeof contractOrderState>;

/** A user's settings for one market; the market's defaults if none were chosen. */
export const contractSetting = z.strictObject({
  market: marketName,
  leverage: z.int(),
  marginMode,
  positionMode,
});
export type ContractSetting = z.infer<typeof contractSetting>;

/** Snapshot of the private channel `position`. An update has the changes of one batch in the same lists. */
export const contractPositions = z.strictObject({
  position: z.int(),
  positions: z.array(positionState),
  stops: z.array(stopState),
  orders: z.array(contractOrderState),
  settings: z.array(contractSetting),
});
export type ContractPositions = z.infer<typeof contractPositions>;
export const contractUpdate = contractPositions.extend({ at: z.int() });
export type ContractUpdate = z.infer<typeof contractUpdate>;
/** Positions in perpetual contracts, and market settings, in the form of private pushes. */
export const positionPush = z.strictObject({
  from: z.int().min(-1),
  to: z.int().min(-1),
  at: z.int(),
  updates: z.array(contractUpdate),
});
export type PositionPush = z.infer<typeof positionPush>;

declare module '../../wire/market-data' {
  interface ProductSnapshots {
    position: ContractPositions;
    mark: ContractMark;
  }
  interface ProductPushes {
    position: PositionPush;
  }
}
