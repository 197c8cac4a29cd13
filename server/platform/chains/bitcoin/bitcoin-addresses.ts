/** Bitcoin addresses: native segwit for deposits, every standard type for withdrawals. */
import type { HDKey } from '@scure/bip32';
import { Address, NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { receivingKey } from '../extended-key';

export const BITCOIN_NETWORKS = {
  main: NETWORK,
  test: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const;
export type BitcoinNetwork = keyof typeof BITCOIN_NETWORKS;

const TRANSACTION = /^[0-9a-f]{64}$/;

export function bitcoinAddressAt(account: HDKey, index: number, network: BitcoinNetwork): string {
  const { address } = p2wpkh(receivingKey(account, index), BITCOIN_NETWORKS[network]);
  if (address === undefined) throw new Error('a public key gave no address');
  return address;
}

/** BIP 21 payment URI, as wallets export it. An unknown required parameter (`req-`) makes the URI invalid. */
const PAYMENT_URI = /^bitcoin:([^?]+)(?:\?(?!(?:.*&)?req-).*)?$/i;

/**
 * Bech32, bech32m or base58 with a valid checksum on this network, alone or in a payment URI; returned in the spelling
 * of explorers.
 */
export function normalBitcoinAddress(text: string, network: BitcoinNetwork): string | null {
  const coder = Address(BITCOIN_NETWORKS[network]);
  try {
    const trimmed = text.trim();
    return coder.encode(coder.decode(PAYMENT_URI.exec(trimmed)?.[1] ?? trimmed));
  } catch {
    return null;
  }
}

export function normalBitcoinTransaction(text: string): string | null {
  const transaction = text.trim().toLowerCase();
  return TRANSACTION.test(transaction) ? transaction : null;
}
