/** Wallet signatures by BIP-322 and in the older format, made here with a test key (test/tools/chains/bip-322.ts). */
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { Address, CompactSize, OutScript, p2pkh, p2tr, p2wpkh, p2wsh, RawWitness } from '@scure/btc-signer';
import { concatBytes, hash160, sha256x2 } from '@scure/btc-signer/utils';
import { signedByBitcoin } from '../../../../test/tools/chains/bip-322';
import { isSignable, isSignedBy, transactionsOf } from './bitcoin-signatures';

const KEYS = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
const TEXTS = ['', 'I own it.', 'Ich besitze es: äöü 測試 🙂', 'long '.repeat(200)];
const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Addresses of a key in the two types that BIP-322 covers. */
function addressesOf(key: Uint8Array): string[] {
  const point = secp256k1.getPublicKey(key, true);
  return [p2wpkh(point).address, p2tr(point.subarray(1)).address].map((address) => address ?? '');
}

interface Signed {
  key: Uint8Array;
  address: string;
  text: string;
  signature: string;
}
const SIGNED: Signed[] = KEYS.flatMap((key) =>
  addressesOf(key).flatMap((address) =>
    TEXTS.map((text) => ({ key, address, text, signature: signedByBitcoin(key, address, text) })),
  ),
);

describe('a text signed by BIP-322', () => {
  // Vectors of BIP-322: the tagged hash, then a transaction of version 0 whose only input spends nothing and names that
  // hash.
  it.each(TEXTS.map((text) => [text.length, text] as const))('yields the transactions of %i characters', (_, text) => {
    const script = OutScript.encode(Address().decode(addressesOf(KEYS[0])[0]));
    const tag = sha256(Buffer.from('BIP0322-signed-message'));
    const messageHash = sha256(tag, tag, Buffer.from(text, 'utf8'));
    const spend = Buffer.concat([
      Buffer.from('00000000', 'hex'),
      Buffer.from('01' + '00'.repeat(32) + 'ffffffff' + '220020', 'hex'),
      messageHash,
      Buffer.from('00000000' + '01' + '00'.repeat(8), 'hex'),
      Buffer.of(script.length),
      script,
      Buffer.from('00000000', 'hex'),
    ]);
    const spendHash = sha256(sha256(spend));
    const sign = Buffer.concat([
      Buffer.from('00000000' + '01', 'hex'),
      spendHash,
      Buffer.from('00000000' + '00' + '00000000' + '01' + '00'.repeat(8) + '016a' + '00000000', 'hex'),
    ]);
    const made = transactionsOf(script, text);
    expect(Buffer.from(made.messageHash)).toEqual(messageHash);
    expect(Buffer.from(made.toSpend)).toEqual(Buffer.from(spendHash).reverse());
    expect(Buffer.from(made.toSign.unsignedTx)).toEqual(sign);
  });

  it('is valid for its address, with and without the format prefix', () => {
    for (const { address, text, signature } of SIGNED) {
      expect(isSignable(address)).toBe(true);
      expect([address, isSignedBy(address, text, signature)]).toEqual([address, true]);
      expect(isSignedBy(address, text, signature.replace(/^smp/, ''))).toBe(true);
    }
  });

  it('is invalid for another address, another text or a changed signature', () => {
    for (const { address, text, signature } of SIGNED) {
      expect(isSignedBy(address, `${text} `, signature)).toBe(false);
      for (const other of SIGNED) {
        const isSame = other.address === address && other.text === text;
        expect(isSignedBy(other.address, other.text, signature)).toBe(isSame);
      }
      const bytes = Buffer.from(signature.replace(/^smp/, ''), 'base64');
      for (let at = 0; at < bytes.length; at++) {
        const bent = Buffer.from(bytes);
        bent[at] ^= 1;
        expect([at, isSignedBy(address, text, `smp${bent.toString('base64')}`)]).toEqual([at, false]);
      }
      expect(isSignedBy(address, text, `smp${Buffer.concat([bytes, Buffer.of(0)]).toString('base64')}`)).toBe(false);
    }
  });

  it('covers the whole transaction: another sighash type, another key, a missing or an extra part are rejected', () => {
    const segwit = SIGNED[0];
    const [signature, key] = RawWitness.decode(Buffer.from(segwit.signature.slice(3), 'base64'));
    const is = (...witness: Uint8Array[]): boolean =>
      isSignedBy(segwit.address, segwit.text, `smp${Buffer.from(RawWitness.encode(witness)).toString('base64')}`);
    expect(is(signature, key)).toBe(true);
    for (const kind of [0, 2, 3, 0x81])
      expect(is(concatBytes(signature.subarray(0, -1), Uint8Array.of(kind)), key)).toBe(false);
    expect(is(signature, secp256k1.getPublicKey(KEYS[1], true))).toBe(false);
    expect(is(signature, secp256k1.getPublicKey(KEYS[0], false))).toBe(false);
    expect(is(signature)).toBe(false);
    expect(is()).toBe(false);
    expect(is(signature, key, key)).toBe(false);
    // The same with the other root of the curve, which no wallet produces: it would be a second proof from one
    // signature.
    const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
    const high = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s).toBytes('der');
    expect(is(concatBytes(high, Uint8Array.of(1)), key)).toBe(false);
  });

  it('is not checked for a script address or an invalid address', () => {
    const point = secp256k1.getPublicKey(KEYS[0], true);
    const script = p2wsh(p2pkh(point)).address ?? '';
    expect(isSignable(script)).toBe(false);
    expect(isSignedBy(script, SIGNED[1].text, SIGNED[1].signature)).toBe(false);
    expect(isSignable('nothing')).toBe(false);
    for (const text of ['', 'smp', 'full', '====', 'ful' + SIGNED[0].signature.slice(3)])
      expect(isSignedBy(SIGNED[0].address, SIGNED[0].text, text)).toBe(false);
  });
});

describe('a text signed in the format before BIP-322', () => {
  const [key] = KEYS;
  const points = [true, false].map((isCompressed) => secp256k1.getPublicKey(key, isCompressed));
  const [compressed, long] = points.map((point) => Address().encode({ type: 'pkh', hash: hash160(point) }));
  const signed = (text: string, base: number): string => {
    const parts = ['Bitcoin Signed Message:\n', text].map((part) => Buffer.from(part, 'utf8'));
    const hash = sha256x2(...parts.flatMap((part) => [CompactSize.encode(BigInt(part.length)), part]));
    const made = secp256k1.sign(hash, key, { prehash: false });
    return Buffer.from(concatBytes(Uint8Array.of(base + made.recovery), made.toBytes('compact'))).toString('base64');
  };

  it('is valid only for its key’s address, in the key’s own form', () => {
    expect(compressed).toBe(p2pkh(points[0]).address);
    const text = 'I own it.\n\nÖ ' + 'long '.repeat(80);
    expect(isSignedBy(compressed, text, signed(text, 31))).toBe(true);
    expect(isSignedBy(long, text, signed(text, 27))).toBe(true);
    expect(isSignedBy(long, text, signed(text, 31))).toBe(false);
    expect(isSignedBy(compressed, 'another', signed(text, 31))).toBe(false);
    // BIP-322 reserves this format for addresses of this type.
    const segwit = Address().encode({ type: 'wpkh', hash: hash160(points[0]) });
    expect(isSignedBy(segwit, text, signed(text, 31))).toBe(false);
    expect(isSignedBy(compressed, text, signed(text, 35))).toBe(false);
  });
});
