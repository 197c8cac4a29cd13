/** The read models, row by row. Fields are as in the events: ticks, lots and units; the edge makes decimals of them. */
import { createHash } from 'node:crypto';
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { EntryLabel } from '../../../shared/rules/entry-kinds';
import type { Finality, RechargeStatus, WithdrawalStatus } from '../../../shared/products/wallet/wire';
import type { CancelReason, PerpetualMarketState, OrderSide } from '../../core/market/order';
import { PRODUCT_TABLES } from '../../products/tables';
import { ORDER_TERM_COLUMNS, ORDER_TERMS } from './rows/order-columns';
import { amount, integer, optional, table, text, textOf, total } from './rows/table';
import type { AnyTable, ColumnKind, RowOf } from './rows/table';

/**
 * - `pending`, `partially_filled`: open; a trigger order that waits is pending and has no `triggeredAt`.
 * - `filled`: also when less quote was left than one lot costs.
 * - `cancelled`, `partially_cancelled`: ended by its owner, by staff or by self-trade prevention while it rested; and
 *   `cancelled` whatever the reason when nothing had been filled.
 * - `expired_in_part`: it took what it could and `reason` says why the rest was not to be had.
 */
export type OrderStatus =
  'pending' | 'partially_filled' | 'filled' | 'cancelled' | 'partially_cancelled' | 'expired_in_part';

export const TABLES = {
  /** The one row says up to which batch every other table is written; it is written in the same transaction as they are. */
  checkpoint: table('checkpoint', {
    columns: {
      id: integer,
      /** Position of the last event, −1 for none. */
      position: integer,
      /** Hash of the batch it names: another journal has another one there. Empty for none. */
      hash: text,
      /** `DECLARATIONS` of the program that made the tables; null once another one has written them. */
      declarations: optional(text),
      /** JSON array of the tables that readers are refused; null for none. */
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
      /** Null without a limit. */
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
      /** Why it ended before it was filled. */
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
      /** Units of `feeAsset`, which is what this side received. */
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
  /** One line of an account's statement: what one entry did to one owner's buckets, and what was in them then. */
  ledgerRecords: table('ledger_records', {
    columns: {
      userId: integer,
      /** Position of the event, and place of the entry in it: the order in which things happened. */
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
      /** Names the batch. */
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
      /** USDT units of scale 8; null where nothing priced it. */
      value: optional(amount),
      /** Above this value two approved when it was applied for, in USDT units of scale 8. */
      secondApprovalAbove: amount,
      /** JSON array of the user ids of staff. */
      approvals: text,
      /** The member of staff who stated that nothing was sent, and the reason to reject it. */
      proposedBy: optional(integer),
      proposedReason: optional(text),
      /** Why it was rejected. */
      reason: optional(text),
      /** Reference of the payment. */
      reference: optional(text),
      appliedAt: integer,
      notBefore: optional(integer),
      /** Keyed hash of what is known of whose address it is. */
      beneficiary: optional(text),
      approvedAt: optional(integer),
      payingAt: optional(integer),
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { withdrawals_of_user: ['userId', 'id'], withdrawals_by_status: ['status', 'id'] },
  }),
  /** USDT units of scale 8. One row once staff have set it. */
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
      /** Below zero for a credit of the time when recharges had no numbers. */
      id: integer,
      userId: integer,
      /** Position of its first event. */
      eventPosition: integer,
      asset: text,
      /** Null for what staff credited. */
      chain: optional(text),
      address: optional(text),
      reference: text,
      amount,
      dust: optional(text),
      status: textOf<RechargeStatus>(),
      /** Why it is a failure: a code of answers. One that was retracted may be seen again. */
      reason: optional(text),
      confirmations: optional(integer),
      needed: optional(integer),
      /** Null for a credit that no chain can take back. */
      finality: optional(textOf<Finality>()),
      /** Time at which the chain called it final, or took it back. */
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
      /** User id of the member of staff, null for the exchange itself. */
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
  ...PRODUCT_TABLES,
};

export type AssetRow = RowOf<typeof TABLES.assets>;
export type MarketRow = RowOf<typeof TABLES.markets>;
export type OrderRow = RowOf<typeof TABLES.orders>;
export type TradeRow = RowOf<typeof TABLES.trades>;
export type FillRow = RowOf<typeof TABLES.fills>;
export type BalanceRow = RowOf<typeof TABLES.balances>;
export type LedgerRecordRow = RowOf<typeof TABLES.ledgerRecords>;
export type CandleRow = RowOf<typeof TABLES.candles>;
export type WithdrawalRow = RowOf<typeof TABLES.withdrawals>;
export type RechargeTermsRow = RowOf<typeof TABLES.rechargeTerms>;
export type RechargeRow = RowOf<typeof TABLES.recharges>;
export type TransferRow = RowOf<typeof TABLES.transfers>;
export type FrozenFundsRow = RowOf<typeof TABLES.frozenFunds>;

export type AllTables = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };
/** The records behind balances, apart: they are the most rows by far, and nothing else waits for them. Balances are kept for both. */
export type RecordsTables = Pick<AllTables, 'checkpoint' | 'balances' | 'ledgerRecords'>;
export type ViewsTables = Omit<AllTables, 'ledgerRecords'>;

/** The read models, by the databases that they are in. */
export type ModelName = 'views' | 'records';

export const MODELS: readonly ModelName[] = ['views', 'records'];

/** The tables of each. */
export const TABLES_OF: { readonly [Name in ModelName]: readonly (keyof AllTables)[] } = {
  views: (Object.keys(TABLES) as (keyof AllTables)[]).filter((name) => name !== 'ledgerRecords'),
  records: ['checkpoint', 'balances', 'ledgerRecords'],
};

/**
 * Hash of everything that a store has of the tables, and of the meaning of their rows. A program with other declarations makes a set of
 * tables of its own.
 */
export const DECLARATIONS = createHash('sha256')
  .update(
    JSON.stringify(
      Object.values(TABLES)
        .map((one) => declarationOf(one as unknown as AnyTable))
        .sort(),
    ),
  )
  .digest('hex');

function declarationOf({ name, columns, key, primary, indexes, meaning = 1 }: AnyTable): unknown {
  const kinds = Object.entries(columns).map(([field, { kind, isOptional }]) => [field, kind, isOptional]);
  return [name, kinds.sort(), key, primary, Object.entries(indexes ?? {}).sort(), meaning];
}

/** The kind of every field by name: the tables agree about it, so that a row of any query can be read by it. */
export const FIELD_KINDS: ReadonlyMap<string, ColumnKind> = fieldKinds();

function fieldKinds(): Map<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  for (const { name, columns } of Object.values(TABLES)) {
    for (const [field, { kind }] of Object.entries(columns)) {
      if ((kinds.get(field) ?? kind) !== kind) throw new Error(`${name}.${field} is of another kind elsewhere`);
      kinds.set(field, kind);
    }
  }
  return kinds;
}
