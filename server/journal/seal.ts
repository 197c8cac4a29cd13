/**
 * The hash chain: hash = SHA-256 in hex of (hash of the previous batch ‖ canonical bytes of this one), the first link
 * being the SHA-256 of the core's name. It is independent of how batches were grouped or where they are stored. The
 * writer thread computes the same in place (`embedded/segment-writer.ts`); a test compares both.
 */
import { hash as digest } from 'node:crypto';
import type { JournalHead, StoredText } from './port';

export const HASH_LENGTH = 64;

type Place = Pick<StoredText, 'first' | 'position' | 'prev'>;

/** Link of the first batch: the SHA-256 of the core's name. */
export function genesis(core: string): string {
  return digest('sha256', core, 'hex');
}

/** Appends the link to a body: the stored bytes, and their hash. */
export function seal(prev: string, body: string): { bytes: string; hash: string } {
  const bytes = `${body},"prev":"${prev}"}`;
  return { bytes, hash: hashOf(prev, bytes) };
}

/** Hash of a batch from its full canonical text. */
export function hashOf(prev: string, bytes: string): string {
  return digest('sha256', prev + bytes, 'hex');
}

/** A line of an export, which an auditor verifies; the embedded journal's own lines have group fields as well. */
export function exportLine(hash: string, bytes: string): string {
  return `{"hash":"${hash}","batch":${bytes}}`;
}

/** The parts of a line, exported or embedded, without parsing the batch; null for other lines. */
export function splitLine(line: string): { hash: string; bytes: string } | null {
  const match = LINE.exec(line);
  return match ? { hash: match[1], bytes: match[2] } : null;
}
const LINE = /^\{"hash":"([0-9a-f]{64})",(?:"group":\d+,"place":\d+,"count":\d+,)?"batch":(\{.*\})\}$/su;

/** A fault of a chain: `position` is that of the last valid batch. */
export class ChainError extends Error {
  constructor(
    readonly line: number,
    readonly position: number,
    message: string,
  ) {
    super(`line ${line}, after position ${position}: ${message}`);
  }
}

/**
 * Verifies the chain over exported or embedded lines from the first batch on; returns its head or throws a ChainError.
 */
export function verifyLines(lines: Iterable<string>, core: string): JournalHead {
  let head: JournalHead = { position: -1, hash: genesis(core) };
  let number = 0;
  for (const line of lines) head = verifyLine(head, line, ++number);
  return head;
}

/** One step of `verifyLines`; returns the head after this line. */
export function verifyLine(head: JournalHead, line: string, number: number): JournalHead {
  const lineParts = splitLine(line);
  if (!lineParts) throw new ChainError(number, head.position, 'not a line of a journal');
  return verifyText(head, lineParts.hash, lineParts.bytes, number);
}

/** The same step for a batch from a store; `number` is its line number in an export. */
export function verifyStored(head: JournalHead, stored: StoredText, number: number): JournalHead {
  // If the batch was already parsed to find its positions, do not parse it again.
  return verifyText(head, stored.hash, stored.text, number, stored.plain === undefined ? null : stored);
}

function verifyText(
  head: JournalHead,
  hash: string,
  text: string,
  number: number,
  knownPlace: Place | null = null,
): JournalHead {
  const fail = (message: string) => new ChainError(number, head.position, message);
  if (hashOf(head.hash, text) !== hash) throw fail('the hash does not fit the batch and the one before');
  const place = knownPlace ?? placeOf(text);
  if (!place) throw fail('not a batch of a journal');
  if (place.prev !== head.hash) throw fail('the batch is linked to another one');
  if (place.first !== head.position + 1) throw fail(`the batch begins at position ${place.first}`);
  return { position: place.position, hash };
}

/**
 * Positions of a stored batch, from its text alone; null if it is no batch. Its events are counted, not decoded: their
 * shapes and the version do not affect the chain.
 */
export function placeOf(text: string): (Place & Pick<StoredText, 'plain'>) | null {
  const plain = parsed(text);
  const { first, events, prev } = plain;
  if (!Number.isSafeInteger(first) || !Array.isArray(events) || events.length === 0) return null;
  if (typeof prev !== 'string' || prev.length !== HASH_LENGTH) return null;
  return { first: first as number, position: (first as number) + events.length - 1, prev, plain };
}

function parsed(text: string): Partial<Record<'first' | 'events' | 'prev', unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
}
