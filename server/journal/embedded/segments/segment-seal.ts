/**
 * Summary of a closed segment, in a small file beside it: `00000000000000000000.seal.json`. A start uses the seal
 * instead of reading every line of the history again. The SHA-256 in it shows whether the file is unchanged. The start
 * checks that of the newest sealed segment, `segment-keeper.ts` all others afterwards.
 */
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { HASH_LENGTH } from '../../seal';
import type { Files } from '../files';
import type { SegmentFile } from './segment-file';

export interface SegmentSeal {
  v: 1;
  /** Positions of its first and last event. */
  first: number;
  position: number;
  /** Hash of the batch before its first one, and of its last: the segment's place in the chain. */
  prev: string;
  hash: string;
  /** Number of the last group; a group never spans two segments. */
  group: number;
  /** Length in bytes and SHA-256 (hex) of the file as stored. */
  length: number;
  sha256: string;
  /** The same for the compressed file, if it exists: unpacking ignores some of its bytes. */
  packed?: { length: number; sha256: string };
}

export function sealPath(dir: string, first: number): string {
  return path.join(dir, `${String(first).padStart(20, '0')}.seal.json`);
}

/** The seal beside the segment that begins at `first`; null if missing or unreadable. */
export function readSeal(files: Files, dir: string, first: number): SegmentSeal | null {
  const file = sealPath(dir, first);
  if (!files.list(dir).includes(path.basename(file))) return null;
  const handle = files.open(file, 'read');
  try {
    const bytes = Buffer.alloc(files.size(handle));
    files.read(handle, bytes, 0);
    const seal = JSON.parse(bytes.toString('utf8')) as Partial<SegmentSeal>;
    return isSeal(seal) && seal.first === first ? seal : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  } finally {
    files.close(handle);
  }
}

/**
 * Whether the seal's file differs from a seal's only valid text. A start replaces such a file; a verification reports
 * it.
 */
export function isBrokenSeal(files: Files, dir: string, first: number): boolean {
  const file = sealPath(dir, first);
  if (!files.list(dir).includes(path.basename(file))) return false;
  const seal = readSeal(files, dir, first);
  if (!seal) return true;
  const handle = files.open(file, 'read');
  try {
    const bytes = Buffer.alloc(files.size(handle));
    files.read(handle, bytes, 0);
    return bytes.toString('utf8') !== textOf(seal);
  } finally {
    files.close(handle);
  }
}

/** The only valid text of a seal. */
function textOf({ v, first, position, prev, hash, group, length, sha256, packed }: SegmentSeal): string {
  const size = packed && { length: packed.length, sha256: packed.sha256 };
  return `${JSON.stringify({ v, first, position, prev, hash, group, length, sha256, packed: size })}\n`;
}

/** Writes the seal beside its segment atomically: a crash leaves all of it or nothing. */
export function writeSeal(files: Files, dir: string, seal: SegmentSeal): void {
  const file = sealPath(dir, seal.first);
  const name = `${file}.new`;
  const handle = files.list(dir).includes(path.basename(name)) ? files.open(name, 'write') : files.create(name);
  try {
    files.truncate(handle, 0);
    files.write(handle, Buffer.from(textOf(seal)), 0);
    files.sync(handle);
  } finally {
    files.close(handle);
  }
  files.rename(name, file);
  files.syncDir(dir);
}

/** SHA-256 in hex of a whole segment in its original form. */
export function fileDigest(file: SegmentFile): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = 0, count = file.read(buffer, 0); count > 0; count = file.read(buffer, at)) {
    hash.update(buffer.subarray(0, count));
    at += count;
  }
  return hash.digest('hex');
}

const PIECE_BYTES = 1024 * 1024;

function isSeal(seal: Partial<SegmentSeal>): seal is SegmentSeal {
  const { packed } = seal;
  const numbers = [seal.first, seal.position, seal.group, seal.length, packed ? packed.length : 0];
  const hashes = [seal.prev, seal.hash, seal.sha256, packed ? packed.sha256 : seal.sha256];
  return (
    seal.v === 1 &&
    numbers.every((number) => Number.isSafeInteger(number)) &&
    hashes.every((hash) => typeof hash === 'string' && hash.length === HASH_LENGTH)
  );
}
