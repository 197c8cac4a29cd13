/** Tables of perpetual contracts. As in the events: ticks, lots and units of the quote asset, rates in parts of 10^9. */
import type { OrderSide, PositionSide, PriceKind } from '../../../core/market/order';
import type { StopKind } from '../core/stops/commands';
import type { InsuranceCause, LiquidationStepKind } from '../../../../shared/products/perpetual/liquidations';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/records';
import type { CandlePrice } from '../../../../shared/wire/market-data';
import { ORDER_TERM_COLUMNS, ORDER_TERMS } from '../../../views/stored/rows/order-columns';
import { amount, integer, optional, table, text, textOf, total, type RowOf } from '../../../views/stored/rows/table';

type MarginMode = 'isolated' | 'cross';

export const PERPETUAL_TABLES = {
  /** Terms of a market that the fold needs, with the last publication of its mark. */
  contractMarkets: table('contract_markets', {
    columns: {
      market: text,
      quote: text,
      indexSymbol: text,
      quotePerTickLot: amount,
      /** Leverage of users who chose none, and the next one once announced terms apply to orders. */
      leverage: integer,
      leverageNext: optional(integer),
      /** Null before the first publication. */
      mark: optional(integer),
      index: optional(integer),
      p1: optional(integer),
      p2: optional(integer),
      last: optional(integer),
      /** Maximum distance of the mark from the index in ticks; null under the first rule. */
      bound: optional(integer),
      /** JSON of name, price and time of each source that counted. */
      sources: optional(text),
      markAt: optional(integer),
      markPosition: optional(integer),
    },
    key: ['market'],
    kept: () => true,
  }),
  /** Names of the sources of indices, by number. */
  indexSources: table('index_sources', {
    columns: { source: integer, name: text },
    key: ['source'],
    kept: () => true,
  }),
  /** Decimals of an index. */
  indexSymbols: table('index_symbols', {
    columns: { symbol: text, decimals: integer },
    key: ['symbol'],
    kept: () => true,
  }),
  /** The first mark of each minute. */
  contractMinutes: table('contract_minutes', {
    columns: { market: text, at: integer, mark: integer, position: integer },
    key: ['market', 'at'],
  }),
  /** Candles of the published marks and indexes. */
  markCandles: table('mark_candles', {
    columns: {
      market: text,
      kind: textOf<Exclude<CandlePrice, 'last'>>(),
      spanMs: integer,
      openedAt: integer,
      open: integer,
      high: integer,
      low: integer,
      close: integer,
    },
    key: ['market', 'kind', 'spanMs', 'openedAt'],
    kept: () => true,
  }),
  /** A user's choice; leverage 0 is the market's first leverage. */
  contractSettings: table('contract_settings', {
    columns: { userId: integer, market: text, leverage: integer, mode: textOf<MarginMode>() },
    key: ['userId', 'market'],
    kept: () => true,
  }),
  contractOrders: table('contract_orders', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      side: textOf<OrderSide>(),
      positionSide: textOf<PositionSide>(),
      act: textOf<'open' | 'close'>(),
      ...ORDER_TERM_COLUMNS,
      clientId: optional(text),
      /** Leverage at placement. */
      leverage: integer,
      mode: textOf<MarginMode>(),
      price: optional(integer),
      /** Lots, as last amended, cut or triggered. */
      quantity: integer,
      triggerPrice: optional(integer),
      triggerBy: optional(textOf<PriceKind>()),
      /** Attached stops, as last amended. */
      takeProfit: optional(integer),
      stopLoss: optional(integer),
      /** Margin set aside at placement, amendment and trigger. */
      margin: total,
      filledQuantity: integer,
      filledQuote: total,
      openFees: total,
      closeFees: total,
      /** Closing fills: lots, value, and released cost. */
      closedQuantity: integer,
      closedQuote: total,
      closedCost: total,
      profits: total,
      /** The position of its last fill. */
      contract: optional(integer),
      /** Cause of a closing order. */
      closeMode: optional(textOf<PositionCloseMode>()),
      /** The liquidation that placed it. */
      liquidation: optional(integer),
      open: integer,
      /** Reason for its end before it was filled. */
      reason: optional(text),
      placedAt: integer,
      /** Time since which it waits or rests. */
      pendingAt: optional(integer),
      triggeredAt: optional(integer),
      filledAt: optional(integer),
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { contract_orders_of_user: ['userId', 'open', 'id'] },
    fixed: [
      'userId',
      'market',
      'side',
      'positionSide',
      'act',
      ...ORDER_TERMS,
      'clientId',
      'leverage',
      'mode',
      'triggerBy',
      'liquidation',
      'placedAt',
    ],
    shared: ['market', 'side', 'positionSide', 'act', ...ORDER_TERMS, 'mode', 'triggerBy', 'open'],
    kept: ({ open }) => open === 1,
  }),
  /** The part of a position that an order opened. */
  contractOpenings: table('contract_openings', {
    columns: { orderId: integer, contract: integer, quantity: integer, filledQuote: total, position: integer },
    key: ['orderId', 'contract'],
  }),
  contractFills: table('contract_fills', {
    columns: {
      orderId: integer,
      tradeId: integer,
      userId: integer,
      market: text,
      side: textOf<OrderSide>(),
      positionSide: textOf<PositionSide>(),
      act: textOf<'open' | 'close'>(),
      role: textOf<'maker' | 'taker'>(),
      contract: integer,
      price: integer,
      quantity: integer,
      notional: amount,
      fee: amount,
      /** Null for opening fills. */
      profit: optional(amount),
      feeAsset: text,
      at: integer,
      position: integer,
    },
    key: ['orderId', 'tradeId'],
    indexes: { contract_fills_of_user: ['userId', 'tradeId'] },
    shared: ['market', 'side', 'positionSide', 'act', 'role', 'feeAsset'],
  }),
  contractPositions: table('contract_positions', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      positionSide: textOf<PositionSide>(),
      mode: textOf<MarginMode>(),
      /** Leverage at the last change. */
      leverage: integer,
      /** The hold with its collateral; null for a position without its own. */
      hold: optional(integer),
      lots: integer,
      lotsMost: integer,
      openedQuantity: integer,
      openedQuote: total,
      closedQuantity: integer,
      closedQuote: total,
      /** Collateral from its openings. */
      margin: total,
      profits: total,
      openFees: total,
      closeFees: total,
      /** Positive: received; negative: paid. */
      funding: total,
      /**
       * Positive: from the insurance fund and the owners; negative: to the fund, as fee and remainder of a liquidation.
       */
      insured: total,
      open: integer,
      closeMode: optional(textOf<PositionCloseMode>()),
      liquidation: optional(integer),
      openedAt: integer,
      closedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { contract_positions_of_user: ['userId', 'open', 'closedAt'] },
    fixed: ['userId', 'market', 'positionSide', 'mode', 'hold', 'openedAt'],
    shared: ['market', 'positionSide', 'mode', 'open', 'closeMode'],
    kept: ({ open }) => open === 1,
  }),
  contractStops: table('contract_stops', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      positionSide: textOf<PositionSide>(),
      contract: integer,
      kind: textOf<StopKind>(),
      triggerPrice: integer,
      triggerBy: textOf<PriceKind>(),
      /** Null: at the market. */
      price: optional(integer),
      /** Null: the whole position. */
      quantity: optional(integer),
      /** Trailing stop: callback in ticks or hundredths of a percent, and the best price seen by the time it was reached. */
      callbackTicks: optional(integer),
      callbackBp: optional(integer),
      extreme: optional(integer),
      open: integer,
      reason: optional(text),
      placedAt: integer,
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: {
      contract_stops_of_user: ['userId', 'open', 'id'],
      contract_stops_of_contract: ['contract', 'kind', 'endedAt'],
    },
    fixed: [
      'userId',
      'market',
      'positionSide',
      'contract',
      'kind',
      'triggerBy',
      'callbackTicks',
      'callbackBp',
      'placedAt',
    ],
    kept: ({ open }) => open === 1,
  }),
  /** A user's result of one day (GMT+8) in a market. */
  contractDays: table('contract_days', {
    columns: {
      userId: integer,
      market: text,
      /** Day number of `dayOf`. */
      day: integer,
      result: total,
      fees: total,
      funding: total,
      closed: integer,
      position: integer,
    },
    key: ['userId', 'market', 'day'],
  }),
  fundingRates: table('funding_rates', {
    columns: {
      market: text,
      dueAt: integer,
      /** All three null if none was fixed. */
      rate: optional(integer),
      premium: optional(integer),
      mark: optional(integer),
      position: integer,
    },
    key: ['market', 'dueAt'],
    indexes: { funding_rates_by_time: ['dueAt'] },
  }),
  fundingPayments: table('funding_payments', {
    columns: {
      contract: integer,
      eventPosition: integer,
      userId: integer,
      market: text,
      positionSide: textOf<PositionSide>(),
      quantity: integer,
      rate: integer,
      /** Positive: received; negative: paid. */
      amount,
      dueAt: integer,
      at: integer,
      position: integer,
    },
    key: ['contract', 'eventPosition'],
    indexes: { funding_payments_of_user: ['userId', 'eventPosition'] },
    shared: ['market', 'positionSide', 'rate', 'dueAt', 'at', 'position'],
  }),
  liquidations: table('liquidations', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      positionSide: textOf<PositionSide>(),
      mode: textOf<MarginMode>(),
      contract: integer,
      lots: integer,
      cost: amount,
      collateral: amount,
      leverage: integer,
      requirement: amount,
      tierRatePpb: integer,
      tierAmount: amount,
      closePpb: integer,
      mark: integer,
      index: integer,
      /** The publication that caused it. */
      p1: optional(integer),
      p2: optional(integer),
      last: optional(integer),
      bound: optional(integer),
      sources: optional(text),
      markAt: optional(integer),
      markPosition: optional(integer),
      /** Positive: to the insurance fund; negative: from it. */
      fundTotal: total,
      open: integer,
      at: integer,
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { liquidations_of_market: ['market', 'id'] },
    kept: ({ open }) => open === 1,
  }),
  liquidationSteps: table('liquidation_steps', {
    columns: {
      liquidation: integer,
      eventPosition: integer,
      /** Index in its batch, from 0. */
      eventIndex: integer,
      step: textOf<LiquidationStepKind>(),
      at: integer,
      lots: optional(integer),
      price: optional(integer),
      fee: optional(amount),
      /** Positive: to the fund; negative: from it. The same for the owners' treasury. */
      fundChange: optional(amount),
      treasuryChange: optional(amount),
      rank: optional(integer),
      position: integer,
    },
    key: ['liquidation', 'eventPosition'],
  }),
  insuranceFunds: table('insurance_funds', {
    columns: { asset: text, balance: amount, position: integer },
    key: ['asset'],
    kept: () => true,
  }),
  insuranceEntries: table('insurance_entries', {
    columns: {
      asset: text,
      eventPosition: integer,
      entryIndex: integer,
      market: optional(text),
      cause: textOf<InsuranceCause>(),
      amount,
      balance: amount,
      at: integer,
      position: integer,
    },
    key: ['asset', 'eventPosition', 'entryIndex'],
    indexes: { insurance_entries_by_event: ['eventPosition', 'entryIndex'] },
    shared: ['asset', 'market', 'cause'],
  }),
};

