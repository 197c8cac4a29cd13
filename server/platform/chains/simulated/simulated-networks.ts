/**
 * The simulated networks. Their addresses have a real form, derived from public keys whose private part was discarded.
 * Bitcoin's are of its test network, so that nobody mistakes them for money.
 */
import { bitcoinAddressAt, normalBitcoinAddress, normalBitcoinTransaction } from '../bitcoin/bitcoin-addresses';
import { evmAddressAt, normalEvmTransaction, receiverIn } from '../evm/evm-addresses';
import { extendedPublicKeyOf } from '../extended-key';
import { BITCOIN_COINS, ETHEREUM_COINS } from '../coins';
import type { SimulatedNetwork } from './simulated-chain';

const ETHEREUM_KEY =
  'xpub6CjukkfG83ScwydpLfnJ3LEDmhbdkrjisZhrSBMUVZa7GLBGZQMpYVaVN6me2MjLw3tvEQ63o3cGMMA8tKhbPvvS4PZ7dpzB4fNjyFmNSmM';
const BITCOIN_KEY =
  'xpub6C5VyWyqp6NKPu5wuyHFPVirSg4kiXNQawKLzXnTNQDg41xXvhSxyoQ8J3avwCSpcqBcTDWb3G62GMX8adaGLKQ8YQfRxBTihuTjUAQEFMN';

const MAINNET = 1;

export function simulatedEthereum(): SimulatedNetwork {
  const account = keyOf(ETHEREUM_KEY);
  return {
    chain: 'ERC20',
    coins: ETHEREUM_COINS,
    settledAfter: 15,
    depositAddress: (index) => evmAddressAt(account, index),
    normalAddress: (address) => receiverIn(address, { chainId: MAINNET, tokens: [] }),
    normalTransaction: normalEvmTransaction,
    paymentUri: (address) => address,
    nameOf: (bytes) => `0x${bytes.toString('hex')}`,
  };
}

export function simulatedBitcoin(): SimulatedNetwork {
  const account = keyOf(BITCOIN_KEY);
  return {
    chain: 'BTC',
    coins: BITCOIN_COINS,
    settledAfter: 6,
    depositAddress: (index) => bitcoinAddressAt(account, index, 'test'),
    // Main-network addresses are accepted too: users who try a withdrawal have one at hand.
    normalAddress: (address) => normalBitcoinAddress(address, 'test') ?? normalBitcoinAddress(address, 'main'),
    normalTransaction: normalBitcoinTransaction,
    paymentUri: (address) => `bitcoin:${address}`,
    nameOf: (bytes) => bytes.toString('hex'),
  };
}

function keyOf(text: string) {
  const key = extendedPublicKeyOf(text);
  if (!key) throw new Error('a simulated network has no key');
  return key;
}
