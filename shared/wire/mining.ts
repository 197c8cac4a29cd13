/** Mining: a coin is staked for a term, and brings an income by the day. Rates are parts per billion a day. */
import { z } from 'zod';
import { assetName, decimal, epochMs, id } from './fields';
import { earnProductName, earnSale, financialHolding } from './financial';

export const miningPayout = z.enum(['daily', 'end']);

export const miningProduct = z.strictObject({
  /** By which commands name it. */
  product: earnProductName,
  name: z.string(),
  /** Staked, and what income is paid in; how many decimals their amounts have. */
  asset: assetName,
  scale: z.int(),
  incomeAsset: assetName,
  incomeScale: z.int(),
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** To the inviter: a part of the principal, once, or of each income; null: none. */
  rebate: z.strictObject({ type: z.enum(['purchase', 'income']), ratioPpb: z.int() }).nullable(),
  quota: decimal,
  remaining: decimal,
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: decimal,
  amountMax: decimal,
  state: earnSale,
});
export type MiningProduct = z.infer<typeof miningProduct>;

export const miningHolding = z.strictObject({
  purchase: id,
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  amount: decimal,
  incomeAsset: assetName,
  /** As bought. */
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** Fixed at the purchase. */
  incomeADay: decimal,
  boughtAt: epochMs,
  /** The full hour from which the allocation is in progress. */
  allocatingFrom: epochMs,
  startsAt: epochMs,
  /** When the principal goes back. */
  expiresAt: epochMs,
  /** Null when nothing more is to come. */
  nextPayoutAt: epochMs.nullable(),
  /** Of the whole term, and what of it has been paid. */
  expected: decimal,
  generated: decimal,
  status: z.enum(['participated', 'allocating', 'mining', 'ended']),
});
export type MiningHolding = z.infer<typeof miningHolding>;

/** Snapshot of the private channel `earn`: what is held. */
export const earnHoldings = z.strictObject({
  position: z.int().min(-1),
  financial: z.array(financialHolding),
  mining: z.array(miningHolding),
});
export type EarnHoldings = z.infer<typeof earnHoldings>;

/** What one batch did: purchases as they are after it, also those that it ended, which are held no more. */
export const earnUpdate = earnHoldings.extend({ at: z.int() });
export type EarnUpdate = z.infer<typeof earnUpdate>;

/** As pushes of private channels are. */
export const earnPush = z.strictObject({
  from: z.int().min(-1),
  to: z.int().min(-1),
  at: z.int(),
  updates: z.array(earnUpdate),
});
export type EarnPush = z.infer<typeof earnPush>;
