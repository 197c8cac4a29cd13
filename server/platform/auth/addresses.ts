/** A user's address for log-in and messages: an e-mail in lower case, or a phone number in E.164. */
import { normalEmail } from '../../../shared/products/identity/rules/credentials';
import { normalPhone } from '../../../shared/products/identity/phone';
import type { Channel } from '../../../shared/products/identity/security';
import { Refusal } from '../errors/refusal';

export interface Address {
  channel: Channel;
  address: string;
}

/** The address of that channel as it is stored. Refuses `email.format.error` and `phone.format.error`. */
export function normalAddress(channel: Channel, text: string): Address {
  const address = channel === 'email' ? normalEmail(text) : normalPhone(text);
  if (address === null) throw new Refusal(channel === 'email' ? 'email.format.error' : 'phone.format.error');
  return { channel, address };
}

/** Parses a user name as an e-mail or a phone number; null if it is neither. */
export function addressOf(text: string): Address | null {
  const email = normalEmail(text);
  if (email !== null) return { channel: 'email', address: email };
  const phone = normalPhone(text);
  return phone === null ? null : { channel: 'phone', address: phone };
}
