/**
 * The hash chain: hash = SHA-256 in hex of (hash of the batch before ‖ canonical bytes of this one), the first link being
 * the SHA-256 of the core's name. It does not depend on how batches were grouped or where they are stored. The writer
 * thread computes the same in place (`embedded/segment-writer.ts`); a test holds the two together.
 */
import { hash as digest } from 'node:crypto';
import type { JournalHead, StoredText } from './port';

export const HASH_LENGTH = 64;

type Place = Pick<StoredText, 'first' | 'position' | 'prev'>;

/** What the first batch is linked to: the SHA-256 of the core's name. */
export function genesis(core: string): string {
  return digest('sha256', core, 'hex');
}

/** Closes a body with its link: the bytes that are stored, and their hash. */
export function seal(prev: string, body: string): { bytes: string; hash: string } {
  const bytes = `${body},"prev":"${prev}"}`;
  return { bytes, hash: hashOf(prev, bytes) };
}

/** Hash of a batch from its full canonical text. */
export function hashOf(prev: string, bytes: string): string {
  return digest('sha256', prev + bytes, 'hex');
}

/** The line that an export holds and an auditor verifies; the embedded journal's own lines have group fields as well. */
export function exportLine(hash: string, bytes: string): string {
  return `{"hash":"${hash}","batch":${bytes}}`;
}

/** The parts of a line, exported or embedded, without parsing the batch; null when it is not such a line. */
export function splitLine(line: string): { hash: string; bytes: string } | null {
  const match = LINE.exec(line);
  return match ? { hash: match[1], bytes: match[2] } : null;
}
const LINE = /^\{"hash":"([0-9a-f]{64})",(?:"group":\d+,"place":\d+,"count":\d+,)?"batch":(\{.*\})\}$/su;

/** What is wrong with a chain, and where: `position` is that of the last good batch. */
export class ChainError extends Error {
  constructor(
    readonly line: number,
    readonly position: number,
    message: string,
  ) {
    super(`line ${line}, after position ${position}: ${message}`);
  }
}

/** Follows the chain over exported or embedded lines from the first batch on; returns its head or throws a ChainError. */
export function verifyLines(lines: Iterable<string>, core: string): JournalHead {
  let head: JournalHead = { position: -1, hash: genesis(core) };
  let number = 0;
  for (const line of lines) head = verifyLine(head, line, ++number);
  return head;
}

/** One step of `verifyLines`: the head after this line. */
export function verifyLine(head: JournalHead, line: string, number: number): JournalHead {
  const parts = splitLine(line);
  if (!parts) throw new ChainError(number, head.position, 'not a line of a journal');
  return verifyText(head, parts.hash, parts.bytes, number);
}

/** The same step over a batch as a store gives it; `number` is that of its line in an export. */
export function verifyStored(head: JournalHead, stored: StoredText, number: number): JournalHead {
  // Where it was parsed to find its place, that is not done again.
  return verifyText(head, stored.hash, stored.text, number, stored.plain === undefined ? null : stored);
}

function verifyText(
  head: JournalHead,
  hash: string,
  text: string,
  number: number,
  known: Place | null = null,
): JournalHead {
  const fail = (message: string) => new ChainError(number, head.position, message);
  if (hashOf(head.hash, text) !== hash) throw fail('the hash does not fit the batch and the one before');
  const place = known ?? placeOf(text);
  if (!place) throw fail('not a batch of a journal');
  if (place.prev !== head.hash) throw fail('the batch is linked to another one');
  if (place.first !== head.position + 1) throw fail(`the batch begins at position ${place.first}`);
  return { position: place.position, hash };
}

/**
 * Where a stored batch lies, from its text alone; null when it is none. Its events are counted, not decoded: whatever became
 * of their shapes, and of the version they were written in, says nothing about the chain.
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
