import { REFERRAL_STAFF_ROUTES as REFERRAL } from '../../../../shared/products/referral/wire';
import { act } from '../../../features/admin/staff-acts';

export const REFERRAL_STAFF_ENDPOINTS = [act(REFERRAL.setReferralTerms, 'SetReferralTerms')];
