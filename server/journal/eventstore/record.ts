/**
 * A batch as EventStoreDB keeps it: one record an event, the event's canonical JSON as data, and in the metadata what
 * makes the batch whole again. Both are bytes that are taken out of the batch's text and joined to the same text again,
 * never parsed and printed: the hash is taken of what is stored, whatever later versions of this program read into it.
 */
import { hash as digest } from 'node:crypto';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../core/bounds';
import { CodecError } from '../../core/codec';
import { positionOf } from '../../core/event';
import type { StoredBatch, StoredText } from '../port';
import { hashOf, seal } from '../seal';
import { readBatch } from '../upcast';
import { elementsOf, JsonTextError, membersOf } from './json-text';

/** A record as the store gives it. */
export interface RawRecord {
  /** Its place in the stream, and its position in the journal. */
  revision: number;
  type: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

/** A record on its way to the store. */
export interface ProposedRecord {
  id: string;
  type: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

/** What a record says of its batch: the same in all of them, so that a reader that starts anywhere finds the batch's first. */
interface RecordMetadata {
  v: number;
  /** Position of the batch's first event. */
  first: number;
  index: number;
  count: number;
  /** In the batch's first record; older ones have it in all. */
  prev?: string;
  hash: string;
  command: { cause?: number };
  actor: string;
  at: number;
  /** EventStoreDB's own names; absent in older records. */
  $correlationId?: string;
  $causationId?: string;
}

/**
 * What EventStoreDB's tools follow from record to record: the command that began it all, and what made this batch due. Both
 * are named as the journal names batches, by the position of the last event; a command from outside is its own cause.
 */
export interface Origin {
  correlation: number;
  causation: number;
}

/** The records of one batch, ready to be appended, and what comes of it. */
export interface SealedBatch {
  records: ProposedRecord[];
  /** As the server adds up: data, metadata, two bytes a letter of the type. */
  bytes: number;
  position: number;
  hash: string;
}

/**
 * What one record adds to its event at the most, as the server counts: metadata with a hash, command, actor, ids and numbers
 * of 16 digits, and two bytes a letter of the type. A test holds it against the longest there are.
 */
const RECORD_OVERHEAD_BYTES_MAX = 480;

/** Bytes of an append that the largest batch of the core takes, however its bytes are shared out among its events. */
export const APPEND_BYTES_NEEDED = BATCH_BYTES_MAX + BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;

/** Bytes that a body may have so that its records, as many as the core makes, surely fit an append of `appendBytesMax`. */
export function bodyBytesMax(appendBytesMax: number): number {
  return appendBytesMax - BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;
}

/** A body taken apart, each part as it stands there. */
export interface BodyParts {
  body: string;
  /** Positions of its first and its last event. */
  first: number;
  position: number;
  /** Of a follow-up: position of the batch that made it due. */
  cause: number | undefined;
  /** The values of `v`, `command`, `actor` and `at`. */
  v: string;
  command: string;
  actor: string;
  at: string;
  events: string[];
}

export function partsOf(body: string): BodyParts {
  const members = membersOf(`${body}}`);
  const part = (name: string): string => members.get(name) as string;
  const [v, command, actor, at] = ['v', 'command', 'actor', 'at'].map(part);
  const events = elementsOf(part('events'));
  const first = Number(part('first'));
  const cause = membersOf(command).get('cause');
  const position = first + events.length - 1;
  return {
    body,
    first,
    position,
    cause: cause === undefined ? undefined : Number(cause),
    v,
    command,
    actor,
    at,
    events,
  };
}

/** Gives a body its place behind `prev`. */
export function recordsOf(
  { body, first, position, v, command, actor, at, events }: BodyParts,
  prev: string,
  origin: Origin,
): SealedBatch {
  const { hash } = seal(prev, body);
  const before = `{"v":${v},"first":${first},"index":`;
  const after =
    `"hash":"${hash}","command":${command},"actor":${actor},"at":${at},` +
    `"$correlationId":"${origin.correlation}","$causationId":"${origin.causation}"}`;
  let bytes = 0;
  const records = events.map((event, index): ProposedRecord => {
    const type = event.slice(TYPE_AT, event.indexOf('"', TYPE_AT));
    const link = index === 0 ? `"prev":"${prev}",` : '';
    const data = Buffer.from(event);
    const metadata = Buffer.from(`${before}${index},"count":${events.length},${link}${after}`);
    bytes += data.length + metadata.length + 2 * type.length;
    return { id: recordId(hash, index), type, data, metadata };
  });
  return { records, bytes, position, hash };
}

/** Every event begins with its type. */
const TYPE_AT = '{"type":"'.length;

/**
 * A UUID made from what the record is, so that an append that is sent again is known to the server as the same one. The
 * version nibble says 5, name-based: older libraries take no other for this kind.
 */
export function recordId(hash: string, index: number): string {
  const hex = digest('sha256', `${hash}/${index}`, 'hex');
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
export class RecordShapeError extends Error {
  constructor(
    readonly revision: number,
    readonly type: string,
    what: string,
  ) {
    super(`revision ${revision} of the stream, an event of type ${JSON.stringify(type)}, ${what}`);
  }
}

/** A batch of the right shape that is not what the chain says: it was changed, or made by someone else. */
export class ForgedBatchError extends Error {
  constructor(
    /** `hash`: it does not fit the batch's own text. `prev`: the batch is linked to another one than the one before it. */
    readonly what: 'hash' | 'prev',
    /** Of the batch's last event. */
    readonly position: number,
    readonly expected: string,
    readonly found: string,
  ) {
    const name = what === 'hash' ? 'its hash should be' : 'it should be linked to';
    super(`the batch at position ${position} is not of this journal: ${name} ${expected}, and it says ${found}`);
  }
}

export function metadataOf({ revision, type, metadata }: RawRecord): RecordMetadata {
  const shape = shapeOf(metadata);
  if (shape && shape.first + shape.index === revision) return shape;
  const what = shape
    ? `says that it is at position ${shape.first + shape.index}: another program has written to the stream before it`
    : 'is not a record of this journal: another program has written to the stream';
  throw new RecordShapeError(revision, type, `${what} (docs/how-to/recover.md)`);
}

/** What metadata of this journal's shape says; null when it has another one. */
function shapeOf(bytes: Uint8Array): RecordMetadata | null {
  const metadata = parsed(bytes);
  const whole =
    [metadata.v, metadata.first, metadata.index, metadata.count, metadata.at].every(Number.isSafeInteger) &&
    [metadata.hash, metadata.actor].every((text) => typeof text === 'string') &&
    (typeof metadata.prev === 'string' || metadata.index !== 0) &&
    typeof metadata.command === 'object' &&
    metadata.command !== null &&
    metadata.index! >= 0 &&
    metadata.index! < metadata.count!;
  return whole ? (metadata as RecordMetadata) : null;
}

function parsed(metadata: Uint8Array): Partial<RecordMetadata> {
  try {
    const value: unknown = JSON.parse(textOf(metadata));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Puts batches together again, record by record in order. */
export class BatchAssembler {
  private head: { metadata: RecordMetadata; text: string } | undefined;
  private events: string[] = [];

  /** Position of the first event of the batch that is not yet whole. */
  get pendingFirst(): number | undefined {
    return this.head?.metadata.first;
  }

  /** The batch that this record completes, if it does: as it is stored, whether it fits its hash or not. */
  add(record: RawRecord): StoredText | undefined {
    const metadata = metadataOf(record);
    this.head ??= { metadata, text: textOf(record.metadata) };
    const { first, count, hash, prev = '' } = this.head.metadata;
    if (metadata.hash !== hash || metadata.index !== this.events.length) {
      throw new RecordShapeError(record.revision, record.type, `is event ${metadata.index} of a batch out of place`);
    }
    this.events.push(textOf(record.data));
    if (this.events.length < count) return undefined;
    const text = `${bodyOf(record, this.head.text, this.events)},"prev":"${prev}"}`;
    this.head = undefined;
    this.events = [];
    return { text, first, position: first + count - 1, hash, prev };
  }
}

/** Follows the chain from batch to batch. */
export class Chain {
  /** @param link hash of the batch before the first one that comes, where it is known */
  constructor(private link?: string) {}

  /** The batch again, after it was found to fit its hash and the one before; throws a ForgedBatchError otherwise. */
  confirmed(stored: StoredText): StoredText {
    const { text, position, hash, prev } = stored;
    const expected = hashOf(prev, text);
    if (hash !== expected) throw new ForgedBatchError('hash', position, expected, hash);
    if (this.link !== undefined && prev !== this.link) throw new ForgedBatchError('prev', position, this.link, prev);
    this.link = hash;
    return stored;
  }
}

function bodyOf({ revision, type }: RawRecord, metadata: string, events: readonly string[]): string {
  try {
    const parts = membersOf(metadata);
    const [v, first, at, command, actor] = ['v', 'first', 'at', 'command', 'actor'].map((name) => parts.get(name));
    return `{"v":${v},"first":${first},"at":${at},"command":${command},"actor":${actor},"events":[${events.join(',')}]`;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new RecordShapeError(revision, type, `has metadata that this journal does not write: ${error.message}`);
  }
}

/** What the text says, in the present form. */
export function storedBatchOf({ text, position, hash, prev }: StoredText): StoredBatch {
  const { batch } = readBatch(text);
  if (positionOf(batch) !== position) throw new CodecError(`the batch at position ${position} ends elsewhere`);
  return { batch, position, hash, prev };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
