/**
 * An EventStoreDB for tests: the real gRPC protocol over loopback, with the client's service definitions and streams in
 * memory. It behaves like the real one where a journal depends on it: expected revisions, event ids that make repeated
 * appends idempotent, an append size limit, subscriptions after a revision. Faults can be injected.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { MaximumAppendSizeExceeded, Timeout, UUID } from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import {
  type Proposed,
  type Expected,
  expectedOf,
  foreignEvent,
  proposedOf,
  sizeOf,
  eventResponse,
  wrongVersion,
  statusOf,
  nameOf,
  getSupportedMethods,
  insistsOnLeader,
} from './eventstore-messages';

/* The compiled file is in dist; the certificate is not. */
const TLS = path.resolve(process.cwd(), 'test/tools/tls');
/** Self-signed for `localhost`, for tests only. */
const CERTIFICATE = path.join(TLS, 'localhost.pem');
const KEY = path.join(TLS, 'localhost.key.pem');

/** Default append limit of a real server. */
const APPEND_BYTES_MAX_DEFAULT = 1024 * 1024;
/** Highest configurable limit of a real server (21.10 to 25.0), and the largest message that it receives. */
export const APPEND_BYTES_MAX_HIGHEST = 16 * 1024 * 1024 - 10_000;

/**
 * Append faults. Lost: every connection is cut, and the server is back at once with its stored events. Overtaken:
 * another writer appends a foreign event first. Timed out: the append did not arrive completely in the server's write
 * timeout, and nothing is stored.
 */
export type AppendMishap = 'lost before storing' | 'lost after storing' | 'never answered' | 'overtaken' | 'timed out';

/**
 * Server conditions. Leaderless: a cluster node without a quorum, which knows no leader and refuses clients that
 * require one. Not ready: starting. Silent: accepts requests and never answers.
 */
export type Condition = 'well' | 'leaderless' | 'not ready' | 'silent';

interface ServerSettings {
  /** EVENTSTORE_MAX_APPEND_SIZE. Like a real server, this one refuses to start above the maximum. */
  appendBytesMax?: number;
  /** Uses TLS as `localhost`, with the certificate next to this file or another one. */
  tls?: boolean | { certificate: string; key: string };
}

type Outcome =
  | { result: 'stored'; last: number }
  | { result: 'wrong'; current: number }
  | { result: 'too large' }
  | { result: 'timed out' }
  | { result: 'silence' };

export class EventStoreServer {
  private readonly streams = new Map<string, Proposed[]>();
  private readonly waiting = new Set<() => void>();
  private server: Server | undefined;
  private port = 0;
  private mishap: { how: AppendMishap; after: number; times: number } | undefined;

  private appendBytesMax = APPEND_BYTES_MAX_DEFAULT;

  condition: Condition = 'well';

  private tls: ServerSettings['tls'] = false;

  private constructor() {}

  static async start(settings: ServerSettings = {}): Promise<EventStoreServer> {
    const server = new EventStoreServer();
    await server.start(settings);
    return server;
  }

  /** Host and port, with the certificate's name. */
  get address(): string {
    return `localhost:${this.port}`;
  }

  get url(): string {
    if (this.tls) return `esdb://${this.address}?tls=true&tlsCAFile=${CERTIFICATE}`;
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** The same server by cluster discovery. */
  get clusterUrl(): string {
    return `esdb+discover://127.0.0.1:${this.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=20`;
  }

  /** Listens on a free port, on later calls on the same one; applies new settings if given. */
  async start({ appendBytesMax = this.appendBytesMax, tls = this.tls }: ServerSettings = {}): Promise<void> {
    if (appendBytesMax > APPEND_BYTES_MAX_HIGHEST) {
      throw new RangeError(`MaxAppendSize exceeded ${APPEND_BYTES_MAX_HIGHEST} bytes.`);
    }
    this.appendBytesMax = appendBytesMax;
    this.tls = tls;
    const server = new Server({ 'grpc.max_receive_message_length': APPEND_BYTES_MAX_HIGHEST });
    server.addService(StreamsService, {
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => void this.read(call),
      append: unimplemented,
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => this.batchAppend(call),
      delete: unimplemented,
      tombstone: unimplemented,
    });
    server.addService(ServerFeaturesService, { getSupportedMethods });
    server.addService(GossipService, {
      read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) => answer(null, this.members()),
    });
    this.port = await new Promise<number>((resolve, reject) => {
      const { certificate, key } = typeof tls === 'object' ? tls : { certificate: CERTIFICATE, key: KEY };
      const credentials = tls
        ? ServerCredentials.createSsl(null, [{ cert_chain: readFileSync(certificate), private_key: readFileSync(key) }])
        : ServerCredentials.createInsecure();
      server.bindAsync(`127.0.0.1:${this.port}`, credentials, (error, port) => (error ? reject(error) : resolve(port)));
    });
    this.server = server;
  }

  /** Cuts every connection and refuses new ones; the streams stay. */
  stop(): void {
    this.server?.forceShutdown();
    this.server = undefined;
    this.wake();
  }

