/**
 * The socket server: market data and private updates, folded from durable batches only. Plain socket.io on Nest's own
 * http server: pushes bypass every framework anyway (see `outbound.ts`), and four request types need none.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import {
  SOCKET_PATH,
  loginRequest,
  subscribeRequest,
  unsubscribeRequest,
  type Ack,
  isMarketChannel,
  isListingChannel,
  type MessageNote,
  type SessionPush,
} from '../../../shared/wire/market-data';
import { ticketClientOf } from '../../platform/auth/log-in/log-in-cookie';
import { Connection } from './connection';
import { FanOut } from './fan-out';
import { Handshakes } from './handshakes';
import { limitJoins } from './join-limit';
import { blockOf } from './frame';
import {
  HEARTBEAT_TICKS,
  CLOSE_GRACE_MS,
  CONNECT_MS_MAX,
  SOCKET_LIMITS,
  TICKET_RECHECK_MS,
  TICK_MS,
  type SocketDependencies,
  type SocketLimits,
} from './options';
import { PrivateFeeds, type HeartbeatFrames } from './private-feeds';
import { isMarketTopic, isRefusal, keyOf, parse, topicOf, type Refusal } from './requests';
import { Sessions, type EndCode } from './sessions';

/** `data` of a success, or the refusal. */
type Answer = { data?: unknown } | Refusal;
type Handler = (connection: Connection, payload: unknown) => Answer | Promise<Answer>;

export class MarketDataGateway {
  private readonly io: Server;
  private readonly limits: SocketLimits;
  private readonly clock: () => number;
  private readonly connections = new Set<Connection>();
  private readonly fanOut: FanOut;
  private readonly privateFeeds: PrivateFeeds;
  private readonly sessions: Sessions;
  private readonly handshakes: Handshakes;
  /** Sockets whose buffer was full when private updates arrived. */
  private readonly lateAnswers = new Set<Connection>();
  private ticks = 0;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly stopFolding: () => void;

  private readonly handlers = new Map<string, Handler>([
    ['subscribe', (connection, payload) => this.subscribe(connection, payload)],
    ['unsubscribe', (connection, payload) => this.unsubscribe(connection, payload)],
    ['login', (connection, payload) => this.login(connection, payload)],
  ]);

  constructor(
    http: HttpServer,
    private readonly dependencies: SocketDependencies,
  ) {
    const { views, tickets, tickMs = TICK_MS, isForeign = () => false, headers = {} } = dependencies;
    this.limits = { ...SOCKET_LIMITS, ...dependencies.limits };
    this.clock = dependencies.clock ?? Date.now;
    this.handshakes = new Handshakes(this.limits.handshakesPerMinuteMax, this.limits.socketsPerAddressMax);
    this.fanOut = new FanOut(views, this.clock);
    this.privateFeeds = new PrivateFeeds(views);
    this.sessions = new Sessions(tickets, this.limits.socketsPerUserMax, (connection, code) =>
      this.end(connection, code),
    );
    this.stopFolding = views.onGroup(() => this.pushPrivate());
    this.io = new Server(http, {
      path: SOCKET_PATH,
      serveClient: false,
      // Long polling serves networks that block websockets.
      transports: ['websocket', 'polling'],
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: this.limits.messageBytesMax,
      connectTimeout: CONNECT_MS_MAX,
      allowRequest: ({ headers, socket }, answer) => {
        const refusalCode = isForeign(headers)
          ? 'origin.foreign'
          : this.refusedHandshake(socket.remoteAddress ?? '', headers);
        answer(refusalCode, refusalCode === null);
      },
    });
    this.io.engine.use((_: IncomingMessage, answer: ServerResponse, next: () => void) => {
      for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
      next();
    });
    this.io.engine.on('connection', limitJoins);
    this.io.on('connection', (socket) => this.connect(socket));
    if (tickMs > 0) this.timers.push(setInterval(() => this.tick(), tickMs));
    this.timers.push(setInterval(() => void this.sessions.recheckAll(), TICKET_RECHECK_MS));
  }

  /** Sends the market pushes of the last tick, and once a second a heartbeat to every log-in. */
  tick(): void {
    this.fanOut.tick();
    this.pushToSlow();
    this.ticks += 1;
    if (this.ticks % HEARTBEAT_TICKS !== 0) return;
    const beats: HeartbeatFrames = new Map();
    for (const connection of this.connections) this.pushUpdates(connection, beats);
  }

