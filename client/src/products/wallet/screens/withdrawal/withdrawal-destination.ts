import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { isTextHash } from '../../../../../../shared/products/content/rules/kept-texts';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';

/** Where it goes, in one line: a question mark for an address that is lost. */
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
