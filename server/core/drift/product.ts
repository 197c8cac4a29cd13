/** The stop of all withdrawals while the ledger and what should agree with it do not. */
import { nothingOpen, type CommandRow, type EventRow, type Part } from '../product';
import type { ProductStates } from '../state';
import type { DriftCommand } from './commands';
import { LiftWithdrawals, StopWithdrawals } from './commands';
import { decideLiftWithdrawals, decideStopWithdrawals } from './decide-drift';
import type { DriftEvent } from './events';
import { WithdrawalsLifted, WithdrawalsStopped } from './events';
import { driftLines } from './lines';
import { liftRule } from './staff-rules';
import { createDriftState, liftIn, stopBy } from './state';

const driftCommands: { [T in DriftCommand['type']]: CommandRow<Extract<DriftCommand, { type: T }>> } = {
  StopWithdrawals: {
    about: 'Stops all withdrawals because of a confirmed difference between the ledger and another source.',
    senders: ['sentinel'],
    message: StopWithdrawals,
    lasting: nothingOpen,
    decide: decideStopWithdrawals,
  },
  LiftWithdrawals: {
    about: 'Marks differences as examined; withdrawals continue when none is left.',
    senders: ['admin'],
    staff: liftRule,
    message: LiftWithdrawals,
    lasting: nothingOpen,
    decide: decideLiftWithdrawals,
  },
};

const driftEvents: { [T in DriftEvent['type']]: EventRow<Extract<DriftEvent, { type: T }>> } = {
  WithdrawalsStopped: {
    about: 'A confirmed difference stops new withdrawals; payments handed to a chain before are followed to their end.',
    message: WithdrawalsStopped,
    evolve({ drift }, { type: _, difference: id, ...facts }, { at }) {
      stopBy(drift, { id, ...facts, at });
      drift.next = id + 1;
    },
    made: ({ difference }) => difference,
  },
  WithdrawalsLifted: {
    about: 'Differences up to this number are examined; withdrawals continue when none is left.',
    message: WithdrawalsLifted,
    evolve({ drift }, { upTo }) {
      liftIn(drift, upTo);
    },
  },
};

export const drift = {
  commands: driftCommands,
  events: driftEvents,
  lines: driftLines,
  states: (): Pick<ProductStates, 'drift'> => ({ drift: createDriftState() }),
} satisfies Part;
