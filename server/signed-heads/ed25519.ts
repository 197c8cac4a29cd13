/** Ed25519 with Node: keys and signatures in hex, as in the lines of signed heads. */
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import type { Sha256, VerifySignature } from '../../shared/proof/signed-heads';

/** DER prefixes before the 32 bytes of a key (RFC 8410). */
const PRIVATE_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_START = Buffer.from('302a300506032b6570032100', 'hex');

export interface SigningKey {
  /** Hex. */
  publicKey: string;
  /** Signature of the text's bytes, hex. */
  sign(text: string): string;
}

/** Creates a key from its 32 secret bytes. */
export function signingKeyOf(seed: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_START, seed]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: der.subarray(PUBLIC_START.length).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  };
}

const keyCache = new Map<string, KeyObject>();

export const verifyEd25519: VerifySignature = (key, text, signature) => {
  try {
    const publicKey = keyCache.get(key) ?? publicKeyOf(key);
    keyCache.set(key, publicKey);
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
  } catch {
    // A key that is no point of the curve has no valid signature.
    return false;
  }
};

function publicKeyOf(key: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_START, Buffer.from(key, 'hex')]), format: 'der', type: 'spki' });
}

export const sha256: Sha256 = (text) => hash('sha256', text, 'hex');
