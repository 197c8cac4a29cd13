/** Mining: a coin is staked for a term, and brings an income by the day. Rates are parts per billion a day. */
import type { EarnSale, FinancialHolding } from './financial';

export interface MiningProduct {
  /** By which commands name it. */
  product: string;
  name: string;
  /** Staked, and what income is paid in; how many decimals their amounts have. */
  asset: string;
  scale: number;
  incomeAsset: string;
  incomeScale: number;
  termDays: number;
  dailyRatePpb: number;
  payout: 'daily' | 'end';
  /** To the inviter: a part of the principal, once, or of each income; null: none. */
  rebate: { type: 'purchase' | 'income'; ratioPpb: number } | null;
  quota: string;
  remaining: string;
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: string;
  amountMax: string;
  state: EarnSale;
}

export interface MiningHolding {
  purchase: string;
  product: string;
  name: string;
  asset: string;
  amount: string;
  incomeAsset: string;
  /** As bought. */
  termDays: number;
  dailyRatePpb: number;
  payout: 'daily' | 'end';
  /** Fixed at the purchase. */
  incomeADay: string;
  boughtAt: number;
  /** The full hour from which the allocation is in progress. */
  allocatingFrom: number;
  startsAt: number;
  /** When the principal goes back. */
  expiresAt: number;
  /** Null when nothing more is to come. */
  nextPayoutAt: number | null;
  /** Of the whole term, and what of it has been paid. */
  expected: string;
  generated: string;
  status: 'participated' | 'allocating' | 'mining' | 'ended';
}

/** Snapshot of the private channel `earn`: what is held. */
export interface EarnHoldings {
  position: number;
  financial: FinancialHolding[];
  mining: MiningHolding[];
}

/** What one batch did: purchases as they are after it, also those that it ended, which are held no more. */
export interface EarnUpdate extends EarnHoldings {
  at: number;
}

/** As pushes of private channels are. */
export interface EarnPush {
  from: number;
  to: number;
  at: number;
  updates: EarnUpdate[];
}
