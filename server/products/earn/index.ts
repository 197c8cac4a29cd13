/** Financial products and mining. */
import { product } from '../product';
import { financialProjection, miningProjection } from './stored/projections';

export const EARN = product({
  projections: [financialProjection, miningProjection],
});
