/** Where the keys come from: the environment, or a file that the first start makes. Newest first, in both. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config';
import { syncDirectory } from '../files/private-file';

export const SECRETS_KEY_BYTES = 32;
const KEY_FILE = 'secrets.key';

/** Keys of 32 bytes, at least one. Throws when the file in the data directory holds anything else. */
export function secretsKeys({ secretsKeys: given, dataDir }: Pick<Config, 'secretsKeys' | 'dataDir'>): Buffer[] {
  return given === undefined ? keysInFile(dataDir, KEY_FILE) : given.map((key) => Buffer.from(key, 'base64'));
}

/** The newest key that a file of the data directory holds; made where there is none. */
export function keyInFile(dataDir: string, name: string): Buffer {
  return keysInFile(dataDir, name)[0];
}

function keysInFile(dataDir: string, name: string): Buffer[] {
  const file = path.join(dataDir, name);
  const known = readKeys(file);
  if (known) return known;
  makeKey(dataDir, file);
  // Another process may have been first: what the file holds now is the key of both.
  return readKeys(file) as Buffer[];
}

/** The newest; null where there is no such file. */
export function readKey(file: string): Buffer | null {
  return readKeys(file)?.[0] ?? null;
}

/** One a line. */
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
  // A new key in its place would make everything sealed so far unreadable for good.
  if (keys.some((key) => key.length !== SECRETS_KEY_BYTES))
    throw new Error(`${file} does not hold a key of ${SECRETS_KEY_BYTES} bytes`);
  return keys;
}

/** Written and synced beside its place, then linked: the name never shows half a key, and never replaces one. */
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

/** The name of the key must outlive a power cut, as what is sealed with it does. */