  /** The append after the next `after` ones fails in this way, `times` times. */
  nextAppend(how: AppendMishap, after = 0, times = 1): void {
    this.mishap = { how, after, times };
  }

  /** Stored events of one stream, acknowledged or not. */
  count(stream: string): number {
    return this.streams.get(stream)?.length ?? 0;
  }

  /** Changes the stored data or metadata of one event, bypassing the protocol. */
  tamper(stream: string, revision: number, change: (text: string, part: 'data' | 'metadata') => string): void {
    const event = this.streams.get(stream)?.[revision];
    if (!event) throw new RangeError(`${stream} has no revision ${revision}`);
    event.data = Buffer.from(change(Buffer.from(event.data).toString('utf8'), 'data'));
    event.customMetadata = Buffer.from(change(Buffer.from(event.customMetadata).toString('utf8'), 'metadata'));
  }

  /** Appends an event of another program, of any type. Returns its revision. */
  inject(stream: string, type: string, data = '', metadata = ''): number {
    const event = { ...foreignEvent(type), data: Buffer.from(data), customMetadata: Buffer.from(metadata) };
    const outcome = this.storeUnlessWrong(stream, 'any', [event]);
    if (outcome.result !== 'stored') throw new Error(`an event of any kind was ${outcome.result}`);
    return outcome.last;
  }

  /** One stored event: type, data and metadata as text. */
  stored(stream: string, revision: number): { type: string; data: string; metadata: string } | undefined {
    const event = this.streams.get(stream)?.[revision];
    if (!event) return undefined;
    const [data, metadata] = [event.data, event.customMetadata].map((bytes) => Buffer.from(bytes).toString('utf8'));
    return { type: event.metadata.get('type') ?? '', data, metadata };
  }

  private store(stream: string, expected: Expected, proposed: Proposed[]): Outcome {
    if (this.isTooLarge(proposed)) return { result: 'too large' };
    const mishap = this.takeMishap();
    if (mishap === 'lost before storing') {
      this.loseConnections();
      return { result: 'silence' };
    }
    if (mishap === 'timed out') return { result: 'timed out' };
    if (mishap === 'overtaken') this.storeUnlessWrong(stream, 'any', [foreignEvent()]);
    const outcome = this.storeUnlessWrong(stream, expected, proposed);
    if (mishap === undefined || mishap === 'overtaken') return outcome;
    if (mishap === 'lost after storing') this.loseConnections();
    return { result: 'silence' };
  }

  private isTooLarge(proposed: readonly Proposed[]): boolean {
    return proposed.reduce((sum, event) => sum + sizeOf(event), 0) > this.appendBytesMax;
  }

  private storeUnlessWrong(stream: string, expected: Expected, proposed: Proposed[]): Outcome {
    const events = this.streams.get(stream) ?? [];
    const current = events.length - 1;
    if (typeof expected === 'number' && expected < current) {
      // The same events at the same place are a retry.
      const repeated = proposed.every((event, index) => events[expected + 1 + index]?.id === event.id);
      return repeated ? { result: 'stored', last: expected + proposed.length } : { result: 'wrong', current };
    }
    if (typeof expected === 'number' && expected > current) return { result: 'wrong', current };
    if (expected === 'exists' && current < 0) return { result: 'wrong', current };
    for (const event of proposed) events.push(event);
    this.streams.set(stream, events);
    this.wake();
    return { result: 'stored', last: events.length - 1 };
  }

  private takeMishap(): AppendMishap | undefined {
    if (this.mishap === undefined) return undefined;
    if (this.mishap.after > 0) {
      this.mishap.after -= 1;
      return undefined;
    }
    const { how } = this.mishap;
    this.mishap.times -= 1;
    if (this.mishap.times === 0) this.mishap = undefined;
    return how;
  }

  private loseConnections(): void {
    this.stop();
    void this.start();
  }

  private wake(): void {
    for (const resume of [...this.waiting]) resume();
  }

