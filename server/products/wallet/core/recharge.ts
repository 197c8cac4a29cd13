/** Incoming payments of a chain. */

/** A chain's conditions for crediting a coin. */
export interface RechargeTerms {
  asset: string;
  chain: string;
  /** Units; equal counts as enough. */
  minimum: bigint;
  confirmations: number;
}

/** A payment that may still be credited. Only the references of finished ones are remembered. */
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

/** Reasons why a recharge is never credited. */
export const RECHARGE_FAILURES = ['recharge.below.minimum', 'amount.too.large'] as const;
export type RechargeFailure = (typeof RECHARGE_FAILURES)[number];

export function isChainName(name: string): boolean {
  return CHAIN_NAME.test(name);
}
const CHAIN_NAME = /^[A-Z0-9]{1,16}$/;

export function termsKey(asset: string, chain: string): string {
  return `${asset}/${chain}`;
}
