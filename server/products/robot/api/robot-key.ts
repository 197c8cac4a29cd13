/** Secret keys of robots, and the hash by which the journal knows them. */
import { createHash, randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';

const KEY_BYTES = 20;
const GROUP = /.{8}(?!$)/g;

/** 160 bits, in groups that people can read out to one another. */
export function drawRobotKey(): string {
  return base32crockford.encode(randomBytes(KEY_BYTES)).replace(GROUP, '$&-');
}

/** As it was told: however it is grouped and written. */
export function hashOfRobotKey(key: string): string {
  const plain = key.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`robot/${plain}`).digest('hex');
}

/** Of the tries of a user. */
export function robotKeyLockout(user: number): string {
  return `robot_key/${user}`;
}
