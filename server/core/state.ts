/**
 * Everything the core knows, folded from events. Mutated in place by evolve alone; decide gets `CoreView`, the same thing
 * read-only.
 */
import type { BookView } from './market/book';
import type { Asset, Market } from './market/market';
import type { Order } from './market/order';
import type { Hold } from './ledger/hold';
import type { Ledger } from './ledger/ledger';
import { createLedger } from './ledger/ledger';
import type { Member } from './member/member';
import { createLastingMemory, type CommandMemory, type LastingMemory } from './member/memory';
import type { DepositAddress } from './wallet/deposit-address';
import type { Recharge, RechargeTerms } from './wallet/recharge';
import { SECOND_APPROVAL_ABOVE, type Withdrawal } from './wallet/withdrawal';

export interface Counters {
  /** The next id of each, from 1. */
  order: number;
  trade: number;
  hold: number;
  withdrawal: number;
  recharge: number;
  transfer: number;
}

/** The highest ids of the relational store that events name, 0 for none: it must not give one out a second time. */
export interface HighestIds {
  /** Members, and staff who acted. */
  user: number;
  /** Bank cards that withdrawals go to. */
  card: number;
}

export interface CoreState {
  /** Position of the last event folded, −1 before the first. */
  position: number;
  /** Time of the last batch, milliseconds; 0 before the first. */
  at: number;
  counters: Counters;
  highest: HighestIds;
  assets: Map<string, Asset>;
  markets: Map<string, Market>;
  members: Map<number, Member>;
  /** Accepted client ids by user id (an admin's under the admin's own). */
  memories: Map<number, CommandMemory>;
  /** Of these commands, those that are remembered for a month. */
  lasting: LastingMemory;
  ledger: Ledger;
  holds: Map<number, Hold>;
  /** Open orders of all markets; a closed order is history and no concern of the core. */
  orders: Map<number, Order>;
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
  /** Orders whose trigger was reached and that the core owes a TriggerOrder, first to fire first. */
  reached: Reached[];
  /** Frozen members who have open orders, which the core owes an end. Follows from members, so it is not told in snapshots. */
  frozenTraders: Set<number>;
}

export interface Reached {
  order: number;
  /** Position of the batch whose trade reached the trigger. */
  cause: number;
}

type DeepReadonly<T> = T extends (infer U)[]
  ? readonly U[]
  : T extends Map<infer K, infer V>
    ? ReadonlyMap<K, DeepReadonly<V>>
    : T extends Set<infer U>
      ? ReadonlySet<U>
      : T extends object
        ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
        : T;

/** A market as decide may see it. */
export type MarketView = DeepReadonly<Omit<Market, 'book' | 'triggers'>> & {
  readonly book: BookView;
  readonly triggers: BookView;
};

/** What decide may see. */
export type CoreView = DeepReadonly<Omit<CoreState, 'markets'>> & { readonly markets: ReadonlyMap<string, MarketView> };

export function createState(): CoreState {
  return {
    position: -1,
    at: 0,
    counters: { order: 1, trade: 1, hold: 1, withdrawal: 1, recharge: 1, transfer: 1 },
    highest: { user: 0, card: 0 },
    assets: new Map(),
    markets: new Map(),
    members: new Map(),
    memories: new Map(),
    lasting: createLastingMemory(),
    ledger: createLedger(),
    holds: new Map(),
    orders: new Map(),
    withdrawals: new Map(),
    payoutReferences: new Set(),
    secondApprovalAbove: SECOND_APPROVAL_ABOVE,
    depositAddresses: new Map(),
    depositIndexes: new Map(),
    rechargeTerms: new Map(),
    recharges: new Map(),
    rechargeReferences: new Map(),
    reached: [],
    frozenTraders: new Set(),
  };
}

/** After whatever may have changed whether this member is frozen or has open orders. */
export function noteFrozenTrader({ frozenTraders }: CoreState, { user, frozen, openOrders }: Member): void {
  if (frozen && openOrders.size > 0) frozenTraders.add(user);
  else frozenTraders.delete(user);
}
