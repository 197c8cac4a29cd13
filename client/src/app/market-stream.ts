/**
 * The socket beside the store: keeps the subscriptions as the state wants them, and turns what the server says into
 * events. Whether to ask again is read from the state, where the entities judge their channels.
 */
import { io, type Socket } from 'socket.io-client';
import {
  SOCKET_PATH,
  type Ack,
  type DepthDifference,
  type DepthSnapshot,
  type SnapshotPush,
  type Ticker,
  type TradePush,
  type TradeSnapshot,
} from '../../../shared/wire/market-data';
import { depthDifferenceReceived, depthSnapshotReceived, selectBook } from '../entities/book/book-slice';
import { connectionLost, connectionOpened } from '../entities/connection/connection-slice';
import { selectQuote, tickerReceived, tickerSnapshotReceived } from '../entities/market/market-slice';
import { selectTrades, tradeSnapshotReceived, tradesReceived } from '../entities/trade/trade-slice';
import { selectChosenMarket, selectMarkets } from '../features/choose-market/choice';
import type { Phase } from '../shared/stream/liveness';
import {
  clockTicked,
  subscriptionAsked,
  subscriptionRefused,
  type FollowedChannel,
  type FollowedTopic,
} from '../shared/stream/stream-events';
import type { AppState, AppStore } from './store';
import { isSnapshotDue, keyOf, topicsWanted } from './topics';

const TICK_MS = 1_000;
const ANSWER_MS_MAX = 10_000;
const SUCCESS = 'success';

interface ServerEvents {
  depth: (difference: DepthDifference) => void;
  trade: (push: TradePush) => void;
  ticker: (ticker: Ticker) => void;
  snapshot: (push: SnapshotPush) => void;
}

interface ClientEvents {
  subscribe: (topic: FollowedTopic, answer: (ack: Ack<{ snapshot: unknown }>) => void) => void;
  unsubscribe: (topic: FollowedTopic) => void;
}

type MarketSocket = Socket<ServerEvents, ClientEvents>;

/** For the life of the page. */
export function followMarkets(store: AppStore): void {
  const socket: MarketSocket = io({ path: SOCKET_PATH, transports: ['websocket', 'polling'], tryAllTransports: true });
  const asked = new Map<string, { topic: FollowedTopic; at: number }>();

  const receive = (channel: FollowedChannel, snapshot: unknown): void => {
    const event = snapshotReceived[channel](snapshot, Date.now());
    store.dispatch(event);
  };

  const ask = async (topic: FollowedTopic): Promise<void> => {
    asked.set(keyOf(topic), { topic, at: Date.now() });
    store.dispatch(subscriptionAsked(topic));
    try {
      const answer: unknown = await socket.timeout(ANSWER_MS_MAX).emitWithAck('subscribe', topic);
      const { code, message, data } = answer as Ack<{ snapshot: unknown }>;
      if (code !== SUCCESS) store.dispatch(subscriptionRefused({ ...topic, fault: message }));
      else if (data && 'snapshot' in data) receive(topic.channel, data.snapshot);
    } catch {
      store.dispatch(subscriptionRefused({ ...topic, fault: null }));
    }
  };

  /** Brings the subscriptions in line with the state: after every change of it and with every tick. */
  const reconcile = (): void => {
    if (!socket.connected) return;
    const state = store.getState();
    const wanted = new Map(topicsOf(state).map((topic) => [keyOf(topic), topic]));
    for (const [key, { topic }] of asked) {
      if (wanted.has(key)) continue;
      asked.delete(key);
      socket.emit('unsubscribe', topic);
    }
    for (const [key, topic] of wanted) {
      if (isSnapshotDue(phaseOf(state, topic), asked.get(key)?.at, Date.now())) void ask(topic);
    }
  };

  socket.on('connect', () => {
    // The server knows nothing of what an earlier connection had asked for.
    asked.clear();
    store.dispatch(connectionOpened());
  });
  socket.on('disconnect', (reason) => {
    store.dispatch(connectionLost());
    // After an end that the server wanted, socket.io waits to be told to come back.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), TICK_MS);
  });
  socket.on('connect_error', () => store.dispatch(connectionLost()));
  socket.on('depth', (difference) => store.dispatch(depthDifferenceReceived({ difference, at: Date.now() })));
  socket.on('trade', (push) => store.dispatch(tradesReceived({ push, at: Date.now() })));
  socket.on('ticker', (ticker) => store.dispatch(tickerReceived({ ticker, at: Date.now() })));
  socket.on('snapshot', ({ channel, snapshot }) => {
    if (isFollowed(channel)) receive(channel, snapshot);
  });
  store.subscribe(reconcile);
  setInterval(() => store.dispatch(clockTicked(Date.now())), TICK_MS);
}

/** By channel, since what a snapshot is follows from the topic it was asked for. */
const snapshotReceived = {
  depth: (snapshot: unknown, at: number) => depthSnapshotReceived({ snapshot: snapshot as DepthSnapshot, at }),
  trade: (snapshot: unknown, at: number) => tradeSnapshotReceived({ snapshot: snapshot as TradeSnapshot, at }),
  ticker: (snapshot: unknown, at: number) => tickerSnapshotReceived({ ticker: snapshot as Ticker, at }),
} satisfies Record<FollowedChannel, unknown>;

function isFollowed(channel: string): channel is FollowedChannel {
  return Object.hasOwn(snapshotReceived, channel);
}

function topicsOf(state: AppState): FollowedTopic[] {
  const names = selectMarkets(state).map(({ name }) => name);
  return topicsWanted(names, selectChosenMarket(state)?.name);
}

const phaseOfChannel: Readonly<Record<FollowedChannel, (state: AppState, market: string) => Phase>> = {
  depth: (state, market) => selectBook(state, market).liveness.phase,
  trade: (state, market) => selectTrades(state, market).liveness.phase,
  ticker: (state, market) => selectQuote(state, market).liveness.phase,
};

function phaseOf(state: AppState, { channel, market }: FollowedTopic): Phase {
  return phaseOfChannel[channel](state, market);
}
