/** What is stored of perpetual contracts. As in the events: ticks, lots and units of the quote asset, rates in parts of 10^9. */
import type { OrderKind, OrderSide, PositionSide, PriceKind, SelfTrade, TimeInForce } from '../../../core/market/order';
import type { StopKind } from '../../../core/perpetual/stop-commands';
import type { InsuranceCause, LiquidationStepKind, PositionCloseMode } from '../../../../shared/wire/contract';
import type { CandlePrice } from '../../../../shared/wire/market-data';
import type { Table } from '../table';

type MarginMode = 'isolated' | 'cross';

/** What the fold needs to know of a market, with the last that was published of its mark. */
export interface ContractMarketRow {
  market: string;
  quote: string;
  indexSymbol: string;
  quotePerTickLot: bigint;
  /** Of who chose none; and what it becomes when terms that are announced are in effect for orders. */
  leverage: number;
  leverageNext: number | null;
  /** Null before the first publication. */
  mark: number | null;
  index: number | null;
  p1: number | null;
  p2: number | null;
  last: number | null;
  /** Ticks that the mark is at most away from the index; null by the first rule. */
  bound: number | null;
  /** JSON of name, price and time of each source that counted. */
  sources: string | null;
  markAt: number | null;
  markPosition: number | null;
}

/** Names of the sources of indices, by number. */
export interface IndexSourceRow {
  source: number;
  name: string;
}
/** Digits behind the point of an index. */
export interface IndexSymbolRow {
  symbol: string;
  decimals: number;
}

/** The first mark of each minute. */
export interface ContractMinuteRow {
  market: string;
  at: number;
  mark: number;
  position: number;
}

