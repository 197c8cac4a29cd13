/** Second contracts, as one row of the core. */
import { positionOf } from '../../../core/event';
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { notePublication } from './evolve';
import { optionSnapshotRows } from './snapshot';
import { optionCommands, optionEvents, optionRejectionUnits } from './product';
import { optionDueWork } from './settle';
import { createOptionsState } from './state';

export const option = {
  commands: optionCommands,
  events: optionEvents,
  foreignEvents: {
    IndexPublished(state, { prices }, batch) {
      for (const { symbol, price, sources } of prices) {
        notePublication(state, symbol, { price, at: batch.at, batch: positionOf(batch), sources });
      }
    },
  },
  snapshotRows: optionSnapshotRows,
  dueWork: optionDueWork,
  rejectionUnits: optionRejectionUnits,
  states: (): Pick<ProductStates, 'options'> => ({ options: createOptionsState() }),
} satisfies Part;
