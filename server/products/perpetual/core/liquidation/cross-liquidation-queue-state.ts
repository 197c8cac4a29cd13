/** State of the queue of cross accounts to liquidate (`cross-liquidation-queue.ts`). */
import type { Ranked } from '../../../../core/indexes/ranked-ids';
import { createAccountQueue, type AccountQueue } from './account-queue';

/** Accounts by the last mark below and the first above at which they must be checked again. */
export interface SafeRangeBounds {
  /** A falling mark passes the highest bound first, so this is ordered by negated bounds. */
  below: Ranked;
  above: Ranked;
}

/** Parallel columns, so that all accounts can be ranked at one mark. */
interface Accounts {
  /** Index by user; a user who once had cross positions keeps it. */
  places: Map<number, number>;
  /** Units, for accounts with positions. */
  wallets: Float64Array;
}

export interface CrossLiquidationQueue {
  /** Users whose accounts must be checked again. */
  touched: Set<number>;
  /** By market. */
  bounds: Map<string, SafeRangeBounds>;
  /** By asset: accounts whose equity does not exceed their requirement and that are not being liquidated, by user. */
  undermargined: Map<string, AccountQueue>;
  /** Accounts in liquidation, in order of its beginning. */
  underWay: AccountQueue;
  /** By asset: wallets of accounts at their last check. */
  accounts: Map<string, Accounts>;
}

export function createCrossLiquidationQueue(): CrossLiquidationQueue {
  return {
    touched: new Set(),
    bounds: new Map(),
    undermargined: new Map(),
    underWay: createAccountQueue(),
    accounts: new Map(),
  };
}
