/** The read models, row by row. Fields are as in the events: ticks, lots and units; the edge makes decimals of them. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { EntryLabel } from '../../../shared/rules/entry-kinds';
import type { Finality, RechargeStatus, WithdrawalStatus } from '../../../shared/wire/wallet';
import type {
  CancelReason,
  PerpetualMarketState,
  OrderKind,
  OrderSide,
  SelfTrade,
  TimeInForce,
} from '../../core/market/order';
import { EARN_TABLES, type EarnTables } from './earn/tables';
import { OPTION_TABLES, type OptionTables } from './option/tables';
import { REFERRAL_TABLES, type ReferralTables } from './referral/tables';
import { ROBOT_TABLES, type RobotTables } from './robot/tables';
import { PERPETUAL_TABLES, type PerpetualTables } from './perpetual/tables';
import type { ColumnKind, Table } from './table';

/** The one row says up to which batch every other table is written; it is written in the same transaction as they are. */
export interface CheckpointRow {
  id: number;
  /** Position of the last event, −1 for none. */
  position: number;
  /** Hash of the batch it names: another journal has another one there. Empty for none. */
  hash: string;
}

export interface AssetRow {
  asset: string;
  scale: number;
  /** As listed, like all terms here. */
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  /** 1 for legal currency. */
  fiat: number;
  listedPosition: number;
}

export interface MarketRow {
  market: string;
  base: string;
  quote: string;
  tick: string;
  lot: string;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
  priceLowest: number;
  priceHighest: number;
  /** JSON arrays of ppb by fee tier. */
  makerFeesPpb: string;
  takerFeesPpb: string;
  openOrdersMax: number;
  referencePrice: number;
  bandPpb: number;
  state: PerpetualMarketState;
  /** Null before the first trade. */
  lastPrice: number | null;
  lastTradeAt: number | null;
  listedPosition: number;
}

/**
 * - `pending`, `partially_filled`: open; a trigger order that waits is pending and has no `triggeredAt`.
 * - `filled`: also when less quote was left than one lot costs.
 * - `cancelled`, `partially_cancelled`: ended by its owner, by staff or by self-trade prevention while it rested; and
 *   `cancelled` whatever the reason when nothing had been filled.
 * - `expired_in_part`: it took what it could and `reason` says why the rest was not to be had.
 */
export type OrderStatus =
  'pending' | 'partially_filled' | 'filled' | 'cancelled' | 'partially_cancelled' | 'expired_in_part';

export interface OrderRow {
  id: number;
  userId: number;
  market: string;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  clientId: string | null;
  /** Null without a limit. */
  price: number | null;
  /** Lots, as last amended; null for an order by quote amount. */
  quantity: number | null;
  quoteAmount: bigint | null;
  triggerPrice: number | null;
  filledQuantity: number;
  /** Average price = filledQuote ÷ (filledQuantity in base). */
  filledQuote: bigint;
  status: OrderStatus;
  /** 1 while it can still be filled. */
  open: number;
  /** Why it ended before it was filled. */
  reason: CancelReason | null;
  placedAt: number;
  triggeredAt: number | null;
  changedAt: number;
  endedAt: number | null;
  /** Of the last batch that changed it. */
  position: number;
}

export interface TradeRow {
  market: string;
  id: number;
  price: number;
  quantity: number;
  /** What it cost, in units of the quote asset. */
  notional: bigint;
  takerSide: OrderSide;
  at: number;
  position: number;
}

export interface FillRow {
  orderId: number;
  tradeId: number;
  userId: number;
  market: string;
  side: OrderSide;
  role: 'maker' | 'taker';
  price: number;
  quantity: number;
  notional: bigint;
  /** Units of `feeAsset`, which is what this side received. */
  fee: bigint;
  feeAsset: string;
  at: number;
  position: number;
}

export interface BalanceRow {
  userId: number;
  account: AccountKind;
  asset: string;
  available: bigint;
  frozen: bigint;
  locked: bigint;
  position: number;
}

