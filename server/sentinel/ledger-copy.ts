/**
 * What the ledger says at one position, of some users or of what there is once, and at later positions by the journal's own
 * batches. What is compared with it is never where the core is: the copy is brought up to where the other has come, and so both
 * are of one position, however much is traded and however far the other is behind.
 */
import type { Batch } from '../core/event';
import { parseAccount, type AccountName, type Entry } from '../core/ledger/entry';
import type { CoreState } from '../core/state';

/** Users by their numbers, both ends included. */
export interface UserRange {
  from: number;
  to: number;
}

export interface Named {
  asset: string;
  amount: bigint;
}

export interface LedgerCopy {
  position: number;
  /** Whose accounts are in it; null for the house's, by `<account>/<asset>` over all markets. */
  range: UserRange | null;
  /** By the account's name. */
  balances: ReadonlyMap<string, bigint>;
  /** Open spot orders: lots that are filled. */
  orders: ReadonlyMap<number, Named>;
  /** What staff froze, by hold; null where that is too much to look through at once. */
  frozen: ReadonlyMap<number, Named> | null;
  /** Withdrawals that have not ended: what they take, with the fee. */
  withdrawals: ReadonlyMap<number, Named>;
}

/** The same at a later position. What an event in between names is not compared: nobody knows here how it stands. */
export interface LaterCopy {
  balances: ReadonlyMap<string, bigint>;
  orders: ReadonlySet<number>;
  holds: ReadonlySet<number>;
  withdrawals: ReadonlySet<number>;
}

const NOTHING: ReadonlyMap<number, Named> = new Map();

/** At this moment, of these members. */
export function copyUsers(state: CoreState, users: readonly number[], range: UserRange): LedgerCopy {
  const balances = new Map<string, bigint>();
  const orders = new Map<number, Named>();
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
  return { position: state.position, range, balances, orders, frozen: NOTHING, withdrawals: NOTHING };
}

/** At this moment, what there is once: the house, what staff froze, withdrawals. */
export function copyHouse(state: CoreState, house: Iterable<AccountName>, holdsMax: number): LedgerCopy {
  const balances = new Map<string, bigint>();
  for (const name of house) {
    const key = houseKey(name);
    balances.set(key, (balances.get(key) ?? 0n) + (state.ledger.accounts.get(name)?.balance ?? 0n));
  }
  const withdrawals = new Map<number, Named>();
  for (const { id, asset, amount, fee } of state.wallet.withdrawals.values()) {
    withdrawals.set(id, { asset, amount: amount + fee });
  }
  const { position } = state;
  const frozen = state.holds.size > holdsMax ? null : frozenIn(state);
  return { position, range: null, balances, orders: NOTHING, frozen, withdrawals };
}

function frozenIn({ holds }: CoreState): Map<number, Named> {
  const frozen = new Map<number, Named>();
  for (const { id, reason, asset, remaining } of holds.values()) {
    if (reason === 'admin') frozen.set(id, { asset, amount: remaining });
  }
  return frozen;
}

/** @param batches each one behind the copy's position, up to the later one */
export function broughtUp(copy: LedgerCopy, batches: readonly Batch[]): LaterCopy {
  const balances = new Map(copy.balances);
  const orders = new Set<number>();
  const holds = new Set<number>();
  const withdrawals = new Set<number>();
  for (const batch of batches) {
    for (const event of batch.events) {
      const named = event as Naming;
      for (const id of [named.order, named.makerOrder, named.takerOrder]) if (id !== undefined) orders.add(id);
      if (named.hold !== undefined) holds.add(named.hold);
      if (named.withdrawal !== undefined) withdrawals.add(named.withdrawal);
      for (const { debit, credit, amount } of named.entries ?? []) {
        move(balances, copy.range, debit, -amount);
        move(balances, copy.range, credit, amount);
      }
    }
  }
  return { balances, orders, holds, withdrawals };
}

interface Naming {
  order?: number;
  makerOrder?: number;
  takerOrder?: number;
  hold?: number;
  withdrawal?: number;
  entries?: readonly Entry[];
}

function move(balances: Map<string, bigint>, range: UserRange | null, account: AccountName, amount: bigint): void {
  // Not a number for the house.
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

/** Without what an event named since. */
export function untouched(
  all: ReadonlyMap<number, { amount: bigint }>,
  touched: ReadonlySet<number>,
): Map<string, bigint> {
  const left = new Map<string, bigint>();
  for (const [id, { amount }] of all) if (!touched.has(id)) left.set(String(id), amount);
  return left;
}
