/**
 * A user's accounts for each asset. Coins are in the spot, contract, financial and second-contract accounts. Legal
 * currency is in the legal account, and in the spot account while it is traded.
 */
export const ACCOUNT_KINDS = ['spot', 'contract', 'financial', 'option', 'legal'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export function isAccountKind(text: string): text is AccountKind {
  return (ACCOUNT_KINDS as readonly string[]).includes(text);
}

/** Accounts that are already in use. The products of the others are still to come. */
const OPEN_ACCOUNTS: readonly AccountKind[] = ['spot', 'contract', 'financial', 'legal'];

export function isOpenAccount(kind: AccountKind): boolean {
  return OPEN_ACCOUNTS.includes(kind);
}

const COIN_ACCOUNTS: readonly AccountKind[] = ['spot', 'contract', 'financial', 'option'];
const FIAT_ACCOUNTS: readonly AccountKind[] = ['legal', 'spot'];

/** The account kinds that may hold an asset, and between which it can be transferred. */
export function accountsFor(asset: { readonly isFiat: boolean }): readonly AccountKind[] {
  return asset.isFiat ? FIAT_ACCOUNTS : COIN_ACCOUNTS;
}

/** The account that receives deposits of an asset and pays its withdrawals. */
export function depositAccountOf(asset: { readonly isFiat: boolean }): AccountKind {
  return asset.isFiat ? 'legal' : 'spot';
}
