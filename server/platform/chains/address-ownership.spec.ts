import { privateKeyToAccount } from 'viem/accounts';
import { signedByBitcoin } from '../../../test/tools/chains/bip-322';
import { secp256k1 } from '@noble/curves/secp256k1';
import { p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { SignedOwnership, type Claim } from './address-ownership';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);

const ownership = new SignedOwnership({ publicUrl: 'https://exchange.example' }, () => NOW);
const claim = { user: 10_000_007, chain: 'ERC20', address: wallet.address, at: NOW - 1_000 };
const messageOf = (of: Claim): string => ownership.messageOf(of) ?? '';

const secret = new Uint8Array(32).fill(7);
const key = secp256k1.getPublicKey(secret, true);

describe('a signature of a wallet', () => {
  it('covers a text with the exchange, the address, the account and the time', () => {
    const text = messageOf(claim);
    for (const part of ['https://exchange.example', wallet.address, '10000007', '2027-01-15T07:59:59.000Z']) {
      expect(text).toContain(part);
    }
  });

  it('proves that the account owns the address', async () => {
    expect(await ownership.isProven(claim, await wallet.signMessage({ message: messageOf(claim) }))).toBe(true);
  });

  it.each([
    ['of another wallet', () => stranger.signMessage({ message: messageOf(claim) })],
    ['for another account', () => wallet.signMessage({ message: messageOf({ ...claim, user: 10_000_008 }) })],
    ['at another time', () => wallet.signMessage({ message: messageOf({ ...claim, at: NOW }) })],
    ['of something else', () => wallet.signMessage({ message: 'hello' })],
    ['that is none', async () => '0x1234'],
    ['that is no hex', async () => 'signed, me'],
  ])('%s proves nothing', async (_, sign) => {
    expect(await ownership.isProven(claim, await sign())).toBe(false);
  });

  it.each([
    ['an hour old', NOW - HOUR_MS],
    ['of tomorrow', NOW + 24 * HOUR_MS],
  ])('%s no longer proves anything, or not yet', async (_, at) => {
    const then = { ...claim, at };
    expect(await ownership.isProven(then, await wallet.signMessage({ message: messageOf(then) }))).toBe(false);
  });

  it.each([
    ['P2WPKH', p2wpkh(key)],
    ['P2TR', p2tr(key.subarray(1))],
  ])('proves on Bitcoin for an hour that a %s address belongs to the account', async (_, { address = '' }) => {
    const onBitcoin = { ...claim, chain: 'BTC', address };
    const signature = signedByBitcoin(secret, address, messageOf(onBitcoin));
    expect(await ownership.isProven(onBitcoin, signature)).toBe(true);
    expect(await ownership.isProven({ ...onBitcoin, user: 10_000_008 }, signature)).toBe(false);
    expect(await ownership.isProven({ ...onBitcoin, chain: 'ERC20' }, signature)).toBe(false);
    const old = { ...onBitcoin, at: NOW - HOUR_MS };
    expect(await ownership.isProven(old, signedByBitcoin(secret, address, messageOf(old)))).toBe(false);
  });

  it('is unsupported for script addresses', async () => {
    const { address = '' } = p2sh(p2wpkh(key));
    const onBitcoin = { ...claim, chain: 'BTC', address };
    expect(ownership.messageOf(onBitcoin)).toBeNull();
    expect(await ownership.isProven(onBitcoin, '0x12')).toBe(false);
  });
});
