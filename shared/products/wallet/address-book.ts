/**
 * Withdrawal addresses of a user. Coins go only to listed addresses, from 24 hours after listing. Listing needs a proof
 * that the user is the owner.
 */
import { z } from 'zod';
import { beneficiary, ownershipProof } from './beneficiary';
import { chainName, epochMs, id, textLine } from '../../wire/fields';
import { destinationProof } from '../identity/proofs';
import type { Route } from '../../wire/route';

const LABEL_LENGTH_MAX = 40;
/** Long enough for a payment URI with its amount and label. */
const ADDRESS_LENGTH_MAX = 256;

const label = textLine.min(1).max(LABEL_LENGTH_MAX);
export const chainAddress = textLine.min(1).max(ADDRESS_LENGTH_MAX);

export const listedAddress = z.object({
  addressId: id,
  chain: chainName,
  chainName: z.string(),
  address: z.string(),
  label: z.string(),
  /** False for addresses of old withdrawals that were never listed. They must be listed before the next withdrawal. */
  listed: z.boolean(),
  addedAt: epochMs,
  /** Time from which it can be used for withdrawals. */
  usableAt: epochMs,
  /** The address's owner; null until the user declares it. */
  beneficiary: beneficiary.nullable(),
  /** When its wallet proved by a signature that it is the user's; null without a proof. */
  provenAt: epochMs.nullable(),
});
export type ListedAddress = z.infer<typeof listedAddress>;

export const addressBook = z.object({
  /** Newest first. */
  records: z.array(listedAddress),
});
export type AddressBook = z.infer<typeof addressBook>;

export const addAddressRequest = z.strictObject({
  chain: chainName,
  address: chainAddress,
  label,
  beneficiary: beneficiary.optional(),
  /** Only with `owner` `own`. */
  ownership: ownershipProof.optional(),
  ...destinationProof,
});
export type AddAddressRequest = z.infer<typeof addAddressRequest>;
export const labelAddressRequest = z.strictObject({ addressId: id, label });
export type LabelAddressRequest = z.infer<typeof labelAddressRequest>;
export const ownershipMessageRequest = z.strictObject({ chain: chainName, address: chainAddress });
export type OwnershipMessageRequest = z.infer<typeof ownershipMessageRequest>;
export const ownershipMessage = z.object({
  /** Text for the wallet's signature (EIP-191, `personal_sign`; BIP-322 on Bitcoin); null if no signature is checked. */
  message: z.string().nullable(),
  /** Must be sent back with the signature within the hour. */
  at: epochMs,
});
export type OwnershipMessage = z.infer<typeof ownershipMessage>;
export const declareAddressRequest = z.strictObject({
  addressId: id,
  beneficiary,
  ownership: ownershipProof.optional(),
});
export type DeclareAddressRequest = z.infer<typeof declareAddressRequest>;
export const removeAddressRequest = z.strictObject({ addressId: id });
export type RemoveAddressRequest = z.infer<typeof removeAddressRequest>;
export const ADDRESS_BOOK_ROUTES = {
  list: {
    method: 'GET',
    path: '/exchange/app/withdraw/addresses',
    summary: 'Addresses that coins are withdrawn to',
    access: 'user',
    answer: addressBook,
  },
  add: {
    method: 'POST',
    path: '/exchange/app/withdraw/addAddress',
    summary: 'Add an address; it is usable 24 hours later',
    access: 'user',
    lockable: true,
    takesFactor: true,
    body: addAddressRequest,
    failure: 'save.failed',
    answer: listedAddress,
  },
  label: {
    method: 'POST',
    path: '/exchange/app/withdraw/labelAddress',
    summary: 'Call an address something else',
    access: 'user',
    takesFactor: true,
    body: labelAddressRequest,
    failure: 'save.failed',
    answer: listedAddress,
  },
  ownershipMessage: {
    method: 'POST',
    path: '/exchange/app/withdraw/ownershipMessage',
    summary: 'What the wallet of an address signs to prove whose it is',
    access: 'user',
    body: ownershipMessageRequest,
    answer: ownershipMessage,
  },
  declare: {
    method: 'POST',
    path: '/exchange/app/withdraw/declareAddress',
    summary: 'Say whose a listed address is, with a signature where its wallet makes one',
    access: 'user',
    body: declareAddressRequest,
    failure: 'save.failed',
    answer: listedAddress,
  },
  remove: {
    method: 'POST',
    path: '/exchange/app/withdraw/removeAddress',
    summary: 'Take an address off the list; added again it is new again',
    access: 'user',
    takesFactor: true,
    body: removeAddressRequest,
    failure: 'save.failed',
    answer: z.null(),
  },
} as const satisfies Record<string, Route>;
