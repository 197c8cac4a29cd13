import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { isTextHash } from '../../../../../../shared/products/content/rules/text-hashes';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';

/** Destination in one line; a question mark if only the hash of an erased address is left. */
export function destinationOf({
  chainName,
  address,
  bankName,
  cardNumber,
}: Pick<WithdrawalRecord, 'chainName' | 'address' | 'bankName' | 'cardNumber'>): string {
  const parts =
    address === null ? [bankName, cardNumber] : [chainName, isTextHash(address) ? '?' : shortAddress(address)];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
