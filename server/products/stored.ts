/**
 * Stored tables and projections of all products. Separate from `all.ts`, because the projector's thread loads no
 * request schemas.
 */
import type { Projection } from '../views/stored/projection';
import { conversionsProjection } from './convert/stored/projections';
import { CONVERT_TABLES } from './convert/stored/tables';
import { financialProjection, miningProjection } from './earn/stored/projections';
import { EARN_TABLES } from './earn/stored/tables';
import { optionContractsProjection } from './option/stored/contracts';
import { OPTION_TABLES } from './option/stored/tables';
import { insuranceProjection } from './perpetual/stored/insurance';
import { liquidationsProjection } from './perpetual/stored/liquidations';
import { markCandlesProjection } from './perpetual/stored/mark-candles';
import { contractMarketsProjection } from './perpetual/stored/marks';
import { contractOrdersProjection } from './perpetual/stored/orders';
import { contractPositionsProjection } from './perpetual/stored/positions';
import { contractStopsProjection } from './perpetual/stored/stops';
import { PERPETUAL_TABLES } from './perpetual/stored/tables';
import { rebatesProjection } from './referral/stored/rebates';
import { REFERRAL_TABLES } from './referral/stored/tables';
import { robotsProjection } from './robot/stored/robots';
import { ROBOT_TABLES } from './robot/stored/tables';
import { walletProjection } from './wallet/stored/projection';

export const PRODUCT_TABLES = {
  ...PERPETUAL_TABLES,
  ...OPTION_TABLES,
  ...REFERRAL_TABLES,
  ...EARN_TABLES,
  ...ROBOT_TABLES,
  ...CONVERT_TABLES,
};

/** Later projections read rows of earlier ones: an order's closing, a market's settlement. */
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
  conversionsProjection,
  walletProjection,
];
