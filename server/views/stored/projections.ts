import { candlesProjection } from './candles';
import { financialProjection, miningProjection } from '../../products/earn/stored/projections';
import { frozenFundsProjection } from './frozen-funds';
import { recordsProjection } from './ledger';
import { listingsProjection } from './listings';
import { optionContractsProjection } from '../../products/option/stored/contracts';
import { ordersProjection } from './orders';
import { insuranceProjection } from '../../products/perpetual/stored/insurance';
import { liquidationsProjection } from '../../products/perpetual/stored/liquidations';
import { markCandlesProjection } from '../../products/perpetual/stored/mark-candles';
import { contractMarketsProjection } from '../../products/perpetual/stored/marks';
import { contractOrdersProjection } from '../../products/perpetual/stored/orders';
import { contractPositionsProjection } from '../../products/perpetual/stored/positions';
import { contractStopsProjection } from '../../products/perpetual/stored/stops';
import { stepOf, type Projection, type Step } from './projection';
import type { ModelName } from './tables';
import { rebatesProjection } from '../../products/referral/stored/rebates';
import { robotsProjection } from '../../products/robot/stored/robots';
import { tradesProjection } from './trades';
import { walletProjection } from '../../products/wallet/stored/projection';

/** All of them, by database. To add one: its tables in `tables.ts`, its file, its place here. */
export const PROJECTIONS: { readonly [Name in ModelName]: readonly Projection[] } = {
  views: [
    listingsProjection,
    ordersProjection,
    tradesProjection,
    recordsProjection,
    candlesProjection,
    walletProjection,
    frozenFundsProjection,
    // Later ones read what those before them have written: of an order how it closes, of a market how it is reckoned.
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
  ],
  records: [recordsProjection],
};

interface Steps {
  reads: Step;
  writes: Step;
}

/** The two steps of writing a group, of all projections of a database at once. */
export const STEPS: { readonly [Name in ModelName]: Steps } = {
  views: stepsOf(PROJECTIONS.views),
  records: stepsOf(PROJECTIONS.records),
};

function stepsOf(projections: readonly Projection[]): Steps {
  return {
    reads: stepOf(projections.map(({ reads }) => reads)),
    writes: stepOf(projections.map(({ writes }) => writes)),
  };
}
