/** Authenticators of an account, and the recovery codes that replace them. */
import { z } from 'zod';
import { epochMs, id, textLine } from '../../wire/fields';
import { provenBeyondPassword, authenticatorCode, proof } from './proofs';

const FACTOR_NAME_LENGTH_MAX = 40;

export const authenticatorBegun = z.object({
  secret: z.string().meta({ description: 'base32, for typing' }),
  uri: z.string().meta({ description: 'otpauth://, for a QR code' }),
  expiresAt: epochMs,
});
export type AuthenticatorBegun = z.infer<typeof authenticatorBegun>;
export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description:
      'ten, each good once; shown now and never again; none with a further authenticator: they are the account’s',
  }),
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export const factorName = textLine.min(1).max(FACTOR_NAME_LENGTH_MAX);

export const beginAuthenticatorRequest = z.strictObject(provenBeyondPassword);
export type BeginAuthenticatorRequest = z.infer<typeof beginAuthenticatorRequest>;
export const bindAuthenticatorRequest = z.strictObject({ code: authenticatorCode, name: factorName.optional() });
export type BindAuthenticatorRequest = z.infer<typeof bindAuthenticatorRequest>;
export const authenticatorRecord = z.object({
  authenticator: id,
  name: z.string().meta({ description: 'empty of those that were bound without one' }),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
});
export type AuthenticatorRecord = z.infer<typeof authenticatorRecord>;
export const renameAuthenticatorRequest = z.strictObject({ authenticator: id, name: factorName });
export const unbindAuthenticatorRequest = z.strictObject({ authenticator: id, ...proof });
export type UnbindAuthenticatorRequest = z.infer<typeof unbindAuthenticatorRequest>;
