/** The socket beside the store: what it says becomes events, and what it is asked for follows from the state. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { io } from 'socket.io-client';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { balancesSlice } from '../entities/balance/balance-slice';
import { bookSlice } from '../entities/book/book-slice';
import { candlesSlice } from '../entities/candle/candle-slice';
import {
  connectionLost,
  connectionOpened,
  exchangeAnswered,
  exchangeSilent,
} from '../entities/connection/connection-slice';
import { indexPriceSlice } from '../entities/index-price/index-price-slice';
import { marketSlice } from '../entities/market/market-slice';
import { messageTold } from '../entities/message/message-api';
import { messageSlice } from '../entities/message/message-slice';
import { snapshotsEndpoint } from '../entities/connection/snapshots-api';
import { ordersSlice } from '../entities/order/order-slice';
import { sessionApi } from '../entities/session/session-api';
import { selectIsLogin } from '../entities/session/session-slice';
import { tradeSlice } from '../entities/trade/trade-slice';
import type { ProductChannel } from '../products/manifest';
import { endSession, isSessionKept, ownSession } from '../shared/api/session';
import { cameBack } from '../shared/lib/storage/came-back';
import type { StreamChannel } from '../shared/stream/channel';
import { createFollower, type Follower, type StreamPage } from '../shared/stream/follower';
import { selectInterests, selectTitleInterests } from '../shared/stream/interest';
import { UNHEARD } from '../shared/stream/liveness';
import { createPolling } from '../shared/stream/polling';
import { serverTimeHeard } from '../shared/stream/server-time';
import type { SocketPort } from '../shared/stream/socket-port';
import {
  clockTicked,
  keyOf,
  subscriptionAsked,
  subscriptionEnded,
  subscriptionRefused,
  type FollowedChannel,
  type FollowedTopic,
} from '../shared/stream/stream-events';
import type { AppState, AppStore } from './store';
import { topicsWanted } from './topics';

const TICK_MS = 1_000;
const ANSWER_MS_MAX = 10_000;
/** After so many misfits in a row what is known is no longer gone on from. */
const MISFITS_TRUSTED_MAX = 1;

const GROUND: readonly StreamChannel[] = [
  bookSlice,
  tradeSlice,
  marketSlice,
  indexPriceSlice,
  candlesSlice,
  ordersSlice,
  balancesSlice,
  messageSlice,
];
type Channels = ReadonlyMap<string, StreamChannel>;

/** For the life of the page. */
export function followExchange(store: AppStore, products: readonly ProductChannel[]): void {
  const followed = [...GROUND, ...products.flatMap(({ stream }) => stream ?? [])];
  const page = pageOf(store, new Map(followed.map((channel) => [channel.channel, channel])));
  const { port, listen } = openSocket();
  const follower = createFollower(port, page);
  listen(follower);
  const poll = createPolling({
    ...page,
    isOpen: () => port.isOpen(),
    ask: async (topics) => {
      const { data, error } = await store.dispatch(snapshotsEndpoint.initiate(topics, { track: false }));
      if (data) serverTimeHeard(data.at);
      return data ?? (error && 'cause' in error && error.cause !== 'superseded' ? null : undefined);
    },
    exchangeAnswered: () => {
      if (store.getState().connection.isAnswering) return;
      store.dispatch(exchangeAnswered());
      cameBack();
    },
    exchangeSilent: () => void store.dispatch(exchangeSilent()),
  });

  // Once for all that happens in one go: asking for a topic is a change of the state as well.
  let isReconcileDue = false;
  const reconcile = (): void => {
    if (isReconcileDue) return;
    isReconcileDue = true;
    queueMicrotask(() => {
      isReconcileDue = false;
      isSessionKept(store);
      follower.reconcile();
      poll();
    });
  };
  // The first page asks for topics before this part is loaded.
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
    auth: (give) => give({ ticket: follower?.greet() ?? '' }),
  });
  return {
    port: {
      isOpen: () => socket.connected,
      ask: (event, request) => socket.timeout(ANSWER_MS_MAX).emitWithAck(event, request),
      send: (event, request) => void socket.emit(event, request),
      open: () => void socket.connect(),
      reopen: () => void socket.disconnect().connect(),
    },
    listen: (listener) => {
      follower = listener;
      socket.on('connect', () => listener.opened());
      socket.on('disconnect', (reason) => listener.lost(reason === 'io server disconnect'));
      socket.on('connect_error', () => listener.lost(false));
      socket.onAny((event: string, said: unknown) => listener.said(event, said));
    },
  };
}

function pageOf(store: AppStore, channels: Channels): StreamPage {
  const getState = (): AppState => store.getState();
  const tell = (event: UnknownAction): void => void store.dispatch(event);
  const read = (topic: FollowedTopic) => channels.get(topic.channel)?.select(getState() as never, keyOf(topic));
  return {
    now: Date.now,
    chance: Math.random,
    session: () => getState().session,
    wanted: () =>
      topicsWanted({
        // What nobody sees needs no stream, but for the tab's title and for notices.
        interests: document.hidden ? selectTitleInterests(getState()) : selectInterests(getState()),
        isLogin: selectIsLogin(getState()),
      }),
    phaseOf: (topic) => (read(topic)?.liveness ?? UNHEARD).phase,
    sinceOf: (topic) => {
      if (!RESUMED.has(topic.channel)) return null;
      const { liveness, seq = null } = read(topic) ?? { liveness: UNHEARD };
      return liveness.misfits > MISFITS_TRUSTED_MAX ? null : seq;
    },
    asked: (topic) => tell(subscriptionAsked(topic)),
    refused: (topic, fault) => tell(subscriptionRefused({ ...topic, fault })),
    ended: (topic) => tell(subscriptionEnded(topic)),
    answered: (channel, answer) => {
      const followed = channels.get(channel);
      if (!followed) return;
      const { snapshotReceived, resumed } = followed;
      const at = Date.now();
      tell(
        'snapshot' in answer
          ? snapshotReceived({ snapshot: answer.snapshot as never, at })
          : resumed({ push: answer as never, at }),
      );
    },
    pushed: (channel, push) => {
      const followed = channels.get(channel);
      if (!followed) return;
      tell(followed.pushReceived({ push: push as never, at: Date.now() }));
      const { at, messages = [] } = push as { at?: number; messages?: unknown[] };
      if (at !== undefined && TELLS_TIME.has(followed.channel)) serverTimeHeard(at);
      if (messages.length > 0) tell(messageTold());
    },
    opened: () => {
      tell(connectionOpened());
      cameBack();
    },
    lost: () => tell(connectionLost()),
    owned: (user) => ownSession(store, user),
    // Over HTTP it says what has become of the ticket, in words for the user.
    unknown: () => void store.dispatch(sessionApi.endpoints.getUserInfo.initiate(undefined, { forceRefetch: true })),
    expired: (ticket, text) => endSession(store, ticket, { kind: 'expired', text }),
    timeHeard: serverTimeHeard,
  };
}

/** Channels whose pushes say when they were sent. */
const TELLS_TIME: ReadonlySet<FollowedChannel> = new Set([
  ...(['tickers', 'order', 'position', 'option', 'earn', 'robot', 'balance', 'message'] as const),
]);
/** Those that go on from where they were: what was missed is asked for. */
const RESUMED: ReadonlySet<FollowedChannel> = new Set(['order', 'position', 'option', 'earn', 'robot', 'balance']);
