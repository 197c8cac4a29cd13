/** Codes of an authenticator: RFC 6238 with what every app understands, SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Open Exchange';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/** Steps before and after the present one that still count, for clocks that go wrong. */
export const STEPS_EITHER_SIDE = 1;

/** A new secret in base32, 160 bits. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** `otpauth://totp/…`: what the QR code says. `label` is what the app shows. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** The number of the thirty seconds, since the epoch, whose code this is; null when it is of none that counts now. */
export function totpStepOf(secret: string, code: string, now: number): number | null {
  // The library throws at what is no ASCII.
  if (!CODE.test(code)) return null;
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now, window: STEPS_EITHER_SIDE });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** The code of one of the thirty seconds since the epoch, as an app shows it. */
export function totpOfStep(secret: string, step: number): string {
  return totpOf(secret, '').generate({ timestamp: step * PERIOD_SECONDS * 1_000 });
}

/** The thirty seconds that a time is in, since the epoch, and when such begin. */
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
