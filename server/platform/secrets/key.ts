/** Loads the keys, newest first, from the environment or from a file created at the first start. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config';
import { syncDirectory } from '../files/private-file';

export const SECRETS_KEY_BYTES = 32;
const KEY_FILE = 'secrets.key';

/** At least one key of 32 bytes. Throws if the file in the data directory contains anything else. */
export function secretsKeys({
  secretsKeys: configuredKeys,
  dataDir,
}: Pick<Config, 'secretsKeys' | 'dataDir'>): Buffer[] {
  return configuredKeys === undefined
    ? keysInFile(dataDir, KEY_FILE)
    : configuredKeys.map((key) => Buffer.from(key, 'base64'));
}

/** The newest key in a file of the data directory; creates it if missing. */
export function keyInFile(dataDir: string, name: string): Buffer {
  return keysInFile(dataDir, name)[0];
}

function keysInFile(dataDir: string, name: string): Buffer[] {
  const file = path.join(dataDir, name);
  const existingKeys = readKeys(file);
  if (existingKeys) return existingKeys;
  makeKey(dataDir, file);
  // Another process may have created the file first: its key is used by both.
  return readKeys(file) as Buffer[];
}

/** The newest key; null without such a file. */
export function readKey(file: string): Buffer | null {
  return readKeys(file)?.[0] ?? null;
}

/** One key per line. */
function readKeys(file: string): Buffer[] | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const keys = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  // Replacing it with a new key would make all encrypted values unreadable forever.
  if (keys.some((key) => key.length !== SECRETS_KEY_BYTES))
    throw new Error(`${file} does not hold a key of ${SECRETS_KEY_BYTES} bytes`);
  return keys;
}

/** Written and synced under another name, then linked: the file is never partial and never replaced. */
function makeKey(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(SECRETS_KEY_BYTES).toString('base64')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  syncDirectory(directory);
}

/** The file must survive a power cut, like the values encrypted with its key. */
