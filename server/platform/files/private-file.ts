/** Small files of the data directory that hold what nobody else may read. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** What lies in the data directory is for its owner alone; earlier versions have left folders open to look into. */
export function closeFolders(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    try {
      chmodSync(path.join(dataDir, entry.name), 0o700);
    } catch (error) {
      // A folder that is mounted there may be another's, who has to close it.
      if (!['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

/** Durable when it returns, for its owner alone, and whole or not at all: nobody ever finds half of it. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
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
