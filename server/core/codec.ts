/**
 * The canonical form of a batch: the bytes that the journal stores, that the chain hashes and that any other program can read. Fixed key
 * order, amounts as decimal digits in quotes, safe integers, absent fields left out, no white space: encode(decode(bytes)) = bytes for all
 * output of this version. The output equals that of JSON.stringify for the same ordered object, but is several times faster: encoding, not
 * matching, is the cost of the hot path.
 */
import type { Actor } from './actor';
import { compileEncoder } from './messages/encoder';
import { CodecError, integer } from './messages/encoding';
import { BATCH_VERSION, type Batch, type CommandNote, type CoreEvent } from './event';
import { decodePrices, type PlainPrice } from './index-price/price-codec';
import type { Code, Message } from './messages/message';
import type { AnyEventRow } from './product';

export { CodecError } from './messages/encoding';
export { BATCH_VERSION } from './event';

export interface Codec {
  /**
   * `{"v":2,"first":…,"at":…,"command":{…},"actor":"…","events":[…]`: everything but `,"prev":"…"}`, which the journal adds.
   */
  encodeBody: (batch: Batch) => string;
  encodeEvent: (event: CoreEvent) => string;
  /** A batch and its link from its full canonical JSON. */
  decodeBatch: (text: string, upcast?: Upcast) => { batch: Batch; prev: string };
  /** Decodes an already parsed value, in place. */
  decodePlain: (plainBatch: unknown, upcast?: Upcast) => { batch: Batch; prev: string };
  /** Gives a stored event of the present version its bigints and its nested objects, in place. */
  decodeEvent: (plainEvent: PlainEvent) => CoreEvent;
}

export function createCodec(rows: Readonly<Record<string, AnyEventRow>>): Codec {
  const tables = new Map(Object.entries(rows).map(([type, row]) => [type, tableOf(type, row)]));

  function found(type: string): Table {
    return tables.get(type) ?? unknownType(type);
  }

  function encodeEvent(event: CoreEvent): string {
    const table = found(event.type);
    return (table.encode ??= compileEncoder(table.message))(event);
  }

  function encodeBody(batch: Batch): string {
    const events = batch.events;
    let text = bodyStart(BATCH_VERSION, batch.first, batch.at, encodeCommand(batch.command), batch.actor);
    for (let index = 0; index < events.length; index++) {
      text += index === 0 ? encodeEvent(events[0]) : ',' + encodeEvent(events[index]);
    }
    return flat(text + ']');
  }

  function decodeEvent(plainEvent: PlainEvent): CoreEvent {
    const { type, amounts, lists, moves, prices } = found(plainEvent.type);
    // The table's own string: row lookups by it need no hash of the newly parsed string.
    plainEvent.type = type;
    for (const key of amounts) {
      const digits = plainEvent[key];
      if (digits !== undefined) plainEvent[key] = BigInt(digits as string);
    }
    for (const key of lists) {
      const digits = plainEvent[key];
      if (digits !== undefined) plainEvent[key] = (digits as string[]).map(BigInt);
    }
    if (moves) {
      for (const entry of plainEvent['entries'] as { amount: string | bigint }[]) entry.amount = BigInt(entry.amount);
    }
    if (prices) plainEvent['prices'] = decodePrices(plainEvent['prices'] as PlainPrice[]);
    return plainEvent as unknown as CoreEvent;
  }

  function decodeBatch(text: string, upcast?: Upcast): { batch: Batch; prev: string } {
    return decodePlain(JSON.parse(text), upcast);
  }

  function decodePlain(plainBatch: unknown, upcast: Upcast = refuseOldVersions): { batch: Batch; prev: string } {
    const { v, first, at, command, actor, events: stored, prev } = plainBatch as PlainBatch;
    const events = (v === BATCH_VERSION ? stored : stored.map((event) => upcast(v, event))).map(decodeEvent);
    return { batch: { v: BATCH_VERSION, first, at, command, actor, events }, prev };
  }

  return {
    encodeBody,
    encodeEvent,
    decodeBatch,
    decodePlain,
    decodeEvent,
  };
}

function bodyStart(version: number, first: number, at: number, command: string, actor: string): string {
  return `{"v":${version},"first":${integer(first)},"at":${time(at)},"command":${command},"actor":"${actor}","events":[`;
}

export function encodeCommand(commandNote: CommandNote): string {
  let text = '{"type":"' + commandNote.type + '"';
  if (commandNote.clientId !== undefined) text += ',"clientId":"' + commandNote.clientId + '"';
  if (commandNote.digest !== undefined) text += ',"digest":"' + commandNote.digest + '"';
  if (commandNote.cause !== undefined) text += ',"cause":' + integer(commandNote.cause);
  return text + '}';
}

/**
 * Joins the hundred pieces of a rope into one flat string. As a rope it would occupy memory until its group is written,
 * and cost the garbage collector more than the whole encoding. Reading a character joins the pieces.
 */
function flat(text: string): string {
  if (text.charCodeAt(0) !== OPENING_BRACE) throw new CodecError('a body begins with a brace');
  return text;
}
const OPENING_BRACE = 0x7b;

interface Table {
  type: string;
  amounts: string[];
  lists: string[];
  moves: boolean;
  prices: boolean;
  message: Message;
  /** Compiled at the first encoding. A page only decodes, and its content policy forbids generated code. */
  encode?: (event: { type: string }) => string;
}

function tableOf(type: string, { message }: AnyEventRow): Table {
  const fieldsWith = (code: Code) => Object.keys(message.fields).filter((name) => message.fields[name].code === code);
  return {
    type,
    amounts: fieldsWith('amount'),
    lists: fieldsWith('amounts'),
    moves: fieldsWith('entries').length > 0,
    prices: fieldsWith('prices').length > 0,
    message,
  };
}

// Hundreds of batches share a millisecond, and the time's thirteen digits are the most expensive number to format.
let lastTime = 0;
let lastTimeText = '0';
function time(at: number): string {
  if (at !== lastTime) {
    lastTimeText = integer(at);
    lastTime = at;
  }
  return lastTimeText;
}

/** A stored event as JSON.parse gives it: amounts are still text, prices still lists. */
export type PlainEvent = { type: string } & Record<string, unknown>;
/** Brings an event of an older version to the present one; throws for a version it does not know. */
export type Upcast = (version: unknown, event: PlainEvent) => PlainEvent;

interface PlainBatch {
  v: unknown;
  first: number;
  at: number;
  command: CommandNote;
  actor: Actor;
  events: PlainEvent[];
  prev: string;
}

function refuseOldVersions(version: unknown): never {
  throw new CodecError(`batches of version ${String(version)} are unknown; this build reads version ${BATCH_VERSION}`);
}

function unknownType(type: string): never {
  throw new CodecError(`events of type ${type} are unknown to this build`);
}