  /** Notifies a user's sockets of a new message; messages are not from the journal. */
  notify(user: number, message: MessageNote): void {
    for (const connection of this.sessions.connectionsOf(user)) {
      this.privateFeeds.queueMessage(connection, message);
      this.pushUpdates(connection);
    }
  }

  /** Closes every socket; the http server stays with its owner. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopFolding();
    this.sessions.close();
    const open = [...this.connections];
    this.io.disconnectSockets(true);
    this.io.engine.close();
    // A client that reads nothing does not receive the close, so it is cut after a grace period.
    const cutting = setTimeout(() => open.forEach((connection) => connection.destroy()), CLOSE_GRACE_MS);
    await Promise.all(open.map((connection) => connection.whenClosed()));
    clearTimeout(cutting);
    await this.io.of('/').adapter.close();
  }

  private connect(socket: Socket): void {
    const { address, headers } = socket.handshake;
    const ip = this.addressOf(address, headers);
    const connection = new Connection(socket, this.limits, ticketClientOf({ ip, headers }), this.clock());
    if (this.connections.size >= this.limits.socketsMax) {
      this.sendSession(connection, 'system.busy');
      socket.disconnect(true);
      return;
    }
    if (!this.handshakes.acquire(ip)) {
      this.sendSession(connection, 'sockets.too.many');
      socket.disconnect(true);
      return;
    }
    this.connections.add(connection);
    socket.on('disconnect', () => {
      this.handshakes.release(ip);
      this.connections.delete(connection);
      this.lateAnswers.delete(connection);
      this.fanOut.drop(connection);
      this.sessions.leave(connection);
    });
    socket.onAny((event: string, ...parameters: unknown[]) => this.receive(connection, event, parameters));
    const { ticket } = socket.handshake.auth as { ticket?: unknown };
    if (ticket === undefined || ticket === null || ticket === '') this.sendSession(connection, 'success');
    else connection.pending = this.loginAtHandshake(connection, ticket);
  }

  private addressOf(remote: string, headers: IncomingHttpHeaders): string {
    return this.dependencies.addressOf?.(remote, headers) ?? remote;
  }

  private refusedHandshake(remote: string, headers: IncomingHttpHeaders): string | null {
    return this.handshakes.admit(this.addressOf(remote, headers), this.clock()) ? null : 'request.too.many';
  }

  /** An invalid ticket does not end the market data, but the client is notified. */
  private async loginAtHandshake(connection: Connection, ticket: unknown): Promise<void> {
    const answer = await this.login(connection, { ticket });
    const code = isRefusal(answer) ? answer.refused : 'success';
    if (code !== 'success') this.sendSession(connection, code);
    if (code === 'sockets.too.many') connection.socket.disconnect(true);
  }

  private receive(connection: Connection, event: string, parameters: unknown[]): void {
    const last = parameters.at(-1);
    const answer = typeof last === 'function' ? (last as (ack: Ack) => void) : null;
    const reply = (outcome: Answer): void => answer?.(this.ackOf(connection, outcome));
    if (!connection.rate.take(this.clock())) {
      connection.refusedCount += 1;
      if (connection.refusedCount > this.limits.messagesRefusedMax) connection.socket.disconnect(true);
      else reply({ refused: 'request.too.many' });
      return;
    }
    const handler = this.handlers.get(event);
    const payload = parameters[0] === last && answer ? undefined : parameters[0];
    const handle = async (): Promise<void> => {
      if (!connection.socket.connected) return;
      // Answers share the buffer with pushes; a client that reads nothing receives neither.
      if (connection.isFull) return reply({ refused: 'system.busy' });
      reply(handler ? await handler(connection, payload) : { refused: 'request.invalid' });
    };
    const fail = (error: unknown): void => {
      this.dependencies.onError?.(error);
      reply({ refused: 'system.error' });
    };
    // Public data do not depend on the log-in, so a slow log-in does not delay them.
    if (isPublicChannel(payload)) void handle().catch(fail);
    else connection.pending = connection.pending.then(handle).catch(fail);
  }

