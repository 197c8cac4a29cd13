/** What is stored of financial products and of mining. As in the events: units of the asset, rates in parts of 10^9 a year, or a day. */
import type { FinancialEnded } from '../../../core/earn/events';
import type { MiningPayout } from '../../../core/mining/commands';
import type { Table } from '../table';

export interface FinancialPurchaseRow {
  id: number;
  userId: number;
  product: string;
  asset: string;
  amount: bigint;
  termDays: number;
  annualRatePpb: number;
  /** Of one that renews another: when that one expired. */
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  /** Of the whole term. */
  income: bigint;
  /** 1 when the principal is to be bought again. */
  renew: number;
  /** The purchase whose principal it is; null of one that the user made. */
  renews: number | null;
  /** Null as long as it is held. */
  outcome: FinancialEnded['end'] | null;
  endedAt: number | null;
  /** The day (GMT+8, as `dayOf` counts) on which its principal goes back or went; null of what was taken back. */
  returnsOn: number | null;
  /** Code of what kept it from being bought again. */
  notRenewed: string | null;
  position: number;
}

export interface MiningPurchaseRow {
  id: number;
  userId: number;
  product: string;
  asset: string;
  amount: bigint;
  incomeAsset: string;
  termDays: number;
  dailyRatePpb: number;
  payout: MiningPayout;
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  /** Of one day, units of `incomeAsset`. */
  income: bigint;
  /** Incomes that were paid, of those that are paid day by day. */
  incomesPaid: number;
  /** When it was due; null as long as it is held. */
  endedAt: number | null;
  position: number;
}

export interface EarnTables {
  financialPurchases: FinancialPurchaseRow;
  miningPurchases: MiningPurchaseRow;
}

export const EARN_TABLES: { readonly [Name in keyof EarnTables]: Table<EarnTables[Name]> } = {
  financialPurchases: {
    name: 'financial_purchases',
    key: ['id'],
    fixed: [
      'userId',
      'product',
      'asset',
      'amount',
      'termDays',
      'annualRatePpb',
      'boughtAt',
      'startsAt',
      'expiresAt',
      'income',
      'renews',
    ],
    shared: ['product', 'asset', 'termDays', 'annualRatePpb', 'outcome'],
    kept: ({ outcome }) => outcome === null,
    columns: {
      id: 'integer',
      userId: 'integer',
      product: 'text',
      asset: 'text',
      amount: 'amount',
      termDays: 'integer',
      annualRatePpb: 'integer',
      boughtAt: 'integer',
      startsAt: 'integer',
      expiresAt: 'integer',
      income: 'amount',
      renew: 'integer',
      renews: 'integer',
      outcome: 'text',
      endedAt: 'integer',
      returnsOn: 'integer',
      notRenewed: 'text',
      position: 'integer',
    },
  },
  miningPurchases: {
    name: 'mining_purchases',
    key: ['id'],
    fixed: [
      'userId',
      'product',
      'asset',
      'amount',
      'incomeAsset',
      'termDays',
      'dailyRatePpb',
      'payout',
      'boughtAt',
      'startsAt',
      'expiresAt',
      'income',
    ],
    shared: ['product', 'asset', 'incomeAsset', 'termDays', 'dailyRatePpb', 'payout'],
    kept: ({ endedAt }) => endedAt === null,
    columns: {
      id: 'integer',
      userId: 'integer',
      product: 'text',
      asset: 'text',
      amount: 'amount',
      incomeAsset: 'text',
      termDays: 'integer',
      dailyRatePpb: 'integer',
      payout: 'text',
      boughtAt: 'integer',
      startsAt: 'integer',
      expiresAt: 'integer',
      income: 'amount',
      incomesPaid: 'integer',
      endedAt: 'integer',
      position: 'integer',
    },
  },
};
