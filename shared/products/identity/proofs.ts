/** Proofs that the owner makes a change: passwords, codes and second factors, alone and combined. */
import { z } from 'zod';
import { CHANNELS } from './rules/code-channels';
import { FUND_PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MAX } from './rules/credentials';

export const channel = z.enum(CHANNELS);

/** Six digits of an authenticator, or one of the recovery codes with any spacing. */
export const secondFactor = z.string().trim().min(6).max(24).meta({
  description: 'six digits of any authenticator, or a recovery code; required once an authenticator is bound',
  example: '492039',
});
export const authenticatorCode = z.string().trim().min(6).max(24).meta({ example: '492039' });
export const mailedCode = z
  .string()
  .trim()
  .min(4)
  .max(12)
  .meta({ description: 'the code that was sent', example: '492039' });
export const password = z.string().min(1).max(PASSWORD_LENGTH_MAX).meta({ description: 'the log-in password' });
export const fundPassword = z.string().min(1).max(FUND_PASSWORD_LENGTH_MAX);

export const boundCode = mailedCode.meta({
  description: 'the code that was sent to the bound address of this channel',
});
export const provenByBoth = z.strictObject({ password, code: authenticatorCode });
export type ProvenByBoth = z.infer<typeof provenByBoth>;

/** The password, and the second factor once one is bound. */
export const proof = { password, secondFactor: secondFactor.optional() };
export const proven = z.strictObject(proof);
export type Proof = z.infer<typeof proven>;

/**
 * A stolen password alone must not lock the owner out, so this also requires the factor or a code to the owner's
 * address.
 */
export const provenBeyondPassword = {
  ...proof,
  channel: channel.optional(),
  code: boundCode
    .optional()
    .meta({ description: 'the code that was sent there; required while no authenticator is bound' }),
};

/**
 * Proves that the owner names the payment destination. A thief with the password cannot read codes sent to the owner.
 */
export const destinationProof = {
  fundPassword,
  channel,
  code: boundCode,
  secondFactor: secondFactor.optional(),
};
export type DestinationProof = z.infer<z.ZodObject<typeof destinationProof>>;
