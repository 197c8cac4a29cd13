/** Perpetual contracts: orders, positions and what follows from the mark. Rates of funding are decimals of 1: `0.0001` is 0.01 %. */
import { z } from 'zod';
import {
  beforeId,
  clientId,
  commandAnswer,
  daysRequest,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  pageIndex,
  pageSize,
  sortOf,
} from '../../wire/fields';
import {
  contractMark,
  contractPositions,
  marginMode,
  positionMode,
  positionSide,
  priceKind,
  signedDecimal,
  stopKind,
  stopState,
} from './stream';
import { trading, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';
import { askedOrderTerms, orderSide, orderTerms } from '../../wire/order';

export const contractState = z.enum(['open', 'close_only', 'cancel_only', 'closed', 'maintenance']);

// Commands

/** A take-profit or stop-loss that an opening order brings along; it takes what the order opened. */
export const attachedStop = z.strictObject({ trigger: decimal, triggerBy: priceKind.default('mark') });

/**
 * `open` makes the position named larger and `close` smaller. In one-way mode `open long` is buying and `open short` selling,
 * which closes what stands against it first; `close` is reduce-only.
 */
export const placeContractRequest = z.strictObject({
  clientId,
  market: marketName,
  position: positionSide,
  act: z.enum(['open', 'close']),
  ...askedOrderTerms,
  price: decimal.optional(),
  /** Of the coin, a whole number of lots. */
  quantity: decimal,
  trigger: decimal.optional(),
  triggerBy: priceKind.optional(),
  takeProfit: attachedStop.optional(),
  stopLoss: attachedStop.optional(),
});
/** As it is asked for: a field with a default may be left out. */
export type PlaceContractRequest = z.input<typeof placeContractRequest>;

export const amendContractRequest = z.strictObject({
  clientId,
  /** That of the order. */
  market: marketName,
  order: id,
  /** New totals: quantity = filled + open. */
  price: decimal.optional(),
  quantity: decimal.optional(),
  trigger: decimal.optional(),
  /** Of one that opens, for what it has not opened yet; null takes it away. */
  takeProfit: attachedStop.nullable().optional(),
  stopLoss: attachedStop.nullable().optional(),
});
export type AmendContractRequest = z.infer<typeof amendContractRequest>;
export const cancelContractRequest = z.strictObject({ clientId, order: id });
export const cancelAllContractRequest = z.strictObject({ clientId, market: marketName });

/** A stop of a position: it waits without holding anything, and takes min(its quantity, position) when it is reached. */
export const placeStopRequest = z.strictObject({
  clientId,
  market: marketName,
  position: positionSide,
  kind: stopKind,
  /** Of all but a trailing stop. */
  trigger: decimal.optional(),
  /** Of a trailing stop one of the two: how far behind the best price, or behind by what part of it (0.001 to 0.1, in steps of 0.0001). */
  callback: decimal.optional(),
  callbackRate: decimal.optional(),
  triggerBy: priceKind.default('mark'),
  /** Sells or buys no worse than this; absent: at the market, within the price limit. */
  price: decimal.optional(),
  /** Absent: the whole position, whatever it is then. */
  quantity: decimal.optional(),
});
export const amendStopRequest = z.strictObject({
  clientId,
  /** That of the stop. */
  market: marketName,
  stop: id,
  trigger: decimal.optional(),
  price: decimal.optional(),
  quantity: decimal.optional(),
});
export const cancelStopRequest = z.strictObject({ clientId, stop: id });

const positionNamed = { clientId, market: marketName, position: positionSide };
export const reverseRequest = z.strictObject(positionNamed);
/** Absent: every position of the user. */
export const closeAllRequest = z.strictObject({ clientId, market: marketName.optional() });
export const leverageRequest = z.strictObject({ clientId, market: marketName, leverage: z.int().min(1).max(1_000) });
export const marginModeRequest = z.strictObject({ clientId, market: marketName, mode: marginMode });
export const positionModeRequest = z.strictObject({ clientId, market: marketName, mode: positionMode });
export const adjustMarginRequest = z.strictObject({
  ...positionNamed,
  act: z.enum(['add', 'take']),
  amount: decimal,
});

// What is told of a market

export const contractInfo = z.object({
  market: marketName,
  label: z.string(),
  base: z.string(),
  quote: z.string(),
  state: contractState,
  index: marketName,
  /** Coin of one lot. */
  multiplier: decimal,
  tiers: z.array(
    z.object({
      /** Notional up to and with this. */
      cap: decimal,
      leverageMax: z.int(),
      ratePpb: z.int(),
      /** Taken off the requirement, so that it has no step between tiers. */
      amount: decimal,
    }),
  ),
  closeFeePpb: z.int(),
  fundingIntervalMs: z.int(),
  fundingCapPpb: z.int(),
  priceLimitPpb: z.int(),
  openInterestMax: decimal,
  /** Quantity. */
  openInterest: decimal,
  /** Accounts that are long over those that are short; null where nobody is short. */
  longShortRatio: decimal.nullable(),
  insurance: decimal,
  /** When it ends; null for a market that goes on. */
  endsAt: epochMs.nullable(),
  mark: contractMark,
});
export type ContractInfo = z.infer<typeof contractInfo>;

// What is told of an account

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
 * An order with every field that contract orders are known by. What one that opens earned is its lots' share of what their positions
 * came to, so that orders of one position add up to it.
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
  /** Pending (entrusted), holding (its position stands), closed, cancelled. */
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
  /** What guards the position of its last fill now, or did last; before it has opened anything, what it brings along. */
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** Entrusted deposit and value. */
  margin: decimal,
  value: decimal,
  filledQuantity: decimal,
  averagePrice: decimal.nullable(),
  openFee: decimal,
  closeFee: decimal,
  /** Funding of what it opened: received above zero, paid below. */
  holdingFee: signedDecimal,
  estimatedCloseFee: decimal,
  openPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  profit: signedDecimal.nullable(),
  yield: signedDecimal.nullable(),
  /** How what it opened was closed. */
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
  /** Of closing; null for opening. */
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
  /** Most it had. */
  quantity: decimal,
  openPrice: decimal,
  closePrice: decimal,
  profit: signedDecimal,
  openFees: decimal,
  closeFees: decimal,
  funding: signedDecimal,
  /** Of a liquidation and for what was owed: from the insurance fund and the owners above zero, to the fund below. */
  insurance: signedDecimal,
  /** Profit less fees, with funding and insurance. */
  result: signedDecimal,
  /** Result over the margin that its openings put in. */
  yield: signedDecimal,
  closeMode: positionCloseMode,
  openedAt: z.int(),
  closedAt: z.int(),
  /** The case of its liquidation; null where there was none. */
  liquidation: id.nullable(),
});
export type ClosedPositionRecord = z.infer<typeof closedPositionRecord>;

