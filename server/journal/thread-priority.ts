/** Lowers the priority of follower threads: with too few cores, the threads that decide, write and answer run first. */
import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const NICENESS = 10;

/**
 * Lowers the priority of the calling thread. Only Linux has a priority per thread, under the thread's own id.
 * Elsewhere, or without permission, all threads stay equal and only speed is lost.
 */
export function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Ignored: only speed is lost.
  }
}

/** Lowest priority of Linux. */
const NICENESS_MAX = 19;

/**
 * Lowers the priority of a whole process, including threads that the runtime started earlier, such as the garbage
 * collector's.
 */
export function lowerPriorityToMinimum(): void {
  setPriority(NICENESS_MAX);
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICENESS_MAX);
  } catch {
    // Other systems have one priority per process, and an ended thread needs none.
  }
}
