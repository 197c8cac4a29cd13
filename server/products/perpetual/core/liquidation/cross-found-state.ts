/** What is kept to find cross accounts that are to be liquidated (`cross-found.ts`). */
import type { Ranked } from '../../../../core/indexes/ranked';
import { createWaitingAccounts, type WaitingAccounts } from './waiting-accounts';

/** Accounts by the last mark below and the first above at which a market is no concern of theirs. */
export interface Bounds {
  /** A falling mark passes the highest one first: by their negatives. */
  below: Ranked;
  above: Ranked;
}

/** Side by side, so that all can be ranked at one mark. */
interface Accounts {
  /** By user; who has had cross positions once keeps the place. */
  places: Map<number, number>;
  /** Units, of accounts with positions. */
  wallets: Float64Array;
}

export interface CrossFound {
  /** Users whose accounts are to be looked at again. */
  touched: Set<number>;
  /** By market. */
  bounds: Map<string, Bounds>;
  /** By asset, accounts that have no more than their positions require and are not being liquidated: by user. */
  hit: Map<string, WaitingAccounts>;
  /** Those that are being liquidated, in the order in which that began. */
  underWay: WaitingAccounts;
  /** By asset: what accounts have had when they were judged. */
  accounts: Map<string, Accounts>;
}

export function createCrossFound(): CrossFound {
  return {
    touched: new Set(),
    bounds: new Map(),
    hit: new Map(),
    underWay: createWaitingAccounts(),
    accounts: new Map(),
  };
}
