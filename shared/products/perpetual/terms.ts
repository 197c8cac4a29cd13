/** Terms of perpetual contracts in staff calls. */
import { z } from 'zod';
import { clientId, decimal, epochMs, marketName, reason } from '../../wire/fields';

const ppb = z.int().min(0).max(1_000_000_000);

/**
 * Tiers from the lowest up: the larger a position, the lower its highest leverage and the higher its required cover.
 */
export const riskTierList = z
  .array(z.strictObject({ cap: decimal, leverageMax: z.int().min(1).max(1_000), ratePpb: ppb }))
  .min(1)
  .max(32);

/** An absent field keeps its value. Tighter tiers apply to positions 24 hours later than to new orders. */
export const changePerpetualTermsRequest = z.strictObject({
  clientId,
  market: marketName,
  /** Absent: immediately. */
  from: epochMs.optional(),
  reason,
  tiers: riskTierList.optional(),
  fundingCapPpb: ppb.optional(),
  openInterestMax: decimal.optional(),
  impactNotional: decimal.optional(),
});
