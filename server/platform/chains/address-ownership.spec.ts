import { privateKeyToAccount } from 'viem/accounts';
import { SignedOwnership } from './address-ownership';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);

const ownership = new SignedOwnership({ publicUrl: 'https://exchange.example' }, () => NOW);
const claim = { user: 10_000_007, chain: 'ERC20', address: wallet.address, at: NOW - 1_000 };
const messageOf = (of: typeof claim): string => ownership.messageOf(of) ?? '';

describe('a signature of a wallet', () => {
  it('is over a text that names the exchange, the address, the account and the time', () => {
    const text = messageOf(claim);
    for (const part of ['https://exchange.example', wallet.address, '10000007', '2027-01-15T07:59:59.000Z']) {
      expect(text).toContain(part);
    }
  });

  it('proves that the address is the account’s', async () => {
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
  ])('%s proves nothing any more, or yet', async (_, at) => {
    const then = { ...claim, at };
    expect(await ownership.isProven(then, await wallet.signMessage({ message: messageOf(then) }))).toBe(false);
  });

  it('is unsupported on Bitcoin', async () => {
    const onBitcoin = { ...claim, chain: 'BTC', address: 'bc1q' };
    expect(ownership.messageOf(onBitcoin)).toBeNull();
    expect(await ownership.isProven(onBitcoin, '0x12')).toBe(false);
  });
});
