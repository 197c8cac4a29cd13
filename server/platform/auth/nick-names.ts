/** Default names of users without a nickname. */
import type { UserRow } from '../database/exchange-tables';

/** The default name shown to others; it hides the address. */
export function defaultNickName(address: string): string {
  return `${address.slice(0, 2)}***`;
}

/** The name shown to the user, who may see the own address. */
export function ownNameOf({ nickName, email, phone }: Pick<UserRow, 'nickName' | 'email' | 'phone'>): string {
  const address = [email, phone].find((candidate) => candidate !== null && defaultNickName(candidate) === nickName);
  return address?.split('@')[0] ?? nickName;
}
