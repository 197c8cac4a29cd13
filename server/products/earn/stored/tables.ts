/** Tables of financial products and mining. As in the events: units of the asset, rates in parts of 10^9 a year or a day. */
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
      /** 1 when the principal is to be bought again. */
      renew: integer,
      /** The purchase whose principal it is; null of one that the user made. */
      renews: optional(integer),
      /** Null as long as it is held. */
      outcome: optional(textOf<FinancialEnded['end']>()),
      endedAt: optional(integer),
      /** The day (GMT+8, as `dayOf` counts) on which its principal goes back or went; null of what was taken back. */
      returnsOn: optional(integer),
      /** Code of what kept it from being bought again. */
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
      /** Incomes that were paid, of those that are paid day by day. */
      incomesPaid: integer,
      /** Time at which it was due; null as long as it is held. */
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
