import fc from 'fast-check';
import { HDKey } from '@scure/bip32';
import { decimalOf, unitsOf } from '../../../shared/rules/units';
import { normalBitcoinAddress } from './bitcoin/bitcoin-addresses';
import { depositAmountOf, networkUnitsOf } from './chain-amounts';
import { normalEvmAddress, receiverIn } from './evm/evm-addresses';
import { extendedPublicKeyOf } from './extended-key';

describe('extended keys', () => {
  const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));

  it('are accepted if public, never if they could spend', () => {
    expect(extendedPublicKeyOf(master.publicExtendedKey)?.privateKey).toBeNull();
    expect(extendedPublicKeyOf(master.privateExtendedKey)).toBeNull();
    for (const none of ['', 'xpub', master.publicExtendedKey.slice(0, -1) + 'x']) {
      expect(extendedPublicKeyOf(none)).toBeNull();
    }
  });
});

describe('addresses in common spellings', () => {
  const CHECKED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  it.each([
    [CHECKED, CHECKED],
    [CHECKED.toLowerCase(), CHECKED],
    [`\t${CHECKED}\n`, CHECKED],
    [CHECKED.replace('5aAe', '5AAe'), null],
    [CHECKED.slice(2), null],
    [`0x${'0'.repeat(40)}`, null],
    ['vitalik.eth', null],
  ])('of Ethereum: %j is %j', (written, normal) => {
    expect(normalEvmAddress(written)).toBe(normal);
  });

  const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  it.each([
    [CHECKED, CHECKED],
    [`ethereum:${CHECKED}`, CHECKED],
    [`ethereum:pay-${CHECKED.toLowerCase()}@1?value=2.014e18`, CHECKED],
    [`ethereum:${TOKEN}@1/transfer?address=${CHECKED}&uint256=1e6`, CHECKED],
    // Another chain, another token, another call, no receiver.
    [`ethereum:${CHECKED}@137`, null],
    [`ethereum:${CHECKED}@1/transfer?address=${CHECKED}`, null],
    [`ethereum:${TOKEN}@1/approve?address=${CHECKED}`, null],
    [`ethereum:${TOKEN}@1/transfer?uint256=1e6`, null],
  ])('of a payment request of Ethereum (EIP 681): %s is %j', (written, normal) => {
    expect(receiverIn(written, { chainId: 1, tokens: [TOKEN] })).toBe(normal);
  });

  const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  it.each([
    [SEGWIT, 'main', SEGWIT],
    [SEGWIT.toUpperCase(), 'main', SEGWIT],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'main', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'main', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    [
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'main',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    [SEGWIT.slice(0, -1) + '5', 'main', null],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'main', null],
    [SEGWIT, 'test', null],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['', 'main', null],
  ] as const)('of Bitcoin: %j on %s is %j', (written, network, normal) => {
    expect(normalBitcoinAddress(written, network)).toBe(normal);
  });
});

describe('amounts of a chain', () => {
  const digits = fc.integer({ min: 0, max: 18 });

  it('convert inwards without losing or creating a unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n - 1n), digits, digits, (amount, decimals, scale) => {
        const { amount: arrived, dust } = depositAmountOf(amount, decimals, scale);
        const all = (unitsOf(decimalOf(arrived, scale), 18) as bigint) + (unitsOf(dust ?? '0', 18) as bigint);
        expect(decimalOf(all, 18)).toBe(decimalOf(amount, decimals));
      }),
    );
  });

  it('convert outwards exactly or not at all', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n - 1n), digits, digits, (amount, scale, decimals) => {
        const payable = networkUnitsOf(amount, scale, decimals);
        if (payable === null) expect(unitsOf(decimalOf(amount, scale), decimals)).toBe('too_precise');
        else expect(decimalOf(payable, decimals)).toBe(decimalOf(amount, scale));
      }),
    );
  });
});
