/**
 * Where a user's coins may go. An address can be withdrawn to 24 hours after the account first named it: by adding it here
 * or, unless only listed addresses are allowed, by an application that was refused for that reason.
 */
import { z } from 'zod';
import { chainName, epochMs, id, textLine } from './fields';
import { fundPassword, secondFactor } from './security';
import type { Route } from './route';

const LABEL_LENGTH_MAX = 40;
const ADDRESS_LENGTH_MAX = 128;

const label = textLine.min(1).max(LABEL_LENGTH_MAX);
export const chainAddress = textLine.min(1).max(ADDRESS_LENGTH_MAX);

export const listedAddress = z.object({
  addressId: id,
  chain: chainName,
  chainName: z.string(),
  address: z.string(),
  label: z.string(),
  addedAt: epochMs,
  /** From when on it can be withdrawn to. */
  usableAt: epochMs,
});
export type ListedAddress = z.infer<typeof listedAddress>;

export const addressBook = z.object({
  /** Only what is listed here can be withdrawn to. */
  whitelistOnly: z.boolean(),
  /** Newest first. */
  records: z.array(listedAddress),
});
export type AddressBook = z.infer<typeof addressBook>;

export const addAddressRequest = z.strictObject({
  chain: chainName,
  address: chainAddress,
  label,
  fundPassword,
  secondFactor: secondFactor.optional(),
});
export type AddAddressRequest = z.infer<typeof addAddressRequest>;
export const labelAddressRequest = z.strictObject({ addressId: id, label });
export type LabelAddressRequest = z.infer<typeof labelAddressRequest>;
export const removeAddressRequest = z.strictObject({ addressId: id });
/** Turning it on takes nothing; turning it off weakens the account: it takes proof and holds withdrawals for 24 hours. */
export const setWhitelistOnlyRequest = z.strictObject({
  whitelistOnly: z.boolean(),
  fundPassword: fundPassword.optional(),
  secondFactor: secondFactor.optional(),
});
export type SetWhitelistOnlyRequest = z.infer<typeof setWhitelistOnlyRequest>;

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
    body: addAddressRequest,
    answer: listedAddress,
  },
  label: {
    method: 'POST',
    path: '/exchange/app/withdraw/labelAddress',
    summary: 'Call an address something else',
    access: 'user',
    body: labelAddressRequest,
    answer: listedAddress,
  },
  remove: {
    method: 'POST',
    path: '/exchange/app/withdraw/removeAddress',
    summary: 'Take an address off the list; added again it is new again',
    access: 'user',
    body: removeAddressRequest,
    answer: z.null(),
  },
  setWhitelistOnly: {
    method: 'POST',
    path: '/exchange/app/withdraw/setWhitelistOnly',
    summary: 'Allow listed addresses alone, or others too',
    access: 'user',
    body: setWhitelistOnlyRequest,
    answer: z.object({ whitelistOnly: z.boolean() }),
  },
} as const satisfies Record<string, Route>;
