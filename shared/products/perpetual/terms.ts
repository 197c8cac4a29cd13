/** Terms of perpetual contracts as staff name them. */
import { z } from 'zod';
import { clientId, decimal, epochMs, marketName, reason } from '../../wire/fields';

const ppb = z.int().min(0).max(1_000_000_000);

/** Tiers from the lowest on: the larger a position, the lower its highest leverage and the more of it stays covered. */
export const riskTierList = z
  .array(z.strictObject({ cap: decimal, leverageMax: z.int().min(1).max(1_000), ratePpb: ppb }))
  .min(1)
  .max(32);

/** What is absent stays as it is. Where tiers get tighter, positions follow 24 hours behind new orders. */
export const changePerpetualTermsRequest = z.strictObject({
  clientId,
  market: marketName,
  /** Absent: at once. */
  from: epochMs.optional(),
  reason,
  tiers: riskTierList.optional(),
  fundingCapPpb: ppb.optional(),
  openInterestMax: decimal.optional(),
  impactNotional: decimal.optional(),
});
