/** Money that a chain shows on its way in. */

/** What a chain must bring of a coin to be credited. */
export interface RechargeTerms {
  asset: string;
  chain: string;
  /** Units; equal counts as enough. */
  minimum: bigint;
  confirmations: number;
}

/** A payment that may still be credited. What has ended is remembered by its reference alone. */
export interface Recharge {
  id: number;
  user: number;
  asset: string;
  chain: string;
  reference: string;
  address: string | null;
  amount: bigint;
  dust: string | null;
  confirmations: number;
  needed: number;
  /** Its block left the chain. */
  isRetracted: boolean;
}

/** Why a recharge is never credited. */
export const RECHARGE_FAILURES = ['recharge.below.minimum', 'amount.too.large'] as const;
export type RechargeFailure = (typeof RECHARGE_FAILURES)[number];

/** What a chain may be called here. */
export function isChainName(name: string): boolean {
  return CHAIN_NAME.test(name);
}
const CHAIN_NAME = /^[A-Z0-9]{1,16}$/;

/** Under which terms are found. */
export function termsKey(asset: string, chain: string): string {
  return `${asset}/${chain}`;
}
