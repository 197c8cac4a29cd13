/** An extended public key: deposit addresses are derived from it, and it cannot spend. */
import { HDKey } from '@scure/bip32';

/** Version bytes of exported keys: xpub, zpub (native segwit), and the same of Bitcoin's test network. */
const VERSIONS = [
  { public: 0x0488b21e, private: 0x0488ade4 },
  { public: 0x04b24746, private: 0x04b2430c },
  { public: 0x043587cf, private: 0x04358394 },
  { public: 0x045f1cf6, private: 0x045f18bc },
];

/** Receiving addresses are on branch 0 of an account. */
const RECEIVING = 0;

/** Null for anything except an extended public key; private keys are rejected too and must not be here. */
export function extendedPublicKeyOf(text: string): HDKey | null {
  for (const versions of VERSIONS) {
    try {
      const key = HDKey.fromExtendedKey(text, versions);
      return key.privateKey === null ? key : null;
    } catch {
      // Another version, or no key.
    }
  }
  return null;
}

/** Compressed public key, 33 bytes. */
export function receivingKey(account: HDKey, index: number): Uint8Array {
  const { publicKey } = account.deriveChild(RECEIVING).deriveChild(index);
  if (!publicKey) throw new Error('an extended public key gave no public key');
  return publicKey;
}

/** Identifies the key without revealing it: an extended public key reveals all addresses below it. */
export function fingerprintOf({ pubKeyHash }: HDKey): string {
  if (!pubKeyHash) throw new Error('an extended public key has no hash');
  return Buffer.from(pubKeyHash).toString('hex');
}
