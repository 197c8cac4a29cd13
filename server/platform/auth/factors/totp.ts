/** Authenticator codes: RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Open Exchange';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/** Time steps before and after the current one that are accepted, to tolerate clock skew. */
export const STEPS_EITHER_SIDE = 1;

/** A new secret in base32, 160 bits. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** `otpauth://totp/…`, the content of the QR code. The app shows `label`. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** The 30-second time step since the epoch that the code matches; null if it matches none that is accepted at `now`. */
export function totpStepOf(secret: string, code: string, now: number): number | null {
  // The library throws for non-ASCII input.
  if (!CODE.test(code)) return null;
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now, window: STEPS_EITHER_SIDE });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** The code of a 30-second time step since the epoch. */
export function totpOfStep(secret: string, step: number): string {
  return totpOf(secret, '').generate({ timestamp: step * PERIOD_SECONDS * 1_000 });
}

/** The 30-second time step, since the epoch, of a time in ms. */
export function totpStepAt(at: number): number {
  return Math.floor(at / (PERIOD_SECONDS * 1_000));
}

export function totpStepBegins(step: number): number {
  return step * PERIOD_SECONDS * 1_000;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
