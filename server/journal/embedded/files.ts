/**
 * What the embedded journal asks of a file system, and no more: small enough that a test can put one below it that
 * forgets everything not synced. Blocking, because it runs in a thread of its own where a blocking sync is the fastest.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';

export type FileHandle = number;

export interface Files {
  makeDir(dir: string): void;
  /** Names in a directory, sorted. */
  list(dir: string): string[];
  /** Makes a file that must not exist, for reading and writing. */
  create(file: string): FileHandle;
  open(file: string, mode: 'read' | 'write'): FileHandle;
  size(handle: FileHandle): number;
  /** Fills `target` from `position` on as far as the file goes; returns the number of bytes. */
  read(handle: FileHandle, target: Uint8Array, position: number): number;
  /** Writes all of `bytes` at `position`, or throws. */
  write(handle: FileHandle, bytes: Uint8Array, position: number): void;
  truncate(handle: FileHandle, length: number): void;
  /** What was written to the file is durable when this returns, its length included. */
  sync(handle: FileHandle): void;
  close(handle: FileHandle): void;
  rename(from: string, to: string): void;
  remove(file: string): void;
  /** Names that were made, renamed or removed in the directory are durable when this returns. */
  syncDir(dir: string): void;
}

/** Who owns what is nobody else's to read on a shared machine. */
const OWNER_ALONE = 0o600;

export const nodeFiles: Files = {
  makeDir(dir) {
    const made = fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (made === undefined) return;
    // A directory that was lost with the power would take the journal in it along: every level that was made is synced.
    for (let level = path.resolve(dir); level.length >= made.length; level = path.dirname(level)) {
      this.syncDir(path.dirname(level));
      if (level === path.dirname(level)) break;
    }
  },
  list: (dir) => fs.readdirSync(dir).sort(),
  create: (file) => fs.openSync(file, 'wx+', OWNER_ALONE),
  open: (file, mode) => fs.openSync(file, mode === 'read' ? 'r' : 'r+'),
  size: (handle) => fs.fstatSync(handle).size,
  read(handle, target, position) {
    let done = 0;
    while (done < target.length) {
      const count = fs.readSync(handle, target, done, target.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  },
  write(handle, bytes, position) {
    // A write may end early, for example just before the disk is full: the next one then says why.
    let done = 0;
    while (done < bytes.length) done += fs.writeSync(handle, bytes, done, bytes.length - done, position + done);
  },
  truncate: (handle, length) => fs.ftruncateSync(handle, length),
  sync: (handle) => fs.fdatasyncSync(handle),
  close: (handle) => fs.closeSync(handle),
  rename: (from, to) => fs.renameSync(from, to),
  remove: (file) => fs.unlinkSync(file),
  syncDir(dir) {
    // Windows cannot open a directory; its file systems journal names by themselves.
    if (process.platform === 'win32') return;
    const handle = fs.openSync(dir, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  },
};
