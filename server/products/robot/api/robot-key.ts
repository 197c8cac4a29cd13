/** Secret keys of robots, and their hash in the journal. */
import { createHash, randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';

const KEY_BYTES = 20;
const GROUP = /.{8}(?!$)/g;

/** 160 bits, in groups that can be read aloud. */
export function generateRobotKey(): string {
  return base32crockford.encode(randomBytes(KEY_BYTES)).replace(GROUP, '$&-');
}

/** Hash of a key in any grouping and spelling. */
export function hashOfRobotKey(key: string): string {
  const normalizedKey = key.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`robot/${normalizedKey}`).digest('hex');
}

/** Lockout key for a user's attempts. */
export function robotKeyLockout(user: number): string {
  return `robot_key/${user}`;
}
