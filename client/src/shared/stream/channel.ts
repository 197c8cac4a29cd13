/**
 * A channel of the stream, folded by topic: any number of its topics at once, each with what is known and how far it can be
 * trusted. What a snapshot and a push mean is the entity's; when they count is decided here, once for all channels.
 */
import { SHOULD_AUTOBATCH, createAction, type UnknownAction } from '@reduxjs/toolkit';
import {
  UNHEARD,
  afterSilence,
  asked,
  heard,
  outOfStep,
  refused,
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

/** So many pushes may come before the snapshot they belong to. */
const WAITING_MAX = 100;

interface Terms<Name extends string, Data, Snapshot, Push> {
  /** Of the slice. */
  name: Name;
  channel: FollowedChannel;
  /** Before the first snapshot. */
  unknown: Data;
  /** What of a push or a snapshot names its topic; nothing of a channel that has but one. */
  keyOf: (said: Snapshot | Push) => string;
  /** Null when it is not written as agreed. Counts whatever was known: after a restart positions may begin anew. */
  ofSnapshot: (snapshot: Snapshot, known: Data) => Data | null;
  /** The same object when there is nothing new; null when something is missing before it or it is not written as agreed. */
  after: (known: Data, push: Push) => Data | null;
}

export type Followed<Data, Push = unknown> = Data & {
  liveness: Liveness;
  /** Pushes that came while a snapshot is awaited. */
  waiting: readonly Push[];
};

export interface ChannelState<Data, Push = unknown> {
  byKey: Readonly<Record<string, Followed<Data, Push>>>;
}

/** What all channels have in common for who feeds them, whatever they say. */
export interface StreamChannel {
  channel: FollowedChannel;
  /** Of the whole state. */
  select: (state: never, key: string) => { liveness: Liveness; seq?: number | null };
  snapshotReceived: (heard: { snapshot: never; at: number }) => { type: string };
  resumed: (heard: { push: never; at: number }) => { type: string };
  pushReceived: (heard: { push: never; at: number }) => { type: string };
}

const names = new Set<string>();

/** Of every topic that is being followed, in whichever channel: a page is as good as the worst of its streams. */
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
  const unfollowed: Topic = { ...terms.unknown, liveness: UNHEARD, waiting: [] };
  const initial: State = { byKey: {} };

  const snapshotReceived = createAction<{ snapshot: Snapshot; at: number }>(`${name}/snapshotReceived`);
  /** In place of a snapshot: what was missed since the position that was named. */
  const resumed = createAction<{ push: Push; at: number }>(`${name}/resumed`);
  /** Those that come within a frame are drawn with it, once (`shared/lib/frames.ts`). */
  const pushReceived = createAction(`${name}/pushReceived`, (payload: { push: Push; at: number }) => ({
    payload,
    meta: { [SHOULD_AUTOBATCH]: true },
  }));

  const put = ({ byKey }: State, key: string, topic: Topic): State => ({ byKey: { ...byKey, [key]: topic } });

  const pushed = (topic: Topic, push: Push, at: number): Topic => {
    if (!topic.liveness.isInStep) return { ...topic, waiting: [...topic.waiting, push].slice(-WAITING_MAX) };
    const data = terms.after(topic, push);
    if (!data) return { ...topic, liveness: outOfStep(topic.liveness, at) };
    return { ...topic, ...data, liveness: heard(topic.liveness, at) };
  };

  /** From here on it can be trusted again; what came before its time is taken up, as far as it fits. */
  const begun = (topic: Topic, data: Data | null, at: number): Topic => {
    if (!data) return { ...topic, liveness: outOfStep(topic.liveness, at) };
    const { waiting } = topic;
    const fresh: Topic = { ...topic, ...data, liveness: synchronised(at, topic.liveness), waiting: [] };
    return waiting.reduce((known, push) => pushed(known, push, at), fresh);
  };

  function reducer(state: State = initial, action: UnknownAction): State {
    if (pushReceived.match(action)) {
      const { push, at } = action.payload;
      const key = terms.keyOf(push);
      const known = state.byKey[key];
      return known ? put(state, key, pushed(known, push, at)) : state;
    }
    if (snapshotReceived.match(action)) {
      const { snapshot, at } = action.payload;
      const key = terms.keyOf(snapshot);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, begun(known, terms.ofSnapshot(snapshot, known), at));
    }
    if (resumed.match(action)) {
      const { push, at } = action.payload;
      const key = terms.keyOf(push);
      const known = state.byKey[key];
      return known ? put(state, key, begun(known, terms.after(known, push), at)) : state;
    }
    if (clockTicked.match(action)) return silent(state, action.payload);
    if (subscriptionAsked.match(action) && action.payload.channel === channel) {
      const key = keyOf(action.payload);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, { ...known, liveness: asked(known.liveness) });
    }
    if (subscriptionRefused.match(action) && action.payload.channel === channel) {
      const key = keyOf(action.payload);
      const known = state.byKey[key] ?? unfollowed;
      return put(state, key, { ...known, liveness: refused(known.liveness, action.payload.fault) });
    }
    if (subscriptionEnded.match(action) && action.payload.channel === channel) {
      const { [keyOf(action.payload)]: _, ...byKey } = state.byKey;
      return { byKey };
    }
    return state;
  }

  function silent(state: State, now: number): State {
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
    /** A topic that is not being followed is as on a new page. */
    select: (state: Readonly<Record<Name, State>>, key: string): Topic => state[name].byKey[key] ?? unfollowed,
  };
}
