/**
 * A channel of the stream, reduced by topic: any number of topics, each with its state and liveness. The entity interprets snapshots and
 * pushes. This code decides for all channels which of them apply.
 */
import { SHOULD_AUTOBATCH, createAction, type UnknownAction } from '@reduxjs/toolkit';
import {
  INITIAL_LIVENESS,
  afterSilence,
  withSubscribe,
  withMessage,
  withMisfit,
  withRefusal,
  synchronised,
  worstOf,
  type Liveness,
  type Phase,
} from './liveness';
import {
  clockTicked,
  keyOf,
  subscriptionAsked,
  subscriptionEnded,
  subscriptionRefused,
  type FollowedChannel,
} from './stream-events';

/** Maximum of buffered pushes before their snapshot. */
const WAITING_MAX = 100;

interface Terms<Name extends string, Data, Snapshot, Push> {
  /** Name of the slice. */
  name: Name;
  channel: FollowedChannel;
  /** Before the first snapshot. */
  unknown: Data;
  /** Topic key of a push or a snapshot; constant for channels with one topic. */
  keyOf: (message: Snapshot | Push) => string;
  /** State from a snapshot; null if malformed. It replaces any known state, as positions may restart at 1. */
  ofSnapshot: (snapshot: Snapshot, current: Data) => Data | null;
  /** State after a push. Returns the same object if nothing is new; null if malformed or after a gap. */
  after: (current: Data, push: Push) => Data | null;
}

export type Followed<Data, Push = unknown> = Data & {
  liveness: Liveness;
  /** Pushes received before the snapshot. */
  waiting: readonly Push[];
};

export interface ChannelState<Data, Push = unknown> {
  byKey: Readonly<Record<string, Followed<Data, Push>>>;
}

/** The part of a channel that its feeder uses, independent of its messages. */
export interface StreamChannel {
  channel: FollowedChannel;
  /** Selects from the whole state. */
  select: (state: never, key: string) => { liveness: Liveness; seq?: number | null };
  snapshotReceived: (payload: { snapshot: never; at: number }) => { type: string };
  resumed: (payload: { push: never; at: number }) => { type: string };
  pushReceived: (payload: { push: never; at: number }) => { type: string };
}

/** A channel as seen by the page. */
export interface FollowedStream {
  stream: StreamChannel;
  /** Private: subscribed only after the server confirms the socket for the page's user. */
  isPrivate: boolean;
  /** Resumes after a reconnection from the last position; the server sends missed updates. */
  isResumed?: boolean;
  /** Its pushes have the server's time. */
  tellsTime?: boolean;
}

const names = new Set<string>();

/** The worst phase over all followed topics of all channels. */
export function selectWorstPhase(state: Readonly<Record<string, unknown>>): Phase {
  const channels = [...names].flatMap((name) => (state[name] as ChannelState<object> | undefined) ?? []);
  return worstOf(channels.flatMap(({ byKey }) => Object.values(byKey).map(({ liveness }) => liveness.phase)));
}

export function createChannel<Name extends string, Data extends object, Snapshot, Push>(
  terms: Terms<Name, Data, Snapshot, Push>,
) {
  type Topic = Followed<Data, Push>;
  type State = ChannelState<Data, Push>;
  const { name, channel } = terms;
  names.add(name);
  const unfollowed: Topic = { ...terms.unknown, liveness: INITIAL_LIVENESS, waiting: [] };
  const initial: State = { byKey: {} };

  const snapshotReceived = createAction<{ snapshot: Snapshot; at: number }>(`${name}/snapshotReceived`);
  /** Missed updates since the requested position, instead of a snapshot. */
  const resumed = createAction<{ push: Push; at: number }>(`${name}/resumed`);
  /** Pushes within one frame are rendered together (`kit/lib/frames.ts`). */
  const pushReceived = createAction(`${name}/pushReceived`, (payload: { push: Push; at: number }) => ({
    payload,
    meta: { [SHOULD_AUTOBATCH]: true },
  }));

  const put = ({ byKey }: State, key: string, topic: Topic): State => ({ byKey: { ...byKey, [key]: topic } });

  const pushed = (topic: Topic, push: Push, at: number): Topic => {
    if (!topic.liveness.isInStep) return { ...topic, waiting: [...topic.waiting, push].slice(-WAITING_MAX) };
    const data = terms.after(topic, push);
    if (!data) return { ...topic, liveness: withMisfit(topic.liveness, at) };
    return { ...topic, ...data, liveness: withMessage(topic.liveness, at) };
  };

  /** Trusted again from here. Buffered pushes are applied as far as they are contiguous. */
  const resynchronised = (topic: Topic, data: Data | null, at: number): Topic => {
    if (!data) return { ...topic, liveness: withMisfit(topic.liveness, at) };
    const { waiting: bufferedPushes } = topic;
    const synchronisedTopic: Topic = { ...topic, ...data, liveness: synchronised(at, topic.liveness), waiting: [] };
    return bufferedPushes.reduce((current, push) => pushed(current, push, at), synchronisedTopic);
  };

  function reducer(state: State = initial, action: UnknownAction): State {
    if (pushReceived.match(action)) {
      const { push, at } = action.payload;
      const key = terms.keyOf(push);
      const topic = state.byKey[key];
      return topic ? put(state, key, pushed(topic, push, at)) : state;
    }
    if (snapshotReceived.match(action)) {
      const { snapshot, at } = action.payload;
      const key = terms.keyOf(snapshot);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, resynchronised(known, terms.ofSnapshot(snapshot, known), at));
    }
    if (resumed.match(action)) {
      const { push, at } = action.payload;
      const key = terms.keyOf(push);
      const known = state.byKey[key];
      return known ? put(state, key, resynchronised(known, terms.after(known, push), at)) : state;
    }
    if (clockTicked.match(action)) return afterClockTick(state, action.payload);
    if (subscriptionAsked.match(action) && action.payload.channel === channel) {
      const key = keyOf(action.payload);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, { ...known, liveness: withSubscribe(known.liveness) });
    }
    if (subscriptionRefused.match(action) && action.payload.channel === channel) {
      const key = keyOf(action.payload);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, { ...known, liveness: withRefusal(known.liveness, action.payload.fault) });
    }
    if (subscriptionEnded.match(action) && action.payload.channel === channel) {
      const { [keyOf(action.payload)]: _, ...byKey } = state.byKey;
      return { byKey };
    }
    return state;
  }

  function afterClockTick(state: State, now: number): State {
    const topics = Object.entries(state.byKey).map(([key, topic]): [string, Topic] => {
      const liveness = afterSilence(topic.liveness, now);
      return [key, liveness === topic.liveness ? topic : { ...topic, liveness }];
    });
    return topics.every(([key, topic]) => topic === state.byKey[key]) ? state : { byKey: Object.fromEntries(topics) };
  }

  return {
    name,
    channel,
    reducer,
    getInitialState: () => initial,
    snapshotReceived,
    resumed,
    pushReceived,
    /** Topics that are not followed have the initial state. */
    select: (state: Readonly<Record<Name, State>>, key: string): Topic => state[name].byKey[key] ?? unfollowed,
  };
}
