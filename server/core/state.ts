/**
 * Everything the core knows, folded from events: the ground that all products stand on, and one field for what each keeps
 * beside it. Mutated in place by evolve alone; decide gets `CoreView`, the same thing read-only.
 */
import type { CommandType } from './command';
import type { DriftState } from './drift/state';
import type { FeesState } from './fees/state';
import type { IndexState } from './index-price/state';
import type { Hold } from './ledger/hold';
import type { Ledger } from './ledger/ledger';
import { createLedger } from './ledger/ledger';
import type { EntryRows } from './ledger/rows';
import type { BookView } from './market/book';
import type { Asset, Market } from './market/market';
import type { Order } from './market/order';
import { createReached, type ReachedOrders, type ReachedView } from './market/reached';
import { createLastingMemory, type LastingMemory, type LastingMemoryView } from './member/lasting';
import type { Member } from './member/member';
import { createMemory, type CommandMemory, type CommandMemoryView } from './member/memory';
import { Numbered } from './indexes/numbered';
import type { StaffState } from './staff/state';

export interface Counters {
  /** The next id of each, from 1. */
  order: number;
  trade: number;
  hold: number;
}

/** The highest ids of the relational store that events name, 0 for none: it must not give one out a second time. */
export interface HighestIds {
  /** Members, and staff who acted. */
  user: number;
  /** Bank cards that withdrawals go to. */
  card: number;
}

/** What all products stand on. */
export interface Ground {
  /** Position of the last event folded, −1 before the first. */
  position: number;
  /** Time of the last batch, milliseconds; 0 before the first. */
  at: number;
  counters: Counters;
  highest: HighestIds;
  assets: Map<string, Asset>;
  markets: Map<string, Market>;
  members: Map<number, Member>;
  ledger: Ledger;
  holds: Map<number, Hold>;
  /** Open orders of all markets; a closed order is history and no concern of the core. */
  orders: Map<number, Order>;
  /** Orders whose trigger was reached and that the core owes a TriggerOrder. */
  reached: ReachedOrders;
  /** Frozen members who have open orders that a freeze ends, which the core owes an end. Follows from members, so it is not told in snapshots. */
  frozenTraders: Set<number>;
  /** Accepted client ids by user id (an admin's under the admin's own). */
  memories: CommandMemory;
  /** Of these commands, those that are remembered for a month. */
  lasting: LastingMemory<CommandType>;
}

/** What each part of the core keeps beside the ground. A product adds its own fields. */
export interface ProductStates {
  index: IndexState;
  fees: FeesState;
  staff: StaffState;
  drift: DriftState;
}

export interface CoreState extends Ground, ProductStates {}

type DeepReadonly<T> = T extends number | bigint
  ? T
  : T extends (infer U)[]
    ? readonly U[]
    : T extends Map<infer K, infer V>
      ? ReadonlyMap<K, DeepReadonly<V>>
      : T extends Set<infer U>
        ? ReadonlySet<U>
        : T extends object
          ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
          : T;

/** Of each kind of market. */
type WithoutBooks<M> = M extends Market ? Omit<M, 'book' | 'triggers'> : never;
/** A market as decide may see it. */
export type MarketView = DeepReadonly<WithoutBooks<Market>> & {
  readonly book: BookView;
  readonly triggers: BookView;
};

/** What decide may see. */
export type CoreView = DeepReadonly<Omit<CoreState, 'markets' | 'reached' | 'memories' | 'lasting'>> & {
  readonly markets: ReadonlyMap<string, MarketView>;
  readonly reached: ReachedView;
  readonly memories: CommandMemoryView;
  readonly lasting: LastingMemoryView;
};

/** The ground before the first event. */
export function createGround(rows: EntryRows): Ground {
  return {
    position: -1,
    at: 0,
    counters: { order: 1, trade: 1, hold: 1 },
    highest: { user: 0, card: 0 },
    assets: new Map(),
    markets: new Map(),
    members: new Map(),
    ledger: createLedger(rows),
    holds: new Numbered(),
    orders: new Numbered(),
    reached: createReached(),
    frozenTraders: new Set(),
    memories: createMemory(),
    lasting: createLastingMemory(),
  };
}

/** After whatever may have changed whether this member is frozen or has open orders. */
export function noteFrozenTrader({ frozenTraders, orders }: CoreState, { user, frozen, openOrders }: Member): void {
  if (frozen && hasEnding(orders, openOrders)) frozenTraders.add(user);
  else frozenTraders.delete(user);
}

/** A freeze ends all orders but those that close a position. */
function hasEnding(orders: CoreState['orders'], openOrders: Member['openOrders']): boolean {
  for (const ids of openOrders.values()) {
    for (const id of ids) if (orders.get(id)?.contract?.closes !== true) return true;
  }
  return false;
}
