/** Recovery codes for a lost authenticator: ten codes of 80 bits, each valid once. The database stores only their hashes. */
import { createHash, randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';

const CODES = 10;
const CODE_BYTES = 10;
/** 80 bits in base 32. */
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** `8K3M-…`: four groups of four, without letters that look like digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newRecoveryCode);
}

export function newRecoveryCode(): string {
  const code = base32crockford.encode(randomBytes(CODE_BYTES));
  return (code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/** The code without spaces and dashes, in upper case; null if it cannot be a code. */
export function normalRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : null;
}

/** The hash includes the user, so equal codes of two users have different hashes. `code` is normalised. */
export function recoveryCodeHash(userId: number, code: string): string {
  return createHash('sha256').update(`recovery/${userId}/${code}`).digest('hex');
}
