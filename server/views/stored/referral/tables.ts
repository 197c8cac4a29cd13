/** What is stored of rebates: units, and rates in parts of 10^9, as in the events. */
import type { Table } from '../table';

export interface ReferralRebateRow {
  userId: number;
  eventPosition: number;
  /** Who paid the fees. */
  source: number;
  level: number;
  /** As `dayOf` counts them: when the fees were paid. */
  day: number;
  asset: string;
  fee: bigint;
  ratePpb: number;
  amount: bigint;
  at: number;
  position: number;
}

/** What a user got for the fees of one day in one coin. */
export interface ReferralDayRow {
  userId: number;
  day: number;
  asset: string;
  level1: bigint;
  level2: bigint;
  rebates: number;
  position: number;
}

export interface ReferralTables {
  referralRebates: ReferralRebateRow;
  referralDays: ReferralDayRow;
}

export const REFERRAL_TABLES: { readonly [Name in keyof ReferralTables]: Table<ReferralTables[Name]> } = {
  referralRebates: {
    name: 'referral_rebates',
    key: ['userId', 'eventPosition'],
    shared: ['level', 'asset', 'ratePpb'],
    columns: {
      userId: 'integer',
      eventPosition: 'integer',
      source: 'integer',
      level: 'integer',
      day: 'integer',
      asset: 'text',
      fee: 'amount',
      ratePpb: 'integer',
      amount: 'amount',
      at: 'integer',
      position: 'integer',
    },
  },
  referralDays: {
    name: 'referral_days',
    key: ['userId', 'day', 'asset'],
    columns: {
      userId: 'integer',
      day: 'integer',
      asset: 'text',
      level1: 'total',
      level2: 'total',
      rebates: 'integer',
      position: 'integer',
    },
  },
};
