/** Fee levels: rows of their commands and events, and the due items at the end of a day. */
import { dayStart } from '../../../shared/rules/days';
import { monthOnly, type CommandRow, type DueWork, type EventRow, type DueItem, type Part } from '../product';
import { twoPersonRule } from '../staff/rule';
import type { ProductStates } from '../state';
import type { FeesCommand } from './commands';
import { CloseFeeDay, SetFeeLevels, SetFeeTiers } from './commands';
import { decideCloseFeeDay, decideSetFeeLevels, decideSetFeeTiers } from './decide-fees';
import type { FeesEvent } from './events';
import { FeeDayClosed, FeeLevelSet, FeeLevelsReckoned, FeeTiersSet } from './events';
import { closeDay, endSlice, setLevel, setTiers } from './evolve';
import { feesSnapshotRows } from './snapshot';
import { feeTiersApproval } from './staff-rules';
import { createFeesState, FEE_PRODUCTS, type FeeProduct } from './state';

const feesCommands: { [T in FeesCommand['type']]: CommandRow<Extract<FeesCommand, { type: T }>> } = {
  SetFeeTiers: {
    about: 'Sets the 30-day volume that each fee level of a product requires, in BTC.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', feeTiersApproval),
    message: SetFeeTiers,
    idempotencyRetention: monthOnly,
    decide: decideSetFeeTiers,
  },
  CloseFeeDay: {
    about: 'Closes a GMT+8 day for fee levels and fixes the value of one BTC.',
    allowedActors: ['clock'],
    message: CloseFeeDay,
    idempotencyRetention: null,
    decide: decideCloseFeeDay,
  },
  SetFeeLevels: {
    about: 'Recomputes fee levels from closed days, some members at a time.',
    allowedActors: ['clock'],
    message: SetFeeLevels,
    idempotencyRetention: null,
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
 * If a product has levels, its day is closed at 00:00 GMT+8, before any decision of the next day; levels are calculated between commands.
 * Missed days are closed one after the other, each calculated from the volumes until then.
 */
const feesDueWork: readonly DueWork[] = [
  {
    kind: 'fee_days',
    urgency: 'urgent',
    place: 140,
    next({ fees }) {
      return earliestDue((product) => {
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
      return earliestDue((product) => {
        const { open, reckoned: lastCalculatedDay } = fees[product];
        if (open === null || lastCalculatedDay + 1 === open) return null;
        return { dueAt: dayStart(lastCalculatedDay + 2), command: { type: 'SetFeeLevels', product } };
      });
    },
  },
];

/** Returns the earliest due item; on equal times, the first product in the list. */
function earliestDue(dueItemOf: (product: FeeProduct) => Omit<DueItem, 'id'> | null): DueItem | null {
  let found: DueItem | null = null;
  for (const [id, product] of FEE_PRODUCTS.entries()) {
    const next = dueItemOf(product);
    if (next !== null && (found === null || next.dueAt < found.dueAt)) found = { ...next, id };
  }
  return found;
}

export const fees = {
  commands: feesCommands,
  events: feesEvents,
  snapshotRows: feesSnapshotRows,
  dueWork: feesDueWork,
  states: (): Pick<ProductStates, 'fees'> => ({ fees: createFeesState() }),
} satisfies Part;
