/** Where the key comes from: the environment, or a file that the first start makes. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config';
import { syncDirectory } from '../files/private-file';

export const SECRETS_KEY_BYTES = 32;
const KEY_FILE = 'secrets.key';

/** The 32 bytes of the key. Throws when the file in the data directory holds anything else. */
export function secretsKey({ secretsKey: given, dataDir }: Pick<Config, 'secretsKey' | 'dataDir'>): Buffer {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const file = path.join(dataDir, KEY_FILE);
  const known = readKey(file);
  if (known) return known;
  makeKey(dataDir, file);
  // Another process may have been first: what the file holds now is the key of both.
  return readKey(file) as Buffer;
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  // A new key in its place would make everything sealed so far unreadable for good.
  if (key.length !== SECRETS_KEY_BYTES) throw new Error(`${file} does not hold a key of ${SECRETS_KEY_BYTES} bytes`);
  return key;
}

/** Written and synced beside its place, then linked: the name never shows half a key, and never replaces one. */
function makeKey(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true });
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
