/** Passwords: argon2id, and a check that costs the same whether or not the user exists. */
import { randomBytes } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';

/** OWASP's recommendation: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const COST: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

let placeholderHash: Promise<string> | undefined;

/** Pass null for a user who does not exist: the same work is done, and the answer is no. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  placeholderHash ??= hashPassword(randomPassword());
  const matches = await verify(passwordHash ?? (await placeholderHash), password.normalize('NFKC'));
  return matches && passwordHash !== null;
}

export function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}
