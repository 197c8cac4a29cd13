/**
 * ZIP in one strict form: no comments, times or extra fields, contiguous entries, sizes in the local header. A strict reader detects any
 * changed byte; other programs read it as an ordinary ZIP.
 */

import { Inflate } from 'fflate';
import { CRC_BEGIN, crcOf, crcStep } from '../rules/crc32';

/** Random access to a file's bytes, from any storage. */
export interface Bytes {
  size: number;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Stored, or deflated. */
export type Method = 0 | 8;

export interface ZipEntry {
  name: string;
  method: Method;
  /** CRC-32 of the content. */
  crc: number;
  packedSize: number;
  size: number;
  /** Offset of its header. */
  offset: number;
}

/** A fault in a ZIP: the name of the entry, or the directory. */
export class ZipError extends Error {
  constructor(readonly where: string) {
    super(`${where} is not written as it must be`);
  }
}

/** Maximum of the format's 32-bit fields. */
export const ZIP_SIZE_MAX = 0xffff_ffff;
export const ZIP_ENTRIES_MAX = 0xffff;
/** Maximum bytes of an unpacked entry: the longest string of V8. */
const ENTRY_SIZE_MAX = 0x1fff_ffe8;
/** Maximum compression ratio of deflate. */
const RATIO_MAX = 1_032;
/** Number of packed bytes that are unpacked at a time; at most 17 MB of content. */
const PIECE_BYTES = 1 << 14;
const DIRECTORY = 'the directory of the ZIP';
const VERSION = 20;
/** 1 January 1980, a constant. The signed statements have the real time. */
const DATE = 0x21;
const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const NAME = /^[\x21-\x7e]{1,200}$/;

/** Header in front of an entry's bytes. */
export function localHeader(entry: Omit<ZipEntry, 'offset'>): Uint8Array<ArrayBuffer> {
  return fields([[LOCAL, 4], ...headerFields(entry)], entry.name);
}

/** Directory behind all entries. */
export function directoryOf(entries: readonly ZipEntry[], offset: number): Uint8Array<ArrayBuffer> {
  const rows = entries.map((entry) =>
    fields(
      [[CENTRAL, 4], [VERSION, 2], ...headerFields(entry), [0, 2], [0, 2], [0, 2], [0, 4], [entry.offset, 4]],
      entry.name,
    ),
  );
  const size = rows.reduce((sum, row) => sum + row.length, 0);
  const count = entries.length;
  const end = fields(
    [
      [END, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [size, 4],
      [offset, 4],
      [0, 2],
    ],
    '',
  );
  return joined([...rows, end]);
}

type Field = readonly [value: number, bytes: number];

/** The same in both headers. */
function headerFields({ name, method, crc, packedSize, size }: Omit<ZipEntry, 'offset'>): Field[] {
  const [flags, time, extra] = [0, 0, 0];
  return [
    ...[[VERSION, 2] as const, [flags, 2] as const, [method, 2] as const, [time, 2] as const, [DATE, 2] as const],
    ...[
      [crc, 4] as const,
      [packedSize, 4] as const,
      [size, 4] as const,
      [name.length, 2] as const,
      [extra, 2] as const,
    ],
  ];
}

function fields(values: readonly Field[], name: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const [value, length] of values) for (let at = 0; at < length; at++) bytes.push((value >>> (8 * at)) & 0xff);
  return new Uint8Array([...bytes, ...new TextEncoder().encode(name)]);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joinedBytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joinedBytes.set(chunk, at);
    at += chunk.length;
  }
  return joinedBytes;
}

/** The entries of a ZIP in this form. @throws a ZipError that names the first deviation */
export async function readZip(file: Bytes): Promise<ZipEntry[]> {
  if (file.size < END_SIZE) throw new ZipError(DIRECTORY);
  const end = viewOf(await file.read(file.size - END_SIZE, file.size));
  const [size, offset] = [end.getUint32(12, true), end.getUint32(16, true)];
  if (offset + size + END_SIZE !== file.size) throw new ZipError(DIRECTORY);
  const bytes = await file.read(offset, file.size);
  const entries = rowsOf(bytes.subarray(0, size));
  if (!isSame(directoryOf(entries, offset), bytes)) throw new ZipError(DIRECTORY);
  let at = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    const found = await file.read(at, Math.min(file.size, at + header.length));
    if (entry.offset !== at || !NAME.test(entry.name) || !isSame(header, found)) throw new ZipError(entry.name);
    at += header.length + entry.packedSize;
  }
  if (at !== offset) throw new ZipError(DIRECTORY);
  return entries;
}

export function packedBytes(file: Bytes, { offset, name, packedSize }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const from = offset + LOCAL_SIZE + name.length;
  return file.read(from, from + packedSize);
}

/**
 * The content of an entry. The size in its header bounds the unpacked bytes, so that a small file cannot fill the memory.
 * @throws a ZipError if the content has another size
 */
export function unpacked(packed: Uint8Array<ArrayBuffer>, { method, name, size }: ZipEntry): Uint8Array<ArrayBuffer> {
  if (size > ENTRY_SIZE_MAX || size > RATIO_MAX * packed.length) throw new ZipError(name);
  const content = method === 0 ? packed : inflated(packed, size);
  if (content?.length !== size) throw new ZipError(name);
  return content;
}

/** Null as soon as the content exceeds the size, or if it ends below it. */
function inflated(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  const content = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((chunk) => {
    if (length + chunk.length <= size) content.set(chunk, length);
    length += chunk.length;
  });
  for (let from = 0; from < packed.length && length <= size; from += PIECE_BYTES) {
    const to = from + PIECE_BYTES;
    inflate.push(packed.subarray(from, to), to >= packed.length);
  }
  return length === size ? content : null;
}

function rowsOf(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + CENTRAL_SIZE <= bytes.length;) {
    const length = view.getUint16(at + 28, true);
    const method = view.getUint16(at + 10, true);
    if (method !== 0 && method !== 8) throw new ZipError(DIRECTORY);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + length)),
      method,
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += CENTRAL_SIZE + length;
  }
  return entries;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function crc32(bytes: Uint8Array): number {
  let crc = CRC_BEGIN;
  for (const byte of bytes) crc = crcStep(crc, byte);
  return crcOf(crc);
}
