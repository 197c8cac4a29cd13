/** Second contracts. */
import { product } from '../product';
import { optionContractsProjection } from './stored/contracts';

export const OPTION = product({
  projections: [optionContractsProjection],
});
