/**
 * Perpetual contracts: orders, positions and values derived from the mark. Funding rates are decimal fractions of 1:
 * `0.0001` is 0.01 %.
 */
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
  stopKind,
  stopState,
} from './stream';
import { withTrades, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';
import { askedOrderTerms } from '../../wire/order';
import {
  contractOrderRecord,
  contractFillRecord,
  closedPositionRecord,
  fundingPaymentRecord,
  positionResult,
  contractDay,
  fundingRateRecord,
} from './records';
import { liquidationRecord, liquidationDetail, insuranceRecord } from './liquidations';

export const contractState = z.enum(['open', 'close_only', 'cancel_only', 'closed', 'maintenance']);

// Commands

/** A take-profit or stop-loss attached to an opening order. It closes what the order opened. */
export const attachedStop = z.strictObject({ trigger: decimal, triggerBy: priceKind.default('mark') });

/**
 * `open` increases the named position and `close` reduces it. In one-way mode `open long` buys and `open short` sells,
 * which first closes the opposite position; `close` is reduce-only.
 */
export const placeContractRequest = z.strictObject({
  clientId,
  market: marketName,
  position: positionSide,
  act: z.enum(['open', 'close']),
  ...askedOrderTerms,
  price: decimal.optional(),
  /** Amount of the coin, a whole number of lots. */
  quantity: decimal,
  trigger: decimal.optional(),
  triggerBy: priceKind.optional(),
  takeProfit: attachedStop.optional(),
  stopLoss: attachedStop.optional(),
});
/** Input form: fields with a default may be absent. */
export type PlaceContractRequest = z.input<typeof placeContractRequest>;

export const amendContractRequest = z.strictObject({
  clientId,
  /** Market of the order. */
  market: marketName,
  order: id,
  /** New totals: quantity = filled + open. */
  price: decimal.optional(),
  quantity: decimal.optional(),
  trigger: decimal.optional(),
  /** For an opening order: stops for its unfilled rest; null removes them. */
  takeProfit: attachedStop.nullable().optional(),
  stopLoss: attachedStop.nullable().optional(),
});
export type AmendContractRequest = z.infer<typeof amendContractRequest>;
export const cancelContractRequest = z.strictObject({ clientId, order: id });
export const cancelAllContractRequest = z.strictObject({ clientId, market: marketName });

/** A stop of a position. It waits without a hold, and closes min(its quantity, position) when it is reached. */
export const placeStopRequest = z.strictObject({
  clientId,
  market: marketName,
  position: positionSide,
  kind: stopKind,
  /** For all kinds except a trailing stop. */
  trigger: decimal.optional(),
  /**
   * For a trailing stop, one of the two: the distance behind the best price, or a fraction of it (0.001 to 0.1, in
   * steps of 0.0001).
   */
  callback: decimal.optional(),
  callbackRate: decimal.optional(),
  triggerBy: priceKind.default('mark'),
  /** Limit of its price; absent: at the market, within the price limit. */
  price: decimal.optional(),
  /** Absent: the whole position at that time. */
  quantity: decimal.optional(),
});
export const amendStopRequest = z.strictObject({
  clientId,
  /** Market of the stop. */
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

// Market data

export const contractInfo = z.object({
  market: marketName,
  label: z.string(),
  base: z.string(),
  quote: z.string(),
  state: contractState,
  index: marketName,
  /** Coins per lot. */
  multiplier: decimal,
  tiers: z.array(
    z.object({
      /** Maximum notional of the tier, inclusive. */
      cap: decimal,
      leverageMax: z.int(),
      ratePpb: z.int(),
      /** Subtracted from the requirement, so that it has no step between tiers. */
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
  /** Number of long accounts over short ones; null if there are no short accounts. */
  longShortRatio: decimal.nullable(),
  insurance: decimal,
  /** Time of its end; null for a market without an end. */
  endsAt: epochMs.nullable(),
  mark: contractMark,
});
export type ContractInfo = z.infer<typeof contractInfo>;

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

/**
 * A list of the user as a file: one row per record, oldest first. The columns are the record's fields, and null is
 * empty.
 */
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
    ...withTrades(commandRoute(`${PATH}/place`, 'Open or close a position', placeContractRequest)),
    answer: commandAnswer.extend({ order: id }),
  },
  amend: withTrades(
    commandRoute(`${PATH}/amend`, 'Change price, quantity or trigger of an open order', amendContractRequest),
  ),
  cancel: commandRoute(`${PATH}/cancel`, 'Cancel an open order', cancelContractRequest),
  cancelAll: commandRoute(`${PATH}/cancelAll`, 'Cancel every open order of a market', cancelAllContractRequest),
  placeStop: {
    ...withTrades(commandRoute(`${PATH}/placeStop`, 'Set a take-profit or stop-loss of a position', placeStopRequest)),
    answer: commandAnswer.extend({ stop: id }),
  },
  amendStop: withTrades(commandRoute(`${PATH}/amendStop`, 'Change a stop that waits', amendStopRequest)),
  cancelStop: commandRoute(`${PATH}/cancelStop`, 'Take back a stop', cancelStopRequest),
  reverse: withTrades(
    commandRoute(
      `${PATH}/reverse`,
      'Close a position and open the other side as far as free funds allow',
      reverseRequest,
    ),
  ),
  closeAll: withTrades(commandRoute(`${PATH}/closeAll`, 'Close every position at the market', closeAllRequest)),
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
  adjustMargin: withTrades(
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
