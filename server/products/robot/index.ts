/** The grid robot. */
import { product } from '../product';
import { robotsProjection } from './stored/robots';

export const ROBOT = product({
  projections: [robotsProjection],
});
