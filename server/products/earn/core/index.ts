/** Financial products and mining, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { earnSnapshotRows } from './snapshot';
import { earnCommands, earnDueWork, earnEvents, earnRejectionUnits } from './product';
import { createFinancialState, createMiningState } from './state';

export const earn = {
  commands: earnCommands,
  events: earnEvents,
  snapshotRows: earnSnapshotRows,
  dueWork: earnDueWork,
  rejectionUnits: earnRejectionUnits,
  states: (): Pick<ProductStates, 'financial' | 'mining'> => ({
    financial: createFinancialState(),
    mining: createMiningState(),
  }),
} satisfies Part;
