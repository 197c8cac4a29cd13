/** State of rebates: the rates, and the fees of invited users on days that are not paid yet. */
import { createOrderedIds, type OrderedIds } from '../../../core/fees/ordered-ids';
import type { ReferralRates } from './commands';

export interface ReferralTable extends ReferralRates {
  from: number;
}

export interface ReferralDay {
  /** The rates in effect when the day began. */
  rates: ReferralRates;
  /** Units by asset, keyed by payer. */
  fees: Map<number, Map<string, bigint>>;
  /** Users with fees on this day, by id. Derived from the fees. */
  payers: OrderedIds;
}

export interface ReferralState {
  /** Ordered by start: the current rates and scheduled ones. Without rates nothing is counted. */
  tables: ReferralTable[];
  /** Rates proposed by one staff member and awaiting a second. */
  proposed: (ReferralRates & { from: number | null; by: number }) | null;
  /** By day (GMT+8): today, and days with unpaid rebates. */
  days: Map<number, ReferralDay>;
}

export function createReferralState(): ReferralState {
  return { tables: [], proposed: null, days: new Map() };
}

export function createReferralDay({ level1Ppb, level2Ppb }: ReferralRates): ReferralDay {
  return { rates: { level1Ppb, level2Ppb }, fees: new Map(), payers: createOrderedIds() };
}

declare module '../../../core/state' {
  interface ProductStates {
    referral: ReferralState;
  }
}
