/**
 * The socket beside the store: keeps the subscriptions as the state wants them, and turns what the server says into
 * events. Whether to ask again is read from the state, where the entities judge their channels.
 */
import { io, type Socket } from 'socket.io-client';
import {
  SOCKET_PATH,
  type Ack,
  type BalanceSnapshot,
  type BalanceUpdate,
  type DepthDifference,
  type DepthSnapshot,
  type IndexPrice,
  type KlinePush,
  type MessagePush,
  type OrderSnapshot,
  type OrderUpdate,
  type SessionPush,
  type SnapshotPush,
  type Ticker,
  type TradePush,
  type TradeSnapshot,
} from '../../../shared/wire/market-data';
import {
  balanceSnapshotReceived,
  balanceUpdatesReceived,
  selectBalancesPosition,
} from '../entities/balance/balance-slice';
import { depthDifferenceReceived, depthSnapshotReceived, selectBook } from '../entities/book/book-slice';
import { klineReceived, klineSnapshotReceived, selectCandles } from '../entities/candle/candle-slice';
import { connectionLost, connectionOpened } from '../entities/connection/connection-slice';
import { indexReceived, indexSnapshotReceived, selectIndexPrice } from '../entities/index-price/index-price-slice';
import { selectMarkets } from '../entities/market/market-api';
import { selectQuote, tickerReceived, tickerSnapshotReceived } from '../entities/market/market-slice';
import { messageTold } from '../entities/message/message-api';
import { messagesFollowed, selectMessagesFollowed } from '../entities/message/message-slice';
import { orderSnapshotReceived, orderUpdatesReceived, selectOrdersPosition } from '../entities/order/order-slice';
import { selectIsLogin } from '../entities/session/session-slice';
import { selectTrades, tradeSnapshotReceived, tradesReceived } from '../entities/trade/trade-slice';
import { endSession, isSessionKept, sessionOf } from '../shared/api/session';
import { selectInterests } from '../shared/stream/interest';
import type { Phase } from '../shared/stream/liveness';
import { serverTimeHeard } from '../shared/stream/server-time';
import {
  clockTicked,
  keyOf,
  subscriptionAsked,
  subscriptionRefused,
  type FollowedChannel,
  type FollowedTopic,
} from '../shared/stream/stream-events';
import type { AppState, AppStore } from './store';
import { isSnapshotDue, topicsWanted } from './topics';

const TICK_MS = 1_000;
const ANSWER_MS_MAX = 10_000;
const SUCCESS = 'success';
const ENDED: ReadonlySet<string> = new Set(['4001', '4003']);

type Answer = { snapshot: unknown } | { updates: unknown };

interface ServerEvents {
  depth: (difference: DepthDifference) => void;
  trade: (push: TradePush) => void;
  ticker: (ticker: Ticker) => void;
  index: (index: IndexPrice) => void;
  kline: (push: KlinePush) => void;
  order: (push: { updates: OrderUpdate[] }) => void;
  balance: (push: { updates: BalanceUpdate[] }) => void;
  message: (push: MessagePush) => void;
  snapshot: (push: SnapshotPush) => void;
  session: (push: SessionPush) => void;
}
interface ClientEvents {
  subscribe: (topic: FollowedTopic & { since?: number }, answer: (ack: Ack<Answer>) => void) => void;
  unsubscribe: (topic: FollowedTopic) => void;
}
type ExchangeSocket = Socket<ServerEvents, ClientEvents>;

