/** Perpetuals, as one row of the core. */
import type { Part } from '../../../core/product';
import type { CoreState, ProductStates } from '../../../core/state';
import { closeOutLines } from './closing/lines';
import { closeOutCommands, closeOutDebts, closeOutEvents } from './closing/product';
import { createCloseOutState } from './closing/state';
import { noteRankings } from './deleveraging/rankings';
import { marketEndCommands, marketEndDebts, marketEndEvents } from './expiry/product';
import { fundingAhead, fundingCommands, fundingDebts, fundingEvents } from './funding/product';
import { perpetualLines } from './lines';
import { noteCross } from './liquidation/cross-found';
import { crossLiquidationCommands, crossLiquidationEvents } from './liquidation/cross-product';
import { liquidationDebts } from './liquidation/due';
import { liquidationLines } from './liquidation/lines';
import { liquidationCommands, liquidationEvents } from './liquidation/product';
import { createLiquidationState } from './liquidation/state';
import { locksLines } from './locks/lines';
import { lockCommands, lockDebts, lockEvents } from './locks/product';
import { createLocksState } from './locks/state';
import { crossEvents } from './margin/cross-product';
import { marksLines } from './marks/lines';
import { marksEvents } from './marks/product';
import { marksAfter } from './marks/publish';
import { createMarksState } from './marks/state';
import { NOTHING, recount } from './orders/ordered';
import { perpetualCommands, perpetualDebts, perpetualEvents, perpetualRefusals } from './product';
import { createPerpetualState } from './state';
import { stopsLines } from './stops/lines';
import { stopCommands, stopDebts, stopEvents } from './stops/product';
import { createStopsState } from './stops/state';
import { termsCommands, termsDebts, termsEvents } from './terms/product';

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
  adds: { PublishIndex: marksAfter },
  lines: [...perpetualLines, ...marksLines, ...locksLines, ...liquidationLines, ...stopsLines, ...closeOutLines],
  debts: [
    ...stopDebts,
    ...liquidationDebts,
    ...closeOutDebts,
    ...perpetualDebts,
    ...termsDebts,
    ...fundingDebts,
    ...marketEndDebts,
    ...lockDebts,
  ],
  derive: [noteCross, noteRankings],
  restored: countOrders,
  ahead: [fundingAhead],
  refusals: perpetualRefusals,
  states: (): States => ({
    perpetual: createPerpetualState(),
    marks: createMarksState(),
    locks: createLocksState(),
    liquidations: createLiquidationState(),
    stops: createStopsState(),
    closeOut: createCloseOutState(),
  }),
} satisfies Part;

/** Sums of open orders follow from the orders. */
function countOrders(state: CoreState): void {
  for (const order of state.orders.values()) if (order.contract) recount(state, order, NOTHING);
}
