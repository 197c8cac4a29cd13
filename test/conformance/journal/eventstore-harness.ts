/** EventStoreDB for the journal suite, behind a relay that a test closes, opens and cuts. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import type { Journal } from '../../../server/journal/port';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { CORE_NAME, type JournalHarness } from './suite';

export const STREAM = `core-${CORE_NAME}`;
/** Generous timeout for busy machines; tests of the timeout set their own. */
export const PATIENCE_MS = 45_000;
/** Short retry limit for appends to a store that stays away. */
const SETTLE_MS_MAX = 3_000;

/** One server per test; the journal connects through a relay, every other client directly. */
export function testServerHarness(): JournalHarness {
  let server: EventStoreServer | undefined;
  let opened: OpenJournals | undefined;
  return {
    async open() {
      server = await EventStoreServer.start();
      opened = new OpenJournals(server.url, STREAM);
      return opened.openThroughRelay();
    },
    reopen: () => opened!.reopen(),
    other: () => opened!.openDirectly(),
    stopStore: async () => server?.stop(),
    startStore: async () => server?.start(),
    cutConnections: async () => opened?.relay.cut(),
    async close() {
      await opened?.close();
      server?.stop();
    },
  };
}

/** One stream per test on a permanent server; only the relay closes and opens. */
export function realServerHarness(url: string): JournalHarness {
  let opened: OpenJournals | undefined;
  return {
    open() {
      opened = new OpenJournals(url, `${STREAM}-${randomUUID()}`);
      return opened.openThroughRelay();
    },
    reopen: () => opened!.reopen(),
    other: () => opened!.openDirectly(),
    stopStore: async () => opened?.relay.stop(),
    startStore: async () => opened?.relay.start(),
    cutConnections: async () => opened?.relay.cut(),
    close: async () => opened?.close(),
  };
}

/** The journals of one test: its own through a relay, and others next to it. */
export class OpenJournals {
  readonly relay: Relay;
  private readonly journals: Journal[] = [];
  private readonly throughRelay: string;
  private readonly proxyBefore = process.env['grpc_proxy'];

  constructor(
    private readonly url: string,
    private readonly stream: string,
  ) {
    // TLS certificates and cluster members name hosts, so there the relay acts as a proxy for encrypted bytes. The
    // client reads proxies only from the environment, so the other clients use it too.
    const plain = /^esdb:\/\/([^:/?,@]+):(\d+)\/?(\?.*tls=false.*)$/i.exec(url);
    this.relay = plain ? new Relay({ host: plain[1], port: Number(plain[2]) }) : new Relay('as asked');
    this.throughRelay = plain ? plain[3] : '';
  }

  async openThroughRelay(): Promise<Journal> {
    await this.relay.start();
    if (this.throughRelay !== '') return this.open(`esdb://127.0.0.1:${this.relay.port}${this.throughRelay}`);
    process.env['grpc_proxy'] = `http://127.0.0.1:${this.relay.port}`;
    return this.open(this.url);
  }

  async reopen(): Promise<Journal> {
    await this.closeJournals();
    return this.openDirectly();
  }

  openDirectly(): Promise<Journal> {
    return this.open(this.url);
  }

  async close(): Promise<void> {
    if (this.proxyBefore === undefined) delete process.env['grpc_proxy'];
    else process.env['grpc_proxy'] = this.proxyBefore;
    await this.closeJournals();
    this.relay.stop();
  }

  private async closeJournals(): Promise<void> {
    await Promise.all(this.journals.splice(0).map((journal) => journal.close()));
  }

  private async open(url: string): Promise<Journal> {
    const journal = await openEventStoreJournal({
      url,
      core: CORE_NAME,
      stream: this.stream,
      answerMsMax: PATIENCE_MS,
      settleMsMax: SETTLE_MS_MAX,
    });
    this.journals.push(journal);
    return journal;
  }
}

/** Forwards bytes to a server, or to the host that a client requests, until told to cut the connections. */
class Relay {
  port = 0;
  /** Forwarded connections. */
  passed = 0;
  private server: HttpServer | undefined;
  private readonly sockets = new Set<Duplex>();

  constructor(private readonly target: { host: string; port: number } | 'as asked') {}

  async start(): Promise<void> {
    const { target } = this;
    const server = createServer();
    if (target === 'as asked') {
      server.on('connect', (request, inner: Duplex) => {
        const [host, port] = (request.url ?? '').split(':');
        const outer = connect(Number(port), host, () => inner.write('HTTP/1.1 200 Connection established\r\n\r\n'));
        this.pass(inner, outer);
      });
    } else {
      // All bytes belong to the target; the HTTP parser must not see them.
      server.removeAllListeners('connection');
      server.on('connection', (inner: Duplex) => this.pass(inner, connect(target.port, target.host)));
    }
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  stop(): void {
    this.server?.close();
    this.cut();
  }

  private pass(inner: Duplex, outer: Duplex): void {
    this.passed++;
    for (const [socket, peer] of [
      [inner, outer],
      [outer, inner],
    ]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }
}
