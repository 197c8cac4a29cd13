/** Priority of the threads that only follow: what decides, writes and answers goes first when there are too few cores. */
import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const NICENESS = 10;

/**
 * Makes the calling thread give way. Linux alone has a priority for each thread, under the thread's own id; elsewhere, and
 * where it is not allowed, all threads stay equal and nothing but speed is lost.
 */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // As said: nothing is lost.
  }
}

/** The lowest there is. */
const NICENESS_MOST = 19;

/** Makes a process of its own give way to everything: those threads too that the runtime has begun before, to collect its memory. */
export function giveWayAltogether(): void {
  setPriority(NICENESS_MOST);
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICENESS_MOST);
  } catch {
    // Elsewhere than on Linux a process has one priority, and one that ended meanwhile needs none.
  }
}
