/**
 * The calls of this adapter. The client finds a node and handles TLS, credentials and the leader. The calls are made
 * here, on its generated definitions, because the client's own calls have four faults. They parse the records, wait for
 * answers without a timeout, keep pending answers of all instances in one place, and leave unhandled rejections.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError';
import { convertToCommandError, createStreamIdentifier, parseUUID } from '@eventstore/db-client/dist/utils';
import { Empty, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  BatchAppendReq,
  ReadReq,
  type BatchAppendResp,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb';
import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import type { ProposedRecord, RawRecord } from './record';

/** Records buffered in memory for a slow reader; beyond them back-pressure stops the server. */
const RECORDS_BUFFERED_MAX = 1_024;
/** Maximum bytes of one message of an append; the server accepts slightly more. */
const MESSAGE_BYTES_MAX = 3 * 1024 * 1024;

/** The members of the client that are used here. They are not part of its published types, so its version is pinned. */
interface ClientInternals {
  getGRPCClient(kind: typeof StreamsClient, name: string): Promise<StreamsClient>;
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [Metadata, Partial<CallOptions>];
  handleError(grpc: StreamsClient, error: Error): Promise<void>;
}

/** The store did not answer in time. */
export class NoAnswerError extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/** The reached node knows no leader: the cluster has no quorum, or an election is running. */
export class NoLeaderError extends Error {}

/** The reached node accepts no appends yet, or too few. */
export class NotReadyError extends Error {}

export interface ReadRequest {
  stream: string;
  /** First revision, or the end of the stream backwards. */
  from: number | 'end';
  /** Maximum records. */
  count?: number;
  /** Timeout of the wait for the next record; it ends the read. */
  answerMsMax: number;
  signal: AbortSignal;
}

interface AppendCall {
  grpc: StreamsClient;
  call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  awaiting: Map<string, { resolve(revision: number): void; reject(error: Error): void }>;
}

export class StoreConnection {
  private readonly client: ClientInternals;
  private grpc: StreamsClient | null = null;
  private appends: AppendCall | null = null;

  /** Throws if the URL is invalid. Does not connect yet. */
  constructor(url: string) {
    this.client = EventStoreDBClient.connectionString(url) as unknown as ClientInternals;
  }

  /** Yields records of the stream in pieces as they arrive. A missing stream is empty. */
  async *read(request: ReadRequest): AsyncGenerator<RawRecord[]> {
    const { stream, from, count = Number.MAX_SAFE_INTEGER, answerMsMax, signal } = request;
    const options = optionsOf(stream);
    options.setCount(String(count));
    if (from === 'end') {
      options.getStream()?.setEnd(new Empty());
      options.setReadDirection(ReadReq.Options.ReadDirection.BACKWARDS);
    } else {
      options.getStream()?.setRevision(String(from));
      options.setReadDirection(ReadReq.Options.ReadDirection.FORWARDS);
    }
    yield* this.records(options, { requiresLeader: true, answerMsMax, endless: false }, signal);
  }

  /** Yields the records behind `after` (−1: all), then live ones; ends only with an error or by `signal`. */
  async *follow(stream: string, after: number, answerMsMax: number, signal: AbortSignal): AsyncGenerator<RawRecord[]> {
    const options = optionsOf(stream);
    options.setSubscription(new ReadReq.Options.SubscriptionOptions());
    if (after < 0) options.getStream()?.setStart(new Empty());
    else options.getStream()?.setRevision(String(after));
    yield* this.records(options, { requiresLeader: false, answerMsMax, endless: true }, signal);
  }

