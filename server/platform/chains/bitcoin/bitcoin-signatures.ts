/**
 * Signed messages of Bitcoin addresses. BIP-322 "simple": the signature is the witness of a virtual transaction that spends an output of
 * the address, and that output commits to the text. P2WPKH and P2TR key-path are checked. P2PKH uses the older format, from which the key
 * is recovered. Script addresses (P2SH, P2WSH) need a script interpreter and are not checked.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import { Address, CompactSize, OutScript, RawWitness, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script';
import { concatBytes, equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils';
import { BITCOIN_NETWORKS } from './bitcoin-addresses';

const TAG = 'BIP0322-signed-message';
const LEGACY_MAGIC = 'Bitcoin Signed Message:\n';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Format prefix of BIP-322 signatures; signatures without a prefix predate it. */
const SIMPLE = 'smp';
const SIGHASH_ALL = 1;
const OP_RETURN = 0x6a;
/** A recoverable signature: its first byte encodes which of four candidate keys signed and whether the key is compressed. */
const COMPACT = { length: 65, first: 27, compressed: 31, last: 34 };

type Bytes = Uint8Array;
type Output = { type: 'pkh' | 'wpkh'; hash: Bytes } | { type: 'tr'; pubkey: Bytes };

/** Whether signatures for this address can be checked here. */
export function isSignable(address: string): boolean {
  return outputOf(address) !== null;
}

export function isSignedBy(address: string, message: string, signature: string): boolean {
  const output = outputOf(address);
  if (!output) return false;
  try {
    if (output.type === 'pkh') return isOfKey(output.hash, message, decoded(signature));
    const signatureBody = signature.startsWith(SIMPLE) ? signature.slice(SIMPLE.length) : signature;
    return isSatisfied(output, message, RawWitness.decode(decoded(signatureBody)));
  } catch {
    // The bytes do not parse as a signature.
    return false;
  }
}

/**
 * The two transactions of a text: the virtual one to spend, and the one that carries the signature. Hashes as explorers
 * show them.
 */
export function transactionsOf(
  script: Bytes,
  message: string,
): { messageHash: Bytes; toSpend: Bytes; toSign: Transaction } {
  const messageHash = tagSchnorr(TAG, Buffer.from(message, 'utf8'));
  const input = {
    txid: new Uint8Array(32),
    index: 0xffffffff,
    finalScriptSig: concatBytes(Uint8Array.of(0, messageHash.length), messageHash),
    sequence: 0,
  };
  const raw = RawOldTx.encode({ version: 0, inputs: [input], outputs: [{ amount: 0n, script }], lockTime: 0 });
  const toSpend = sha256x2(raw).reverse();
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true });
  toSign.addInput({ txid: toSpend, index: 0, sequence: 0 });
  toSign.addOutput({ script: Uint8Array.of(OP_RETURN), amount: 0n });
  return { messageHash, toSpend, toSign };
}

function isSatisfied(output: Exclude<Output, { type: 'pkh' }>, message: string, witness: readonly Bytes[]): boolean {
  const script = OutScript.encode(output);
  const { toSign } = transactionsOf(script, message);
  if (output.type === 'tr') {
    const [signature] = witness;
    const byType = signature?.length === 65 && signature[64] === SIGHASH_ALL;
    if (witness.length !== 1 || !(byType || signature?.length === 64)) return false;
    const hash = toSign.preimageWitnessV1(0, [script], byType ? SIGHASH_ALL : 0, [0n]);
    return schnorr.verify(signature.subarray(0, 64), hash, output.pubkey);
  }
  const [signature, key] = witness;
  if (witness.length !== 2 || key.length !== 33 || !equalBytes(hash160(key), output.hash)) return false;
  if (signature.at(-1) !== SIGHASH_ALL) return false;
  const hash = toSign.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash: output.hash }), SIGHASH_ALL, 0n);
  return secp256k1.verify(signature.subarray(0, -1), hash, key, { format: 'der', prehash: false, lowS: true });
}

function isOfKey(keyHash: Bytes, message: string, signature: Bytes): boolean {
  const { length, first, compressed, last } = COMPACT;
  const [kind] = signature;
  if (signature.length !== length || kind < first || kind > last) return false;
  const [magic, text] = [Buffer.from(LEGACY_MAGIC, 'utf8'), Buffer.from(message, 'utf8')];
  const hash = sha256x2(...[magic, text].flatMap((bytes) => [CompactSize.encode(BigInt(bytes.length)), bytes]));
  const recoverable = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact').addRecoveryBit(
    (kind - first) % 4,
  );
  return equalBytes(hash160(recoverable.recoverPublicKey(hash).toBytes(kind >= compressed)), keyHash);
}

/** The output of an address; null for other types. The network does not matter here. */
function outputOf(address: string): Output | null {
  for (const network of Object.values(BITCOIN_NETWORKS)) {
    try {
      const output = Address(network).decode(address);
      return output.type === 'pkh' || output.type === 'wpkh' || output.type === 'tr' ? output : null;
    } catch {
      // Not an address of this network.
    }
  }
  return null;
}

function decoded(text: string): Bytes {
  if (!BASE64.test(text)) throw new Error('no base64');
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
