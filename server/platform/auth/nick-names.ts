/** What people are called who chose no name. */
import type { UserRow } from '../database/exchange-tables';

/** What others may see: not the address. */
export function defaultNickName(address: string): string {
  return `${address.slice(0, 2)}***`;
}

/** What they see themselves, who know their own address. */
export function ownNameOf({ nickName, email, phone }: Pick<UserRow, 'nickName' | 'email' | 'phone'>): string {
  const address = [email, phone].find((known) => known !== null && defaultNickName(known) === nickName);
  return address?.split('@')[0] ?? nickName;
}
