/** Acts of staff about rebates: from a request to a command. */
import type { SetReferralTermsRequest } from '../../../shared/products/referral/wire';
import type { StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetReferralTerms: SetReferralTermsRequest;
}

export const REFERRAL_STAFF: StaffConverters<Requests> = {
  SetReferralTerms: ({ clientId: _, ...terms }) => ({ type: 'SetReferralTerms', ...terms }),
};
