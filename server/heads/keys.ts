/** Whose signature stands under the heads: a key of the environment, or a file that the first start makes. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../platform/config/config';
import { keyInFile, readKey } from '../platform/secrets/key';
import { signingKeyOf, type SigningKey } from './ed25519';

const KEY_FILE = 'signing.key';
/** What signed before the key was changed, until the hand-over is signed. */
const BEFORE_FILE = 'signing.key.before';

export interface SigningKeys {
  current: SigningKey;
  before: SigningKey | null;
}

/** The one that signs now; null where none was made yet. It makes none. */
export function signingKeyThere({ dataDir, signingKey }: Pick<Config, 'dataDir' | 'signingKey'>): SigningKey | null {
  const seed = signingKey === undefined ? readKey(path.join(dataDir, KEY_FILE)) : Buffer.from(signingKey, 'base64');
  return seed && signingKeyOf(seed);
}

/** Throws when a file holds anything else than a key. */
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

/** The next start makes another key and hands over to it, signed by this one. */
export function rotateKey(dataDir: string): void {
  const [file, before] = [path.join(dataDir, KEY_FILE), path.join(dataDir, BEFORE_FILE)];
  if (existsSync(before))
    throw new Error(`${before} is there: the last change of keys is not signed yet, start the server first`);
  if (!existsSync(file)) throw new Error(`${file} is not there: nothing was signed with a key of this directory`);
  renameSync(file, before);
}
