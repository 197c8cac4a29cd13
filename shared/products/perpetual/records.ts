/** History of an account's contracts: orders, fills, positions, funding, liquidations. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { marginMode, positionSide, priceKind, signedDecimal } from './stream';
import { orderSide, orderTerms } from '../../wire/order';

// Records of an account

/** How a position was closed, or a part of it. */
export const positionCloseMode = z.enum([
  'user',
  'close_all',
  'take_profit',
  'stop_loss',
  'trailing',
  'liquidation',
  'deleveraging',
  'market_end',
  'reverse',
]);
export type PositionCloseMode = z.infer<typeof positionCloseMode>;

/**
 * An order with all fields of contract orders. The result of an opening order is its lots' share of the results of
 * their positions, so that the results of a position's orders sum to its result.
 */
export const contractOrderRecord = z.strictObject({
  order: id,
  /** The contract's number; null until it has one. */
  contract: id.nullable(),
  market: marketName,
  side: orderSide,
  position: positionSide,
  act: z.enum(['open', 'close']),
  ...orderTerms,
  clientId: z.string().nullable(),
  phase: z.enum(['waiting', 'resting', 'closed']),
  /** Pending, holding (its position is open), closed, cancelled. */
  status: z.enum(['pending', 'holding', 'closed', 'cancelled']),
  reason: z.string().nullable(),
  leverage: z.int(),
  marginMode,
  multiplier: decimal,
  lots: z.int(),
  quantity: decimal,
  price: decimal.nullable(),
  trigger: decimal.nullable(),
  triggerBy: priceKind.nullable(),
  /**
   * Current or last stops of the position of its last fill. Before the first opening fill, the stops attached to the
   * order.
   */
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** Ordered margin and value. */
  margin: decimal,
  value: decimal,
  filledQuantity: decimal,
  averagePrice: decimal.nullable(),
  openFee: decimal,
  closeFee: decimal,
  /** Funding of the part that it opened: above zero received, below zero paid. */
  holdingFee: signedDecimal,
  estimatedCloseFee: decimal,
  openPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  profit: signedDecimal.nullable(),
  yield: signedDecimal.nullable(),
  /** How the part that it opened was closed. */
  closeMode: positionCloseMode.nullable(),
  orderedAt: z.int(),
  pendingAt: z.int().nullable(),
  openedAt: z.int().nullable(),
  closedAt: z.int().nullable(),
  cancelledAt: z.int().nullable(),
});
export type ContractOrderRecord = z.infer<typeof contractOrderRecord>;

export const contractFillRecord = z.strictObject({
  trade: id,
  order: id,
  contract: id,
  market: marketName,
  side: orderSide,
  position: positionSide,
  act: z.enum(['open', 'close']),
  role: z.enum(['maker', 'taker']),
  price: decimal,
  quantity: decimal,
  value: decimal,
  fee: decimal,
  feeAsset: z.string(),
  /** For closing fills; null for opening fills. */
  profit: signedDecimal.nullable(),
  at: z.int(),
});
export type ContractFillRecord = z.infer<typeof contractFillRecord>;

export const closedPositionRecord = z.strictObject({
  contract: id,
  market: marketName,
  side: positionSide,
  mode: marginMode,
  leverage: z.int(),
  /** Maximum size of the position. */
  quantity: decimal,
  openPrice: decimal,
  closePrice: decimal,
  profit: signedDecimal,
  openFees: decimal,
  closeFees: decimal,
  funding: signedDecimal,
  /** Shortfall of a liquidation: above zero from the insurance fund and the owners, below zero to the fund. */
  insurance: signedDecimal,
  /** Profit less fees, plus funding and insurance. */
  result: signedDecimal,
  /** Result divided by the margin of its openings. */
  yield: signedDecimal,
  closeMode: positionCloseMode,
  openedAt: z.int(),
  closedAt: z.int(),
  /** The liquidation case; null if there was none. */
  liquidation: id.nullable(),
});
export type ClosedPositionRecord = z.infer<typeof closedPositionRecord>;

/** Result so far of an open position, without its unrealised profit at the mark. */
export const positionResult = z.strictObject({
  contract: id,
  market: marketName,
  /** Profit of the closed part. */
  profit: signedDecimal,
  /** Fees of opening and closing. */
  fees: decimal,
  funding: signedDecimal,
  /** As for a closed position. */
  insurance: signedDecimal,
  /** Profit less fees, plus funding and insurance. */
  result: signedDecimal,
  /** Deleveraging rank, 1 to 5. 5: among the first fifth of its side. Null before there is a mark. */
  adl: z.int().min(1).max(5).nullable(),
});
export type PositionResult = z.infer<typeof positionResult>;

export const fundingRateRecord = z.strictObject({
  market: marketName,
  /** As a decimal fraction of 1; null if none was fixed because the index was stale. */
  rate: signedDecimal.nullable(),
  premium: signedDecimal.nullable(),
  mark: decimal.nullable(),
  dueAt: z.int(),
  /** Journal position. */
  position: z.int(),
});
export type FundingRateRecord = z.infer<typeof fundingRateRecord>;
export const fundingPaymentRecord = z.strictObject({
  market: marketName,
  contract: id,
  side: positionSide,
  quantity: decimal,
  rate: signedDecimal,
  /** Above zero received, below zero paid. */
  amount: signedDecimal,
  asset: z.string(),
  dueAt: z.int(),
});
export type FundingPaymentRecord = z.infer<typeof fundingPaymentRecord>;

/** Result of one day (GMT+8), for the calendar. */
export const contractDay = z.strictObject({
  day: z.string().meta({ example: '2026-11-23' }),
  asset: z.string(),
  result: signedDecimal,
  fees: decimal,
  funding: signedDecimal,
  closed: z.int(),
});
export type ContractDay = z.infer<typeof contractDay>;
