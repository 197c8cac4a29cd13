/** The vectors of BIP-322 (test/samples/bip-0322), and the form of before it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1';
import { Address, CompactSize, OutScript, p2pkh, WIF } from '@scure/btc-signer';
import { concatBytes, hash160, sha256x2 } from '@scure/btc-signer/utils';
import { isSignable, isSignedBy, transactionsOf } from './bitcoin-signatures';

interface Signed {
  message: string;
  address: string;
  type: string;
  private_keys: string[];
  bip322_signatures: string[];
}
interface Vectors {
  simple: Signed[];
  full: Signed[];
  error: { description: string; message: string; address: string; signature: string }[];
  tx_hashes: Record<'message' | 'address' | 'message_hash' | 'to_spend_tx_hash' | 'to_sign_tx_hash', string>[];
}

const read = (name: string): Partial<Vectors> =>
  JSON.parse(
    readFileSync(path.resolve(__dirname, `../../../../test/samples/bip-0322/${name}-test-vectors.json`), 'utf8'),
  );
const [basic, generated] = [read('basic'), read('generated')];
const simple = [...(basic.simple ?? []), ...(generated.simple ?? [])];
const isChecked = ({ type }: Signed): boolean => type === 'p2wpkh' || type === 'p2tr';
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a text that BIP-322 has signed', () => {
  it.each(basic.tx_hashes ?? [])('makes the two transactions of "$message"', (expected) => {
    const script = OutScript.encode(Address().decode(expected.address));
    const { messageHash, toSpend, toSign } = transactionsOf(script, expected.message);
    expect(hex(messageHash)).toBe(expected.message_hash);
    expect(hex(toSpend)).toBe(expected.to_spend_tx_hash);
    expect(hex(sha256x2(toSign.unsignedTx).reverse())).toBe(expected.to_sign_tx_hash);
  });

  it('is of its address, whichever of the kinds that are checked', () => {
    const kinds = simple.filter(isChecked).map(({ type }) => type);
    expect(kinds.filter((type) => type === 'p2wpkh').length).toBeGreaterThan(2);
    expect(kinds).toContain('p2tr');
    for (const { address, message, bip322_signatures: signatures } of simple.filter(isChecked)) {
      for (const signature of signatures)
        expect([signature, isSignedBy(address, message, signature)]).toEqual([signature, true]);
    }
  });

  it('is of no other address, of no other text, and of nothing that was bent', () => {
    const checked = simple.filter(isChecked);
    for (const {
      address,
      message,
      bip322_signatures: [signature],
    } of checked) {
      expect(isSignedBy(address, `${message} `, signature)).toBe(false);
      for (const other of checked) {
        const isSame = other.address === address && other.message === message;
        expect(isSignedBy(other.address, other.message, signature)).toBe(isSame);
      }
      const plain = signature.replace(/^smp/, '');
      const bytes = Buffer.from(plain, 'base64');
      for (let at = 0; at < bytes.length; at++) {
        const bent = Buffer.from(bytes);
        bent[at] ^= 1;
        expect([at, isSignedBy(address, message, `smp${bent.toString('base64')}`)]).toEqual([at, false]);
      }
      expect(isSignedBy(address, message, `smp${Buffer.concat([bytes, Buffer.of(0)]).toString('base64')}`)).toBe(false);
    }
  });

  it('is refused where the vectors refuse it', () => {
    const errors = [...(basic.error ?? []), ...(generated.error ?? [])];
    expect(errors.length).toBeGreaterThan(20);
    for (const { description, address, message, signature } of errors)
      expect([description, isSignedBy(address, message, signature)]).toEqual([description, false]);
  });

  it('is not checked where a script is behind the address, nor in the full form', () => {
    const others = [...simple.filter((one) => !isChecked(one)), ...(generated.full ?? [])];
    expect(others.length).toBeGreaterThan(5);
    for (const {
      address,
      message,
      bip322_signatures: [signature],
    } of others)
      expect(isSignedBy(address, message, signature)).toBe(false);
    expect(isSignable('bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9')).toBe(false);
    expect(isSignable('nothing')).toBe(false);
  });
});

describe('a text that was signed before there was BIP-322', () => {
  const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k');
  const points = [true, false].map((isCompressed) => secp256k1.getPublicKey(key, isCompressed));
  const [compressed, long] = points.map((point) => Address().encode({ type: 'pkh', hash: hash160(point) }));
  const signed = (text: string, base: number): string => {
    const parts = ['Bitcoin Signed Message:\n', text].map((part) => Buffer.from(part, 'utf8'));
    const hash = sha256x2(...parts.flatMap((part) => [CompactSize.encode(BigInt(part.length)), part]));
    const made = secp256k1.sign(hash, key, { prehash: false });
    return Buffer.from(concatBytes(Uint8Array.of(base + made.recovery), made.toBytes('compact'))).toString('base64');
  };

  // Made by Bitcoin Core's signmessage, of its own tests (rpc_signmessagewithprivkey.py).
  it('is of its key, as Bitcoin Core signs', () => {
    const address = 'mpLQjfK79b7CCV4VMJWEWAj5Mpx8Up5zxB';
    const signature = 'INbVnW4e6PeRmsv2Qgu8NuopvrVjkcxob+sX8OcZG0SALhWybUjzMLPdAsXI46YZGb0KQTRii+wWIQzRpG/U+S0=';
    expect(isSignedBy(address, 'This is just a test message', signature)).toBe(true);
    expect(isSignedBy(address, 'This is just another message', signature)).toBe(false);
  });

  it('is of the address of its key alone, as the key is written', () => {
    expect(compressed).toBe(p2pkh(points[0]).address);
    const text = 'I own it.\n\nÖ ' + 'long '.repeat(80);
    expect(isSignedBy(compressed, text, signed(text, 31))).toBe(true);
    expect(isSignedBy(long, text, signed(text, 27))).toBe(true);
    expect(isSignedBy(long, text, signed(text, 31))).toBe(false);
    expect(isSignedBy(compressed, 'another', signed(text, 31))).toBe(false);
    // BIP-322 leaves this form to addresses of this kind.
    const segwit = Address().encode({ type: 'wpkh', hash: hash160(points[0]) });
    expect(isSignedBy(segwit, text, signed(text, 31))).toBe(false);
    expect(isSignedBy(compressed, text, signed(text, 35))).toBe(false);
  });
});
