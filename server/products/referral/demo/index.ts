/** Rebates in the demo. */
import type { ProductDemo } from '../../../demo/product-demo';

/** A fifth of the fees to the inviter, a twentieth to the inviter's inviter. */
const RATES = { level1Ppb: 200_000_000, level2Ppb: 50_000_000 } as const;

export const REFERRAL_DEMO: ProductDemo = {
  /** Rates set by staff stay unchanged. */
  async offer({ act, state }) {
    if (state().referral.tables.length > 0) return;
    await act('SetReferralTerms', { ...RATES, reason: 'the demo begins' }, 'demo-referral');
  },
};
