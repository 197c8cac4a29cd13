/**
 * Whether the journal is still this process's to write, asked in the thread that writes it. A process may be stopped at any
 * moment for any time (SIGSTOP, a frozen container, a machine that is paused or cut off from its disk); another one watches
 * it meanwhile, takes it for dead, removes its lock and writes on. When it wakes, with a group in hand, it must see that
 * before it writes, whichever of its threads wakes first.
 */
import * as fs from 'node:fs';
import { AppendError } from '../port';
import type { Files } from './files';
import { JournalLostError } from './lock';

export interface Ownership {
  /** Shows a sign of life. */
  sign(): void;
  /** Throws AppendError, `conflict`, when the lock is gone. */
  check(): void;
}

/**
 * A sign older than this is shown anew before anything is written: unlike a look, which a network file system may answer
 * from memory for some seconds, that asks its server. Far less than what a silent owner is watched for.
 */
const SIGN_AGE_MS_MAX = 2_000;

/** Two clocks, because the one that never jumps stands still while some machines sleep. */
const CLOCKS: readonly (() => number)[] = [() => performance.now(), Date.now];

/** Of the lock in `file`. */
export function ownershipOf(file: string, clocks = CLOCKS): Ownership {
  let signs = clocks.map((clock) => clock());
  let isLost = false;

  function sign(): void {
    const now = new Date();
    try {
      fs.utimesSync(file, now, now);
    } catch (error) {
      if (isGone(error)) isLost = true;
      // A file system that keeps no times: whoever watches us will see nothing, but the file is what counts.
    }
    signs = clocks.map((clock) => clock());
  }

  /** Throws when nobody can tell: nothing is to be written then either. */
  function look(): void {
    try {
      fs.accessSync(file);
    } catch (error) {
      if (!isGone(error)) throw error;
      isLost = true;
    }
  }

  return {
    sign,
    check(): void {
      if (clocks.some((clock, index) => clock() - signs[index] > SIGN_AGE_MS_MAX)) sign();
      // A few microseconds against the sync that follows; what no clock has noticed is seen here.
      look();
      if (isLost) throw new AppendError('conflict', new JournalLostError(file).message);
    },
  };
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * The same files, changed only as long as the journal is ours: it is asked before every change, and after every sync, since
 * what was synced by a process that had lost the journal meanwhile may be there or not.
 */
export function ownedFiles(files: Files, ownership: Ownership): Files {
  return {
    ...files,
    create(file) {
      ownership.check();
      return files.create(file);
    },
    write(handle, bytes, position) {
      ownership.check();
      files.write(handle, bytes, position);
    },
    truncate(handle, length) {
      ownership.check();
      files.truncate(handle, length);
    },
    rename(from, to) {
      ownership.check();
      files.rename(from, to);
    },
    remove(file) {
      ownership.check();
      files.remove(file);
    },
    sync(handle) {
      files.sync(handle);
      try {
        ownership.check();
      } catch (cause) {
        throw new AppendError('unknown', (cause as Error).message, { cause });
      }
    },
  };
}
