/**
 * The read models, row by row. Fields have the units of events: ticks, lots and units; the edge converts them to
 * decimals.
 */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { EntryLabel } from '../../../shared/rules/entry-kinds';
import type { Finality, RechargeStatus, WithdrawalStatus } from '../../../shared/products/wallet/wire';
import type { CancelReason, PerpetualMarketState, OrderSide } from '../../core/market/order';
import { ORDER_TERM_COLUMNS, ORDER_TERMS } from './rows/order-columns';
import { amount, integer, optional, table, text, textOf, total } from './rows/table';
import type { RowOf } from './rows/table';

/**
 * - `pending`, `partially_filled`: open; a waiting trigger order is pending and has no `triggeredAt`.
 * - `filled`: also if the remaining quote is below the cost of one lot.
 * - `cancelled`, `partially_cancelled`: ended by its owner, by staff or by self-trade prevention while it rested; and
 *   `cancelled` for any reason if nothing was filled.
 * - `expired_in_part`: filled as far as possible; `reason` gives the cause for the unfilled rest.
 */
export type OrderStatus =
  'pending' | 'partially_filled' | 'filled' | 'cancelled' | 'partially_cancelled' | 'expired_in_part';

/** Tables that belong to no product. */
export const COMMON_TABLES = {
  /** One row with the last batch written to all other tables, updated in the same transaction. */
  checkpoint: table('checkpoint', {
    columns: {
      id: integer,
      /** Position of the last event, −1 for none. */
      position: integer,
      /** Hash of that batch, which differs in another journal. Empty for none. */
      hash: text,
      /** `DECLARATIONS` of the program that created the tables; null once another one has written them. */
      declarations: optional(text),
      /** JSON array of the tables that readers must not use; null for none. */
      refused: optional(text),
    },
    key: ['id'],
  }),
  assets: table('assets', {
    columns: {
      asset: text,
      scale: integer,
      /** As listed, like all terms here. */
      withdrawalFee: amount,
      withdrawalMin: amount,
      /** 1 for legal currency. */
      fiat: integer,
      listedPosition: integer,
    },
    key: ['asset'],
  }),
  markets: table('markets', {
    columns: {
      market: text,
      base: text,
      quote: text,
      tick: text,
      lot: text,
      quantityMin: integer,
      quantityMax: integer,
      notionalMin: amount,
      priceLowest: integer,
      priceHighest: integer,
      /** JSON arrays of ppb by fee tier. */
      makerFeesPpb: text,
      takerFeesPpb: text,
      openOrdersMax: integer,
      referencePrice: integer,
      bandPpb: integer,
      state: textOf<PerpetualMarketState>(),
      /** Null before the first trade. */
      lastPrice: optional(integer),
      lastTradeAt: optional(integer),
      listedPosition: integer,
    },
    key: ['market'],
    kept: () => true,
  }),
  orders: table('orders', {
    columns: {
      id: integer,
      userId: integer,
      market: text,
      side: textOf<OrderSide>(),
      ...ORDER_TERM_COLUMNS,
      clientId: optional(text),
      /** Null for orders without a limit. */
      price: optional(integer),
      /** Lots, as last amended; null for an order by quote amount. */
      quantity: optional(integer),
      quoteAmount: optional(amount),
      triggerPrice: optional(integer),
      filledQuantity: integer,
      /** Average price = filledQuote ÷ (filledQuantity in base). */
      filledQuote: total,
      status: textOf<OrderStatus>(),
      /** 1 while it can still be filled. */
      open: integer,
      /** Reason for its end before it was filled. */
      reason: optional(textOf<CancelReason>()),
      placedAt: integer,
      triggeredAt: optional(integer),
      changedAt: integer,
      endedAt: optional(integer),
      /** Position of the last batch that changed it. */
      position: integer,
    },
    key: ['id'],
    indexes: { orders_of_user: ['userId', 'open', 'id'] },
    fixed: ['userId', 'market', 'side', ...ORDER_TERMS, 'clientId', 'quoteAmount', 'triggerPrice', 'placedAt'],
    shared: ['market', 'side', ...ORDER_TERMS, 'status', 'open', 'reason'],
    kept: ({ open }) => open === 1,
  }),
  trades: table('trades', {
    columns: {
      market: text,
      id: integer,
      price: integer,
      quantity: integer,
      /** Units of the quote asset. */
      notional: amount,
      takerSide: textOf<OrderSide>(),
      at: integer,
      position: integer,
    },
    key: ['market', 'id'],
    shared: ['market', 'takerSide'],
  }),
  fills: table('fills', {
    columns: {
      orderId: integer,
      tradeId: integer,
      userId: integer,
      market: text,
      side: textOf<OrderSide>(),
      role: textOf<'maker' | 'taker'>(),
      price: integer,
      quantity: integer,
      notional: amount,
      /** Units of `feeAsset`, the asset that this side received. */
      fee: amount,
      feeAsset: text,
      at: integer,
      position: integer,
    },
    key: ['orderId', 'tradeId'],
    indexes: { fills_of_user: ['userId', 'tradeId'] },
    shared: ['market', 'side', 'role', 'feeAsset'],
  }),
  balances: table('balances', {
    columns: {
      userId: integer,
      account: textOf<AccountKind>(),
      asset: text,
      available: amount,
      frozen: amount,
      locked: amount,
      position: integer,
    },
    key: ['userId', 'account', 'asset'],
    shared: ['account', 'asset'],
    kept: () => true,
  }),
  /** One line of an account's statement: the effect of one entry on one owner's buckets, and the balances after it. */
  ledgerRecords: table('ledger_records', {
    columns: {
      userId: integer,
      /** Position of the event, and index of the entry in it: the chronological order. */
      eventPosition: integer,
      entryIndex: integer,
      account: textOf<AccountKind>(),
      asset: text,
      label: textOf<EntryLabel>(),
      availableChange: amount,
      frozenChange: amount,
      lockedChange: amount,
      availableAfter: amount,
      frozenAfter: amount,
      lockedAfter: amount,
      orderId: optional(integer),
      tradeId: optional(integer),
      withdrawalId: optional(integer),
      holdId: optional(integer),
      at: integer,
      /** Position that names the batch. */
      position: integer,
    },
    key: ['userId', 'eventPosition', 'entryIndex', 'account'],
    primary: false,
    indexes: { ledger_records_of_user: ['userId', 'eventPosition'] },
    shared: ['entryIndex', 'account', 'asset', 'label', 'withdrawalId'],
  }),
  candles: table('candles', {
    columns: {
      market: text,
      spanMs: integer,
      openedAt: integer,
      open: integer,
      high: integer,
      low: integer,
      close: integer,
      /** Lots. */
      volume: total,
      /** Units of the quote asset. */
      turnover: total,
      trades: integer,
    },
    key: ['market', 'spanMs', 'openedAt'],
    kept: () => true,
  }),
  withdrawals: table('withdrawals', {
    columns: {
      id: integer,
      userId: integer,
      asset: text,
      amount,
      fee: amount,
      status: textOf<WithdrawalStatus>(),
      chain: optional(text),
      address: optional(text),
      /** Id of a bank card. */
      card: optional(integer),
      /** USDT units of scale 8; null if no price was available. */
      value: optional(amount),
      /** Value above which it needs two approvals, as of its request, in USDT units of scale 8. */
      secondApprovalAbove: amount,
      /** JSON array of the user ids of staff. */
      approvals: text,
      /** The staff member who stated that nothing was sent, and the reason for rejection. */
      proposedBy: optional(integer),
      proposedReason: optional(text),
      /** Reason for the rejection. */
      reason: optional(text),
      /** Reference of the payment. */
      reference: optional(text),
      appliedAt: integer,
      notBefore: optional(integer),
      /** Keyed hash of the data about the address's owner. */
      beneficiary: optional(text),
      approvedAt: optional(integer),
      payingAt: optional(integer),
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { withdrawals_of_user: ['userId', 'id'], withdrawals_by_status: ['status', 'id'] },
  }),
  /** USDT units of scale 8. A single row, once set by staff. */
  withdrawalReview: table('withdrawal_review', {
    columns: { id: integer, secondApprovalAbove: amount, position: integer },
    key: ['id'],
  }),
  rechargeTerms: table('recharge_terms', {
    columns: { asset: text, chain: text, minimum: amount, confirmations: integer, position: integer },
    key: ['asset', 'chain'],
  }),
  recharges: table('recharges', {
    columns: {
      /** Negative for credits from before recharges had ids. */
      id: integer,
      userId: integer,
      /** Position of its first event. */
      eventPosition: integer,
      asset: text,
      /** Null for credits by staff. */
      chain: optional(text),
      address: optional(text),
      reference: text,
      amount,
      dust: optional(text),
      status: textOf<RechargeStatus>(),
      /** Reason for a failure: an answer code. A retracted recharge may be seen again. */
      reason: optional(text),
      confirmations: optional(integer),
      needed: optional(integer),
      /** Null for a credit that no chain can revert. */
      finality: optional(textOf<Finality>()),
      /** Time at which the chain finalized or reverted it. */
      finalAt: optional(integer),
      /** Time at which it was first seen. */
      at: integer,
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { recharges_of_user: ['userId', 'eventPosition'], recharges_by_status: ['status', 'eventPosition'] },
    fixed: ['userId', 'eventPosition', 'asset', 'chain', 'address', 'reference', 'amount', 'dust', 'at'],
  }),
  transfers: table('transfers', {
    columns: {
      userId: integer,
      id: integer,
      asset: text,
      fromAccount: textOf<AccountKind>(),
      toAccount: textOf<AccountKind>(),
      amount,
      at: integer,
      position: integer,
    },
    key: ['userId', 'id'],
  }),
  /** User funds that staff froze, and how each freeze ended. */
  frozenFunds: table('frozen_funds', {
    columns: {
      hold: integer,
      userId: integer,
      account: textOf<AccountKind>(),
      asset: text,
      amount,
      reason: text,
      /** Staff user id; null for the exchange itself. */
      frozenBy: optional(integer),
      frozenAt: integer,
      releasedBy: optional(integer),
      /** Null while it is frozen. */
      releasedAt: optional(integer),
      releaseReason: optional(text),
      position: integer,
    },
    key: ['hold'],
    indexes: { frozen_funds_of_user: ['userId', 'hold'] },
    fixed: ['userId', 'account', 'asset', 'amount', 'reason', 'frozenBy', 'frozenAt'],
  }),
};

export type AssetRow = RowOf<typeof COMMON_TABLES.assets>;
export type MarketRow = RowOf<typeof COMMON_TABLES.markets>;
export type OrderRow = RowOf<typeof COMMON_TABLES.orders>;
export type TradeRow = RowOf<typeof COMMON_TABLES.trades>;
export type FillRow = RowOf<typeof COMMON_TABLES.fills>;
export type BalanceRow = RowOf<typeof COMMON_TABLES.balances>;
export type LedgerRecordRow = RowOf<typeof COMMON_TABLES.ledgerRecords>;
export type CandleRow = RowOf<typeof COMMON_TABLES.candles>;
export type WithdrawalRow = RowOf<typeof COMMON_TABLES.withdrawals>;
export type RechargeTermsRow = RowOf<typeof COMMON_TABLES.rechargeTerms>;
export type RechargeRow = RowOf<typeof COMMON_TABLES.recharges>;
export type TransferRow = RowOf<typeof COMMON_TABLES.transfers>;
export type FrozenFundsRow = RowOf<typeof COMMON_TABLES.frozenFunds>;

/** Tables of products: each product merges its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- products merge their tables into it
export interface ProductTables {}
type ToAll<T> = (all: T) => void;
type Together<Each> = [Each] extends [ToAll<infer All>] ? All : never;
type TablesOfProducts = Together<{ [P in keyof ProductTables]: ToAll<ProductTables[P]> }[keyof ProductTables]>;
export type TableRows = typeof COMMON_TABLES & TablesOfProducts;

export type AllTables = { [Name in keyof TableRows]: RowOf<TableRows[Name]> };
/**
 * The records behind balances, in a separate database: they are by far the most rows, and nothing else depends on them.
 * Both databases contain balances.
 */
export type RecordsTables = Pick<AllTables, 'checkpoint' | 'balances' | 'ledgerRecords'>;
export type ViewsTables = Omit<AllTables, 'ledgerRecords'>;

/** Names of the databases of read models. */
export type ModelName = 'views' | 'records';

export const MODELS: readonly ModelName[] = ['views', 'records'];
