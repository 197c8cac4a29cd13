/** The user's active robots, from the private channel. */
import { useSelector } from 'react-redux';
import type { Robot, RobotPush, RunningRobots } from '../../../../../shared/products/robot/wire';
import { createChannel, type ChannelState } from '../../../kit/stream/channel';
import { useInterest } from '../../../kit/stream/interest';
import { afterPush } from '../../../kit/stream/private-push';
import { keyOf } from '../../../kit/stream/stream-events';

interface Known {
  /** Journal position up to which the state is complete; advances with heartbeats. */
  seq: number | null;
  /** Journal position of the latest change; null before the first snapshot. */
  position: number | null;
  /** In order of start. */
  robots: readonly Robot[];
}

export type RobotsState = ChannelState<Known, RobotPush>;

const TOPIC = keyOf({ channel: 'robot' });

export const robotsSlice = createChannel<'robots', Known, RunningRobots, RobotPush>({
  name: 'robots',
  channel: 'robot',
  unknown: { seq: null, position: null, robots: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, robots }) => ({ seq: position, position, robots }),
  after: (previous, push) =>
    afterPush(previous, push, ({ seq, robots }, update) => ({
      ...{ seq, position: update.position },
      robots: robotsAfter(robots, update.robots),
    })),
});

type WithRobots = { robots: RobotsState };

/** Journal position of the latest change; null before the first snapshot. */
export const selectRobotsPosition = (state: WithRobots) => robotsSlice.select(state, TOPIC).position;
export const selectRobotsLiveness = (state: WithRobots) => robotsSlice.select(state, TOPIC).liveness;

/** Undefined for visitors and until the snapshot arrives. */
export function useRunningRobots(): readonly Robot[] | undefined {
  const isLogin = useSelector(({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1);
  useInterest(isLogin ? { channel: 'robot' } : null);
  return useSelector((state: WithRobots) => {
    const { position, robots } = robotsSlice.select(state, TOPIC);
    return position === null ? undefined : robots;
  });
}

/** Changed robots keep their position; ended ones are removed. */
function robotsAfter(robots: readonly Robot[], changed: readonly Robot[]): readonly Robot[] {
  const byId = new Map(robots.map((one) => [one.robot, one]));
  for (const one of changed) {
    if (one.status === 'ended') byId.delete(one.robot);
    else byId.set(one.robot, one);
  }
  return [...byId.values()];
}