  private subscribe(connection: Connection, payload: unknown): Answer {
    const request = parse(subscribeRequest, payload);
    if (isRefusal(request)) return request;
    const topic = topicOf(request, this.dependencies.views);
    if (isRefusal(topic)) return topic;
    if (isMarketTopic(topic)) {
      if (request.since !== undefined)
        return { refused: 'request.invalid', fields: [{ path: 'since', code: 'unknown' }] };
      const key = keyOf(topic);
      if (!connection.live.has(key) && !connection.suspendedFeeds.has(key) && this.isAtMax(connection)) return TOO_MANY;
      return { data: { snapshot: this.fanOut.subscribe(connection, topic) } };
    }
    if (!connection.login) return { refused: 'subscription.login.required' };
    if (!connection.sentPositions.has(topic.channel) && this.isAtMax(connection)) return TOO_MANY;
    const { user } = connection.login;
    return { data: this.privateFeeds.begin(connection, topic.channel, user, request.since ?? null, this.clock()) };
  }

  private isAtMax({ subscriptions }: Connection): boolean {
    return subscriptions >= this.limits.subscriptionsPerSocketMax;
  }

  private unsubscribe(connection: Connection, payload: unknown): Answer {
    const request = parse(unsubscribeRequest, payload);
    if (isRefusal(request)) return request;
    const topic = topicOf(request, this.dependencies.views);
    if (isRefusal(topic)) return topic;
    if (isMarketTopic(topic)) this.fanOut.unsubscribe(connection, topic);
    else connection.sentPositions.delete(topic.channel);
    return {};
  }

  private async login(connection: Connection, payload: unknown): Promise<Answer> {
    const request = parse(loginRequest, payload);
    if (isRefusal(request)) return request;
    const userBefore = connection.login?.user;
    const code = await this.sessions.login(connection, request.ticket);
    if (code !== 'success') return { refused: code };
    const user = connection.login?.user as number;
    // Subscriptions of the previous user end.
    if (userBefore !== user) connection.sentPositions.clear();
    this.privateFeeds.watch(user);
    this.sendSession(connection, 'success');
    return { data: { user } };
  }

  /** Ends the socket with its log-in: its pending data may no longer be visible to this user. */
  private end(connection: Connection, code: EndCode): void {
    this.sessions.leave(connection);
    connection.sentPositions.clear();
    this.sendSession(connection, code);
    connection.socket.disconnect(true);
  }

  private pushPrivate(): void {
    for (const user of this.privateFeeds.takeFresh()) {
      for (const connection of this.sessions.connectionsOf(user)) this.pushUpdates(connection);
    }
  }

  private pushToSlow(): void {
    const slowConnections = [...this.lateAnswers];
    this.lateAnswers.clear();
    for (const connection of slowConnections) this.pushUpdates(connection);
  }

  private pushUpdates(connection: Connection, beats: HeartbeatFrames | null = null): void {
    const { login, sentPositions } = connection;
    if (!login || sentPositions.size === 0) return;
    // Positions advance only with what is sent, so the next push continues from the last.
    if (connection.isFull) return void this.lateAnswers.add(connection);
    const frames = this.privateFeeds.takeFrames(connection, login.user, this.clock(), beats);
    if (frames.length > 0) connection.send(blockOf(frames));
  }

  private sendSession(connection: Connection, code: string): void {
    const user = connection.login?.user ?? null;
    const message = this.messageOf(connection, code);
    connection.push('session', { code, message, user, at: this.clock() } satisfies SessionPush);
  }

  private ackOf(connection: Connection, answer: Answer): Ack {
    const code = isRefusal(answer) ? answer.refused : 'success';
    const message = this.messageOf(connection, code);
    if (!isRefusal(answer)) return answer.data === undefined ? { code, message } : { code, message, data: answer.data };
    return answer.fields ? { code, message, data: { fields: answer.fields } } : { code, message };
  }

  private messageOf(connection: Connection, code: string): string {
    return this.dependencies.messageOf(code, connection.socket.handshake.headers);
  }
}

const TOO_MANY: Refusal = { refused: 'subscriptions.too.many' };

function isPublicChannel(payload: unknown): boolean {
  const { channel } = (payload ?? {}) as { channel?: unknown };
  return typeof channel === 'string' && (isMarketChannel(channel) || isListingChannel(channel));
}
