/** Connects the socket with the store: messages become actions, and subscriptions follow from the state. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { io } from 'socket.io-client';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { bookSlice } from '../kit/entities/book/book-slice';
import { candlesSlice } from '../kit/entities/candle/candle-slice';
import {
  connectionLost,
  connectionOpened,
  exchangeAnswered,
  exchangeSilent,
} from '../kit/entities/connection/connection-slice';
import { indexPriceSlice } from '../kit/entities/index-price/index-price-slice';
import { marketSlice } from '../kit/entities/market/market-slice';
import { messagePushed } from '../kit/entities/message/message-api';
import { messageSlice } from '../kit/entities/message/message-slice';
import { snapshotsEndpoint } from '../kit/entities/connection/snapshots-api';
import { ordersSlice } from '../kit/entities/order/order-slice';
import { sessionApi } from '../kit/entities/session/session-api';
import { selectIsLogin } from '../kit/entities/session/session-slice';
import { tradeSlice } from '../kit/entities/trade/trade-slice';
import type { ProductChannel } from '../products/manifest';
import { endSession, ensureCurrentSession, setSessionOwner } from '../kit/api/session';
import { notifyReconnect } from '../kit/lib/storage/reconnect';
import type { FollowedStream } from '../kit/stream/channel';
import { createFollower, type Follower, type StreamPage } from '../kit/stream/follower';
import { selectInterests, selectTitleInterests } from '../kit/stream/interest';
import { INITIAL_LIVENESS } from '../kit/stream/liveness';
import { createPolling } from '../kit/stream/polling';
import { noteServerTime } from '../kit/stream/server-time';
import type { SocketPort } from '../kit/stream/socket-port';
import {
  clockTicked,
  keyOf,
  subscriptionAsked,
  subscriptionEnded,
  subscriptionRefused,
  type FollowedTopic,
} from '../kit/stream/stream-events';
import type { AppState, AppStore } from './store';
import { topicsWanted } from './topics';

const TICK_MS = 1_000;
const ANSWER_MS_MAX = 10_000;
/** After more mismatches in a row a channel restarts from a snapshot instead of resuming. */
const MISFITS_TRUSTED_MAX = 1;

const GROUND: readonly FollowedStream[] = [
  { stream: bookSlice, isPrivate: false },
  { stream: tradeSlice, isPrivate: false },
  { stream: marketSlice, isPrivate: false, tellsTime: true },
  { stream: indexPriceSlice, isPrivate: false },
  { stream: candlesSlice, isPrivate: false },
  { stream: ordersSlice, isPrivate: true, isResumed: true, tellsTime: true },
  { stream: balancesSlice, isPrivate: true, isResumed: true, tellsTime: true },
  { stream: messageSlice, isPrivate: true, tellsTime: true },
];
type Channels = ReadonlyMap<string, FollowedStream>;

/** Runs while the page is open. */
export function followExchange(store: AppStore, products: readonly ProductChannel[]): void {
  const brought = products.flatMap(({ stream, ...one }) => (stream ? [{ ...one, stream }] : []));
  const page = pageOf(store, new Map([...GROUND, ...brought].map((one) => [one.stream.channel, one])));
  const { port, listen } = openSocket();
  const follower = createFollower(port, page);
  listen(follower);
  const poll = createPolling({
    ...page,
    isOpen: () => port.isOpen(),
    fetchSnapshots: async (topics) => {
      const { data, error } = await store.dispatch(snapshotsEndpoint.initiate(topics, { track: false }));
      if (data) noteServerTime(data.at);
      return data ?? (error && 'cause' in error && error.cause !== 'superseded' ? null : undefined);
    },
    exchangeAnswered: () => {
      if (store.getState().connection.isAnswering) return;
      store.dispatch(exchangeAnswered());
      notifyReconnect();
    },
    exchangeSilent: () => void store.dispatch(exchangeSilent()),
  });

  // One run per batch of actions. Subscribing changes the state as well.
  let isReconcileDue = false;
  const reconcile = (): void => {
    if (isReconcileDue) return;
    isReconcileDue = true;
    queueMicrotask(() => {
      isReconcileDue = false;
      ensureCurrentSession(store);
      follower.reconcile();
      poll();
    });
  };
  // The first page may have requested topics before this module loaded.
  reconcile();
  store.subscribe(reconcile);
  document.addEventListener('visibilitychange', reconcile);
  setInterval(() => store.dispatch(clockTicked(Date.now())), TICK_MS);
}

