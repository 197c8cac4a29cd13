/** Projections of all products. Apart from `all.ts`, because the projector's thread loads no schemas of requests. */
import type { Projection } from '../views/stored/projection';
import { financialProjection, miningProjection } from './earn/stored/projections';
import { optionContractsProjection } from './option/stored/contracts';
import { insuranceProjection } from './perpetual/stored/insurance';
import { liquidationsProjection } from './perpetual/stored/liquidations';
import { markCandlesProjection } from './perpetual/stored/mark-candles';
import { contractMarketsProjection } from './perpetual/stored/marks';
import { contractOrdersProjection } from './perpetual/stored/orders';
import { contractPositionsProjection } from './perpetual/stored/positions';
import { contractStopsProjection } from './perpetual/stored/stops';
import { rebatesProjection } from './referral/stored/rebates';
import { robotsProjection } from './robot/stored/robots';
import { walletProjection } from './wallet/stored/projection';

/** Later ones read what those before them have written: of an order how it closes, of a market how it is reckoned. */
export const PRODUCT_PROJECTIONS: readonly Projection[] = [
  contractMarketsProjection,
  contractOrdersProjection,
  contractPositionsProjection,
  contractStopsProjection,
  liquidationsProjection,
  insuranceProjection,
  markCandlesProjection,
  optionContractsProjection,
  rebatesProjection,
  financialProjection,
  miningProjection,
  robotsProjection,
  walletProjection,
];
