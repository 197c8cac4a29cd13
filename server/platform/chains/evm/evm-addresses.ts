/** Addresses of Ethereum: from a public key, and as people write them. */
import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { getAddress, isAddress, keccak256 } from 'viem/utils';
import { receivingKey } from '../extended-key';

const ADDRESS_BYTES = 20;
const NOBODY = /^0x0{40}$/;
const TRANSACTION = /^0x[0-9a-f]{64}$/;

/** Keccak-256 of the uncompressed key without its first byte; the last twenty bytes of it, with the checksum of EIP-55. */
export function evmAddressAt(account: HDKey, index: number): string {
  const key = ECDH.convertKey(
    Buffer.from(receivingKey(account, index)),
    'secp256k1',
    undefined,
    undefined,
    'uncompressed',
  );
  const hash = keccak256((key as Buffer).subarray(1), 'bytes');
  return getAddress(`0x${Buffer.from(hash.subarray(-ADDRESS_BYTES)).toString('hex')}`);
}

/** Small letters alone carry no checksum and pass; with capitals among them it must be right. Nobody's address is none. */
export function normalEvmAddress(text: string): string | null {
  const address = text.trim();
  return isAddress(address) && !NOBODY.test(address) ? getAddress(address) : null;
}

export function normalEvmTransaction(text: string): string | null {
  const transaction = text.trim().toLowerCase();
  return TRANSACTION.test(transaction) ? transaction : null;
}
