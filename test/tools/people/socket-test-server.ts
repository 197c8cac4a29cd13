/** A socket server over an exchange in memory, whose channels tick on request, and its clients. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import type { Connection } from '../../../server/features/market-data/connection';
import { MarketDataGateway } from '../../../server/features/market-data/market-data.gateway';
import type { SocketLimits } from '../../../server/features/market-data/options';
import type { Revocation, TicketHolder, TicketPort } from '../../../server/platform/auth/ticket-port';
import { LiveViews } from '../../../server/views/live/live-views';
import { SOCKET_PATH, type Ack, type SessionPush } from '../../../shared/wire/market-data';
import { LiveExchange, MARKET } from './live-exchange';

export const ANN = 10_000_001;
export const BEN = 10_000_002;
export const USERS = [ANN, BEN];

/** Tickets `ann`, `ann-2`, … until they are revoked. */
class Tickets implements TicketPort {
  readonly gone = new Set<string>();
  private readonly listeners = new Set<(revocation: Revocation) => void>();

  async check(ticket: string): Promise<TicketHolder | null> {
    if (ticket === 'broken') throw new Error('the store is gone');
    if (this.gone.has(ticket)) return null;
    if (ticket.startsWith('ann')) return { user: ANN, role: 'user', isUnbound: false };
    return ticket.startsWith('ben') ? { user: BEN, role: 'user', isUnbound: false } : null;
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  revoke(ticket: string, user: number, code: Revocation['code'] = '4001'): void {
    this.gone.add(ticket);
    for (const listener of this.listeners) listener({ user, code });
  }
}

/** A server whose market channels tick on request, and its clients. */
export class SocketTestServer {
  readonly exchange = LiveExchange.open(USERS, 5_000);
  readonly views = new LiveViews();
  readonly tickets = new Tickets();
  now = this.exchange.at;
  private readonly clients: Socket[] = [];
  private readonly http: HttpServer = createServer();
  private gateway!: MarketDataGateway;
  private closed = false;

  static async open(limits: Partial<SocketLimits> = {}): Promise<SocketTestServer> {
    const desk = new SocketTestServer();
    const { views, tickets } = desk;
    views.fold(desk.exchange.batches);
    const messageOf = (code: string): string => `text of ${code}`;
    const clock = (): number => desk.now;
    desk.gateway = new MarketDataGateway(desk.http, { views, tickets, messageOf, limits, clock, tickMs: 0 });
    await new Promise<void>((resolve) => desk.http.listen(0, '127.0.0.1', resolve));
    return desk;
  }

  get url(): string {
    const { port } = this.http.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  client(ticket?: string, transports: string[] = ['websocket']): Socket {
    const auth = ticket === undefined ? {} : { ticket };
    const options = { path: SOCKET_PATH, transports, auth, forceNew: true, reconnection: false };
    const client = io(this.url, options);
    this.clients.push(client);
    return client;
  }

  /** Connects and waits until the server has named the socket's user. */
  async connected(ticket?: string): Promise<Socket> {
    const client = this.client(ticket);
    await next<SessionPush>(client, 'session');
    return client;
  }

  /** Folds the batches since the last call. */
  fold(): void {
    this.views.fold(this.exchange.batches);
  }

  tick(times = 1): void {
    for (let count = 0; count < times; count += 1) this.gateway.tick();
  }

  beat(): void {
    this.tick(10);
  }

  /** Does the work of the minute timer. */
  recheck(): Promise<void> {
    return this.gateway['sessions'].recheckAll();
  }

  notify(user: number): void {
    this.gateway.notify(user, { id: '7', at: this.now });
  }

  /** The connection with the most waiting bytes, which cannot be observed elsewhere. */
  get fullest(): Pick<Connection, 'isFull' | 'waitingBytes'> {
    return [...this.gateway['connections']].reduce((a, b) => (b.waitingBytes > a.waitingBytes ? b : a));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    for (const client of this.clients) client.disconnect();
    await this.gateway.close();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

/** Messages are checked by the schemas or field by field. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Any = any;

export function next<Payload>(client: Socket, event: string): Promise<Payload> {
  return new Promise((resolve) => client.once(event, resolve));
}

export async function ask(client: Socket, event: string, payload: unknown): Promise<Ack & { data: Any }> {
  return (await client.timeout(5_000).emitWithAck(event, payload)) as Ack & { data: Any };
}

export function subscribe(client: Socket, payload: object): Promise<Ack & { data: Any }> {
  return ask(client, 'subscribe', payload);
}

/** Waits until everything sent so far has arrived: the answer to a request comes after it. */
export async function awaitPushes(client: Socket): Promise<void> {
  await ask(client, 'unsubscribe', { channel: 'order' });
}

export const DEPTH = { channel: 'depth', market: MARKET };
