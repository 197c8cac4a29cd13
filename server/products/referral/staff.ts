/** Converts staff requests about rebates to commands. */
import type { SetReferralTermsRequest } from '../../../shared/products/referral/wire';
import type { StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetReferralTerms: SetReferralTermsRequest;
}

export const REFERRAL_STAFF: StaffConverters<Requests> = {
  SetReferralTerms: ({ clientId: _, ...terms }) => ({ type: 'SetReferralTerms', ...terms }),
};
