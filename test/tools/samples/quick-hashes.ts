/**
 * Cheap password hashes for tests over HTTP, which register and log in users up to hundreds of times.
 * `passwords.spec.ts` checks the real cost of hashes. Without jest this file changes nothing.
 */
import type Argon2 from '@node-rs/argon2';

const QUICK = { memoryCost: 64, timeCost: 1 };

if (typeof jest !== 'undefined') {
  const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  const { hash } = argon2;
  argon2.hash = (password, options, signal) => hash(password, { ...options, ...QUICK }, signal);
  // Restored, because later test files share the package.
  afterAll(() => (argon2.hash = hash));
}
