import { candlesProjection } from './candles';
import { frozenFundsProjection } from './frozen-funds';
import { recordsProjection } from './ledger';
import { listingsProjection } from './listings';
import { ordersProjection } from './orders';
import { PRODUCT_PROJECTIONS } from '../../products/stored';
import { stepOf, type Projection, type Step } from './projection';
import type { ModelName } from './tables';
import { tradesProjection } from './trades';

/** All projections by database. Those of products are in a separate list. */
export const PROJECTIONS: { readonly [Name in ModelName]: readonly Projection[] } = {
  views: [
    listingsProjection,
    ordersProjection,
    tradesProjection,
    recordsProjection,
    candlesProjection,
    frozenFundsProjection,
    ...PRODUCT_PROJECTIONS,
  ],
  records: [recordsProjection],
};

interface Steps {
  reads: Step;
  writes: Step;
}

/** The two steps of writing a group, for all projections of a database. */
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
