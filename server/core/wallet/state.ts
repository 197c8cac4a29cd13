/** What the wallet keeps: withdrawals and recharges under way, and what must never happen twice. */
import type { DepositAddress } from './deposit-address';
import type { Recharge, RechargeTerms } from './recharge';
import { SECOND_APPROVAL_ABOVE, type Withdrawal } from './withdrawal';

export interface WalletState {
  /** The next id of each, from 1. */
  counters: { withdrawal: number; recharge: number; transfer: number };
  /** Withdrawals applied for and not yet ended. */
  withdrawals: Map<number, Withdrawal>;
  /** What withdrawals were paid with, for ever: nothing pays twice. */
  payoutReferences: Set<string>;
  /** Above this value (USDT units of scale 8) two of staff approve a withdrawal. */
  secondApprovalAbove: bigint;
  /** By `<chain>/<number>`: every one that was ever given out. */
  depositAddresses: Map<string, DepositAddress>;
  /** The number of a member's address, by `<chain>/<user>`. */
  depositIndexes: Map<string, number>;
  /** By `<asset>/<chain>`. */
  rechargeTerms: Map<string, RechargeTerms>;
  /** What chains show and what may still be credited. */
  recharges: Map<number, Recharge>;
  /** Every reference that was ever seen or credited: the id of one that may still be credited, 0 for one that has ended. */
  rechargeReferences: Map<string, number>;
}

export function createWalletState(): WalletState {
  return {
    counters: { withdrawal: 1, recharge: 1, transfer: 1 },
    withdrawals: new Map(),
    payoutReferences: new Set(),
    secondApprovalAbove: SECOND_APPROVAL_ABOVE,
    depositAddresses: new Map(),
    depositIndexes: new Map(),
    rechargeTerms: new Map(),
    recharges: new Map(),
    rechargeReferences: new Map(),
  };
}
