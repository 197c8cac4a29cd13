/** Sources of an audit: the configured journal of a server, a journal in a data directory, or an exported file. */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { openVerifyingReader } from '../journal/embedded/ahead';
import type { JournalHead, StoredReading, StoredText } from '../journal/port';
import { ChainError, genesis, placeOf, splitLine, verifyStored } from '../journal/seal';
import { journalDirectory, openInspection, type JournalConfig } from '../journal/source';

export interface AuditedJournal extends StoredReading {
  /** Head of the journal; everything up to it is verified. */
  head: JournalHead;
  /** Head before the first batch: position −1, except for an export that begins in the middle. */
  opening: JournalHead;
  /** Number of compared seals of closed segments. */
  seals: number;
  /** Bytes after the last complete group. */
  rest: number;
  /** Hashes of batches that end at the requested positions; absent if not possible. */
  hashes?: BatchHashes;
  close(): Promise<void>;
}

interface BatchHashes {
  positions: ReadonlySet<number>;
  found: ReadonlyMap<number, string>;
}

export type OnProgress = (position: number) => void;

/** Opens a journal and verifies all of it. Rejects with the first mismatch. */
export async function openVerified(
  config: JournalConfig,
  onProgress: OnProgress = ignored,
  requestedPositions: ReadonlySet<number> = new Set(),
): Promise<AuditedJournal> {
  const hashes = new Map<number, string>();
  const inspection = await openInspection(config, onProgress, (position, hash) => {
    if (requestedPositions.has(position)) hashes.set(position, hash);
  });
  const { head, seals, rest } = inspection.found;
  return {
    head,
    opening: { position: -1, hash: genesis(config.core) },
    seals,
    rest,
    ...(config.kind === 'embedded' ? { hashes: { positions: requestedPositions, found: hashes } } : {}),
    readStored: (from) => inspection.journal.readStored(from),
    close: () => inspection.close(),
  };
}

/** A journal that is read once, from the first batch on. */
export interface VerifyingJournal extends Pick<AuditedJournal, 'opening' | 'close'> {
  /** Several batches at a time: waiting for each one singly would take as long as for ten of them. */
  readChunks(): AsyncIterable<readonly StoredText[]>;
  /** Rejects with the first mismatch, at the latest when all of it was verified. */
  verified: Promise<unknown>;
}

/**
 * Verifies an embedded journal in another thread and yields verified batches meanwhile; any other journal is verified
 * first.
 */
export async function openVerifying(
  config: JournalConfig,
  onProgress: OnProgress = ignored,
): Promise<VerifyingJournal> {
  if (config.kind !== 'embedded') return asVerifying(await openVerified(config, onProgress));
  const { directory: dir, archive, core } = config;
  const verifyingReader = openVerifyingReader({ dir, archive }, core);
  return {
    opening: { position: -1, hash: genesis(core) },
    readChunks: () => verifyingReader.readVerified(),
    verified: verifyingReader.found,
    close: () => verifyingReader.close(),
  };
}

function asVerifying(journal: AuditedJournal): VerifyingJournal {
  return { ...journal, readChunks: () => chunksOf(journal.readStored(0)), verified: Promise.resolve() };
}

const CHUNK_BATCHES = 256;

export async function* chunksOf(stored: AsyncIterable<StoredText>): AsyncIterable<readonly StoredText[]> {
  let chunk: StoredText[] = [];
  for await (const one of stored) {
    chunk.push(one);
    if (chunk.length < CHUNK_BATCHES) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

/** An exported file, plain or `.gz`: verified from its first line to its last. */
export async function openExport(
  file: string,
  core: string,
  onProgress: OnProgress = ignored,
): Promise<AuditedJournal> {
  let head: JournalHead = { position: -1, hash: genesis(core) };
  let opening = head;
  let number = 0;
  for await (const stored of textsIn(file)) {
    if (++number === 1 && stored.first > 0) opening = head = { position: stored.first - 1, hash: stored.prev };
    head = verifyStored(head, stored, number);
    onProgress(head.position);
  }
  async function* readStored(from: number): AsyncIterable<StoredText> {
    for await (const stored of textsIn(file)) if (stored.position >= from) yield stored;
  }
  return { head, opening, seals: 0, rest: 0, readStored, close: () => Promise.resolve() };
}

/** Opens a path: a data directory, the directory of a journal, or an exported file. */
export function openPath(
  sourcePath: string,
  core: string,
  onProgress: OnProgress = ignored,
  requestedPositions?: ReadonlySet<number>,
): Promise<AuditedJournal> {
  const config = configOf(sourcePath, core);
  return config ? openVerified(config, onProgress, requestedPositions) : openExport(sourcePath, core, onProgress);
}

export async function openPathVerifying(
  sourcePath: string,
  core: string,
  onProgress: OnProgress = ignored,
): Promise<VerifyingJournal> {
  const config = configOf(sourcePath, core);
  return config ? openVerifying(config) : asVerifying(await openExport(sourcePath, core, onProgress));
}

/** Null for a file. */
function configOf(sourcePath: string, core: string): JournalConfig | null {
  if (!existsSync(sourcePath)) throw new Error(`${sourcePath}: there is nothing`);
  if (!statSync(sourcePath).isDirectory()) return null;
  const inside = journalDirectory(sourcePath);
  const directory = existsSync(inside) ? inside : sourcePath;
  if (!readdirSync(directory).some((name) => /^\d{20}\.(jsonl|seal)/.test(name))) {
    throw new Error(`${path.resolve(sourcePath)} holds no journal`);
  }
  return { kind: 'embedded', directory, core };
}

async function* textsIn(file: string): AsyncIterable<StoredText> {
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const failures: Error[] = [];
  const lines = createInterface({ input, crlfDelay: Infinity });
  for (const stream of [raw, input]) {
    stream.on('error', (error: Error) => {
      failures.push(error);
      lines.close();
    });
  }
  let number = 0;
  let position = -1;
  for await (const line of lines) {
    const parts = splitLine(line);
    const place = parts && placeOf(parts.bytes);
    if (!parts || !place) throw new ChainError(++number, position, 'not a line of a journal');
    number++;
    position = place.position;
    yield { text: parts.bytes, hash: parts.hash, ...place };
  }
  if (failures.length > 0) throw failures[0];
}

const ignored = (): void => undefined;
