/**
 * The socket: market data and private updates, folded from durable batches alone. Plain socket.io on Nest's own http
 * server: pushes go past every framework anyhow (see `outbound.ts`), and a table of four requests needs none.
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
import { bearingOf } from '../../platform/auth/log-in/log-in-cookie';
import { Connection } from './connection';
import { FanOut } from './fan-out';
import { Handshakes } from './handshakes';
import { letJoinOnce } from './joining';
import { blockOf } from './frame';
import {
  BEAT_TICKS,
  CLOSE_GRACE_MS,
  CONNECT_MS_MAX,
  SOCKET_LIMITS,
  TICKET_RECHECK_MS,
  TICK_MS,
  type SocketDependencies,
  type SocketLimits,
} from './options';
import { PrivateFeeds, type Beats } from './private-feeds';
import { isMarketTopic, isRefusal, keyOf, parse, topicOf, type Refusal } from './requests';
import { Sessions, type EndCode } from './sessions';

/** `data` of a success, or why not. */
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
  /** Sockets that had no room for private updates when those happened. */
  private readonly late = new Set<Connection>();
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
      // Long polling is for networks that let no websocket through.
      transports: ['websocket', 'polling'],
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: this.limits.messageBytesMax,
      connectTimeout: CONNECT_MS_MAX,
      allowRequest: ({ headers, socket }, answer) => {
        const refused = isForeign(headers)
          ? 'origin.foreign'
          : this.refusedHandshake(socket.remoteAddress ?? '', headers);
        answer(refused, refused === null);
      },
    });
    this.io.engine.use((_: IncomingMessage, answer: ServerResponse, next: () => void) => {
      for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
      next();
    });
    this.io.engine.on('connection', letJoinOnce);
    this.io.on('connection', (socket) => this.connect(socket));
    if (tickMs > 0) this.timers.push(setInterval(() => this.tick(), tickMs));
    this.timers.push(setInterval(() => void this.sessions.recheckAll(), TICKET_RECHECK_MS));
  }

  /** Sends what the market channels have gathered since the last tick, and once a second a word to every log-in. */
  tick(): void {
    this.fanOut.tick();
    this.pushToSlow();
    this.ticks += 1;
    if (this.ticks % BEAT_TICKS !== 0) return;
    const beats: Beats = new Map();
    for (const connection of this.connections) this.pushUpdates(connection, beats);
  }

  /** Tells the sockets of a user that something new is to be read (a message of the desk; not from the journal). */
  notify(user: number, message: MessageNote): void {
    for (const connection of this.sessions.of(user)) {
      this.privateFeeds.note(connection, message);
      this.pushUpdates(connection);
    }
  }

  /** Ends every socket and leaves the http server to its owner. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopFolding();
    this.sessions.close();
    const open = [...this.connections];
    this.io.disconnectSockets(true);
    this.io.engine.close();
    // A client that reads nothing does not hear that it should go.
    const cutting = setTimeout(() => open.forEach((connection) => connection.cut()), CLOSE_GRACE_MS);
    await Promise.all(open.map((connection) => connection.gone()));
    clearTimeout(cutting);
    await this.io.of('/').adapter.close();
  }

  private connect(socket: Socket): void {
    const { address, headers } = socket.handshake;
    const ip = this.addressOf(address, headers);
    const connection = new Connection(socket, this.limits, bearingOf({ ip, headers }), this.clock());
    if (this.connections.size >= this.limits.socketsMax) {
      this.tellSession(connection, 'system.busy');
      socket.disconnect(true);
      return;
    }
    if (!this.handshakes.take(ip)) {
      this.tellSession(connection, 'sockets.too.many');
      socket.disconnect(true);
      return;
    }
    this.connections.add(connection);
    socket.on('disconnect', () => {
      this.handshakes.release(ip);
      this.connections.delete(connection);
      this.late.delete(connection);
      this.fanOut.drop(connection);
      this.sessions.leave(connection);
    });
    socket.onAny((event: string, ...parameters: unknown[]) => this.receive(connection, event, parameters));
    const { ticket } = socket.handshake.auth as { ticket?: unknown };
    if (ticket === undefined || ticket === null || ticket === '') this.tellSession(connection, 'success');
    else connection.pending = this.loginAtHandshake(connection, ticket);
  }

  private addressOf(remote: string, headers: IncomingHttpHeaders): string {
    return this.dependencies.addressOf?.(remote, headers) ?? remote;
  }

  private refusedHandshake(remote: string, headers: IncomingHttpHeaders): string | null {
    return this.handshakes.admit(this.addressOf(remote, headers), this.clock()) ? null : 'request.too.many';
  }

  /** A ticket that is no longer good is no reason to take away the market data, but it is said. */
  private async loginAtHandshake(connection: Connection, ticket: unknown): Promise<void> {
    const answer = await this.login(connection, { ticket });
    const code = isRefusal(answer) ? answer.refused : 'success';
    if (code !== 'success') this.tellSession(connection, code);
    if (code === 'sockets.too.many') connection.socket.disconnect(true);
  }

  private receive(connection: Connection, event: string, parameters: unknown[]): void {
    const last = parameters.at(-1);
    const answer = typeof last === 'function' ? (last as (ack: Ack) => void) : null;
    const reply = (outcome: Answer): void => answer?.(this.ackOf(connection, outcome));
    if (!connection.rate.take(this.clock())) {
      connection.refused += 1;
      if (connection.refused > this.limits.messagesRefusedMax) connection.socket.disconnect(true);
      else reply({ refused: 'request.too.many' });
      return;
    }
    const handler = this.handlers.get(event);
    const payload = parameters[0] === last && answer ? undefined : parameters[0];
    const handle = async (): Promise<void> => {
      if (!connection.socket.connected) return;
      // Its answers wait with the pushes; a client that reads nothing gets no more of either.
      if (connection.isFull) return reply({ refused: 'system.busy' });
      reply(handler ? await handler(connection, payload) : { refused: 'request.invalid' });
    };
    const fail = (error: unknown): void => {
      this.dependencies.onError?.(error);
      reply({ refused: 'system.error' });
    };
    // Who it is makes no difference to what everybody may see: a log-in that takes its time holds up nothing of that.
    if (isOfEverybody(payload)) void handle().catch(fail);
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
      if (!connection.live.has(key) && !connection.behind.has(key) && this.isAtMax(connection)) return TOO_MANY;
      return { data: { snapshot: this.fanOut.subscribe(connection, topic) } };
    }
    if (!connection.login) return { refused: 'subscription.login.required' };
    if (!connection.told.has(topic.channel) && this.isAtMax(connection)) return TOO_MANY;
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
    else connection.told.delete(topic.channel);
    return {};
  }

  private async login(connection: Connection, payload: unknown): Promise<Answer> {
    const request = parse(loginRequest, payload);
    if (isRefusal(request)) return request;
    const userBefore = connection.login?.user;
    const code = await this.sessions.login(connection, request.ticket);
    if (code !== 'success') return { refused: code };
    const user = connection.login?.user as number;
    // What was subscribed for somebody else is not this user's.
    if (userBefore !== user) connection.told.clear();
    this.privateFeeds.watch(user);
    this.tellSession(connection, 'success');
    return { data: { user } };
  }

  /** The log-in is over; so is the socket, since what it is being sent may not be this person's to see any more. */
  private end(connection: Connection, code: EndCode): void {
    this.sessions.leave(connection);
    connection.told.clear();
    this.tellSession(connection, code);
    connection.socket.disconnect(true);
  }

  private pushPrivate(): void {
    for (const user of this.privateFeeds.takeFresh()) {
      for (const connection of this.sessions.of(user)) this.pushUpdates(connection);
    }
  }

  private pushToSlow(): void {
    const late = [...this.late];
    this.late.clear();
    for (const connection of late) this.pushUpdates(connection);
  }

  private pushUpdates(connection: Connection, beats: Beats | null = null): void {
    const { login, told } = connection;
    if (!login || told.size === 0) return;
    // Nothing counts as told that was not: the next word goes on from the last.
    if (connection.isFull) return void this.late.add(connection);
    const frames = this.privateFeeds.take(connection, login.user, this.clock(), beats);
    if (frames.length > 0) connection.send(blockOf(frames));
  }

  private tellSession(connection: Connection, code: string): void {
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

function isOfEverybody(payload: unknown): boolean {
  const { channel } = (payload ?? {}) as { channel?: unknown };
  return typeof channel === 'string' && (isMarketChannel(channel) || isListingChannel(channel));
}
