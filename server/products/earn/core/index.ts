/** Financial products and mining, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { earnLines } from './lines';
import { earnCommands, earnDebts, earnEvents, earnRefusals } from './product';
import { createFinancialState, createMiningState } from './state';

export const earn = {
  commands: earnCommands,
  events: earnEvents,
  lines: earnLines,
  debts: earnDebts,
  refusals: earnRefusals,
  states: (): Pick<ProductStates, 'financial' | 'mining'> => ({
    financial: createFinancialState(),
    mining: createMiningState(),
  }),
} satisfies Part;
