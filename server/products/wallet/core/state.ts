/** What the wallet keeps: withdrawals and recharges under way, and what must never happen twice. */
import type { StatementWay } from './commands';
import type { DepositAddress } from './deposit-address';
import type { AloneGone, ProvisionalCredit, ProvisionalSums } from './provisional';
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

/** That a bank says, and nothing was credited or paid by yet. */
export interface StatementLine {
  asset: string;
  way: StatementWay;
  reference: string;
  amount: bigint;
  /** Keyed hash of whose account it came from or went to. */
  name: string;
  /** Who of staff brought it in; older ones do not say. */
  importedBy?: number | undefined;
}

export interface WalletState {
  /** The next id of each, from 1. */
  counters: { withdrawal: number; recharge: number; transfer: number };
  /** Withdrawals applied for and not yet ended. */
  withdrawals: Map<number, Withdrawal>;
  /** What withdrawals were paid with, for ever: nothing pays twice. */
  payoutReferences: Set<string>;
  /** Of payments by which the owners brought money in. */
  houseReferences: Set<string>;
  /** Above this value (USDT units of scale 8) two of staff approve a withdrawal. */
  secondApprovalAbove: bigint;
  /** Lines of banks' statements that nothing was credited or paid by, by `<asset>/<way>/<reference>`. */
  statement: Map<string, StatementLine>;
  /** Of the last 24 hours, the oldest first. */
  approved: ApprovedWorth[];
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
  /** Credits that their chains may still take back, by reference. */
  provisional: Map<string, ProvisionalCredit>;
  provisionalSums: ProvisionalSums;
  /** Of those of which one node alone has told: units by asset. */
  aloneSums: Map<string, bigint>;
  /** What of those was taken back, by `<asset>/<day>`. */
  aloneGone: Map<string, AloneGone>;
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
