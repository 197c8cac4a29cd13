/** Passkeys of an account: creation, naming, removal, and log-in. */
import { z } from 'zod';
import { epochMs, id } from '../../wire/fields';
import { provenBeyondPassword, proof } from './proofs';
import { factorName } from './authenticators';

const BASE64URL_LENGTH_MAX = 16_384;

export const passkeyOptionsRequest = z.strictObject(provenBeyondPassword);
export type PasskeyOptionsRequest = z.infer<typeof passkeyOptionsRequest>;

export const passkeyRecord = z.object({
  passkey: id,
  name: z.string(),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
  /** Synchronised by the maker of the device, so that losing the device does not lose it. */
  synchronised: z.boolean(),
});
export type PasskeyRecord = z.infer<typeof passkeyRecord>;

const base64url = z
  .string()
  .min(1)
  .max(BASE64URL_LENGTH_MAX)
  .regex(/^[A-Za-z0-9_-]+$/);
/** The authenticator's response as `@simplewebauthn/browser` returns it. Unused fields are dropped. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

/** Options to pass unchanged to `@simplewebauthn/browser`. */
export const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  attestation: z.string().optional(),
  excludeCredentials: z.array(z.looseObject({ id: z.string(), type: z.literal('public-key') })).optional(),
  authenticatorSelection: z.looseObject({}).optional(),
  extensions: z.looseObject({}).optional(),
  hints: z.array(z.string()).optional(),
});
export const authenticationOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  userVerification: z.string().optional(),
  allowCredentials: z.array(z.looseObject({ id: z.string(), type: z.literal('public-key') })).optional(),
  extensions: z.looseObject({}).optional(),
});

export const registerPasskeyRequest = z.strictObject({ name: factorName, response: registrationResponse });
export type RegisterPasskeyRequest = z.infer<typeof registerPasskeyRequest>;
export const renamePasskeyRequest = z.strictObject({ passkey: id, name: factorName });
export const removePasskeyRequest = z.strictObject({ passkey: id, ...proof });
export const passkeyLogInRequest = z.strictObject({ response: authenticationResponse });
export type PasskeyLogInRequest = z.infer<typeof passkeyLogInRequest>;