/** What an open position has brought by now, beside what it would bring at the mark. */
export const positionResult = z.strictObject({
  contract: id,
  market: marketName,
  /** Of what of it was closed. */
  profit: signedDecimal,
  /** Of opening and of closing. */
  fees: decimal,
  funding: signedDecimal,
  /** As of a position that is closed. */
  insurance: signedDecimal,
  /** Profit less fees, with funding and insurance. */
  result: signedDecimal,
  /** How near it is to being deleveraged, 5: among the first fifth of its side; null before there is a mark. */
  adl: z.int().min(1).max(5).nullable(),
});
export type PositionResult = z.infer<typeof positionResult>;

export const fundingRateRecord = z.strictObject({
  market: marketName,
  /** Decimal of 1; null when none was fixed because the index was stale. */
  rate: signedDecimal.nullable(),
  premium: signedDecimal.nullable(),
  mark: decimal.nullable(),
  dueAt: z.int(),
  /** Place in the journal. */
  position: z.int(),
});
export type FundingRateRecord = z.infer<typeof fundingRateRecord>;
export const fundingPaymentRecord = z.strictObject({
  market: marketName,
  contract: id,
  side: positionSide,
  quantity: decimal,
  rate: signedDecimal,
  /** Received above zero, paid below. */
  amount: signedDecimal,
  asset: z.string(),
  dueAt: z.int(),
});
export type FundingPaymentRecord = z.infer<typeof fundingPaymentRecord>;

export const liquidationStepKind = z.enum([
  'started',
  'orders_cancelled',
  'legs_netted',
  'reduced',
  'taken_over',
  'covered',
  'deleveraged',
  'finished',
]);
export type LiquidationStepKind = z.infer<typeof liquidationStepKind>;

