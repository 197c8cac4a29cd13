/** What streams tell of perpetuals: the mark of a market, and a user's positions. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { orderKind, orderSide, timeInForce } from '../../wire/order';

/** Of amounts that may be below zero: profit, funding, what is free. */
export const signedDecimal = z
  .string()
  .max(62)
  .regex(/^-?(0|[1-9]\d{0,29})(\.\d{1,30})?$/);

export const positionSide = z.enum(['long', 'short']);
export const marginMode = z.enum(['isolated', 'cross']);
/** Long and short side by side, or one position that orders turn around. */
export const positionMode = z.enum(['hedge', 'one_way']);
/** What `mark` tells: a snapshot on subscription, then each publication. */
export const contractMark = z.strictObject({
  market: marketName,
  position: z.int(),
  /** Null before the first publication. */
  mark: decimal.nullable(),
  index: decimal.nullable(),
  /** What the mark is the median of, beside the last price. */
  p1: decimal.nullable(),
  p2: decimal.nullable(),
  /** Of the last publication. */
  at: z.int().nullable(),
  isStale: z.boolean(),
  /** Until then nothing may be opened, because publications had stopped; null when that is not so. */
  closeOnlyUntil: z.int().nullable(),
  /** As it would be fixed now. */
  fundingRate: signedDecimal,
  /** Of the last fixing; null before the first. */
  lastFundingRate: signedDecimal.nullable(),
  /** Null when the market has ended. */
  nextFundingAt: z.int().nullable(),
  /** Quantity that is long, and so that is short. */
  openInterest: decimal,
  /** The server's time, by which the others have an age. */
  asOf: z.int(),
});
export type ContractMark = z.infer<typeof contractMark>;

/** A position as the state holds it: everything that moves with the mark the client reckons by shared/products/perpetual/rules. */
export const positionState = z.strictObject({
  /** The contract's number. */
  id,
  market: marketName,
  side: positionSide,
  mode: marginMode,
  leverage: z.int(),
  /** Of the coin; `0`: it is closed, and this is its last word. */
  quantity: decimal,
  lots: z.int(),
  /** Exact: price times quantity over its fills, less what was released. */
  cost: decimal,
  /** Collateral. */
  margin: decimal,
  /** First tick that liquidates, by the last mark for cross; null where none does. */
  liquidationPrice: decimal.nullable(),
  bankruptcyPrice: decimal.nullable(),
  /** By staff: nothing is done to it by hand. */
  isLocked: z.boolean(),
  openedAt: z.int(),
});
export type PositionState = z.infer<typeof positionState>;

/** Which price a trigger looks at. */
export const priceKind = z.enum(['last', 'mark']);
export const stopKind = z.enum(['take_profit', 'stop_loss', 'trailing']);
/** A stop that waits for a price to close a position, or its last word. */
export const stopState = z.strictObject({
  id,
  market: marketName,
  position: positionSide,
  /** The position's number. */
  contract: id,
  kind: stopKind,
  triggerBy: priceKind,
  /** Null of a trailing stop that has not been reached. */
  trigger: decimal.nullable(),
  /** Of a trailing stop: how far it stands behind the best price, as a distance or as a part of that, and the best that it has seen. */
  callback: decimal.nullable(),
  callbackRate: decimal.nullable(),
  extreme: decimal.nullable(),
  /** Null: at the market. */
  price: decimal.nullable(),
  /** Null: the whole position. */
  quantity: decimal.nullable(),
  phase: z.enum(['waiting', 'closed']),
  /** Why it is over, or why it goes on waiting although it was reached. */
  reason: z.string().nullable(),
});
export type StopState = z.infer<typeof stopState>;

/** An order that waits for its trigger or rests, or its last word. */
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
  /** Whole, and what of it traded. */
  quantity: decimal,
  filledQuantity: decimal,
  /** Value of what traded. */
  filledValue: decimal,
  /** What is held for it now; 0 for what closes. */
  held: decimal,
  /** In one-way mode, what of it takes off the other position first, and holds nothing; else 0. */
  against: decimal,
  leverage: z.int(),
  mode: marginMode,
  phase: z.enum(['waiting', 'resting', 'closed']),
  /** Why it is over; null while it is not, and when it was filled. */
  reason: z.string().nullable(),
});
export type ContractOrderState = z.infer<typeof contractOrderState>;

/** What a user chose for one market; those who chose nothing have the market's first. */
export const contractSetting = z.strictObject({
  market: marketName,
  leverage: z.int(),
  marginMode,
  positionMode,
});
export type ContractSetting = z.infer<typeof contractSetting>;

/** Snapshot of the private channel `position`; an update has what one batch changed, in the same lists. */
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
