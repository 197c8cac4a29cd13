/**
 * The accounts a user has of each asset. Coins lie in the coin, contract, financial and second-contract accounts; fiat
 * lies in the legal-currency account, and in the spot account for as long as it is traded.
 */
export const ACCOUNT_KINDS = ['spot', 'contract', 'financial', 'option', 'legal'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export function isAccountKind(word: string): word is AccountKind {
  return (ACCOUNT_KINDS as readonly string[]).includes(word);
}

/** Those with something to do in them: the products of the others are still to come. */
const OPEN_ACCOUNTS: readonly AccountKind[] = ['spot', 'contract', 'financial', 'legal'];

export function isOpenAccount(kind: AccountKind): boolean {
  return OPEN_ACCOUNTS.includes(kind);
}

const COIN_ACCOUNTS: readonly AccountKind[] = ['spot', 'contract', 'financial', 'option'];
const FIAT_ACCOUNTS: readonly AccountKind[] = ['legal', 'spot'];

/** The accounts that may hold an asset: what a transfer may name. */
export function accountsFor(asset: { readonly isFiat: boolean }): readonly AccountKind[] {
  return asset.isFiat ? FIAT_ACCOUNTS : COIN_ACCOUNTS;
}

/** Where an asset comes in when it is recharged, and goes out from when it is withdrawn. */
export function gateAccount(asset: { readonly isFiat: boolean }): AccountKind {
  return asset.isFiat ? 'legal' : 'spot';
}