/** One line of an account's statement: what one entry did to one owner's buckets, and what was in them then. */
export interface LedgerRecordRow {
  userId: number;
  /** Position of the event, and place of the entry in it: the order in which things happened. */
  eventPosition: number;
  entryIndex: number;
  account: AccountKind;
  asset: string;
  label: EntryLabel;
  availableChange: bigint;
  frozenChange: bigint;
  lockedChange: bigint;
  availableAfter: bigint;
  frozenAfter: bigint;
  lockedAfter: bigint;
  orderId: number | null;
  tradeId: number | null;
  withdrawalId: number | null;
  holdId: number | null;
  at: number;
  /** Names the batch. */
  position: number;
}

export interface CandleRow {
  market: string;
  spanMs: number;
  openedAt: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Lots. */
  volume: bigint;
  /** Units of the quote asset. */
  turnover: bigint;
  trades: number;
}

export interface WithdrawalRow {
  id: number;
  userId: number;
  asset: string;
  amount: bigint;
  fee: bigint;
  status: WithdrawalStatus;
  chain: string | null;
  address: string | null;
  /** Id of a bank card. */
  card: number | null;
  /** USDT units of scale 8; null where nothing priced it. */
  value: bigint | null;
  /** Above this value two approved when it was applied for, in USDT units of scale 8. */
  secondApprovalAbove: bigint;
  /** JSON array of the user ids of staff. */
  approvals: string;
  /** Who stated that nothing was sent, and why it should be rejected. */
  proposedBy: number | null;
  proposedReason: string | null;
  /** Why it was rejected. */
  reason: string | null;
  /** What it was paid with. */
  reference: string | null;
  appliedAt: number;
  notBefore: number | null;
  /** Keyed hash of what is known of whose address it is. */
  beneficiary: string | null;
  approvedAt: number | null;
  payingAt: number | null;
  endedAt: number | null;
  position: number;
}

/** USDT units of scale 8. One row once staff have set it. */
export interface WithdrawalReviewRow {
  id: number;
  secondApprovalAbove: bigint;
  position: number;
}

export interface RechargeTermsRow {
  asset: string;
  chain: string;
  minimum: bigint;
  confirmations: number;
  position: number;
}

export interface RechargeRow {
  /** Below zero for a credit of the time when recharges had no numbers. */
  id: number;
  userId: number;
  /** Of its first event. */
  eventPosition: number;
  asset: string;
  /** Null for what staff credited. */
  chain: string | null;
  address: string | null;
  reference: string;
  amount: bigint;
  dust: string | null;
  status: RechargeStatus;
  /** Why it is a failure: a code of answers. One that was retracted may be seen again. */
  reason: string | null;
  confirmations: number | null;
  needed: number | null;
  /** Of one that its chain could take back after it was credited; null: nothing does. */
  finality: Finality | null;
  /** When the chain called it final, or took it back. */
  finalAt: number | null;
  /** When it was first seen. */
  at: number;
  endedAt: number | null;
  position: number;
}

export interface TransferRow {
  userId: number;
  id: number;
  asset: string;
  fromAccount: AccountKind;
  toAccount: AccountKind;
  amount: bigint;
  at: number;
  position: number;
}

/** What staff froze of a user's funds, and how it ended. */
export interface FrozenFundsRow {
  hold: number;
  userId: number;
  account: AccountKind;
  asset: string;
  amount: bigint;
  reason: string;
  /** User id of the member of staff, null for the exchange itself. */
  frozenBy: number | null;
  frozenAt: number;
  releasedBy: number | null;
  /** Null while it is frozen. */
  releasedAt: number | null;
  releaseReason: string | null;
  position: number;
}

export interface ViewsTables extends PerpetualTables, OptionTables, ReferralTables, EarnTables, RobotTables {
  checkpoint: CheckpointRow;
  assets: AssetRow;
  markets: MarketRow;
  orders: OrderRow;
  trades: TradeRow;
  fills: FillRow;
  balances: BalanceRow;
  candles: CandleRow;
  withdrawals: WithdrawalRow;
  withdrawalReview: WithdrawalReviewRow;
  rechargeTerms: RechargeTermsRow;
  recharges: RechargeRow;
  transfers: TransferRow;
  frozenFunds: FrozenFundsRow;
}

/** The records behind balances, apart: they are the most rows by far, and nothing else waits for them. */
export interface RecordsTables {
  checkpoint: CheckpointRow;
  /** The same as among the other read models, as far as the records have come. */
  balances: BalanceRow;
  ledgerRecords: LedgerRecordRow;
}

