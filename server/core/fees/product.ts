/** Levels of fees: what they need, when a day is over, and what follows from it. */
import { dayStart } from '../../../shared/rules/days';
import { nothingOpen, type CommandRow, type Debt, type EventRow, type OwedNext, type Part } from '../product';
import { takesTwo } from '../staff/rule';
import type { ProductStates } from '../state';
import type { FeesCommand } from './commands';
import { CloseFeeDay, SetFeeLevels, SetFeeTiers } from './commands';
import { decideCloseFeeDay, decideSetFeeLevels, decideSetFeeTiers } from './decide-fees';
import type { FeesEvent } from './events';
import { FeeDayClosed, FeeLevelSet, FeeLevelsReckoned, FeeTiersSet } from './events';
import { closeDay, endSlice, setLevel, setTiers } from './evolve';
import { feesLines } from './lines';
import { changesFeeTiers } from './staff-rules';
import { createFeesState, FEE_PRODUCTS, type FeeProduct } from './state';

const feesCommands: { [T in FeesCommand['type']]: CommandRow<Extract<FeesCommand, { type: T }>> } = {
  SetFeeTiers: {
    about: 'Sets the 30-day volume that each fee level of a product requires, in BTC.',
    senders: ['admin'],
    staff: takesTwo(changesFeeTiers),
    message: SetFeeTiers,
    lasting: nothingOpen,
    decide: decideSetFeeTiers,
  },
  CloseFeeDay: {
    about: 'Closes a GMT+8 day for fee levels and fixes the value of one BTC.',
    senders: ['clock'],
    message: CloseFeeDay,
    lasting: null,
    decide: decideCloseFeeDay,
  },
  SetFeeLevels: {
    about: 'Recomputes fee levels from closed days, some members at a time.',
    senders: ['clock'],
    message: SetFeeLevels,
    lasting: null,
    decide: decideSetFeeLevels,
  },
};

const feesEvents: { [T in FeesEvent['type']]: EventRow<Extract<FeesEvent, { type: T }>> } = {
  FeeTiersSet: {
    about: 'The 30-day volume that each fee level of a product requires, from `from` on.',
    message: FeeTiersSet,
    evolve: setTiers,
  },
  FeeDayClosed: {
    about: 'A GMT+8 day is closed for fee levels; `price` values its volume.',
    message: FeeDayClosed,
    evolve: closeDay,
  },
  FeeLevelSet: {
    about: 'Fee level or volume of a member changed after a closed day.',
    message: FeeLevelSet,
    evolve: setLevel,
  },
  FeeLevelsReckoned: {
    about: 'Fee levels of a day are computed for all members up to `through`; absent: for all.',
    message: FeeLevelsReckoned,
    evolve: endSlice,
  },
};

/**
 * Once levels of a product are set its day is closed at 00:00 GMT+8, before anything of the next day is decided; the levels that
 * follow are reckoned between commands. Days missed are closed one after the other, and reckoned each from what was traded until
 * then.
 */
const feesDebts: readonly Debt[] = [
  {
    kind: 'fee_days',
    urgency: 'urgent',
    place: 140,
    next({ fees }) {
      return earliest((product) => {
        const { open } = fees[product];
        return open === null ? null : { dueAt: dayStart(open + 1), command: { type: 'CloseFeeDay', product } };
      });
    },
  },
  {
    kind: 'fee_levels',
    urgency: 'scheduled',
    place: 141,
    next({ fees }) {
      return earliest((product) => {
        const { open, reckoned } = fees[product];
        if (open === null || reckoned + 1 === open) return null;
        return { dueAt: dayStart(reckoned + 2), command: { type: 'SetFeeLevels', product } };
      });
    },
  },
];

/** Of one moment the product that stands first. */
function earliest(owed: (product: FeeProduct) => Omit<OwedNext, 'id'> | null): OwedNext | null {
  let found: OwedNext | null = null;
  for (const [id, product] of FEE_PRODUCTS.entries()) {
    const next = owed(product);
    if (next !== null && (found === null || next.dueAt < found.dueAt)) found = { ...next, id };
  }
  return found;
}

export const fees = {
  commands: feesCommands,
  events: feesEvents,
  lines: feesLines,
  debts: feesDebts,
  states: (): Pick<ProductStates, 'fees'> => ({ fees: createFeesState() }),
} satisfies Part;