/** Of what was published of a market, in one span of time. */
export interface MarkCandleRow {
  market: string;
  kind: Exclude<CandlePrice, 'last'>;
  spanMs: number;
  openedAt: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** What a user chose; 0 for the market's first leverage. */
export interface ContractSettingRow {
  userId: number;
  market: string;
  leverage: number;
  mode: MarginMode;
}

export interface ContractOrderRow {
  id: number;
  userId: number;
  market: string;
  side: OrderSide;
  positionSide: PositionSide;
  act: 'open' | 'close';
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  clientId: string | null;
  /** When it was placed. */
  leverage: number;
  mode: MarginMode;
  price: number | null;
  /** Lots, as last amended, cut or triggered. */
  quantity: number;
  triggerPrice: number | null;
  triggerBy: PriceKind | null;
  /** Stops that it brings along, as last amended. */
  takeProfit: number | null;
  stopLoss: number | null;
  /** What was set aside for it when it was placed, amended and triggered. */
  margin: bigint;
  filledQuantity: number;
  filledQuote: bigint;
  openFees: bigint;
  closeFees: bigint;
  /** Of its fills those that closed: lots, value, and the cost that they released. */
  closedQuantity: number;
  closedQuote: bigint;
  closedCost: bigint;
  profits: bigint;
  /** The position of its last fill. */
  contract: number | null;
  /** Of one that closes: whose act that was. */
  closeMode: PositionCloseMode | null;
  /** The liquidation that placed it. */
  liquidation: number | null;
  open: number;
  /** Why it ended before it was filled. */
  reason: string | null;
  placedAt: number;
  /** Since when it waits or rests. */
  pendingAt: number | null;
  triggeredAt: number | null;
  filledAt: number | null;
  endedAt: number | null;
  position: number;
}

/** What an order put into a position. */
export interface ContractOpeningRow {
  orderId: number;
  contract: number;
  quantity: number;
  filledQuote: bigint;
  position: number;
}

export interface ContractFillRow {
  orderId: number;
  tradeId: number;
  userId: number;
  market: string;
  side: OrderSide;
  positionSide: PositionSide;
  act: 'open' | 'close';
  role: 'maker' | 'taker';
  contract: number;
  price: number;
  quantity: number;
  notional: bigint;
  fee: bigint;
  /** Null of opening. */
  profit: bigint | null;
  feeAsset: string;
  at: number;
  position: number;
}

export interface ContractPositionRow {
  id: number;
  userId: number;
  market: string;
  positionSide: PositionSide;
  mode: MarginMode;
  /** When it last changed. */
  leverage: number;
  /** That its collateral is in; null where it has none of its own. */
  hold: number | null;
  lots: number;
  lotsMost: number;
  openedQuantity: number;
  openedQuote: bigint;
  closedQuantity: number;
  closedQuote: bigint;
  /** What its openings put into its collateral. */
  margin: bigint;
  profits: bigint;
  openFees: bigint;
  closeFees: bigint;
  /** Received above zero, paid below. */
  funding: bigint;
  /** From the insurance fund and the owners above zero; to the fund, as fee and rest of a liquidation, below. */
  insured: bigint;
  open: number;
  closeMode: PositionCloseMode | null;
  liquidation: number | null;
  openedAt: number;
  closedAt: number | null;
  position: number;
}

export interface ContractStopRow {
  id: number;
  userId: number;
  market: string;
  positionSide: PositionSide;
  contract: number;
  kind: StopKind;
  triggerPrice: number;
  triggerBy: PriceKind;
  /** Null: at the market. */
  price: number | null;
  /** Null: the whole position. */
  quantity: number | null;
  /** Of a trailing stop: how far behind, ticks or hundredths of a percent, and the best price that it had seen when it was reached. */
  callbackTicks: number | null;
  callbackBp: number | null;
  extreme: number | null;
  open: number;
  reason: string | null;
  placedAt: number;
  endedAt: number | null;
  position: number;
}

/** What a day (GMT+8) brought a user in a market. */
export interface ContractDayRow {
  userId: number;
  market: string;
  /** As `dayOf` counts them. */
  day: number;
  result: bigint;
  fees: bigint;
  funding: bigint;
  closed: number;
  position: number;
}

export interface FundingRateRow {
  market: string;
  dueAt: number;
  /** All three null when none was fixed. */
  rate: number | null;
  premium: number | null;
  mark: number | null;
  position: number;
}

export interface FundingPaymentRow {
  contract: number;
  eventPosition: number;
  userId: number;
  market: string;
  positionSide: PositionSide;
  quantity: number;
  rate: number;
  /** Received above zero, paid below. */
  amount: bigint;
  dueAt: number;
  at: number;
  position: number;
}

export interface LiquidationRow {
  id: number;
  userId: number;
  market: string;
  positionSide: PositionSide;
  mode: MarginMode;
  contract: number;
  lots: number;
  cost: bigint;
  collateral: bigint;
  leverage: number;
  requirement: bigint;
  tierRatePpb: number;
  tierAmount: bigint;
  closePpb: number;
  mark: number;
  index: number;
  /** Of the publication that it follows from. */
  p1: number | null;
  p2: number | null;
  last: number | null;
  bound: number | null;
  sources: string | null;
  markAt: number | null;
  markPosition: number | null;
  /** To the insurance fund above zero, from it below. */
  fundTotal: bigint;
  open: number;
  at: number;
  endedAt: number | null;
  position: number;
}

export interface LiquidationStepRow {
  liquidation: number;
  eventPosition: number;
  /** In its batch, from 0. */
  eventIndex: number;
  step: LiquidationStepKind;
  at: number;
  lots: number | null;
  price: number | null;
  fee: bigint | null;
  /** To the fund above zero, from it below; the same of the owners' treasury. */
  fundChange: bigint | null;
  treasuryChange: bigint | null;
  rank: number | null;
  position: number;
}

export interface InsuranceFundRow {
  asset: string;
  balance: bigint;
  position: number;
}

export interface InsuranceEntryRow {
  asset: string;
  eventPosition: number;
  entryIndex: number;
  market: string | null;
  cause: InsuranceCause;
  amount: bigint;
  balance: bigint;
  at: number;
  position: number;
}

export interface PerpetualTables {
  contractMarkets: ContractMarketRow;
  indexSources: IndexSourceRow;
  indexSymbols: IndexSymbolRow;
  contractMinutes: ContractMinuteRow;
  markCandles: MarkCandleRow;
  contractSettings: ContractSettingRow;
  contractOrders: ContractOrderRow;
  contractOpenings: ContractOpeningRow;
  contractFills: ContractFillRow;
  contractPositions: ContractPositionRow;
  contractStops: ContractStopRow;
  contractDays: ContractDayRow;
  fundingRates: FundingRateRow;
  fundingPayments: FundingPaymentRow;
  liquidations: LiquidationRow;
  liquidationSteps: LiquidationStepRow;
  insuranceFunds: InsuranceFundRow;
  insuranceEntries: InsuranceEntryRow;
}

export const PERPETUAL_TABLES: { readonly [Name in keyof PerpetualTables]: Table<PerpetualTables[Name]> } = {
  contractMarkets: {
    name: 'contract_markets',
    key: ['market'],
    kept: () => true,
    columns: {
      market: 'text',
      quote: 'text',
      indexSymbol: 'text',
      quotePerTickLot: 'amount',
      leverage: 'integer',
      leverageNext: 'integer',
      mark: 'integer',
      index: 'integer',
      p1: 'integer',
      p2: 'integer',
      last: 'integer',
      bound: 'integer',
      sources: 'text',
      markAt: 'integer',
      markPosition: 'integer',
    },
  },
  indexSources: {
    name: 'index_sources',
    key: ['source'],
    kept: () => true,
    columns: { source: 'integer', name: 'text' },
  },
  indexSymbols: {
    name: 'index_symbols',
    key: ['symbol'],
    kept: () => true,
    columns: { symbol: 'text', decimals: 'integer' },
  },
  contractMinutes: {
    name: 'contract_minutes',
    key: ['market', 'at'],
    columns: { market: 'text', at: 'integer', mark: 'integer', position: 'integer' },
  },
  markCandles: {
    name: 'mark_candles',
    key: ['market', 'kind', 'spanMs', 'openedAt'],
    kept: () => true,
    columns: {
      ...{ market: 'text', kind: 'text', spanMs: 'integer', openedAt: 'integer' },
      ...{ open: 'integer', high: 'integer', low: 'integer', close: 'integer' },
    },
  },
  contractSettings: {
    name: 'contract_settings',
    key: ['userId', 'market'],
    kept: () => true,
    columns: { userId: 'integer', market: 'text', leverage: 'integer', mode: 'text' },
  },
  contractOrders: {
    name: 'contract_orders',
    key: ['id'],
    fixed: [
      'userId',
      'market',
      'side',
      'positionSide',
      'act',
      'kind',
      'timeInForce',
      'selfTrade',
      'clientId',
      'leverage',
      'mode',
      'triggerBy',
      'liquidation',
      'placedAt',
    ],
    shared: ['market', 'side', 'positionSide', 'act', 'kind', 'timeInForce', 'selfTrade', 'mode', 'triggerBy', 'open'],
    kept: ({ open }) => open === 1,
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      side: 'text',
      positionSide: 'text',
      act: 'text',
      kind: 'text',
      timeInForce: 'text',
      selfTrade: 'text',
      clientId: 'text',
      leverage: 'integer',
      mode: 'text',
      price: 'integer',
      quantity: 'integer',
      triggerPrice: 'integer',
      triggerBy: 'text',
      takeProfit: 'integer',
      stopLoss: 'integer',
      margin: 'total',
      filledQuantity: 'integer',
      filledQuote: 'total',
      openFees: 'total',
      closeFees: 'total',
      closedQuantity: 'integer',
      closedQuote: 'total',
      closedCost: 'total',
      profits: 'total',
      contract: 'integer',
      closeMode: 'text',
      liquidation: 'integer',
      open: 'integer',
      reason: 'text',
      placedAt: 'integer',
      pendingAt: 'integer',
      triggeredAt: 'integer',
      filledAt: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  contractOpenings: {
    name: 'contract_openings',
    key: ['orderId', 'contract'],
    columns: {
      orderId: 'integer',
      contract: 'integer',
      quantity: 'integer',
      filledQuote: 'total',
      position: 'integer',
    },
  },
  contractFills: {
    name: 'contract_fills',
    key: ['orderId', 'tradeId'],
    shared: ['market', 'side', 'positionSide', 'act', 'role', 'feeAsset'],
    columns: {
      orderId: 'integer',
      tradeId: 'integer',
      userId: 'integer',
      market: 'text',
      side: 'text',
      positionSide: 'text',
      act: 'text',
      role: 'text',
      contract: 'integer',
      price: 'integer',
      quantity: 'integer',
      notional: 'amount',
      fee: 'amount',
      profit: 'amount',
      feeAsset: 'text',
      at: 'integer',
      position: 'integer',
    },
  },
  contractPositions: {
    name: 'contract_positions',
    key: ['id'],
    fixed: ['userId', 'market', 'positionSide', 'mode', 'hold', 'openedAt'],
    shared: ['market', 'positionSide', 'mode', 'open', 'closeMode'],
    kept: ({ open }) => open === 1,
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      positionSide: 'text',
      mode: 'text',
      leverage: 'integer',
      hold: 'integer',
      lots: 'integer',
      lotsMost: 'integer',
      openedQuantity: 'integer',
      openedQuote: 'total',
      closedQuantity: 'integer',
      closedQuote: 'total',
      margin: 'total',
      profits: 'total',
      openFees: 'total',
      closeFees: 'total',
      funding: 'total',
      insured: 'total',
      open: 'integer',
      closeMode: 'text',
      liquidation: 'integer',
      openedAt: 'integer',
      closedAt: 'integer',
      position: 'integer',
    },
  },
  contractStops: {
    name: 'contract_stops',
    key: ['id'],
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
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      positionSide: 'text',
      contract: 'integer',
      kind: 'text',
      triggerPrice: 'integer',
      triggerBy: 'text',
      price: 'integer',
      quantity: 'integer',
      callbackTicks: 'integer',
      callbackBp: 'integer',
      extreme: 'integer',
      open: 'integer',
      reason: 'text',
      placedAt: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  contractDays: {
    name: 'contract_days',
    key: ['userId', 'market', 'day'],
    columns: {
      userId: 'integer',
      market: 'text',
      day: 'integer',
      result: 'total',
      fees: 'total',
      funding: 'total',
      closed: 'integer',
      position: 'integer',
    },
  },
  fundingRates: {
    name: 'funding_rates',
    key: ['market', 'dueAt'],
    columns: {
      market: 'text',
      dueAt: 'integer',
      rate: 'integer',
      premium: 'integer',
      mark: 'integer',
      position: 'integer',
    },
  },
  fundingPayments: {
    name: 'funding_payments',
    key: ['contract', 'eventPosition'],
    shared: ['market', 'positionSide', 'rate', 'dueAt', 'at', 'position'],
    columns: {
      contract: 'integer',
      eventPosition: 'integer',
      userId: 'integer',
      market: 'text',
      positionSide: 'text',
      quantity: 'integer',
      rate: 'integer',
      amount: 'amount',
      dueAt: 'integer',
      at: 'integer',
      position: 'integer',
    },
  },
  liquidations: {
    name: 'liquidations',
    key: ['id'],
    kept: ({ open }) => open === 1,
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      positionSide: 'text',
      mode: 'text',
      contract: 'integer',
      lots: 'integer',
      cost: 'amount',
      collateral: 'amount',
      leverage: 'integer',
      requirement: 'amount',
      tierRatePpb: 'integer',
      tierAmount: 'amount',
      closePpb: 'integer',
      mark: 'integer',
      index: 'integer',
      p1: 'integer',
      p2: 'integer',
      last: 'integer',
      bound: 'integer',
      sources: 'text',
      markAt: 'integer',
      markPosition: 'integer',
      fundTotal: 'total',
      open: 'integer',
      at: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  liquidationSteps: {
    name: 'liquidation_steps',
    key: ['liquidation', 'eventPosition'],
    columns: {
      liquidation: 'integer',
      eventPosition: 'integer',
      eventIndex: 'integer',
      step: 'text',
      at: 'integer',
      lots: 'integer',
      price: 'integer',
      fee: 'amount',
      fundChange: 'amount',
      treasuryChange: 'amount',
      rank: 'integer',
      position: 'integer',
    },
  },
  insuranceFunds: {
    name: 'insurance_funds',
    key: ['asset'],
    kept: () => true,
    columns: { asset: 'text', balance: 'amount', position: 'integer' },
  },
  insuranceEntries: {
    name: 'insurance_entries',
    key: ['asset', 'eventPosition', 'entryIndex'],
    shared: ['asset', 'market', 'cause'],
    columns: {
      asset: 'text',
      eventPosition: 'integer',
      entryIndex: 'integer',
      market: 'text',
      cause: 'text',
      amount: 'amount',
      balance: 'amount',
      at: 'integer',
      position: 'integer',
    },
  },
};
