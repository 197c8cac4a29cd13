/**
 * Snapshots on disk: caches of a folded journal. `<position>.jsonl` holds the canonical lines of the state. Its last
 * line has their hash and the journal batch that they follow. A file is trusted only if both match. Deleting all
 * snapshots only slows the next start.
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

/**
 * Schema version of the file. Earlier changes of the canonical lines raised it too, until the lines had a form version.
 * Snapshots of another schema or form are ignored.
 */
export const SNAPSHOT_SCHEMA = 22;
const LINE_FEED = 10;
const SNAPSHOTS_KEPT = 2;
const FINISHED = /^\d{16}\.jsonl$/;
const UNFINISHED = /^\d{16}\.jsonl\.part$/;
const OWNER_ALONE = 0o600;
/** Maximum length of a seal: two hashes and three numbers. */
const SEAL_BYTES_MAX = 1_024;

interface Seal {
  is: 'seal';
  schema: number;
  /** Form version of the lines; absent in files from before this version existed. */
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

/** Writes a snapshot durably under its final name, keeps the previous one and deletes older ones. */
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
  for (const old of snapshotNames(directory).slice(SNAPSHOTS_KEPT)) rmSync(join(directory, old), { force: true });
}

/** Removes unfinished files of a crashed process; the writer calls it before it writes. */
export function removeUnfinished(directory: string): void {
  for (const name of namesIn(directory).filter((entry) => UNFINISHED.test(entry))) {
    rmSync(join(directory, name), { force: true });
  }
}

/** Names of the existing snapshots, newest first; folders of such a name are excluded. */
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

/** Position of the newest snapshot by its name, 0 without any. Only reading it shows whether it is valid. */
export function newestSnapshot(directory: string): number {
  return snapshotSeals(directory)[0]?.position ?? 0;
}

/** The batch that a snapshot follows, from its last line alone; its other lines are not checked. */
export interface SnapshotSeal {
  name: string;
  position: number;
  batchHash: string;
}

/** Seals of all snapshots whose last line can be read, of any schema, newest first. */
export function snapshotSeals(directory: string): SnapshotSeal[] {
  return snapshotNames(directory).flatMap((name) => {
    const seal = sealIn(join(directory, name));
    return typeof seal === 'object' ? [{ name, position: seal.position, batchHash: seal.batchHash }] : [];
  });
}

/**
 * Files and folders with a snapshot's name that cannot be read as a snapshot, with the reason. A start ignores them.
 */
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

/** The seal in the last line of a file, or the fault as text. */
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

/** Renames a snapshot so that no start reads it, and keeps it for inspection. Returns its new name. */
export function quarantineSnapshot(directory: string, name: string): string {
  const existingNames = new Set(readdirSync(directory));
  let quarantinedName = `${name}.aside`;
  for (let number = 2; existingNames.has(quarantinedName); number++) quarantinedName = `${name}.${number}.aside`;
  renameSync(join(directory, name), join(directory, quarantinedName));
  return quarantinedName;
}

/**
 * The snapshot in a file; null if its lines do not match the seal, its schema or form differs, or it is unreadable.
 * Read in pieces, because the file may exceed the maximum length of a string or of one read.
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
    // Truncated, foreign, or too large for this machine: an unreadable snapshot counts as none.
    return null;
  }
}

export interface CheckedSnapshot extends SnapshotSeal {
  /** Mismatch between the file's bytes and its seal, as text; null for none. */
  fault: string | null;
  /** True if the schema or the form of the lines is not this program's. */
  isForeign: boolean;
}

/** Checks every file's bytes against its last line, without building a state, so for any schema. */
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
  // No hash covers the seal itself: it has one canonical form, and the file's name repeats its position.
  const { is, schema, form, position, batchHash, stateHash } = seal;
  const expectedSeal = `${JSON.stringify({ is, schema, form, position, batchHash, stateHash })}\n`;
  if (Number(name.slice(0, 16)) !== position || !isSeal(file, expectedSeal, length))
    return 'its seal is written otherwise';
  return null;
}

function isSeal(file: string, expectedSeal: string, start: number): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const rest = Buffer.alloc(fstatSync(descriptor).size - start);
    readSync(descriptor, rest, 0, rest.length, start);
    return rest.toString('utf8') === expectedSeal;
  } finally {
    closeSync(descriptor);
  }
}

const PIECE_BYTES = 1 << 22;

/** Lines of a file without the last one, which is the seal. After the last yielded line `hash` covers all of them. */
function* linesIn(file: string, hash: Hash): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let chunk = nextChunk(descriptor); chunk.length > 0; chunk = nextChunk(descriptor)) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      // The last line feed so far may end the seal, so the line before it is held back.
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

function nextChunk(descriptor: number): Buffer {
  const chunk = Buffer.allocUnsafe(PIECE_BYTES);
  return chunk.subarray(0, readSync(descriptor, chunk, 0, chunk.length, null));
}
