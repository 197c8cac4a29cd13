/**
 * A copy of the ledger at one position, for a range of users or for the singletons, advanced by the journal's batches. It is never
 * compared at the core's own position: the copy advances to the position of the other side. Both sides are then equal in position,
 * whatever the trading volume or the lag.
 */
import type { Batch } from '../core/event';
import { parseAccount, type AccountName, type Entry } from '../core/ledger/entry';
import type { CoreState } from '../core/state';

/** User ids, both ends included. */
export interface UserRange {
  from: number;
  to: number;
}

export interface AssetAmount {
  asset: string;
  amount: bigint;
}

export interface LedgerCopy {
  position: number;
  /** Users in the copy; null for the house's accounts, keyed `<account>/<asset>` over all markets. */
  range: UserRange | null;
  /** Keyed by account name. */
  balances: ReadonlyMap<string, bigint>;
  /** Filled lots of open spot orders. */
  orders: ReadonlyMap<number, AssetAmount>;
  /** Open contract positions. */
  positions: ReadonlyMap<number, CopiedPosition>;
  /** Funds frozen by staff, by hold; null if there are too many to scan at once. */
  frozen: ReadonlyMap<number, AssetAmount> | null;
  /** Open withdrawals: amounts with fees. */
  withdrawals: ReadonlyMap<number, AssetAmount>;
}

/** `lots` is a count; the others are in units. */
export interface CopiedPosition {
  market: string;
  /** Hold of its margin; 0 without its own. */
  hold: number;
  lots: bigint;
  cost: bigint;
  margin: bigint;
}

/** The copy at a later position. Subjects that an event in between names are not compared, since their state is unknown here. */
export interface AdvancedCopyView {
  balances: ReadonlyMap<string, bigint>;
  orders: ReadonlySet<number>;
  positions: ReadonlySet<number>;
  holds: ReadonlySet<number>;
  withdrawals: ReadonlySet<number>;
}

const NOTHING: ReadonlyMap<number, never> = new Map<number, never>();

/** Copies the current state of these members. */
export function copyUsers(state: CoreState, users: readonly number[], range: UserRange): LedgerCopy {
  const balances = new Map<string, bigint>();
  const orders = new Map<number, AssetAmount>();
  for (const ofKind of Object.values(state.ledger.wallets)) {
    for (const user of users) {
      for (const { available, frozen, locked } of ofKind.get(user)?.values() ?? []) {
        balances.set(available.name, available.balance);
        balances.set(frozen.name, frozen.balance);
        if (locked) balances.set(locked.name, locked.balance);
      }
    }
  }
  for (const user of users) {
    for (const ids of state.members.get(user)?.openOrders.values() ?? []) {
      for (const id of ids) {
        const order = state.orders.get(id);
        if (order?.contract !== null) continue;
        orders.set(id, { asset: order.market, amount: BigInt(order.filledQuantity) });
      }
    }
  }
  const { position } = state;
  const positions = new Map(users.flatMap((user) => [...positionsOf(state, user)]));
  return { position, range, balances, orders, positions, frozen: NOTHING, withdrawals: NOTHING };
}

function* positionsOf({ perpetual, holds }: CoreState, user: number): Iterable<[id: number, CopiedPosition]> {
  for (const { long, short } of perpetual.holdings.get(user)?.values() ?? []) {
    for (const position of [long, short]) {
      if (!position) continue;
      const { id, market, hold, lots, cost } = position;
      yield [id, { market, hold, lots: BigInt(lots), cost, margin: holds.get(hold)?.remaining ?? 0n }];
    }
  }
}

/** Copies the current singletons: the house, funds frozen by staff, withdrawals. */
export function copyHouse(state: CoreState, house: Iterable<AccountName>, holdsMax: number): LedgerCopy {
  const balances = new Map<string, bigint>();
  for (const name of house) {
    const key = houseKey(name);
    balances.set(key, (balances.get(key) ?? 0n) + (state.ledger.accounts.get(name)?.balance ?? 0n));
  }
  const withdrawals = new Map<number, AssetAmount>();
  for (const { id, asset, amount, fee } of state.wallet.withdrawals.values()) {
    withdrawals.set(id, { asset, amount: amount + fee });
  }
  const { position } = state;
  const frozen = state.holds.size > holdsMax ? null : frozenIn(state);
  return { position, range: null, balances, orders: NOTHING, positions: NOTHING, frozen, withdrawals };
}

function frozenIn({ holds }: CoreState): Map<number, AssetAmount> {
  const frozen = new Map<number, AssetAmount>();
  for (const { id, reason, account, remaining } of holds.values()) {
    if (reason === 'admin') frozen.set(id, { asset: account.asset, amount: remaining });
  }
  return frozen;
}

/** Advanced batch by batch, each after the copy's position. */
export class AdvancedCopy implements AdvancedCopyView {
  readonly balances: Map<string, bigint>;
  readonly orders = new Set<number>();
  readonly positions = new Set<number>();
  readonly holds = new Set<number>();
  readonly withdrawals = new Set<number>();

  constructor(private readonly copy: LedgerCopy) {
    this.balances = new Map(copy.balances);
  }

  fold({ events }: Pick<Batch, 'events'>): void {
    for (const event of events) {
      const ids = event as EventIds;
      addIds(this.orders, ids.order, ids.makerOrder, ids.takerOrder);
      addIds(this.positions, ids.position, ids.makerPosition, ids.takerPosition, ids.other);
      addIds(this.positions, ids.long, ids.short);
      addIds(this.holds, ids.hold);
      addIds(this.withdrawals, ids.withdrawal);
      for (const { debit, credit, amount, hold, into } of ids.entries ?? []) {
        addIds(this.holds, hold, into);
        addToBalance(this.balances, this.copy.range, debit, -amount);
        addToBalance(this.balances, this.copy.range, credit, amount);
      }
    }
  }
}

function addIds(ids: Set<number>, ...values: unknown[]): void {
  for (const id of values) if (typeof id === 'number') ids.add(id);
}

interface EventIds {
  order?: number;
  makerOrder?: number;
  takerOrder?: number;
  /** In order events this is a side. */
  position?: number | string;
  makerPosition?: number;
  takerPosition?: number;
  other?: number;
  long?: number;
  short?: number;
  hold?: number;
  withdrawal?: number;
  entries?: readonly Entry[];
}

function addToBalance(
  balances: Map<string, bigint>,
  range: UserRange | null,
  account: AccountName,
  amount: bigint,
): void {
  // NaN for the house.
  const user = Number.parseInt(account, 10);
  const isIn = range === null ? Number.isNaN(user) : user >= range.from && user <= range.to;
  if (!isIn) return;
  const key = range === null ? houseKey(account) : account;
  balances.set(key, (balances.get(key) ?? 0n) + amount);
}

/** `house/clearing:BTC-USDT-PERP/USDT` is `clearing/USDT`. */
function houseKey(name: AccountName): string {
  const parsed = parseAccount(name);
  return parsed.owner === 'house' ? `${parsed.name}/${parsed.asset}` : name;
}

/** Excludes entries that an event has named since. */
export function unchangedAmounts(
  amountsById: ReadonlyMap<number, { amount: bigint }>,
  touched: ReadonlySet<number>,
): Map<string, bigint> {
  const unchanged = new Map<string, bigint>();
  for (const [id, { amount }] of amountsById) if (!touched.has(id)) unchanged.set(String(id), amount);
  return unchanged;
}
