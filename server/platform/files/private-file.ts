/** Small files of the data directory that hold what nobody else may read. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Durable when it returns, for its owner alone, and whole or not at all: nobody ever finds half of it. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  // One that a crash has left behind may be readable by others.
  rmSync(partial, { force: true });
  const descriptor = openSync(partial, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, file);
  syncDirectory(path.dirname(file));
}

/** What was made, renamed or removed in it outlasts a power cut from here on. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
