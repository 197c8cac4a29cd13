/**
 * A batch as EventStoreDB keeps it: one record an event, the event's canonical JSON as data, and in the metadata what
 * makes the batch whole again. Taking the records of a batch back together gives the canonical bytes they came from.
 */
import { createHash } from 'node:crypto';
import { jsonEvent, type JSONEventData, type JSONEventType, type RecordedEvent } from '@eventstore/db-client';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../core/bounds';
import { decodeEvent, type PlainEvent } from '../../core/codec';
import { BATCH_VERSION, positionOf, type Batch } from '../../core/event';
import type { DraftBatch, StoredBatch } from '../port';
import { seal } from '../seal';
import { upcast } from '../upcast';

/** The same in every record of a batch, but for `index`: a reader that starts anywhere finds the batch's first. */
export interface RecordMetadata {
  v: number;
  first: number;
  index: number;
  count: number;
  prev: string;
  hash: string;
  command: Batch['command'];
  actor: Batch['actor'];
  at: number;
}

export type BatchRecord = JSONEventType<string, PlainEvent, Record<string, unknown>>;

/** The records of one batch, ready to be appended, and what comes of it. */
export interface SealedBatch {
  records: JSONEventData<BatchRecord>[];
  /** No fewer than the server adds up: data, metadata, two bytes a letter of the type. */
  bytes: number;
  position: number;
  hash: string;
}

/**
 * What one record adds to its event at the most, as the server counts: metadata with hashes, command, actor and numbers
 * of 16 digits, and two bytes a letter of the type. A test holds it against the longest there are.
 */
const RECORD_OVERHEAD_BYTES_MAX = 480;

/** Bytes of an append that the largest batch of the core takes, however its bytes are shared out among its events. */
export const APPEND_BYTES_NEEDED = BATCH_BYTES_MAX + BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;

/** Bytes that a body may have so that its records, as many as the core makes, surely fit an append of `appendBytesMax`. */
export function bodyBytesMax(appendBytesMax: number): number {
  return appendBytesMax - BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;
}

/**
 * Gives the draft its place behind `prev`. The events are taken from its canonical text, parsed and no further: the
 * client writes them with JSON.stringify, which gives canonical text back.
 */
export function recordsOf({ batch, body }: DraftBatch, prev: string): SealedBatch {
  const { hash } = seal(prev, body);
  const { v, first, command, actor, at, events } = JSON.parse(`${body}}`) as Omit<Batch, 'events'> & {
    events: PlainEvent[];
  };
  const count = events.length;
  const metadata: RecordMetadata = { v, first, index: 0, count, prev, hash, command, actor, at };
  const records = events.map((event, index) =>
    jsonEvent<BatchRecord>({
      id: recordId(hash, index),
      type: event.type,
      data: event,
      metadata: { ...metadata, index },
    }),
  );
  const metadataBytes = Buffer.byteLength(JSON.stringify({ ...metadata, index: count }));
  const typeBytes = events.reduce((sum, { type }) => sum + 2 * type.length, 0);
  // The body holds every event and little else: counted whole, it saves writing each event only to measure it.
  const bytes = Buffer.byteLength(body) + count * metadataBytes + typeBytes;
  return { records, bytes, position: positionOf(batch), hash };
}

/**
 * A UUID made from what the record is, so that an append that is sent again is known to the server as the same one. The
 * version nibble says 5, name-based: older libraries take no other for this kind.
 */
export function recordId(hash: string, index: number): string {
  const hex = createHash('sha256').update(`${hash}/${index}`).digest('hex');
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** What was read does not have the shape that this adapter writes: someone else wrote to the stream. */
export class RecordShapeError extends Error {}

export function metadataOf(record: RecordedEvent): RecordMetadata {
  const metadata = record.metadata as Partial<RecordMetadata> | undefined;
  const revision = Number(record.revision);
  const whole =
    metadata !== undefined &&
    [metadata.v, metadata.first, metadata.index, metadata.count, metadata.at].every(Number.isSafeInteger) &&
    [metadata.prev, metadata.hash, metadata.actor].every((text) => typeof text === 'string') &&
    typeof metadata.command === 'object' &&
    metadata.first! + metadata.index! === revision &&
    metadata.index! < metadata.count!;
  if (!whole) throw new RecordShapeError(`${record.streamId} ${revision}: not a record of this journal`);
  return metadata as RecordMetadata;
}

/** Puts batches together again, record by record in order. */
export class BatchAssembler {
  private head: RecordMetadata | undefined;
  private events: PlainEvent[] = [];

  /** Position of the first event of the batch that is not yet whole. */
  get pendingFirst(): number | undefined {
    return this.head?.first;
  }

  /** The batch that this record completes, if it does. */
  add(record: RecordedEvent): StoredBatch | undefined {
    const metadata = metadataOf(record);
    if (this.head === undefined) this.head = metadata;
    if (metadata.hash !== this.head.hash || metadata.index !== this.events.length) {
      throw new RecordShapeError(
        `${record.streamId} ${record.revision}: event ${metadata.index} of a batch out of place`,
      );
    }
    this.events.push(record.data as PlainEvent);
    if (this.events.length < metadata.count) return undefined;
    const batch = batchOf(metadata, this.events);
    this.head = undefined;
    this.events = [];
    return { batch, position: positionOf(batch), hash: metadata.hash, prev: metadata.prev };
  }
}

function batchOf({ v, first, at, command, actor }: RecordMetadata, stored: readonly PlainEvent[]): Batch {
  return { v: BATCH_VERSION, first, at, command, actor, events: stored.map((event) => decodeEvent(upcast(v, event))) };
}
