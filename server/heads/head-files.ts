/** Signed heads as they lie in the data directory: `heads/2026-11-24.jsonl`, a file a day (UTC), which only grow. */
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { nothingSigned, readLine, takeLine, type HeadsSoFar, type SignedLine } from '../../shared/proof/heads';
import { syncDirectory } from '../platform/files/private-file';
import { sha256, verifyEd25519 } from './ed25519';

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;
/** Anybody may read them: they are published. */
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

/** Every line there is, day by day. Half a line at an end is one that is being written, for a moment; else somebody has cut or changed it. */
export function* linesIn(directory: string): Generator<string> {
  for (const name of namesIn(directory)) {
    const lines = wholeText(path.join(directory, name)).split('\n');
    const rest = lines.pop();
    yield* lines;
    if (rest !== '') throw new Error(`${name} of the signed heads ends in half a line`);
  }
}

const LOOKS_MAX = 5;
const LOOK_MS = 20;

function wholeText(file: string): string {
  for (let look = 1; ; look++) {
    const text = readFileSync(file, 'utf8');
    if (text === '' || text.endsWith('\n') || look === LOOKS_MAX) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/** The newest line, whole as it is told; null for none. */
export function lastLine(directory: string): string | null {
  const last = namesIn(directory).at(-1);
  if (last === undefined) return null;
  return readFileSync(path.join(directory, last), 'utf8').split('\n').slice(0, -1).at(-1) ?? null;
}

/** By whom the next line is signed; null before the first. */
export function nextKey(directory: string): string | null {
  const last = lastLine(directory);
  if (last === null) return null;
  const { said, key } = readLine(last, 0).signed;
  return said.is === 'hand-over' ? said.next : key;
}

/** The last line that says how far the journal is signed, without checking what is before it; null for none. */
export function lastHead(directory: string): { position: number; hash: string } | null {
  for (const name of namesIn(directory).reverse()) {
    const lines = readFileSync(path.join(directory, name), 'utf8').split('\n').slice(0, -1);
    for (const line of lines.reverse()) {
      try {
        const { said } = readLine(line, 0).signed;
        if (said.is === 'head' || said.is === 'cut' || said.is === 'liabilities') return said;
      } catch {
        // What is no signed line has seen nothing; verification names it.
      }
    }
  }
  return null;
}

/** Goes over all lines; throws a HeadsError at the first that does not follow. */
export async function verifyFiles(
  directory: string,
  core: string,
  see: (signed: SignedLine) => void = () => undefined,
): Promise<HeadsSoFar> {
  let soFar = await nothingSigned(core, sha256);
  for (const line of linesIn(directory)) {
    const { after, signed } = await takeLine(soFar, line, sha256, verifyEd25519);
    soFar = after;
    see(signed);
  }
  return soFar;
}

/** Half of it, where the disk is full, would be in the way of the next. */
export async function writeOrNothing(handle: FileHandle, bytes: Buffer, length: number): Promise<void> {
  try {
    await handle.appendFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.truncate(length);
    throw error;
  }
}

/** Writes lines behind what is there. A file that somebody else has written to meanwhile is left alone. */
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
    // What a crash has cut in the middle was never told to anybody.
    if (this.length < text.length) truncateSync(file, this.length);
  }

  /** Durable when it resolves. */
  async append(line: string, at: number): Promise<void> {
    const name = `${new Date(at).toISOString().slice(0, 10)}.jsonl`;
    const isNew = this.name !== name;
    const handle = await open(path.join(this.directory, name), isNew ? 'ax' : 'a', MODE);
    try {
      const { size } = await handle.stat();
      if (!isNew && size !== this.length) throw new Error(`another one has written to ${name} of the signed heads`);
      const bytes = Buffer.from(`${line}\n`);
      await writeOrNothing(handle, bytes, size);
      this.name = name;
      this.length = (isNew ? 0 : this.length) + bytes.length;
    } finally {
      await handle.close();
    }
    if (isNew) syncDirectory(this.directory);
  }
}
