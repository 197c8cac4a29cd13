/** Priority of the threads that only follow: what decides, writes and answers goes first when there are too few cores. */
import { readlinkSync } from 'node:fs';
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