function openSocket(): { port: SocketPort; listen: (follower: Follower) => void } {
  let follower: Follower | null = null;
  const socket = io({
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (callback) => callback({ ticket: follower?.greet() ?? '' }),
  });
  return {
    port: {
      isOpen: () => socket.connected,
      sendRequest: (event, request) => socket.timeout(ANSWER_MS_MAX).emitWithAck(event, request),
      send: (event, request) => void socket.emit(event, request),
      open: () => void socket.connect(),
      reopen: () => void socket.disconnect().connect(),
    },
    listen: (listener) => {
      follower = listener;
      socket.on('connect', () => listener.onOpened());
      socket.on('disconnect', (reason) => listener.onLost(reason === 'io server disconnect'));
      socket.on('connect_error', () => listener.onLost(false));
      socket.onAny((event: string, payload: unknown) => listener.onMessage(event, payload));
    },
  };
}

function pageOf(store: AppStore, channels: Channels): StreamPage {
  const getState = (): AppState => store.getState();
  const dispatch = (event: UnknownAction): void => void store.dispatch(event);
  const read = (topic: FollowedTopic) => channels.get(topic.channel)?.stream.select(getState() as never, keyOf(topic));
  return {
    now: Date.now,
    random: Math.random,
    session: () => getState().session,
    wantedTopics: () =>
      topicsWanted({
        // A hidden page needs streams only for the tab title; notices use the user's own streams.
        interests: document.hidden ? selectTitleInterests(getState()) : selectInterests(getState()),
        isLogin: selectIsLogin(getState()),
      }),
    isPrivate: (channel) => channels.get(channel)?.isPrivate ?? false,
    phaseOf: (topic) => (read(topic)?.liveness ?? INITIAL_LIVENESS).phase,
    sinceOf: (topic) => {
      if (!channels.get(topic.channel)?.isResumed) return null;
      const { liveness, seq = null } = read(topic) ?? { liveness: INITIAL_LIVENESS };
      return liveness.misfits > MISFITS_TRUSTED_MAX ? null : seq;
    },
    onRequested: (topic) => dispatch(subscriptionAsked(topic)),
    onRefused: (topic, errorText) => dispatch(subscriptionRefused({ ...topic, fault: errorText })),
    onEnded: (topic) => dispatch(subscriptionEnded(topic)),
    onAnswered: (channel, answer) => {
      const followedStream = channels.get(channel);
      if (!followedStream) return;
      const { snapshotReceived, resumed } = followedStream.stream;
      const at = Date.now();
      dispatch(
        'snapshot' in answer
          ? snapshotReceived({ snapshot: answer.snapshot as never, at })
          : resumed({ push: answer as never, at }),
      );
    },
    onPushed: (channel, push) => {
      const followedStream = channels.get(channel);
      if (!followedStream) return;
      dispatch(followedStream.stream.pushReceived({ push: push as never, at: Date.now() }));
      const { at, messages = [] } = push as { at?: number; messages?: unknown[] };
      if (at !== undefined && followedStream.tellsTime) noteServerTime(at);
      if (messages.length > 0) dispatch(messagePushed());
    },
    onOpened: () => {
      dispatch(connectionOpened());
      notifyReconnect();
    },
    onLost: () => dispatch(connectionLost()),
    onOwner: (user) => setSessionOwner(store, user),
    // An HTTP request returns why the ticket is invalid, with a text for the user.
    onUnknownTicket: () =>
      void store.dispatch(sessionApi.endpoints.getUserInfo.initiate(undefined, { forceRefetch: true })),
    onExpired: (ticket, text) => endSession(store, ticket, { kind: 'expired', text }),
    onServerTime: noteServerTime,
  };
}
