/** Ethereum addresses: derivation from a public key, and common spellings. */
import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { getAddress, isAddress, keccak256 } from 'viem/utils';
import { receivingKey } from '../extended-key';

const ADDRESS_BYTES = 20;
const NOBODY = /^0x0{40}$/;
/** EIP 681: a receiver of ether, or a token whose `transfer` names the receiver. */
const PAYMENT_URI = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(?:\/(transfer))?(?:\?(.*))?$/i;
const TRANSACTION = /^0x[0-9a-f]{64}$/;

/** Last twenty bytes of the Keccak-256 of the uncompressed key without its first byte, with the EIP-55 checksum. */
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

/** Chain and tokens that a payment URI may name. */
export interface EvmPayments {
  chainId: number;
  tokens: readonly string[];
}

/** Lower-case addresses carry no checksum and pass; mixed case must have a valid checksum. The zero address is refused. */
export function normalEvmAddress(text: string): string | null {
  const address = text.trim();
  return isAddress(address) && !NOBODY.test(address) ? getAddress(address) : null;
}

/**
 * The receiver, alone or in a payment URI; null if the URI names another chain or token, because the payment would not
 * be the requested one.
 */
export function receiverIn(text: string, { chainId, tokens }: EvmPayments): string | null {
  const uri = PAYMENT_URI.exec(text.trim());
  if (!uri) return normalEvmAddress(text);
  const [, target = '', chain, call, query = ''] = uri;
  if (chain !== undefined && chain !== String(chainId)) return null;
  if (call === undefined) return normalEvmAddress(target);
  const isOurs = tokens.some((token) => token.toLowerCase() === target.toLowerCase());
  return isOurs ? normalEvmAddress(new URLSearchParams(query).get('address') ?? '') : null;
}

export function normalEvmTransaction(text: string): string | null {
  const transaction = text.trim().toLowerCase();
  return TRANSACTION.test(transaction) ? transaction : null;
}