/** For the life of the page. */
export function followExchange(store: AppStore): void {
  /** The ticket that the socket was logged in with. */
  let ticket: string | null = null;
  const currentTicket = (): string | null => sessionOf(store)?.ticket ?? null;
  const socket: ExchangeSocket = io({
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Asked for when the connection stands: the ticket may be another by then than it was at the start.
    auth: (give) => {
      ticket = currentTicket();
      give({ ticket: ticket ?? '' });
    },
  });
  const asked = new Map<string, { topic: FollowedTopic; at: number }>();
  const tell = (event: Parameters<typeof store.dispatch>[0]): void => void store.dispatch(event);
  const receive = (channel: FollowedChannel, snapshot: unknown): void =>
    tell(snapshotReceived[channel](snapshot, Date.now()));

  const ask = async (topic: FollowedTopic): Promise<void> => {
    asked.set(keyOf(topic), { topic, at: Date.now() });
    tell(subscriptionAsked(topic));
    const connection = socket.id;
    try {
      const request = { ...topic, ...sinceOf(store.getState(), topic) };
      const reply: unknown = await socket.timeout(ANSWER_MS_MAX).emitWithAck('subscribe', request);
      // Of a connection that is over: what it said may be another user's.
      if (socket.id !== connection) return;
      const { code, message, data } = reply as Ack<Answer>;
      if (code !== SUCCESS) tell(subscriptionRefused({ ...topic, fault: message }));
      else if (data && 'snapshot' in data) receive(topic.channel, data.snapshot);
      else if (data && 'updates' in data && isPrivate(topic.channel))
        tell(updatesReceived[topic.channel](data.updates));
    } catch {
      tell(subscriptionRefused({ ...topic, fault: null }));
    }
  };

  /** Brings the subscriptions in line with the state: after every change of it and with every tick. */
  const reconcile = (): void => {
    isSessionKept(store);
    // One that is being opened takes the ticket of its moment, and is not to be closed before it stands.
    if (!socket.connected) return;
    // Another user, or none: what was subscribed belongs to the one before.
    if (currentTicket() !== ticket) return void socket.disconnect().connect();
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
    tell(connectionOpened());
  });
  socket.on('disconnect', (reason) => {
    tell(connectionLost());
    // After an end that the server wanted, socket.io waits to be told to come back.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), TICK_MS);
  });
  socket.on('connect_error', () => tell(connectionLost()));
  socket.on('session', ({ code, message, at }) => {
    serverTimeHeard(at);
    if (ENDED.has(code)) endSession(store, ticket, { kind: 'expired', text: message });
  });
  socket.on('depth', (difference) => tell(depthDifferenceReceived({ difference, at: Date.now() })));
  socket.on('trade', (push) => tell(tradesReceived({ push, at: Date.now() })));
  socket.on('ticker', (ticker) => tell(tickerReceived({ ticker, at: Date.now() })));
  socket.on('index', (index) => tell(indexReceived({ index, at: Date.now() })));
  socket.on('kline', (push) => tell(klineReceived({ push, at: Date.now() })));
  socket.on('order', ({ updates }) => tell(orderUpdatesReceived(updates)));
  socket.on('balance', ({ updates }) => tell(balanceUpdatesReceived(updates)));
  socket.on('message', ({ messages }) => {
    if (messages.length > 0) tell(messageTold());
  });
  socket.on('snapshot', ({ channel, snapshot }) => {
    if (isFollowed(channel)) receive(channel, snapshot);
  });

  // Once for all that happens in one go: asking for a topic is a change of the state as well.
  let isReconcileDue = false;
  store.subscribe(() => {
    if (isReconcileDue) return;
    isReconcileDue = true;
    queueMicrotask(() => {
      isReconcileDue = false;
      reconcile();
    });
  });
  setInterval(() => tell(clockTicked(Date.now())), TICK_MS);
}

/** By channel, since what a snapshot is follows from the topic it was asked for. */
const snapshotReceived = {
  depth: (snapshot: unknown, at: number) => depthSnapshotReceived({ snapshot: snapshot as DepthSnapshot, at }),
  trade: (snapshot: unknown, at: number) => tradeSnapshotReceived({ snapshot: snapshot as TradeSnapshot, at }),
  ticker: (snapshot: unknown, at: number) => tickerSnapshotReceived({ ticker: snapshot as Ticker, at }),
  index: (snapshot: unknown, at: number) => indexSnapshotReceived({ index: snapshot as IndexPrice, at }),
  kline: (snapshot: unknown, at: number) => klineSnapshotReceived({ push: snapshot as KlinePush, at }),
  order: (snapshot: unknown) => orderSnapshotReceived(snapshot as OrderSnapshot),
  balance: (snapshot: unknown) => balanceSnapshotReceived(snapshot as BalanceSnapshot),
  message: () => messagesFollowed(),
} satisfies Record<FollowedChannel, unknown>;

const updatesReceived = {
  order: (updates: unknown) => orderUpdatesReceived(updates as OrderUpdate[]),
  balance: (updates: unknown) => balanceUpdatesReceived(updates as BalanceUpdate[]),
};

function isFollowed(channel: string): channel is FollowedChannel {
  return Object.hasOwn(snapshotReceived, channel);
}

function isPrivate(channel: FollowedChannel): channel is keyof typeof updatesReceived {
  return Object.hasOwn(updatesReceived, channel);
}

function topicsOf(state: AppState): FollowedTopic[] {
  return topicsWanted({
    markets: selectMarkets(state).map(({ name }) => name),
    interests: selectInterests(state),
    isLogin: selectIsLogin(state),
  });
}

/** Private channels go on from the last position that is known. */
function sinceOf(state: AppState, { channel }: FollowedTopic): { since?: number } {
  const position =
    channel === 'order' ? selectOrdersPosition(state) : channel === 'balance' ? selectBalancesPosition(state) : null;
  return position === null ? {} : { since: position };
}

function phaseOf(state: AppState, topic: FollowedTopic): Phase {
  switch (topic.channel) {
    case 'depth':
      return selectBook(state, topic.market).liveness.phase;
    case 'trade':
      return selectTrades(state, topic.market).liveness.phase;
    case 'ticker':
      return selectQuote(state, topic.market).liveness.phase;
    case 'index':
      return selectIndexPrice(state, topic.market).liveness.phase;
    case 'kline':
      return selectCandles(state, topic.market, topic.interval).liveness.phase;
    // They speak only when something happens; the first answer makes them live.
    case 'order':
      return selectOrdersPosition(state) === null ? 'loading' : 'live';
    case 'balance':
      return selectBalancesPosition(state) === null ? 'loading' : 'live';
    case 'message':
      return selectMessagesFollowed(state) ? 'live' : 'loading';
  }
}