  private batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const pending = new Map<string, { options: BatchAppendReq.Options; proposed: Proposed[] }>();
    call.on('error', ignore);
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      if (this.condition === 'silent') return;
      const correlation = request.getCorrelationId();
      const id = correlation?.getString() ?? '';
      const options = request.getOptions();
      if (options) pending.set(id, { options, proposed: [] });
      const append = pending.get(id);
      if (!append) return;
      for (const message of request.getProposedMessagesList()) append.proposed.push(proposedOf(message));
      // An oversized append is refused at once, without reading the rest.
      if (!request.getIsFinal() && !this.isTooLarge(append.proposed)) return;
      pending.delete(id);
      if (this.condition !== 'well') {
        const answer = new BatchAppendResp().setCorrelationId(correlation);
        call.write(
          answer.setError(statusOf('google.protobuf.Empty', new Uint8Array()).setMessage(this.unfitness().details)),
        );
        return;
      }
      const asked = append.options;
      const expected = expectedOf(asked, asked.hasStreamPosition(), asked.getStreamPosition());
      const outcome = this.store(nameOf(append.options.getStreamIdentifier()), expected, append.proposed);
      if (outcome.result === 'silence') return;
      const answer = new BatchAppendResp();
      answer.setCorrelationId(correlation);
      answer.setStreamIdentifier(append.options.getStreamIdentifier());
      if (outcome.result === 'stored') {
        const success = new BatchAppendResp.Success();
        success.setCurrentRevision(String(outcome.last));
        success.setNoPosition(new Empty());
        answer.setSuccess(success);
      } else {
        answer.setError(this.refusalOf(outcome, expected));
      }
      call.write(answer);
    });
  }

  private refusalOf(outcome: Exclude<Outcome, { result: 'stored' | 'silence' }>, expected: Expected): Status {
    switch (outcome.result) {
      case 'wrong':
        return wrongVersion(outcome.current, expected);
      case 'too large':
        return this.tooLarge();
      case 'timed out':
        return statusOf('event_store.client.Timeout', new Timeout().serializeBinary());
    }
  }

  private tooLarge(): Status {
    const details = new MaximumAppendSizeExceeded();
    details.setMaxappendsize(this.appendBytesMax);
    return statusOf('event_store.client.MaximumAppendSizeExceeded', details.serializeBinary());
  }

  private async read(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    call.on('error', ignore);
    const options = call.request.getOptions();
    const from = options?.getStream();
    if (!options || !from) {
      call.emit('error', { code: status.UNIMPLEMENTED, details: 'only streams are read here' });
      return;
    }
    if (this.condition === 'silent') return;
    if (this.condition === 'not ready' || (this.condition === 'leaderless' && insistsOnLeader(call.metadata))) {
      call.emit('error', this.unfitness());
      return;
    }
    const stream = nameOf(from.getStreamIdentifier());
    if (options.hasSubscription()) return this.follow(call, stream, from);
    const events = this.streams.get(stream);
    if (!events) {
      const missing = new ReadResp.StreamNotFound();
      missing.setStreamIdentifier(from.getStreamIdentifier());
      call.write(new ReadResp().setStreamNotFound(missing));
      call.end();
      return;
    }
    const step = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS ? -1 : 1;
    // The end is after the last event: a forward read from there is empty, a backward one begins with the last event.
    const end = step > 0 ? events.length : events.length - 1;
    const start = from.hasRevision() ? Number(from.getRevision()) : from.hasEnd() ? end : step > 0 ? 0 : -1;
    let left = Number(options.getCount());
    for (
      let revision = Math.min(start, end);
      left > 0 && revision >= 0 && !call.cancelled;
      revision += step, left -= 1
    ) {
      const event = events[revision];
      if (!event) break;
      if (!call.write(eventResponse(stream, revision, event))) await this.drained(call);
    }
    call.end();
  }

  /** Everything after the requested revision, then new events, until the connection ends. */
  private async follow(
    call: ServerWritableStream<ReadReq, ReadResp>,
    stream: string,
    from: ReadReq.Options.StreamOptions,
  ): Promise<void> {
    const confirmation = new ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId(randomUUID());
    call.write(new ReadResp().setConfirmation(confirmation));
    const server = this.server;
    let next = from.hasRevision() ? Number(from.getRevision()) + 1 : from.hasEnd() ? this.count(stream) : 0;
    while (!call.cancelled && this.server === server) {
      const event = this.streams.get(stream)?.[next];
      if (!event) {
        await this.changed(call);
        continue;
      }
      if (!call.write(eventResponse(stream, next, event))) await this.drained(call);
      next += 1;
    }
  }

  /** Resolves when the reader has consumed the writes, or is gone. */
  private drained(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        call.off('drain', resume);
        call.off('cancelled', resume);
        resolve();
      };
      call.once('drain', resume);
      call.once('cancelled', resume);
    });
  }

  /** Resolves when an event was stored, or the reader or this server is gone. */
  private changed(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        this.waiting.delete(resume);
        call.off('cancelled', resume);
        resolve();
      };
      this.waiting.add(resume);
      call.once('cancelled', resume);
    });
  }

  private unfitness(): { code: status; details: string } {
    return this.condition === 'not ready'
      ? { code: status.UNAVAILABLE, details: 'Server Is Not Ready' }
      : { code: status.UNKNOWN, details: 'No leader info available in response' };
  }

  private members(): ClusterInfo {
    const endPoint = new EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(this.port);
    const member = new MemberInfo();
    member.setInstanceId(new UUID().setString(randomUUID()));
    member.setTimeStamp('0');
    const { LEADER, UNKNOWN } = MemberInfo.VNodeState;
    member.setState(this.condition === 'well' ? LEADER : UNKNOWN);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint);
    return new ClusterInfo().setMembersList([member]);
  }
}

function unimplemented(_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>): void {
  answer({ code: status.UNIMPLEMENTED, details: 'a journal is never deleted' });
}

/** Broken connections are expected here. */
function ignore(): void {}
