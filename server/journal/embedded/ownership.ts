/**
 * Checks, in the writing thread, that this process still owns the journal. A process may be suspended at any moment for
 * any time (SIGSTOP, a frozen container, a machine paused or cut off from its disk). Another process that watches it
 * then takes it for dead, removes its lock and writes on. On waking, with a group in hand, it must notice before it
 * writes, whichever of its threads wakes first.
 */
import * as fs from 'node:fs';
import { AppendError } from '../port';
import type { Files } from './files';
import { JournalLostError } from './lock';

export interface Ownership {
  /** Renews the heartbeat. */
  heartbeat(): void;
  /** Throws AppendError `conflict` if the lock is gone. */
  check(): void;
}

/**
 * Maximum age of the heartbeat before a write, in ms; an older one is renewed first. A renewal reaches the server of a
 * network file system, whereas a lookup may be answered from its cache for some seconds. Far below the time for which a
 * silent owner is watched.
 */
const HEARTBEAT_AGE_MS_MAX = 2_000;

/** Two clocks, because the monotonic one stops while some machines sleep. */
const CLOCKS: readonly (() => number)[] = [() => performance.now(), Date.now];

/** Ownership of the lock in `file`. */
export function ownershipOf(file: string, clocks = CLOCKS): Ownership {
  let renewedAt = clocks.map((clock) => clock());
  let isLost = false;

  function renewHeartbeat(): void {
    const now = new Date();
    try {
      fs.utimesSync(file, now, now);
    } catch (error) {
      if (isGone(error)) isLost = true;
      // A file system without modification times: watchers see no heartbeat, but the file itself still counts.
    }
    renewedAt = clocks.map((clock) => clock());
  }

  /** Throws if the owner cannot be determined: no write is permitted then either. */
  function checkOwner(): void {
    try {
      fs.accessSync(file);
    } catch (error) {
      if (!isGone(error)) throw error;
      isLost = true;
    }
  }

  return {
    heartbeat: renewHeartbeat,
    check(): void {
      if (clocks.some((clock, index) => clock() - renewedAt[index] > HEARTBEAT_AGE_MS_MAX)) renewHeartbeat();
      // Costs microseconds compared with the following sync, and detects a loss that no clock has shown.
      checkOwner();
      if (isLost) throw new AppendError('conflict', new JournalLostError(file).message);
    },
  };
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * The same files, changed only while this process owns the journal. Ownership is checked before every change and after
 * every sync: bytes synced after the loss of the journal may or may not be in it.
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
