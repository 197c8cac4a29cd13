/** What the core keeps to pay rebates: the rates, and the fees of invited people on days that are not paid yet. */
import { createOrderedIds, type OrderedIds } from '../../../core/fees/ordered-ids';
import type { ReferralRates } from './commands';

export interface ReferralTable extends ReferralRates {
  from: number;
}

export interface ReferralDay {
  /** Those that were in effect when it began. */
  rates: ReferralRates;
  /** Units by asset, by who paid them. */
  fees: Map<number, Map<string, bigint>>;
  /** Who is in it, in order. Follows from the fees. */
  payers: OrderedIds;
}

export interface ReferralState {
  /** By the time from which they are in effect: the present one and those to come. Without any, nothing is counted. */
  tables: ReferralTable[];
  /** What one of staff has proposed, and nobody has seconded. */
  proposed: (ReferralRates & { from: number | null; by: number }) | null;
  /** By day (GMT+8): today, and those of which something is still owed. */
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
