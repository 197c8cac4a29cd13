/** What an audit reads: the journal that a server is configured with, one in a data directory, or a file that was exported. */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { verifyAhead } from '../journal/embedded/ahead';
import type { JournalHead, StoredReading, StoredText } from '../journal/port';
import { ChainError, genesis, placeOf, splitLine, verifyStored } from '../journal/seal';
import { journalDirectory, lookAtJournal, type JournalConfig } from '../journal/source';

export interface AuditedJournal extends StoredReading {
  /** Where it ends; everything up to there has been verified. */
  head: JournalHead;
  /** What the batch before its first one ends at: −1, but of an export that begins in the middle. */
  opening: JournalHead;
  /** Seals of closed segments that were compared. */
  seals: number;
  /** Bytes behind the last whole group. */
  rest: number;
  /** Hashes of batches that end at positions that were asked for when it was opened; absent where that was not possible. */
  hashes?: Hashes;
  close(): Promise<void>;
}

interface Hashes {
  wanted: ReadonlySet<number>;
  found: ReadonlyMap<number, string>;
}

export type HearPosition = (position: number) => void;

/** Opens a journal and verifies all of it. Rejects with the first thing that does not fit. */
export async function openAudited(
  config: JournalConfig,
  hear: HearPosition = ignored,
  wanted: ReadonlySet<number> = new Set(),
): Promise<AuditedJournal> {
  const hashes = new Map<number, string>();
  const look = await lookAtJournal(config, hear, (position, hash) => {
    if (wanted.has(position)) hashes.set(position, hash);
  });
  const { head, seals, rest } = look.found;
  return {
    head,
    opening: { position: -1, hash: genesis(config.core) },
    seals,
    rest,
    ...(config.kind === 'embedded' ? { hashes: { wanted, found: hashes } } : {}),
    readStored: (from) => look.journal.readStored(from),
    close: () => look.close(),
  };
}

/** What is read once, from the first batch on. */
export interface AuditedAhead extends Pick<AuditedJournal, 'opening' | 'close'> {
  /** Some batches at a time: whoever takes each by itself waits for it as long as for ten of them. */
  readPieces(): AsyncIterable<readonly StoredText[]>;
  /** Rejects with the first thing that does not fit, at the latest when all of it was verified. */
  verified: Promise<unknown>;
}

/** Verifies it in another thread and lets read what is verified meanwhile; what is no embedded journal is verified first. */
export async function openAhead(config: JournalConfig, hear: HearPosition = ignored): Promise<AuditedAhead> {
  if (config.kind !== 'embedded') return readAtOnce(await openAudited(config, hear));
  const { directory: dir, archive, core } = config;
  const ahead = verifyAhead({ dir, archive }, core);
  return {
    opening: { position: -1, hash: genesis(core) },
    readPieces: () => ahead.readVerified(),
    verified: ahead.found,
    close: () => ahead.close(),
  };
}

function readAtOnce(journal: AuditedJournal): AuditedAhead {
  return { ...journal, readPieces: () => piecesOf(journal.readStored(0)), verified: Promise.resolve() };
}

const PIECE_BATCHES = 256;

export async function* piecesOf(stored: AsyncIterable<StoredText>): AsyncIterable<readonly StoredText[]> {
  let piece: StoredText[] = [];
  for await (const one of stored) {
    piece.push(one);
    if (piece.length < PIECE_BATCHES) continue;
    yield piece;
    piece = [];
  }
  yield piece;
}

/** An exported file, plain or `.gz`: verified from its first line to its last. */
export async function openExport(file: string, core: string, hear: HearPosition = ignored): Promise<AuditedJournal> {
  let head: JournalHead = { position: -1, hash: genesis(core) };
  let opening = head;
  let number = 0;
  for await (const stored of textsIn(file)) {
    if (++number === 1 && stored.first > 0) opening = head = { position: stored.first - 1, hash: stored.prev };
    head = verifyStored(head, stored, number);
    hear(head.position);
  }
  async function* readStored(from: number): AsyncIterable<StoredText> {
    for await (const stored of textsIn(file)) if (stored.position >= from) yield stored;
  }
  return { head, opening, seals: 0, rest: 0, readStored, close: () => Promise.resolve() };
}

/** By a path: a data directory, the directory of a journal, or an exported file. */
export function openPath(
  given: string,
  core: string,
  hear: HearPosition = ignored,
  wanted?: ReadonlySet<number>,
): Promise<AuditedJournal> {
  const config = configOf(given, core);
  return config ? openAudited(config, hear, wanted) : openExport(given, core, hear);
}

export async function openPathAhead(given: string, core: string, hear: HearPosition = ignored): Promise<AuditedAhead> {
  const config = configOf(given, core);
  return config ? openAhead(config) : readAtOnce(await openExport(given, core, hear));
}

/** Null for a file. */
function configOf(given: string, core: string): JournalConfig | null {
  if (!existsSync(given)) throw new Error(`${given}: there is nothing`);
  if (!statSync(given).isDirectory()) return null;
  const inside = journalDirectory(given);
  const directory = existsSync(inside) ? inside : given;
  if (!readdirSync(directory).some((name) => /^\d{20}\.(jsonl|seal)/.test(name))) {
    throw new Error(`${path.resolve(given)} holds no journal`);
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
