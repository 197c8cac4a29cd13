/**
 * Snapshots on disk: caches of a folded journal. `<position>.jsonl` holds the canonical lines of the state and, as its
 * last line, what they must hash to and which batch of the journal they follow. A file is trusted only when both agree;
 * deleting all of them changes nothing but the time a start takes.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import type { CoreState } from '../core/state';
import { chunked } from './state-hash';

/** Of the file. It was raised with the canonical lines as well until those had a form of their own: snapshots of another one of either are ignored. */
export const SNAPSHOT_SCHEMA = 22;
const LINE_FEED = 10;
const KEPT = 2;
const FINISHED = /^\d{16}\.jsonl$/;
const UNFINISHED = /^\d{16}\.jsonl\.part$/;
const OWNER_ALONE = 0o600;
/** A seal is shorter: two hashes and three numbers. */
const SEAL_BYTES_MAX = 1_024;

interface Seal {
  is: 'seal';
  schema: number;
  /** Of the lines; absent before they had one. */
  form?: number;
  position: number;
  /** Hash of the batch at `position` in the journal's chain. */
  batchHash: string;
  stateHash: string;
}

export interface Snapshot {
  state: CoreState;
  position: number;
  batchHash: string;
}

/** Writes a snapshot durably under its final name and keeps the previous one; older ones go. */
export function writeSnapshot(
  directory: string,
  state: CoreState,
  batchHash: string,
  core: Core = EXCHANGE_CORE,
): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = `${String(state.position).padStart(16, '0')}.jsonl`;
  const file = join(directory, name);
  const hash = createHash('sha256');
  const descriptor = openSync(`${file}.part`, 'w', OWNER_ALONE);
  try {
    for (const chunk of chunked(core.canonicalLines(state))) {
      hash.update(chunk);
      writeSync(descriptor, chunk);
    }
    const seal: Seal = {
      is: 'seal',
      schema: SNAPSHOT_SCHEMA,
      form: STATE_FORM,
      position: state.position,
      batchHash,
      stateHash: hash.digest('hex'),
    };
    writeSync(descriptor, JSON.stringify(seal) + '\n');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.part`, file);
  for (const old of snapshotNames(directory).slice(KEPT)) rmSync(join(directory, old), { force: true });
}

/** Removes what a process that died while it was writing has left; to be called by whoever writes, before it does. */
export function removeUnfinished(directory: string): void {
  for (const name of namesIn(directory).filter((entry) => UNFINISHED.test(entry))) {
    rmSync(join(directory, name), { force: true });
  }
}

/** Names of the snapshots there are, newest first. A folder of such a name is none. */
export function snapshotNames(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => FINISHED.test(name))
    .sort()
    .reverse();
}

function namesIn(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() || entry.isSymbolicLink()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Position of the newest snapshot that has one, 0 when there is none. Whether it can be trusted shows when it is read. */
export function newestSnapshot(directory: string): number {
  return snapshotSeals(directory)[0]?.position ?? 0;
}

/** What the last line of a snapshot says it follows, whatever its other lines are worth. */
export interface SnapshotSeal {
  name: string;
  position: number;
  batchHash: string;
}

/** Of every snapshot whose last line can be read, of whichever schema, newest first. */
export function snapshotSeals(directory: string): SnapshotSeal[] {
  return snapshotNames(directory).flatMap((name) => {
    const seal = sealIn(join(directory, name));
    return typeof seal === 'object' ? [{ name, position: seal.position, batchHash: seal.batchHash }] : [];
  });
}

/** What is named like a snapshot and cannot be read as one, folders included, with the reason; a start goes on without it. */
export function unreadableSnapshots(directory: string): { name: string; fault: string }[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => FINISHED.test(name))
    .flatMap((name) => {
      const seal = sealIn(join(directory, name));
      return typeof seal === 'string' ? [{ name, fault: seal }] : [];
    });
}

const NO_SEAL = 'its last line is no seal';

/** The last line of a file, or why there is none. */
function sealIn(file: string): Seal | string {
  try {
    return readSeal(file) ?? NO_SEAL;
  } catch (error) {
    return error instanceof SyntaxError ? NO_SEAL : (error as Error).message;
  }
}

function readSeal(file: string): Seal | null {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const end = Buffer.alloc(Math.min(size, SEAL_BYTES_MAX));
    readSync(descriptor, end, 0, end.length, size - end.length);
    const seal = JSON.parse(end.toString('utf8', end.lastIndexOf('\n', end.length - 2) + 1)) as Seal | null;
    const isWhole = seal?.is === 'seal' && Number.isSafeInteger(seal.position) && typeof seal.batchHash === 'string';
    return isWhole ? seal : null;
  } finally {
    closeSync(descriptor);
  }
}

/** Where it is no snapshot any more, and still there for whoever wants to look. Returns its new name. */
export function setSnapshotAside(directory: string, name: string): string {
  const taken = new Set(readdirSync(directory));
  let aside = `${name}.aside`;
  for (let number = 2; taken.has(aside); number++) aside = `${name}.${number}.aside`;
  renameSync(join(directory, name), join(directory, aside));
  return aside;
}

/**
 * The snapshot in a file, or null when its lines are not what its seal says, of another schema or form, or cannot be read at all. Read
 * in pieces: the file may be larger than anything that fits one string or one read.
 */
export function readSnapshot(directory: string, name: string, core: Core = EXCHANGE_CORE): Snapshot | null {
  try {
    const seal = sealIn(join(directory, name));
    if (typeof seal === 'string' || isForeign(seal)) return null;
    const hash = createHash('sha256');
    const state = core.restoreState(linesIn(join(directory, name), hash));
    if (hash.digest('hex') !== seal.stateHash || state.position !== seal.position) return null;
    return { state, position: seal.position, batchHash: seal.batchHash };
  } catch {
    // Cut off, not ours, or beyond what this machine can read: a snapshot that cannot be read is no snapshot.
    return null;
  }
}

export interface CheckedSnapshot extends SnapshotSeal {
  /** What its bytes are not, in words; null for nothing. */
  fault: string | null;
  /** Of another schema, or of lines of another form, than this program's. */
  isForeign: boolean;
}

/** Whether every file is, byte for byte, what its own last line says: without making a state of it, so of any schema. */
export function* checkSnapshots(directory: string): Generator<CheckedSnapshot> {
  for (const name of snapshotNames(directory)) {
    const seal = sealIn(join(directory, name));
    if (typeof seal === 'string') {
      yield { name, position: -1, batchHash: '', fault: seal, isForeign: false };
      continue;
    }
    const { position, batchHash } = seal;
    yield {
      name,
      position,
      batchHash,
      fault: faultOf(join(directory, name), name, seal),
      isForeign: isForeign(seal),
    };
  }
}

function isForeign({ schema, form }: Seal): boolean {
  return schema !== SNAPSHOT_SCHEMA || form !== STATE_FORM;
}

function faultOf(file: string, name: string, seal: Seal): string | null {
  const hash = createHash('sha256');
  let length = 0;
  for (const line of linesIn(file, hash)) length += Buffer.byteLength(line) + 1;
  if (hash.digest('hex') !== seal.stateHash) return 'its lines are others than its seal says';
  // The seal itself stands under no hash: it is written in one way alone, and the name says its position again.
  const { is, schema, form, position, batchHash, stateHash } = seal;
  const written = `${JSON.stringify({ is, schema, form, position, batchHash, stateHash })}\n`;
  if (Number(name.slice(0, 16)) !== position || !isSeal(file, written, length)) return 'its seal is written otherwise';
  return null;
}

function isSeal(file: string, written: string, start: number): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const rest = Buffer.alloc(fstatSync(descriptor).size - start);
    readSync(descriptor, rest, 0, rest.length, start);
    return rest.toString('utf8') === written;
  } finally {
    closeSync(descriptor);
  }
}

const PIECE_BYTES = 1 << 22;

/** The lines of a file but its last, which is the seal; `hash` has taken in all of them when the last one was yielded. */
function* linesIn(file: string, hash: Hash): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let piece = nextPiece(descriptor); piece.length > 0; piece = nextPiece(descriptor)) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      // The last line feed seen so far may be that of the seal: what ends with it waits for more.
      const end = bytes.lastIndexOf(LINE_FEED, bytes.lastIndexOf(LINE_FEED) - 1);
      for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at <= end; at = bytes.indexOf(LINE_FEED, start)) {
        yield bytes.toString('utf8', start, at);
        start = at + 1;
      }
      hash.update(bytes.subarray(0, start));
      rest = bytes.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

function nextPiece(descriptor: number): Buffer {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  return piece.subarray(0, readSync(descriptor, piece, 0, piece.length, null));
}
