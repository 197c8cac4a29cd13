/**
 * The state of the core, folded from events: the shared ground, and one field per part. Only evolve mutates it, in place; decide gets the
 * read-only `CoreView`.
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
import { createReached, type ReachedOrders, type ReachedView } from './market/reached-triggers';
import { createRetainedCommands, type RetainedCommands, type RetainedCommandsView } from './member/retained-commands';
import type { Member } from './member/member';
import { createMemory, type CommandMemory, type CommandMemoryView } from './member/memory';
import { NumberedMap } from './indexes/numbered-map';
import type { StaffState } from './staff/state';

export interface Counters {
  /** Next id of each kind, from 1. */
  order: number;
  trade: number;
  hold: number;
}

/** Highest ids of the relational store in events, 0 for none: the store must not assign them again. */
export interface HighestIds {
  /** Members, and staff who acted. */
  user: number;
  /** Bank cards used by withdrawals. */
  card: number;
}

/** State shared by all products. */
export interface BaseState {
  /** Position of the last folded event; −1 before the first. */
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
  /** Open orders of all markets; ended orders leave the core. */
  orders: Map<number, Order>;
  /** Orders with a reached trigger, for which the core owes a TriggerOrder. */
  reached: ReachedOrders;
  /** Frozen members with open orders that the core must still end. Derived from members, so snapshots exclude it. */
  frozenTraders: Set<number>;
  /** Accepted client ids by user id; an admin's under the admin's own id. */
  memories: CommandMemory;
  /** Client ids that are remembered for a month. */
  lasting: RetainedCommands<CommandType>;
}

/** State of each part of the core beside the ground. Each product adds its own fields. */
export interface ProductStates {
  index: IndexState;
  fees: FeesState;
  staff: StaffState;
  drift: DriftState;
}

export interface CoreState extends BaseState, ProductStates {}

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

/** Distributes over the union of market types. */
type WithoutBooks<M> = M extends Market ? Omit<M, 'book' | 'triggers'> : never;
/** A market as decide may see it. */
export type MarketView = DeepReadonly<WithoutBooks<Market>> & {
  readonly book: BookView;
  readonly triggers: BookView;
};

/** Read-only view for decide. */
export type CoreView = DeepReadonly<Omit<CoreState, 'markets' | 'reached' | 'memories' | 'lasting'>> & {
  readonly markets: ReadonlyMap<string, MarketView>;
  readonly reached: ReachedView;
  readonly memories: CommandMemoryView;
  readonly lasting: RetainedCommandsView;
};

/** Creates the ground before the first event. */
export function createBaseState(rows: EntryRows): BaseState {
  return {
    position: -1,
    at: 0,
    counters: { order: 1, trade: 1, hold: 1 },
    highest: { user: 0, card: 0 },
    assets: new Map(),
    markets: new Map(),
    members: new Map(),
    ledger: createLedger(rows),
    holds: new NumberedMap(),
    orders: new NumberedMap(),
    reached: createReached(),
    frozenTraders: new Set(),
    memories: createMemory(),
    lasting: createRetainedCommands(),
  };
}

/** Updates the set after any change of a member's freeze or open orders. */
export function noteFrozenTrader({ frozenTraders, orders }: CoreState, { user, frozen, openOrders }: Member): void {
  if (frozen && hasOpeningOrders(orders, openOrders)) frozenTraders.add(user);
  else frozenTraders.delete(user);
}

/** A freeze ends all orders except those that close a position. */
function hasOpeningOrders(orders: CoreState['orders'], openOrders: Member['openOrders']): boolean {
  for (const ids of openOrders.values()) {
    for (const id of ids) if (orders.get(id)?.contract?.closes !== true) return true;
  }
  return false;
}
