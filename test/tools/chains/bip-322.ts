/** Signatures of a Bitcoin wallet. */
import { Address, NETWORK, OutScript, RawWitness } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1';
import { transactionsOf } from '../../../server/platform/chains/bitcoin/bitcoin-signatures';

/** By BIP-322, "simple", for an address of the key: P2WPKH, or P2TR without scripts. */
export function signedByBitcoin(secret: Uint8Array, address: string, message: string): string {
  const decoded = Address(NETWORK).decode(address);
  const script = OutScript.encode(decoded);
  const { toSign } = transactionsOf(script, message);
  const tapInternalKey =
    decoded.type === 'tr' ? { tapInternalKey: secp256k1.getPublicKey(secret, true).subarray(1) } : {};
  toSign.updateInput(0, { witnessUtxo: { script, amount: 0n }, ...tapInternalKey });
  toSign.sign(secret);
  toSign.finalize();
  return `smp${Buffer.from(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])).toString('base64')}`;
}
