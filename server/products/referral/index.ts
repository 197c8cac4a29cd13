/** Rebates of invitations. */
import { product } from '../product';
import { rebatesProjection } from './stored/rebates';

export const REFERRAL = product({
  projections: [rebatesProjection],
});
