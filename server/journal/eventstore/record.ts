/**
 * A batch as stored in EventStoreDB: one record per event, with the event's canonical JSON as data. The metadata has
 * the parts that restore the whole batch. Both are cut from the batch's text and joined to the same text again, never
 * parsed and printed. The hash covers the stored text, whatever later versions of this program read into it.
 */
import { hash as digest } from 'node:crypto';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../core/bounds';
import { CodecError } from '../../core/codec';
import { positionOf } from '../../core/event';
import type { StoredBatch, StoredText } from '../port';
import { hashOf, seal } from '../seal';
import { readBatch } from '../upcast';
import { elementsOf, JsonTextError, membersOf } from './json-text';

/** A record as returned by the store. */
export interface RawRecord {
  /** Its revision in the stream, which is its position in the journal. */
  revision: number;
  type: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

/** A record to be appended. */
export interface ProposedRecord {
  id: string;
  type: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

/**
 * A record's data about its batch, equal in all records of a batch: a reader can start at any record and find the
 * first.
 */
interface RecordMetadata {
  v: number;
  /** Position of the batch's first event. */
  first: number;
  index: number;
  count: number;
  /** In the batch's first record; older batches have it in every record. */
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
 * Correlation and causation for EventStoreDB's tools: the original command, and the batch that made this one due. Both
 * are identified as in the journal, by the position of the last event; a command from outside is its own cause.
 */
export interface Origin {
  correlation: number;
  causation: number;
}

/** The records of one batch, ready to be appended, with the position and hash that result. */
export interface SealedBatch {
  records: ProposedRecord[];
  /** By the server's count: data, metadata, two bytes per character of the type. */
  bytes: number;
  position: number;
  hash: string;
}

/**
 * Maximum overhead of one record over its event, by the server's count: metadata with a hash, command, actor, ids and
 * numbers of 16 digits, and two bytes per character of the type. A test compares it with the longest existing values.
 */
const RECORD_OVERHEAD_BYTES_MAX = 480;

/** Maximum bytes of an append for the core's largest batch, for any distribution of its bytes over its events. */
export const APPEND_BYTES_NEEDED = BATCH_BYTES_MAX + BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;

/** Maximum bytes of a body whose records, at the core's maximum number, fit an append of `appendBytesMax`. */
export function bodyBytesMax(appendBytesMax: number): number {
  return appendBytesMax - BATCH_EVENTS_MAX * RECORD_OVERHEAD_BYTES_MAX;
}

/** The parts of a body, each as its own text. */
export interface BodyParts {
  body: string;
  /** Positions of the first and the last event. */
  first: number;
  position: number;
  /** For a follow-up: position of the batch that made it due. */
  cause: number | undefined;
  /** Texts of `v`, `command`, `actor` and `at`. */
  v: string;
  command: string;
  actor: string;
  at: string;
  events: string[];
}

export function partsOf(body: string): BodyParts {
  const members = membersOf(`${body}}`);
  const memberText = (name: string): string => members.get(name) as string;
  const [v, command, actor, at] = ['v', 'command', 'actor', 'at'].map(memberText);
  const events = elementsOf(memberText('events'));
  const first = Number(memberText('first'));
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

/** Links a body to `prev`. */
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
 * A UUID derived from the record's contents, so that the server recognises a retried append. The version nibble says 5,
 * name-based: older libraries accept no other for this kind.
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

/** The record does not have this adapter's shape: another program wrote to the stream. */
export class RecordShapeError extends Error {
  constructor(
    readonly revision: number,
    readonly type: string,
    detail: string,
  ) {
    super(`revision ${revision} of the stream, an event of type ${JSON.stringify(type)}, ${detail}`);
  }
}

/** A batch of the right shape that contradicts the chain: it was changed, or another program wrote it. */
export class ForgedBatchError extends Error {
  constructor(
    /** `hash`: it does not match the batch's text. `prev`: the batch is not linked to the previous one. */
    readonly what: 'hash' | 'prev',
    /** Position of the batch's last event. */
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
  const detail = shape
    ? `says that it is at position ${shape.first + shape.index}: another program has written to the stream before it`
    : 'is not a record of this journal: another program has written to the stream';
  throw new RecordShapeError(revision, type, `${detail} (docs/how-to/recover.md)`);
}

/** Metadata in this journal's shape; null if it has another shape. */
function shapeOf(bytes: Uint8Array): RecordMetadata | null {
  const metadata = parsed(bytes);
  const isComplete =
    [metadata.v, metadata.first, metadata.index, metadata.count, metadata.at].every(Number.isSafeInteger) &&
    [metadata.hash, metadata.actor].every((text) => typeof text === 'string') &&
    (typeof metadata.prev === 'string' || metadata.index !== 0) &&
    typeof metadata.command === 'object' &&
    metadata.command !== null &&
    metadata.index! >= 0 &&
    metadata.index! < metadata.count!;
  return isComplete ? (metadata as RecordMetadata) : null;
}

function parsed(metadata: Uint8Array): Partial<RecordMetadata> {
  try {
    const value: unknown = JSON.parse(textOf(metadata));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Assembles batches from records in order. */
export class BatchAssembler {
  private head: { metadata: RecordMetadata; text: string } | undefined;
  private events: string[] = [];

  /** Position of the first event of the incomplete batch. */
  get pendingFirst(): number | undefined {
    return this.head?.metadata.first;
  }

  /** Returns the batch that this record completes, if any, as stored; its hash is not checked. */
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

/** Verifies the chain from batch to batch. */
export class ChainVerifier {
  /** @param link hash of the batch before the first one, if known */
  constructor(private link?: string) {}

  /** Returns the batch if its hash and link are valid; throws a ForgedBatchError otherwise. */
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
    const members = membersOf(metadata);
    const [v, first, at, command, actor] = ['v', 'first', 'at', 'command', 'actor'].map((name) => members.get(name));
    return `{"v":${v},"first":${first},"at":${at},"command":${command},"actor":${actor},"events":[${events.join(',')}]`;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new RecordShapeError(revision, type, `has metadata that this journal does not write: ${error.message}`);
  }
}

/** Decodes the text into the current form. */
export function storedBatchOf({ text, position, hash, prev }: StoredText): StoredBatch {
  const { batch } = readBatch(text);
  if (positionOf(batch) !== position) throw new CodecError(`the batch at position ${position} ends elsewhere`);
  return { batch, position, hash, prev };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
