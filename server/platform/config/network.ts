/** Networks of addresses in the configuration. */
import { isIP } from 'node:net';

/** `203.0.113.0/24`, `2001:db8::/32`, or an address alone. */
export interface Network {
  address: string;
  prefix: number;
}

export function networkFrom(text: string): Network | null {
  const [address, length, ...rest] = text.trim().split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return null;
  const longest = kind === 4 ? 32 : 128;
  if (length === undefined) return { address, prefix: longest };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= longest ? { address, prefix } : null;
}