/** One step of a liquidation, without names. */
export const liquidationStep = z.strictObject({
  /** Place in the journal: position of the batch and number of the event in it. */
  position: z.int(),
  event: z.int(),
  kind: liquidationStepKind,
  at: z.int(),
  lots: z.int().nullable(),
  price: decimal.nullable(),
  fee: decimal.nullable(),
  /** To the fund above zero, from it below. */
  insurance: signedDecimal.nullable(),
  treasury: signedDecimal.nullable(),
  /** Rank of the other side, 1 first; of deleveraging alone. */
  rank: z.int().nullable(),
});
export type LiquidationStep = z.infer<typeof liquidationStep>;
/** Public: what happened, to nobody by name. */
export const liquidationRecord = z.strictObject({
  liquidation: id,
  market: marketName,
  side: positionSide,
  mode: marginMode,
  quantity: decimal,
  bankruptcyPrice: decimal,
  mark: decimal,
  insurance: signedDecimal,
  at: z.int(),
});
export type LiquidationRecord = z.infer<typeof liquidationRecord>;
/** The own one, with everything that decided it. */
export const liquidationDetail = liquidationRecord.extend({
  contract: id,
  /** At the moment. */
  inputs: z.strictObject({
    cost: decimal,
    lots: z.int(),
    leverage: z.int(),
    collateral: signedDecimal,
    unrealised: signedDecimal,
    requirement: decimal,
    tierRatePpb: z.int(),
    tierAmount: decimal,
    closeFeePpb: z.int(),
    index: decimal,
    sources: z.array(z.object({ name: z.string(), price: decimal, at: z.int() })),
    p1: decimal,
    p2: decimal,
    last: decimal,
    /** How far the mark may be from the index; null where nothing bounded it. */
    bound: decimal.nullable(),
    /** Where the mark was published. */
    markPosition: z.int(),
  }),
  steps: z.array(liquidationStep),
  /** Margin over the hour before, oldest first. */
  path: z.array(z.strictObject({ at: z.int(), mark: decimal })),
});
export type LiquidationDetail = z.infer<typeof liquidationDetail>;

/**
 * Why the insurance fund got or gave: from the owners; what roundings of funding left; fee and rest of liquidations; and for what
 * positions did not have of funding, in a liquidation, when they were deleveraged and at the end of a market.
 */
export const insuranceCause = z.enum([
  'funded',
  'funding_rest',
  'liquidation_fee',
  'liquidation_surplus',
  'funding_cover',
  'liquidation_cover',
  'deleveraging_cover',
  'settlement_cover',
]);
export type InsuranceCause = z.infer<typeof insuranceCause>;

export const insuranceRecord = z.strictObject({
  at: z.int(),
  position: z.int(),
  market: marketName.nullable(),
  cause: insuranceCause,
  amount: signedDecimal,
  balance: decimal,
  asset: z.string(),
});
export type InsuranceRecord = z.infer<typeof insuranceRecord>;

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

// Lists

const ownList = { market: marketName.optional(), pageIndex, pageSize, minPosition };
const spanned = { from: epochMs.optional(), to: epochMs.optional() };
export const CONTRACT_ORDER_SORTS = ['time', 'market', 'side', 'price', 'filled'] as const;
export const contractOrdersRequest = z.strictObject({
  ...ownList,
  before: beforeId,
  sort: sortOf(CONTRACT_ORDER_SORTS),
});
export const contractHistoryRequest = contractOrdersRequest.extend({
  ...spanned,
  position: positionSide.optional(),
  act: z.enum(['open', 'close']).optional(),
  status: contractOrderRecord.shape.status.optional(),
});
export type ContractHistoryRequest = z.infer<typeof contractHistoryRequest>;
export const contractListRequest = z.strictObject({ ...ownList, ...spanned });
export type ContractListRequest = z.infer<typeof contractListRequest>;
export const publicListRequest = z.strictObject({ market: marketName.optional(), pageIndex, pageSize });

/** A list of one's own as a file: each record a row, oldest first, its fields as columns, empty where a list says null. */
export const CONTRACT_EXPORTS = {
  orders: contractOrderRecord,
  fills: contractFillRecord,
  closedPositions: closedPositionRecord,
  fundingPayments: fundingPaymentRecord,
} as const;
export type ContractExport = keyof typeof CONTRACT_EXPORTS;
export const contractExportRequest = z.strictObject({
  list: z.enum(Object.keys(CONTRACT_EXPORTS) as [ContractExport, ...ContractExport[]]),
  market: marketName.optional(),
  ...spanned,
  minPosition,
});

