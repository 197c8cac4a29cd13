/** Second contracts, as one row of the core. */
import { positionOf } from '../../../core/event';
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { notePublication } from './evolve';
import { optionLines } from './lines';
import { optionCommands, optionEvents, optionRefusals } from './product';
import { optionDebts } from './settle';
import { createOptionsState } from './state';

export const option = {
  commands: optionCommands,
  events: optionEvents,
  follows: {
    IndexPublished(state, { prices }, batch) {
      for (const { symbol, price, sources } of prices) {
        notePublication(state, symbol, { price, at: batch.at, batch: positionOf(batch), sources });
      }
    },
  },
  lines: optionLines,
  debts: optionDebts,
  refusals: optionRefusals,
  states: (): Pick<ProductStates, 'options'> => ({ options: createOptionsState() }),
} satisfies Part;
