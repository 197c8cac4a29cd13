import type { WithdrawalRecord } from '../../../../shared/wire/wallet';
import { shortAddress } from '../../../../shared/rules/short-address';

/** Where it goes, in one line. */
export function destinationOf({
  chainName,
  address,
  bankName,
  cardNumber,
}: Pick<WithdrawalRecord, 'chainName' | 'address' | 'bankName' | 'cardNumber'>): string {
  const parts = address === null ? [bankName, cardNumber] : [chainName, shortAddress(address)];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
