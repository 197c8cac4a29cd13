/**
 * The embedded journal's minimal interface to a file system: small enough for a test double that forgets everything not
 * synced. Blocking, because the dedicated writer thread syncs fastest that way.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';

export type FileHandle = number;

export interface Files {
  makeDir(dir: string): void;
  /** Names in a directory, sorted. */
  list(dir: string): string[];
  /** Creates a file that must not exist, for reading and writing. */
  create(file: string): FileHandle;
  open(file: string, mode: 'read' | 'write'): FileHandle;
  size(handle: FileHandle): number;
  /** Fills `target` from `position` on, up to the end of the file; returns the number of bytes. */
  read(handle: FileHandle, target: Uint8Array, position: number): number;
  /** Writes all of `bytes` at `position`, or throws. */
  write(handle: FileHandle, bytes: Uint8Array, position: number): void;
  truncate(handle: FileHandle, length: number): void;
  /** On return, the file's bytes and length are durable. */
  sync(handle: FileHandle): void;
  close(handle: FileHandle): void;
  rename(from: string, to: string): void;
  remove(file: string): void;
  /** On return, names created, renamed or removed in the directory are durable. */
  syncDir(dir: string): void;
}

/** On a shared machine only the owner may read these files. */
const OWNER_ALONE = 0o600;

export const nodeFiles: Files = {
  makeDir(dir) {
    const firstCreated = fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (firstCreated === undefined) return;
    // A directory lost in a power cut would take the journal with it, so every created level is synced.
    for (let level = path.resolve(dir); level.length >= firstCreated.length; level = path.dirname(level)) {
      this.syncDir(path.dirname(level));
      if (level === path.dirname(level)) break;
    }
  },
  list: (dir) => fs.readdirSync(dir).sort(),
  create: (file) => fs.openSync(file, 'wx+', OWNER_ALONE),
  open: (file, mode) => fs.openSync(file, mode === 'read' ? 'r' : 'r+'),
  size: (handle) => fs.fstatSync(handle).size,
  read(handle, target, position) {
    let bytesRead = 0;
    while (bytesRead < target.length) {
      const count = fs.readSync(handle, target, bytesRead, target.length - bytesRead, position + bytesRead);
      if (count === 0) break;
      bytesRead += count;
    }
    return bytesRead;
  },
  write(handle, bytes, position) {
    // A write may end early, for example just before the disk is full; the next write then reports the reason.
    let bytesWritten = 0;
    while (bytesWritten < bytes.length)
      bytesWritten += fs.writeSync(handle, bytes, bytesWritten, bytes.length - bytesWritten, position + bytesWritten);
  },
  truncate: (handle, length) => fs.ftruncateSync(handle, length),
  sync: (handle) => fs.fdatasyncSync(handle),
  close: (handle) => fs.closeSync(handle),
  rename: (from, to) => fs.renameSync(from, to),
  remove: (file) => fs.unlinkSync(file),
  syncDir(dir) {
    // Windows cannot open a directory; its file systems journal names themselves.
    if (process.platform === 'win32') return;
    const handle = fs.openSync(dir, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  },
};
