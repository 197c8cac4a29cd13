/** Conversions and small balances, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { convertSnapshotRows } from './snapshot';
import { convertCommands, convertEvents, convertRejectionUnits } from './product';
import { createConvertState } from './state';

export const convert = {
  commands: convertCommands,
  events: convertEvents,
  snapshotRows: convertSnapshotRows,
  rejectionUnits: convertRejectionUnits,
  states: (): Pick<ProductStates, 'convert'> => ({ convert: createConvertState() }),
} satisfies Part;
