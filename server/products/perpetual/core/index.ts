/** Perpetuals, as one row of the core. */
import type { Part } from '../../../core/product';
import type { CoreState, ProductStates } from '../../../core/state';
import { closeOutSnapshotRows } from './closing/snapshot';
import { closeOutCommands, closeOutDueWork, closeOutEvents } from './closing/product';
import { createCloseOutState } from './closing/state';
import { updateRankings } from './deleveraging/rankings';
import { marketEndCommands, marketEndDueWork, marketEndEvents } from './expiry/product';
import { fundingPrerequisites, fundingCommands, fundingDueWork, fundingEvents } from './funding/product';
import { perpetualSnapshotRows } from './snapshot';
import { checkMarkedAccounts } from './liquidation/cross-liquidation-queue';
import { crossLiquidationCommands, crossLiquidationEvents } from './liquidation/cross-product';
import { liquidationDueWork } from './liquidation/due-liquidations';
import { liquidationSnapshotRows } from './liquidation/snapshot';
import { liquidationCommands, liquidationEvents } from './liquidation/product';
import { createLiquidationState } from './liquidation/state';
import { locksSnapshotRows } from './locks/snapshot';
import { lockCommands, lockDueWork, lockEvents } from './locks/product';
import { createLocksState } from './locks/state';
import { crossEvents } from './margin/cross-product';
import { marksSnapshotRows } from './marks/snapshot';
import { marksEvents } from './marks/product';
import { marksAfter } from './marks/publish';
import { createMarksState } from './marks/state';
import { NO_CONTRIBUTION, updateOrderSums } from './orders/open-order-sums';
import { perpetualCommands, perpetualDueWork, perpetualEvents, perpetualRejectionUnits } from './product';
import { createPerpetualState } from './state';
import { stopsSnapshotRows } from './stops/snapshot';
import { stopCommands, stopDueWork, stopEvents } from './stops/product';
import { createStopsState } from './stops/state';
import { termsCommands, termsDueWork, termsEvents } from './terms/product';

type States = Pick<ProductStates, 'perpetual' | 'marks' | 'locks' | 'liquidations' | 'stops' | 'closeOut'>;

export const perpetual = {
  commands: {
    ...perpetualCommands,
    ...fundingCommands,
    ...lockCommands,
    ...termsCommands,
    ...liquidationCommands,
    ...crossLiquidationCommands,
    ...marketEndCommands,
    ...stopCommands,
    ...closeOutCommands,
  },
  events: {
    ...perpetualEvents,
    ...marksEvents,
    ...fundingEvents,
    ...lockEvents,
    ...termsEvents,
    ...liquidationEvents,
    ...marketEndEvents,
    ...stopEvents,
    ...closeOutEvents,
    ...crossEvents,
    ...crossLiquidationEvents,
  },
  extraEvents: { PublishIndex: marksAfter },
  snapshotRows: [
    ...perpetualSnapshotRows,
    ...marksSnapshotRows,
    ...locksSnapshotRows,
    ...liquidationSnapshotRows,
    ...stopsSnapshotRows,
    ...closeOutSnapshotRows,
  ],
  dueWork: [
    ...stopDueWork,
    ...liquidationDueWork,
    ...closeOutDueWork,
    ...perpetualDueWork,
    ...termsDueWork,
    ...fundingDueWork,
    ...marketEndDueWork,
    ...lockDueWork,
  ],
  derive: [checkMarkedAccounts, updateRankings],
  afterRestore: countOrders,
  prerequisites: [fundingPrerequisites],
  rejectionUnits: perpetualRejectionUnits,
  states: (): States => ({
    perpetual: createPerpetualState(),
    marks: createMarksState(),
    locks: createLocksState(),
    liquidations: createLiquidationState(),
    stops: createStopsState(),
    closeOut: createCloseOutState(),
  }),
} satisfies Part;

/** Sums of open orders are derived from the orders. */
function countOrders(state: CoreState): void {
  for (const order of state.orders.values()) if (order.contract) updateOrderSums(state, order, NO_CONTRIBUTION);
}
