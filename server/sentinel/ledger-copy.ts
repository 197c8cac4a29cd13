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
  /** Open contract positions. */
  positions: ReadonlyMap<number, CopiedPosition>;
  /** What staff froze, by hold; null where that is too much to look through at once. */
  frozen: ReadonlyMap<number, Named> | null;
  /** Withdrawals that have not ended: what they take, with the fee. */
  withdrawals: ReadonlyMap<number, Named>;
}

/** Lots in numbers, the others in units. */
export interface CopiedPosition {
  market: string;
  /** That its margin is in; 0 for none of its own. */
  hold: number;
  lots: bigint;
  cost: bigint;
  margin: bigint;
}

/** The same at a later position. What an event in between names is not compared: nobody knows here how it stands. */
export interface LaterCopy {
  balances: ReadonlyMap<string, bigint>;
  orders: ReadonlySet<number>;
  positions: ReadonlySet<number>;
  holds: ReadonlySet<number>;
  withdrawals: ReadonlySet<number>;
}

const NOTHING: ReadonlyMap<number, never> = new Map<number, never>();

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
  return { position, range: null, balances, orders: NOTHING, positions: NOTHING, frozen, withdrawals };
}

function frozenIn({ holds }: CoreState): Map<number, Named> {
  const frozen = new Map<number, Named>();
  for (const { id, reason, account, remaining } of holds.values()) {
    if (reason === 'admin') frozen.set(id, { asset: account.asset, amount: remaining });
  }
  return frozen;
}

/** Brought up batch by batch, each behind the copy's position. */
export class Later implements LaterCopy {
  readonly balances: Map<string, bigint>;
  readonly orders = new Set<number>();
  readonly positions = new Set<number>();
  readonly holds = new Set<number>();
  readonly withdrawals = new Set<number>();

  constructor(private readonly copy: LedgerCopy) {
    this.balances = new Map(copy.balances);
  }

  follow({ events }: Pick<Batch, 'events'>): void {
    for (const event of events) {
      const named = event as Naming;
      note(this.orders, named.order, named.makerOrder, named.takerOrder);
      note(this.positions, named.position, named.makerPosition, named.takerPosition, named.other);
      note(this.positions, named.long, named.short);
      note(this.holds, named.hold);
      note(this.withdrawals, named.withdrawal);
      for (const { debit, credit, amount, hold, into } of named.entries ?? []) {
        note(this.holds, hold, into);
        move(this.balances, this.copy.range, debit, -amount);
        move(this.balances, this.copy.range, credit, amount);
      }
    }
  }
}

function note(ids: Set<number>, ...named: unknown[]): void {
  for (const id of named) if (typeof id === 'number') ids.add(id);
}

interface Naming {
  order?: number;
  makerOrder?: number;
  takerOrder?: number;
  /** In events of orders this is a side. */
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