export type ContractMarketRow = RowOf<typeof PERPETUAL_TABLES.contractMarkets>;
export type MarkCandleRow = RowOf<typeof PERPETUAL_TABLES.markCandles>;
export type ContractSettingRow = RowOf<typeof PERPETUAL_TABLES.contractSettings>;
export type ContractOrderRow = RowOf<typeof PERPETUAL_TABLES.contractOrders>;
export type ContractOpeningRow = RowOf<typeof PERPETUAL_TABLES.contractOpenings>;
export type ContractFillRow = RowOf<typeof PERPETUAL_TABLES.contractFills>;
export type ContractPositionRow = RowOf<typeof PERPETUAL_TABLES.contractPositions>;
export type ContractStopRow = RowOf<typeof PERPETUAL_TABLES.contractStops>;
export type ContractDayRow = RowOf<typeof PERPETUAL_TABLES.contractDays>;
export type FundingRateRow = RowOf<typeof PERPETUAL_TABLES.fundingRates>;
export type FundingPaymentRow = RowOf<typeof PERPETUAL_TABLES.fundingPayments>;
export type LiquidationRow = RowOf<typeof PERPETUAL_TABLES.liquidations>;
export type LiquidationStepRow = RowOf<typeof PERPETUAL_TABLES.liquidationSteps>;
export type InsuranceEntryRow = RowOf<typeof PERPETUAL_TABLES.insuranceEntries>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    perpetual: typeof PERPETUAL_TABLES;
  }
}
