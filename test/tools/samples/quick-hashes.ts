/**
 * Everybody in a test over HTTP registers and logs in, some of them hundreds of times: there a password is hashed with next to
 * nothing. That a server takes what it should `passwords.spec.ts` sees to. Loaded by programs without jest it changes nothing.
 */
import type Argon2 from '@node-rs/argon2';

const QUICK = { memoryCost: 64, timeCost: 1 };

if (typeof jest !== 'undefined') {
  const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  const { hash } = argon2;
  argon2.hash = (password, options, signal) => hash(password, { ...options, ...QUICK }, signal);
  // The package is there for the files after this one as well.
  afterAll(() => (argon2.hash = hash));
}
