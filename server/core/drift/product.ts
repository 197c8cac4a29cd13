/** The stop of all withdrawals while the ledger differs from an external counterpart. */
import { monthOnly, type CommandRow, type EventRow, type Part } from '../product';
import type { ProductStates } from '../state';
import type { DriftCommand } from './commands';
import { LiftWithdrawals, StopWithdrawals } from './commands';
import { decideLiftWithdrawals, decideStopWithdrawals } from './decide-drift';
import type { DriftEvent } from './events';
import { WithdrawalsLifted, WithdrawalsStopped } from './events';
import { driftSnapshotRows } from './snapshot';
import { liftRule } from './staff-rules';
import { createDriftState, liftDifferences, addDifference } from './state';

const driftCommands: { [T in DriftCommand['type']]: CommandRow<Extract<DriftCommand, { type: T }>> } = {
  StopWithdrawals: {
    about: 'Stops all withdrawals because of a confirmed difference between the ledger and another source.',
    allowedActors: ['sentinel'],
    message: StopWithdrawals,
    idempotencyRetention: monthOnly,
    decide: decideStopWithdrawals,
  },
  LiftWithdrawals: {
    about: 'Marks differences as examined; withdrawals continue when none is left.',
    allowedActors: ['admin'],
    staff: liftRule,
    message: LiftWithdrawals,
    idempotencyRetention: monthOnly,
    decide: decideLiftWithdrawals,
  },
};

const driftEvents: { [T in DriftEvent['type']]: EventRow<Extract<DriftEvent, { type: T }>> } = {
  WithdrawalsStopped: {
    about: 'A confirmed difference stops new withdrawals; payments handed to a chain before are followed to their end.',
    message: WithdrawalsStopped,
    evolve({ drift }, { type: _, difference: id, ...details }, { at }) {
      addDifference(drift, { id, ...details, at });
      drift.next = id + 1;
    },
    createdId: ({ difference }) => difference,
  },
  WithdrawalsLifted: {
    about: 'Differences up to this number are examined; withdrawals continue when none is left.',
    message: WithdrawalsLifted,
    evolve({ drift }, { upTo }) {
      liftDifferences(drift, upTo);
    },
  },
};

export const drift = {
  commands: driftCommands,
  events: driftEvents,
  snapshotRows: driftSnapshotRows,
  states: (): Pick<ProductStates, 'drift'> => ({ drift: createDriftState() }),
} satisfies Part;