const PATH = '/exchange/app/contract';
export const CONTRACT_ROUTES = {
  place: {
    ...trading(commandRoute(`${PATH}/place`, 'Open or close a position', placeContractRequest)),
    answer: commandAnswer.extend({ order: id }),
  },
  amend: trading(
    commandRoute(`${PATH}/amend`, 'Change price, quantity or trigger of an open order', amendContractRequest),
  ),
  cancel: commandRoute(`${PATH}/cancel`, 'Cancel an open order', cancelContractRequest),
  cancelAll: commandRoute(`${PATH}/cancelAll`, 'Cancel every open order of a market', cancelAllContractRequest),
  placeStop: {
    ...trading(commandRoute(`${PATH}/placeStop`, 'Set a take-profit or stop-loss of a position', placeStopRequest)),
    answer: commandAnswer.extend({ stop: id }),
  },
  amendStop: trading(commandRoute(`${PATH}/amendStop`, 'Change a stop that waits', amendStopRequest)),
  cancelStop: commandRoute(`${PATH}/cancelStop`, 'Take back a stop', cancelStopRequest),
  reverse: trading(
    commandRoute(
      `${PATH}/reverse`,
      'Close a position and open the other side as far as free funds allow',
      reverseRequest,
    ),
  ),
  closeAll: trading(commandRoute(`${PATH}/closeAll`, 'Close every position at the market', closeAllRequest)),
  setLeverage: commandRoute(`${PATH}/setLeverage`, 'Choose the leverage of a market', leverageRequest),
  setMarginMode: commandRoute(
    `${PATH}/setMarginMode`,
    'Choose isolated or cross margin of a market',
    marginModeRequest,
  ),
  setPositionMode: commandRoute(
    `${PATH}/setPositionMode`,
    'Choose hedge or one-way mode of a market',
    positionModeRequest,
  ),
  adjustMargin: trading(
    commandRoute(`${PATH}/adjustMargin`, 'Add margin to an isolated position, or take it', adjustMarginRequest),
  ),
  positions: {
    method: 'GET',
    path: `${PATH}/positions`,
    summary: 'Positions, their stops and what was chosen, as they are now',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: contractPositions,
  },
  results: {
    method: 'GET',
    path: `${PATH}/results`,
    summary: 'What open positions have brought by now, and how near each is to auto-deleveraging',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.array(positionResult),
  },
  info: {
    method: 'GET',
    path: `${PATH}/info`,
    summary: 'Terms and state of a perpetual market',
    access: 'public',
    query: z.strictObject({ market: marketName }),
    answer: contractInfo,
  },
  currentOrders: listRoute(`${PATH}/currentOrders`, 'Open orders', contractOrdersRequest, contractOrderRecord),
  historyOrders: listRoute(`${PATH}/historyOrders`, 'Ended orders', contractHistoryRequest, contractOrderRecord),
  fills: listRoute(`${PATH}/fills`, 'Trades of the user', contractListRequest, contractFillRecord),
  stops: listRoute(`${PATH}/stops`, 'Stops that are over', contractListRequest, stopState),
  closedPositions: listRoute(
    `${PATH}/closedPositions`,
    'Positions that were closed',
    contractListRequest,
    closedPositionRecord,
  ),
  fundingPayments: listRoute(
    `${PATH}/fundingPayments`,
    'Funding that the user paid and received',
    contractListRequest,
    fundingPaymentRecord,
  ),
  days: {
    method: 'POST',
    path: `${PATH}/days`,
    summary: 'Result by day, at most 400 days',
    access: 'user',
    body: daysRequest,
    answer: z.array(contractDay),
  },
  fundingRates: listRoute(
    `${PATH}/fundingRates`,
    'Rates that were fixed',
    publicListRequest,
    fundingRateRecord,
    'public',
  ),
  liquidations: listRoute(
    `${PATH}/liquidations`,
    'Liquidations, without names',
    publicListRequest,
    liquidationRecord,
    'public',
  ),
  liquidation: {
    method: 'GET',
    path: `${PATH}/liquidation`,
    summary: 'Why a position of the user was liquidated, step by step',
    access: 'user',
    query: z.strictObject({ liquidation: id, minPosition }),
    answer: liquidationDetail,
  },
  export: csvRoute(
    `${PATH}/export`,
    'Ended orders, fills, closed positions or funding of any time as a CSV file',
    contractExportRequest,
  ),
  insurance: listRoute(
    `${PATH}/insurance`,
    'Entries of the insurance fund, each with its cause',
    publicListRequest,
    insuranceRecord,
    'public',
  ),
} as const satisfies Record<string, Route>;
