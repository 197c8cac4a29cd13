/** Timers, as one row of the core. */
import { firstRanked } from '../../../core/indexes/ranked-ids';
import { monthOnly, type CommandRow, type EventRow, type Part } from '../../../core/product';
import { changeOf, twoPersonRule } from '../../../core/staff/rule';
import type { ProductStates } from '../../../core/state';
import { RingTimer, SetTimerTerms, StartTimer, type SampleCommand } from './commands';
import { decideRing, decideSetTerms, decideStart } from './decide';
import { TimerRung, TimerStarted, TimerTermsSet, type SampleEvent } from './events';
import { noteIndex, ring, setTerms, start } from './evolve';
import { sampleSnapshotRows } from './snapshot';
import { createTimersState } from './state';

const commands: { [T in SampleCommand['type']]: CommandRow<Extract<SampleCommand, { type: T }>> } = {
  SetTimerTerms: {
    about: 'Sets the price of a timer.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', ({ timers: { price } }, command) => ({
      subject: 'timers',
      ...changeOf({ price }, command),
    })),
    message: SetTimerTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetTerms,
  },
  StartTimer: {
    about: 'Starts a timer for a price.',
    allowedActors: ['user'],
    message: StartTimer,
    staffForbidden: true,
    idempotencyRetention: ({ timers }, timer) => timers.running.has(timer),
    decide: decideStart,
  },
  RingTimer: {
    about: 'Ends a timer at its time.',
    allowedActors: ['clock'],
    message: RingTimer,
    idempotencyRetention: null,
    decide: decideRing,
  },
};

const events: { [T in SampleEvent['type']]: EventRow<Extract<SampleEvent, { type: T }>> } = {
  TimerTermsSet: { about: 'Price of a timer, from now on.', message: TimerTermsSet, evolve: setTerms },
  TimerStarted: {
    about: 'A timer was started and paid for.',
    message: TimerStarted,
    evolve: start,
    createdId: ({ timer }) => timer,
  },
  TimerRung: { about: 'A timer rang.', message: TimerRung, evolve: (state, event) => void ring(state, event) },
};

export const sample = {
  commands,
  events,
  foreignEvents: { IndexPublished: (state, event) => void noteIndex(state, event) },
  snapshotRows: sampleSnapshotRows,
  dueWork: [
    {
      kind: 'timers',
      urgency: 'scheduled',
      place: 300,
      next({ timers }) {
        const first = firstRanked(timers.due);
        return first && { dueAt: first.rank, id: first.id, command: { type: 'RingTimer', timer: first.id } };
      },
    },
  ],
  rejectionUnits: { 'timer.price.changed': { price: 'asset' } },
  states: (): Pick<ProductStates, 'timers'> => ({ timers: createTimersState() }),
} satisfies Part;
