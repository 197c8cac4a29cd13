/** Tables of rebates: units, and rates in parts of 10^9, as in the events. */
import { amount, integer, table, text, total, type RowOf } from '../../../views/stored/rows/table';
export const REFERRAL_TABLES = {
  referralRebates: table('referral_rebates', {
    columns: {
      userId: integer,
      eventPosition: integer,
      /** The user who paid the fees. */
      source: integer,
      level: integer,
      /** Day number of `dayOf` for the payment of the fees. */
      day: integer,
      asset: text,
      fee: amount,
      ratePpb: integer,
      amount,
      at: integer,
      position: integer,
    },
    key: ['userId', 'eventPosition'],
    shared: ['level', 'asset', 'ratePpb'],
  }),
  /** A user's rebates for the fees of one day in one coin. */
  referralDays: table('referral_days', {
    columns: {
      userId: integer,
      day: integer,
      asset: text,
      level1: total,
      level2: total,
      rebates: integer,
      position: integer,
    },
    key: ['userId', 'day', 'asset'],
  }),
};

export type ReferralDayRow = RowOf<typeof REFERRAL_TABLES.referralDays>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    referral: typeof REFERRAL_TABLES;
  }
}