  private async *records(
    options: ReadReq.Options,
    { requiresLeader, answerMsMax, endless }: { requiresLeader: boolean; answerMsMax: number; endless: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<RawRecord[]> {
    const grpc = await this.streams(answerMsMax);
    signal.throwIfAborted();
    const call = grpc.read(
      new ReadReq().setOptions(options),
      ...this.client.callArguments({ requiresLeader }, ENDLESS),
    );
    const reading = new Reading(call, answerMsMax, endless, signal);
    try {
      yield* reading.chunks();
    } catch (error) {
      throw this.failed(grpc, error as Error);
    } finally {
      reading.end();
    }
  }

  /**
   * Appends behind revision `expected`, −1 for a stream that does not exist yet; resolves with the revision of the last
   * record. Rejects with the client's errors, and with a NoAnswerError after `answerMsMax`.
   */
  async append(
    stream: string,
    expected: number,
    records: readonly ProposedRecord[],
    answerMsMax: number,
  ): Promise<number> {
    const appends = this.appendCallOn(await this.streams(answerMsMax));
    const id = randomUUID();
    try {
      return await withTimeout(
        new Promise<number>((resolve, reject) => {
          appends.awaiting.set(id, { resolve, reject });
          for (const message of messagesOf(id, stream, expected, records)) appends.call.write(message);
        }),
        answerMsMax,
      );
    } catch (error) {
      // The cause of the missing answer would block the next append too, so the call is cancelled.
      if (error instanceof NoAnswerError) appends.call.cancel();
      throw error;
    } finally {
      appends.awaiting.delete(id);
    }
  }

  private appendCallOn(grpc: StreamsClient): AppendCall {
    if (this.appends?.grpc === grpc) return this.appends;
    const call = grpc.batchAppend(...this.client.callArguments({ requiresLeader: true }, ENDLESS));
    const appends: AppendCall = { grpc, call, awaiting: new Map() };
    const rejectPending = (error: Error): void => {
      if (this.appends === appends) this.appends = null;
      for (const pendingAppend of appends.awaiting.values()) pendingAppend.reject(error);
      appends.awaiting.clear();
    };
    call.on('data', (answer: BatchAppendResp) => {
      const pendingAppend = appends.awaiting.get(parseUUID(answer.getCorrelationId()) ?? '');
      const refusal = answer.getError();
      if (refusal) pendingAppend?.reject(errorOfRefusal(refusal, answer));
      else pendingAppend?.resolve(Number(answer.getSuccess()?.getCurrentRevision()));
    });
    call.on('error', (error) => rejectPending(this.failed(grpc, error)));
    call.on('end', () => rejectPending(new Error('the server has ended the call')));
    this.appends = appends;
    return appends;
  }

  private async streams(limitMs: number): Promise<StreamsClient> {
    try {
      this.grpc = await withTimeout(this.client.getGRPCClient(StreamsClient, 'streams'), limitMs);
      return this.grpc;
    } catch (error) {
      // The client's message after every known node reported no leader.
      if (error instanceof Error && error.message.startsWith('Failed to discover')) {
        throw new NoLeaderError(error.message, { cause: error });
      }
      throw error;
    }
  }

  /** Converts an error to the client's form; the client then looks for another node if that helps. */
  private failed(grpc: StreamsClient, error: Error): Error {
    // It waits for a connection that another call may be attempting in vain, and rejects with that call's error.
    this.client.handleError(grpc, error).catch(() => undefined);
    if (/no leader info/i.test(error.message)) return new NoLeaderError(error.message, { cause: error });
    try {
      return convertToCommandError(error);
    } catch {
      // The node is not the leader and does not name it.
      return new NoLeaderError(error.message, { cause: error });
    }
  }

  /** Ends every call; those in flight fail with an unknown outcome. */
  close(): void {
    this.appends?.call.cancel();
    this.grpc?.close();
  }
}

/** Reads have a timeout per answer instead. */
const ENDLESS = { deadline: Infinity };

/** Iterates over the arriving records of one read. */
class Reading {
  private arrived: RawRecord[] = [];
  private failure: Error | null = null;
  private isEnded = false;
  private isWaiting = false;
  private wake: () => void = () => undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly abort = (): void => this.stop(new Error('the journal was closed'));

  constructor(
    private readonly call: ClientReadableStream<ReadResp>,
    answerMsMax: number,
    endless: boolean,
    private readonly signal: AbortSignal,
  ) {
    this.timer = setTimeout(() => {
      if (this.isWaiting) this.stop(new NoAnswerError(answerMsMax));
    }, answerMsMax);
    signal.addEventListener('abort', this.abort, { once: true });
    call.on('data', (response: ReadResp) => {
      const record = recordIn(response);
      if (record && this.arrived.push(record) >= RECORDS_BUFFERED_MAX) call.pause();
      // A confirmed subscription may be silent until an event occurs.
      if (endless) clearTimeout(this.timer);
      this.wake();
    });
    call.on('error', (error: Error) => this.stop(error));
    call.on('end', () => {
      this.isEnded = true;
      this.wake();
    });
  }

  async *chunks(): AsyncGenerator<RawRecord[]> {
    for (;;) {
      if (this.arrived.length > 0) {
        const chunk = this.arrived;
        this.arrived = [];
        yield chunk;
        this.timer.refresh();
        if (this.call.isPaused()) this.call.resume();
        continue;
      }
      if (this.failure) throw this.failure;
      if (this.isEnded) return;
      this.isWaiting = true;
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.isWaiting = false;
    }
  }

  end(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.abort);
    this.call.cancel();
  }

  private stop(error: Error): void {
    this.failure ??= error;
    this.call.cancel();
    this.wake();
  }
}

function optionsOf(stream: string): ReadReq.Options {
  const options = new ReadReq.Options();
  options.setStream(new ReadReq.Options.StreamOptions().setStreamIdentifier(createStreamIdentifier(stream)));
  options.setResolveLinks(false);
  options.setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));
  options.setNoFilter(new Empty());
  return options;
}

