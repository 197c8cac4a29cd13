/** The key that signs heads: from the environment, or from a file that the first start creates. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../platform/config/config';
import { keyInFile, readKey } from '../platform/secrets/key';
import { signingKeyOf, type SigningKey } from './ed25519';

const KEY_FILE = 'signing.key';
/** The previous key, until the hand-over to the current key is signed. */
const BEFORE_FILE = 'signing.key.before';

export interface SigningKeys {
  current: SigningKey;
  before: SigningKey | null;
}

/** The current signing key; null if there is none yet. Creates none. */
export function existingSigningKey({ dataDir, signingKey }: Pick<Config, 'dataDir' | 'signingKey'>): SigningKey | null {
  const seed = signingKey === undefined ? readKey(path.join(dataDir, KEY_FILE)) : Buffer.from(signingKey, 'base64');
  return seed && signingKeyOf(seed);
}

/** Throws if a file does not contain a key. */
export function signingKeys({
  dataDir,
  signingKey,
  signingKeyBefore,
}: Pick<Config, 'dataDir' | 'signingKey' | 'signingKeyBefore'>): SigningKeys {
  if (signingKey !== undefined) {
    const before = signingKeyBefore === undefined ? null : signingKeyOf(Buffer.from(signingKeyBefore, 'base64'));
    return { current: signingKeyOf(Buffer.from(signingKey, 'base64')), before };
  }
  const before = readKey(path.join(dataDir, BEFORE_FILE));
  return { current: signingKeyOf(keyInFile(dataDir, KEY_FILE)), before: before && signingKeyOf(before) };
}

/** The next start creates another key and signs the hand-over to it with this one. */
export function rotateKey(dataDir: string): void {
  const [file, before] = [path.join(dataDir, KEY_FILE), path.join(dataDir, BEFORE_FILE)];
  if (existsSync(before))
    throw new Error(`${before} is there: the last change of keys is not signed yet, start the server first`);
  if (!existsSync(file)) throw new Error(`${file} is not there: nothing was signed with a key of this directory`);
  renameSync(file, before);
}
