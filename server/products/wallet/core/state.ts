/** State of the wallet: open withdrawals and recharges, and references that must never repeat. */
import type { StatementWay } from './commands';
import type { DepositAddress } from './deposit-address';
import type { RevertedSum, ProvisionalCredit, ProvisionalSums } from './provisional';
import type { Recharge, RechargeTerms } from './recharge';
import { SECOND_APPROVAL_ABOVE, type Withdrawal } from './withdrawal';

/** One approval of one withdrawal. */
export interface ApprovedWorth {
  at: number;
  withdrawal: number;
  user: number;
  by: number;
  /** USDT units of scale 8. */
  worth: bigint;
}

/** A line of a bank statement that no credit or payment has used yet. */
export interface StatementLine {
  asset: string;
  way: StatementWay;
  reference: string;
  amount: bigint;
  /** Keyed hash of the name of the other account's owner. */
  name: string;
  /** The staff member who imported it; absent in older ones. */
  importedBy?: number | undefined;
}

export interface WalletState {
  /** Next id of each kind, from 1. */
  counters: { withdrawal: number; recharge: number; transfer: number };
  /** Open withdrawals. */
  withdrawals: Map<number, Withdrawal>;
  /** References of all payments of withdrawals, kept forever: each pays once. */
  payoutReferences: Set<string>;
  /** References of payments by which the owners funded the house. */
  houseReferences: Set<string>;
  /** Above this value (USDT units of scale 8) a withdrawal needs two approvals. */
  secondApprovalAbove: bigint;
  /** Lines of bank statements without a credit or payment, by `<asset>/<way>/<reference>`. */
  statement: Map<string, StatementLine>;
  /** Approvals of the last 24 hours, oldest first. */
  approved: ApprovedWorth[];
  /** All addresses ever assigned, by `<chain>/<number>`. */
  depositAddresses: Map<string, DepositAddress>;
  /** Index of a member's address, by `<chain>/<user>`. */
  depositIndexes: Map<string, number>;
  /** By `<asset>/<chain>`. */
  rechargeTerms: Map<string, RechargeTerms>;
  /** Payments seen on chains that may still be credited. */
  recharges: Map<number, Recharge>;
  /** Every reference ever seen or credited: the id of a recharge that may still be credited, 0 for an ended one. */
  rechargeReferences: Map<string, number>;
  /** Credits that their chains may still revert, by reference. */
  provisional: Map<string, ProvisionalCredit>;
  provisionalSums: ProvisionalSums;
  /** Provisional sums reported by one node alone: units by asset. */
  aloneSums: Map<string, bigint>;
  /** The reverted part of those, by `<asset>/<day>`. */
  aloneGone: Map<string, RevertedSum>;
}

export function createWalletState(): WalletState {
  return {
    counters: { withdrawal: 1, recharge: 1, transfer: 1 },
    withdrawals: new Map(),
    payoutReferences: new Set(),
    houseReferences: new Set(),
    secondApprovalAbove: SECOND_APPROVAL_ABOVE,
    statement: new Map(),
    approved: [],
    depositAddresses: new Map(),
    depositIndexes: new Map(),
    rechargeTerms: new Map(),
    recharges: new Map(),
    rechargeReferences: new Map(),
    provisional: new Map(),
    provisionalSums: new Map(),
    aloneSums: new Map(),
    aloneGone: new Map(),
  };
}

declare module '../../../core/state' {
  interface ProductStates {
    wallet: WalletState;
  }
}
