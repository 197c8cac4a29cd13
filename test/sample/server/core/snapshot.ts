/** Timers in the canonical state. */
import { snapshotRowsOf, snapshotRow, type SnapshotRows } from '../../../core/product';
import { recordCodec, recordsRow } from '../../../core/snapshot/record-rows';
import { noteRunning } from './evolve';
import type { Timer, TimersState } from './state';

const TIMER = recordCodec<Timer>()('id', 'user', 'market', '#price', ['startedAt', 'ringsAt'], 'index');

const TIMERS: SnapshotRows<TimersState> = {
  next: snapshotRow<[is: 'timer-terms', next: number, price: string]>(
    'timer-terms',
    function* ({ timers }) {
      yield ['timer-terms', timers.next, `${timers.price}`];
    },
    ({ timers }, [, next, price]) => {
      timers.next = next;
      timers.price = BigInt(price);
    },
  ),
  price: 'with next',
  running: recordsRow('timer', ({ timers }) => timers.running, TIMER, {
    key: ({ id }) => id,
    note: ({ timers }, timer) => noteRunning(timers, timer),
  }),
  due: 'derived',
};

export const sampleSnapshotRows = snapshotRowsOf(TIMERS);
