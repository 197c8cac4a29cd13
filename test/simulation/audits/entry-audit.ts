/**
 * Auditor part that sums the entries: balances, holds, and the accounts that an entry may name. Shares no arithmetic
 * with the core.
 */
import type { EventOf } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { ENTRY_KINDS, type EntryKind, type Side } from '../../../shared/rules/entry-kinds';
import { add, assetOf, type Deltas } from './audited';

const AMOUNT_MAX = 2n ** 63n - 1n;

/** The parts of the auditor that entries depend on. */
interface Surroundings {
  /** Throws: this is the first broken rule. */
  fail(what: string): never;
  asset(name: string): EventOf<'AssetListed'>;
  isListed(asset: string): boolean;
}

interface AuditedHold {
  account: string;
  remaining: bigint;
}

export class EntryAudit {
  readonly balances = new Map<string, bigint>();
  readonly holds = new Map<number, AuditedHold>();
  readonly kinds = new Set<EntryKind>();
  /** Sum of holds by frozen or locked account. */
  private readonly held = new Map<string, bigint>();

  constructor(private readonly around: Surroundings) {}

  /** Units left in a hold; 0 for a missing hold. */
  remaining(hold: number | null): bigint {
    return hold === null ? 0n : (this.holds.get(hold)?.remaining ?? 0n);
  }

  /** Posts an event's entries, which must match the expected moves. */
  post(entries: EventOf<'TradeExecuted'>['entries'], expected: Deltas): void {
    const deltas: Deltas = new Map();
    for (const { kind, debit, credit, amount, hold, into } of entries) {
      this.kinds.add(kind);
      const row = ENTRY_KINDS[kind];
      this.check(amount > 0n && amount <= AMOUNT_MAX, `moves ${amount}`);
      this.checkSide(debit, row.debit);
      this.checkSide(credit, row.credit);
      this.check(assetOf(debit) === assetOf(credit), 'moves between two assets');
      add(deltas, debit, -amount);
      add(deltas, credit, amount);
      add(this.balances, debit, -amount);
      add(this.balances, credit, amount);
      const heldSides = [debit, credit].filter(isHeld);
      const named = [hold, into].filter((id) => id !== undefined);
      this.check(heldSides.length === named.length, 'names a hold for each side that is frozen or locked');
      // Between two holds the debit's hold comes first, also within one account.
      const gives = (place: number): boolean => (named.length === 2 ? place === 0 : isHeld(debit));
      named.forEach((id, place) => this.moveHold(id, heldSides[place], gives(place) ? -amount : amount));
    }
    for (const [account, amount] of expected) {
      this.check(
        (deltas.get(account) ?? 0n) === amount,
        `moves ${deltas.get(account) ?? 0n} on ${account}, not ${amount}`,
      );
    }
    for (const [account, amount] of deltas) {
      this.check(amount === 0n || expected.has(account), `moves ${amount} on ${account}`);
      this.checkAccount(account);
    }
  }

  private checkSide(account: string, side: Side): void {
    const parts = account.split('/');
    const fits =
      'user' in side
        ? parts.length === 4 && Number(parts[0]) > 0 && this.mayHold(parts[1], parts[2]) && parts[3] === side.user
        : parts.length === 3 && parts[0] === 'house' && parts[1].split(':')[0] === side.house;
    this.check(fits && this.around.isListed(assetOf(account)), `names ${account}`);
  }

  /** Coins may lie in four account kinds; legal currency only in `legal` and, for trading, in `spot`. */
  private mayHold(kind: string, asset: string): boolean {
    if (kind === 'spot') return true;
    return (this.around.asset(asset).fiat === 1) === (kind === 'legal');
  }

  private moveHold(id: number, account: string, amount: bigint): void {
    const hold = this.holds.get(id) ?? { account, remaining: 0n };
    this.check(hold.account === account, `moves hold ${id} of ${hold.account}`);
    hold.remaining += amount;
    this.check(hold.remaining >= 0n, `overdraws hold ${id}`);
    if (hold.remaining === 0n) this.holds.delete(id);
    else this.holds.set(id, hold);
    add(this.held, account, amount);
  }

  /** Invariant 2, and the sign of each house account. */
  private checkAccount(account: string): void {
    const balance = this.balances.get(account) ?? 0n;
    if (account.startsWith('house/custody/'))
      this.check(balance <= 0n && -balance <= AMOUNT_MAX, `${account} ${balance}`);
    // Clearing and funding accounts may have either sign, and the treasury covers shortfalls.
    else if (!/^house\/(clearing:|funding:|treasury\/)/.test(account))
      this.check(balance >= 0n && balance <= AMOUNT_MAX, `${account} is ${balance}`);
    if (isHeld(account)) this.check(balance === (this.held.get(account) ?? 0n), `${account} is not its holds`);
  }

  /** Invariant 1: each asset sums to zero over all accounts. */
  checkSums(): void {
    const sums: Deltas = new Map();
    for (const [name, balance] of this.balances) add(sums, assetOf(name), balance);
    for (const [asset, sum] of sums) this.check(sum === 0n, `${asset} sums to ${sum}`);
  }

  /** Compares with the core's own state. */
  compare(state: CoreState): void {
    this.checkSums();
    for (const { name, balance } of state.ledger.accounts.values())
      this.check(balance === (this.balances.get(name) ?? 0n), `${name} is ${balance}, not ${this.balances.get(name)}`);
    for (const [name, balance] of this.balances)
      this.check(balance === (state.ledger.accounts.get(name as never)?.balance ?? 0n), `${name} is not ${balance}`);
    this.check(state.holds.size === this.holds.size, `${state.holds.size} holds, not ${this.holds.size}`);
    for (const [id, { remaining }] of this.holds)
      this.check(state.holds.get(id)?.remaining === remaining, `hold ${id} is not ${remaining}`);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

function isHeld(account: string): boolean {
  return account.endsWith('/frozen') || account.endsWith('/locked');
}
