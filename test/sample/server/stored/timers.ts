/** Timers from their start to their ring. */
import type { Projection } from '../../../views/stored/projection';

export const timersProjection: Projection = {
  name: 'timers',
  tables: ['timers'],
  reads: {
    TimerStarted: ({ timer }, { rows }) => rows.timers.markNew(timer),
    TimerRung: ({ timer }, { rows }) => rows.timers.prefetch(timer),
  },
  writes: {
    TimerStarted: ({ timer: id, user: userId, market, price: amount, ringsAt }, { rows, at: startedAt, position }) => {
      const timer = { id, userId, market, amount, startedAt, ringsAt };
      rows.timers.put({ ...timer, rangAt: null, indexPrice: null, position });
    },
    TimerRung: ({ timer, dueAt: rangAt, index: indexPrice = null }, { rows, position }) => {
      rows.timers.markChanged(Object.assign(rows.timers.get(timer), { rangAt, indexPrice, position }));
    },
  },
};