function recordIn(response: ReadResp): RawRecord | null {
  const event = response.getEvent()?.getEvent();
  if (!event) return null;
  return {
    revision: Number(event.getStreamRevision()),
    type: event.getMetadataMap().get('type') ?? '',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  };
}

/**
 * One append as messages within the server's maximum: the first has the stream and the expected revision, the last is
 * marked as final.
 */
function* messagesOf(
  id: string,
  stream: string,
  expected: number,
  records: readonly ProposedRecord[],
): Generator<BatchAppendReq> {
  const options = new BatchAppendReq.Options().setStreamIdentifier(createStreamIdentifier(stream));
  if (expected < 0) options.setNoStream(new Empty());
  else options.setStreamPosition(String(expected));
  const correlation = new UUID().setString(id);
  let message = new BatchAppendReq().setCorrelationId(correlation).setOptions(options);
  let bytes = 0;
  for (const record of records) {
    const size = record.data.length + record.metadata.length;
    if (bytes > 0 && bytes + size > MESSAGE_BYTES_MAX) {
      yield message;
      message = new BatchAppendReq().setCorrelationId(correlation);
      bytes = 0;
    }
    message.addProposedMessages(proposedOf(record));
    bytes += size;
  }
  yield message.setIsFinal(true);
}

function proposedOf({ id, type, data, metadata }: ProposedRecord): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage();
  message.setId(new UUID().setString(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(data);
  message.setCustomMetadata(metadata);
  return message;
}

function errorOfRefusal(refusal: NonNullable<ReturnType<BatchAppendResp['getError']>>, answer: BatchAppendResp): Error {
  const message = refusal.getMessage();
  if (/no leader info/i.test(message)) return new NoLeaderError(message);
  if (/not ready|busy/i.test(message)) return new NotReadyError(message);
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
  // Errors without details are none of the known refusals.
  return refusal.hasDetails() ? unpackToCommandError(refusal, stream) : new Error(message);
}

/** Resolves with the answer, or rejects with a NoAnswerError after `limitMs`. */
export async function withTimeout<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController();
  const silence = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new NoAnswerError(limitMs);
  });
  silence.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    timer.abort();
  }
}