export type AllTables = ViewsTables & RecordsTables;

export const TABLES: { readonly [Name in keyof AllTables]: Table<AllTables[Name]> } = {
  checkpoint: { name: 'checkpoint', key: ['id'], columns: { id: 'integer', position: 'integer', hash: 'text' } },
  assets: {
    name: 'assets',
    key: ['asset'],
    columns: {
      asset: 'text',
      scale: 'integer',
      withdrawalFee: 'amount',
      withdrawalMin: 'amount',
      fiat: 'integer',
      listedPosition: 'integer',
    },
  },
  markets: {
    name: 'markets',
    key: ['market'],
    kept: () => true,
    columns: {
      market: 'text',
      base: 'text',
      quote: 'text',
      tick: 'text',
      lot: 'text',
      quantityMin: 'integer',
      quantityMax: 'integer',
      notionalMin: 'amount',
      priceLowest: 'integer',
      priceHighest: 'integer',
      makerFeesPpb: 'text',
      takerFeesPpb: 'text',
      openOrdersMax: 'integer',
      referencePrice: 'integer',
      bandPpb: 'integer',
      state: 'text',
      lastPrice: 'integer',
      lastTradeAt: 'integer',
      listedPosition: 'integer',
    },
  },
  orders: {
    name: 'orders',
    key: ['id'],
    fixed: [
      'userId',
      'market',
      'side',
      'kind',
      'timeInForce',
      'selfTrade',
      'clientId',
      'quoteAmount',
      'triggerPrice',
      'placedAt',
    ],
    shared: ['market', 'side', 'kind', 'timeInForce', 'selfTrade', 'status', 'open', 'reason'],
    kept: ({ open }) => open === 1,
    columns: {
      id: 'integer',
      userId: 'integer',
      market: 'text',
      side: 'text',
      kind: 'text',
      timeInForce: 'text',
      selfTrade: 'text',
      clientId: 'text',
      price: 'integer',
      quantity: 'integer',
      quoteAmount: 'amount',
      triggerPrice: 'integer',
      filledQuantity: 'integer',
      filledQuote: 'total',
      status: 'text',
      open: 'integer',
      reason: 'text',
      placedAt: 'integer',
      triggeredAt: 'integer',
      changedAt: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  trades: {
    name: 'trades',
    key: ['market', 'id'],
    shared: ['market', 'takerSide'],
    columns: {
      market: 'text',
      id: 'integer',
      price: 'integer',
      quantity: 'integer',
      notional: 'amount',
      takerSide: 'text',
      at: 'integer',
      position: 'integer',
    },
  },
  fills: {
    name: 'fills',
    key: ['orderId', 'tradeId'],
    shared: ['market', 'side', 'role', 'feeAsset'],
    columns: {
      orderId: 'integer',
      tradeId: 'integer',
      userId: 'integer',
      market: 'text',
      side: 'text',
      role: 'text',
      price: 'integer',
      quantity: 'integer',
      notional: 'amount',
      fee: 'amount',
      feeAsset: 'text',
      at: 'integer',
      position: 'integer',
    },
  },
  balances: {
    name: 'balances',
    key: ['userId', 'account', 'asset'],
    shared: ['account', 'asset'],
    kept: () => true,
    columns: {
      userId: 'integer',
      account: 'text',
      asset: 'text',
      available: 'amount',
      frozen: 'amount',
      locked: 'amount',
      position: 'integer',
    },
  },
  ledgerRecords: {
    name: 'ledger_records',
    key: ['userId', 'eventPosition', 'entryIndex', 'account'],
    shared: ['entryIndex', 'account', 'asset', 'label', 'withdrawalId'],
    columns: {
      userId: 'integer',
      eventPosition: 'integer',
      entryIndex: 'integer',
      account: 'text',
      asset: 'text',
      label: 'text',
      availableChange: 'amount',
      frozenChange: 'amount',
      lockedChange: 'amount',
      availableAfter: 'amount',
      frozenAfter: 'amount',
      lockedAfter: 'amount',
      orderId: 'integer',
      tradeId: 'integer',
      withdrawalId: 'integer',
      holdId: 'integer',
      at: 'integer',
      position: 'integer',
    },
  },
  candles: {
    name: 'candles',
    key: ['market', 'spanMs', 'openedAt'],
    kept: () => true,
    columns: {
      market: 'text',
      spanMs: 'integer',
      openedAt: 'integer',
      open: 'integer',
      high: 'integer',
      low: 'integer',
      close: 'integer',
      volume: 'total',
      turnover: 'total',
      trades: 'integer',
    },
  },
  withdrawals: {
    name: 'withdrawals',
    key: ['id'],
    columns: {
      id: 'integer',
      userId: 'integer',
      asset: 'text',
      amount: 'amount',
      fee: 'amount',
      status: 'text',
      chain: 'text',
      address: 'text',
      card: 'integer',
      value: 'amount',
      secondApprovalAbove: 'amount',
      approvals: 'text',
      proposedBy: 'integer',
      proposedReason: 'text',
      reason: 'text',
      reference: 'text',
      appliedAt: 'integer',
      notBefore: 'integer',
      beneficiary: 'text',
      approvedAt: 'integer',
      payingAt: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  withdrawalReview: {
    name: 'withdrawal_review',
    key: ['id'],
    columns: { id: 'integer', secondApprovalAbove: 'amount', position: 'integer' },
  },
  rechargeTerms: {
    name: 'recharge_terms',
    key: ['asset', 'chain'],
    columns: { asset: 'text', chain: 'text', minimum: 'amount', confirmations: 'integer', position: 'integer' },
  },
  recharges: {
    name: 'recharges',
    key: ['id'],
    fixed: ['userId', 'eventPosition', 'asset', 'chain', 'address', 'reference', 'amount', 'dust', 'at'],
    columns: {
      id: 'integer',
      userId: 'integer',
      eventPosition: 'integer',
      asset: 'text',
      chain: 'text',
      address: 'text',
      reference: 'text',
      amount: 'amount',
      dust: 'text',
      status: 'text',
      reason: 'text',
      confirmations: 'integer',
      needed: 'integer',
      finality: 'text',
      finalAt: 'integer',
      at: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
  transfers: {
    name: 'transfers',
    key: ['userId', 'id'],
    columns: {
      userId: 'integer',
      id: 'integer',
      asset: 'text',
      fromAccount: 'text',
      toAccount: 'text',
      amount: 'amount',
      at: 'integer',
      position: 'integer',
    },
  },
  frozenFunds: {
    name: 'frozen_funds',
    key: ['hold'],
    fixed: ['userId', 'account', 'asset', 'amount', 'reason', 'frozenBy', 'frozenAt'],
    columns: {
      hold: 'integer',
      userId: 'integer',
      account: 'text',
      asset: 'text',
      amount: 'amount',
      reason: 'text',
      frozenBy: 'integer',
      frozenAt: 'integer',
      releasedBy: 'integer',
      releasedAt: 'integer',
      releaseReason: 'text',
      position: 'integer',
    },
  },
  ...PERPETUAL_TABLES,
  ...OPTION_TABLES,
  ...REFERRAL_TABLES,
  ...EARN_TABLES,
  ...ROBOT_TABLES,
};

/** The read models, by the databases that they are in. */
export type ModelName = 'views' | 'records';
export const MODELS: readonly ModelName[] = ['views', 'records'];

/** The tables of each. */
export const TABLES_OF: { readonly [Name in ModelName]: readonly (keyof AllTables)[] } = {
  views: (Object.keys(TABLES) as (keyof AllTables)[]).filter((name) => name !== 'ledgerRecords'),
  records: ['checkpoint', 'balances', 'ledgerRecords'],
};

/** The kind of every field by name: the tables agree about it, so that a row of any query can be read by it. */
export const FIELD_KINDS: ReadonlyMap<string, ColumnKind> = fieldKinds();

function fieldKinds(): Map<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  for (const { name, columns } of Object.values(TABLES)) {
    for (const [field, kind] of Object.entries(columns)) {
      if ((kinds.get(field) ?? kind) !== kind) throw new Error(`${name}.${field} is of another kind elsewhere`);
      kinds.set(field, kind);
    }
  }
  return kinds;
}
