/** Owners of destination wallets, which the travel rule requires for larger withdrawals. */
import { z } from 'zod';
import { epochMs, textLine } from '../../wire/fields';

export const BENEFICIARY_NAME_LENGTH_MAX = 100;
const name = textLine.min(1).max(BENEFICIARY_NAME_LENGTH_MAX);

export const WALLET_OWNERS = ['own', 'other', 'exchange'] as const;
export type WalletOwner = (typeof WALLET_OWNERS)[number];

/**
 * The user's own, another person's, or an account at another exchange, with the names of its owner and the exchange.
 */
export const beneficiary = z.discriminatedUnion('owner', [
  z.strictObject({ owner: z.literal('own') }),
  z.strictObject({ owner: z.literal('other'), name }),
  z.strictObject({ owner: z.literal('exchange'), name, exchange: name }),
]);
export type Beneficiary = z.infer<typeof beneficiary>;

const SIGNATURE_LENGTH_MAX = 512;
/** The wallet's signature over the text of `withdraw/ownershipMessage`, which contains `at`. */
export const ownershipProof = z.strictObject({ at: epochMs, signature: textLine.min(1).max(SIGNATURE_LENGTH_MAX) });
export type OwnershipProof = z.infer<typeof ownershipProof>;

/** As shown to staff. */
export const declaredBeneficiary = z.object({
  owner: z.enum(WALLET_OWNERS),
  name: z.string().nullable(),
  exchange: z.string().nullable(),
  /** When the wallet proved by a signature that it is the user's; null without a proof. */
  provenAt: epochMs.nullable(),
});
export type DeclaredBeneficiary = z.infer<typeof declaredBeneficiary>;
