/** Running timers of the user, folded from the private channel. */
import { useSelector } from 'react-redux';
import type { RunningTimers, Timer, TimerPush } from '../../../../../shared/products/sample/wire';
import { createChannel, type ChannelState } from '../../../kit/stream/channel';
import { useInterest } from '../../../kit/stream/interest';
import { afterPush } from '../../../kit/stream/private-push';
import { keyOf } from '../../../kit/stream/stream-events';

interface Known {
  /** Journal position up to which everything is known. */
  seq: number | null;
  /** Position of the latest change; null before the first snapshot. */
  position: number | null;
  timers: readonly Timer[];
}

const TOPIC = keyOf({ channel: 'timer' });

export const timersSlice = createChannel<'timers', Known, RunningTimers, TimerPush>({
  name: 'timers',
  channel: 'timer',
  unknown: { seq: null, position: null, timers: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, timers }) => ({ seq: position, position, timers }),
  after: (known, push) =>
    afterPush(known, push, ({ seq, timers }, update) => ({
      ...{ seq, position: update.position },
      timers: [
        ...timers.filter((one) => !update.timers.some(({ timer }) => timer === one.timer)),
        ...update.timers.filter(({ rangAt }) => rangAt === null),
      ],
    })),
});

interface WithTimers {
  timers: ChannelState<Known, TimerPush>;
}

export const selectTimersPosition = (state: WithTimers) => timersSlice.select(state, TOPIC).position;

/** Undefined until the stream has told it. */
export function useRunningTimers(isLogin: boolean): readonly Timer[] | undefined {
  useInterest(isLogin ? { channel: 'timer' } : null);
  return useSelector((state: WithTimers) => {
    const { position, timers } = timersSlice.select(state, TOPIC);
    return position === null ? undefined : timers;
  });
}
