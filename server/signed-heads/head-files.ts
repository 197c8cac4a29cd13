/** Signed heads in the data directory: `heads/2026-11-24.jsonl`, one append-only file per day (UTC). */
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import {
  noVerifiedHeads,
  readLine,
  verifyNextLine,
  type VerifiedHeads,
  type SignedLine,
} from '../../shared/proof/signed-heads';
import { syncDirectory } from '../platform/files/private-file';
import { sha256, verifyEd25519 } from './ed25519';

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;
/** Readable by everyone: heads are published. */
const MODE = 0o644;

export function headsDirectory(dataDir: string): string {
  return path.join(dataDir, 'heads');
}

export interface DayFile {
  day: string;
  bytes: number;
}

/** Oldest first. */
export function dayFiles(directory: string): DayFile[] {
  return namesIn(directory).map((name) => ({
    day: name.slice(0, 10),
    bytes: statSync(path.join(directory, name)).size,
  }));
}

export function dayFileOf(directory: string, day: string): string {
  return path.join(directory, `${day}.jsonl`);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => DAY_FILE.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** All lines, day by day. A partial line at an end is being written now, or the file was truncated or changed. */
export function* linesIn(directory: string): Generator<string> {
  for (const name of namesIn(directory)) {
    const lines = readCompleteText(path.join(directory, name)).split('\n');
    const rest = lines.pop();
    yield* lines;
    if (rest !== '') throw new Error(`${name} of the signed heads ends in half a line`);
  }
}

const READ_ATTEMPTS_MAX = 5;
const READ_RETRY_MS = 20;

function readCompleteText(file: string): string {
  for (let attempt = 1; ; attempt++) {
    const text = readFileSync(file, 'utf8');
    if (text === '' || text.endsWith('\n') || attempt === READ_ATTEMPTS_MAX) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_RETRY_MS);
  }
}

/** The newest line, if complete; null for none. */
export function lastLine(directory: string): string | null {
  const last = namesIn(directory).at(-1);
  if (last === undefined) return null;
  return readFileSync(path.join(directory, last), 'utf8').split('\n').slice(0, -1).at(-1) ?? null;
}

/** Key that signs the next line; null before the first. */
export function keyOfNextLine(directory: string): string | null {
  const last = lastLine(directory);
  if (last === null) return null;
  const { said, key } = readLine(last, 0).signed;
  return said.is === 'hand-over' ? said.next : key;
}

/** The last line with a position up to which the journal is signed; earlier lines are not checked. Null for none. */
export function lastHead(directory: string): { position: number; hash: string } | null {
  for (const name of namesIn(directory).reverse()) {
    const lines = readFileSync(path.join(directory, name), 'utf8').split('\n').slice(0, -1);
    for (const line of lines.reverse()) {
      try {
        const { said } = readLine(line, 0).signed;
        if (said.is === 'head' || said.is === 'cut' || said.is === 'liabilities') return said;
      } catch {
        // A line that is not signed proves no position; verification reports it.
      }
    }
  }
  return null;
}

/** Verifies all lines; throws a HeadsError at the first invalid one. */
export async function verifyHeadFiles(
  directory: string,
  core: string,
  see: (signed: SignedLine) => void = () => undefined,
): Promise<VerifiedHeads> {
  let soFar = await noVerifiedHeads(core, sha256);
  for (const line of linesIn(directory)) {
    const { after, signed } = await verifyNextLine(soFar, line, sha256, verifyEd25519);
    soFar = after;
    see(signed);
  }
  return soFar;
}

/** A partial line after a full disk would corrupt the next one, so it is truncated. */
export async function appendOrTruncate(handle: FileHandle, bytes: Buffer, length: number): Promise<void> {
  try {
    await handle.appendFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.truncate(length);
    throw error;
  }
}

/** Appends lines. If another program has written to a file meanwhile, this writer does not change it. */
export class HeadWriter {
  private name: string | null = null;
  private length = 0;

  constructor(private readonly directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const last = namesIn(directory).at(-1);
    if (last === undefined) return;
    const file = path.join(directory, last);
    const text = readFileSync(file);
    this.name = last;
    this.length = text.lastIndexOf('\n') + 1;
    // A line truncated by a crash was never published.
    if (this.length < text.length) truncateSync(file, this.length);
  }

  /** Durable when the promise resolves. */
  async append(line: string, at: number): Promise<void> {
    const name = `${new Date(at).toISOString().slice(0, 10)}.jsonl`;
    const isNew = this.name !== name;
    const handle = await open(path.join(this.directory, name), isNew ? 'ax' : 'a', MODE);
    try {
      const { size } = await handle.stat();
      if (!isNew && size !== this.length) throw new Error(`another one has written to ${name} of the signed heads`);
      const bytes = Buffer.from(`${line}\n`);
      await appendOrTruncate(handle, bytes, size);
      this.name = name;
      this.length = (isNew ? 0 : this.length) + bytes.length;
    } finally {
      await handle.close();
    }
    if (isNew) syncDirectory(this.directory);
  }
}
