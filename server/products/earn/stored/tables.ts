/**
 * Tables of financial products and mining. Units of the asset and rates in parts of 10^9 per year or day, as in the
 * events.
 */
import type { MiningPayout } from '../core/commands';
import type { FinancialEnded } from '../core/events';
import { amount, integer, optional, table, text, textOf, type RowOf } from '../../../views/stored/rows/table';

const PURCHASE = { id: integer, userId: integer, product: text, asset: text, amount };
const FIXED = [
  ...(['userId', 'product', 'asset', 'amount', 'termDays'] as const),
  ...(['boughtAt', 'startsAt', 'expiresAt', 'income'] as const),
];

export const EARN_TABLES = {
  financialPurchases: table('financial_purchases', {
    columns: {
      ...PURCHASE,
      termDays: integer,
      annualRatePpb: integer,
      /** A renewal is bought at the expiry of the purchase it renews. */
      boughtAt: integer,
      startsAt: integer,
      expiresAt: integer,
      /** Income of the whole term. */
      income: amount,
      /** 1 if the principal is to be reinvested. */
      renew: integer,
      /** The purchase whose principal it renews; null for a user's own purchase. */
      renews: optional(integer),
      /** Null while it is held. */
      outcome: optional(textOf<FinancialEnded['end']>()),
      endedAt: optional(integer),
      /** Day (GMT+8, by `dayOf`) of the return of the principal; null for cancelled purchases. */
      returnsOn: optional(integer),
      /** Rejection code that prevented the renewal. */
      notRenewed: optional(text),
      position: integer,
    },
    key: ['id'],
    indexes: {
      financial_purchases_of_user: ['userId', 'id'],
      financial_purchases_by_day: ['userId', 'returnsOn'],
    },
    fixed: [...FIXED, 'annualRatePpb', 'renews'],
    shared: ['product', 'asset', 'termDays', 'annualRatePpb', 'outcome'],
    kept: ({ outcome }) => outcome === null,
  }),
  miningPurchases: table('mining_purchases', {
    columns: {
      ...PURCHASE,
      incomeAsset: text,
      termDays: integer,
      dailyRatePpb: integer,
      payout: textOf<MiningPayout>(),
      boughtAt: integer,
      startsAt: integer,
      expiresAt: integer,
      /** Income of one day, units of `incomeAsset`. */
      income: amount,
      /** Number of paid incomes, for daily payouts. */
      incomesPaid: integer,
      /** Due time of the end; null while it is held. */
      endedAt: optional(integer),
      position: integer,
    },
    key: ['id'],
    indexes: { mining_purchases_of_user: ['userId', 'id'], mining_purchases_by_term: ['userId', 'expiresAt'] },
    fixed: [...FIXED, 'incomeAsset', 'dailyRatePpb', 'payout'],
    shared: ['product', 'asset', 'incomeAsset', 'termDays', 'dailyRatePpb', 'payout'],
    kept: ({ endedAt }) => endedAt === null,
  }),
};

export type FinancialPurchaseRow = RowOf<typeof EARN_TABLES.financialPurchases>;
export type MiningPurchaseRow = RowOf<typeof EARN_TABLES.miningPurchases>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    earn: typeof EARN_TABLES;
  }
}
