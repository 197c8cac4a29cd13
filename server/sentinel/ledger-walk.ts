/**
 * The ledger with itself: each asset adds up to nothing over all accounts, and what is frozen or locked is what holds say. However
 * large it is, by turns between which orders are matched. What is read is of many moments, so the journal's batches make one of them: an
 * entry that was posted behind the moment at which one of its accounts was read is added there, and what is held is compared where no
 * entry has named the account since the walk began.
 */
import type { Batch } from '../core/event';
import { positionOf } from '../core/event';
import type { Account } from '../core/ledger/account';
import type { Entry } from '../core/ledger/entry';
import type { Hold } from '../core/ledger/hold';
import type { Member } from '../core/member/member';
import type { CoreState } from '../core/state';
import type { KeptTail } from './durable-tail';
import type { Found } from './found';
import { inTurns } from './turns';

/** So many users' holds are added up at a time: all holds are read for each of these groups, and that is what stays in memory. */
const GROUP_USERS = 20_000;

export interface WalkParts {
  tail: Pick<KeptTail, 'take'>;
  /** Throws when what is walked through is no longer the ledger. */
  beginTurn: () => void;
  /** Whether everything up to this position has become durable, which is waited for a while. */
  isDurable: (position: number) => Promise<boolean>;
}

/** Null where the journal did not come as far, or too much happened at once. */
export async function walkLedger(
  state: CoreState,
  house: readonly Account[],
  parts: WalkParts,
): Promise<{ position: number; found: Found[] } | null> {
  const walk = new Walk(state, house, parts);
  // It goes on with who registers meanwhile.
  const members = state.members.values();
  for (let isLast = false; !isLast;) {
    const group = new Group();
    await inTurns(first(members, GROUP_USERS), (member) => walk.read(member, group), 8, parts.beginTurn);
    isLast = group.users.size < GROUP_USERS;
    await inTurns(state.holds.values(), (hold) => group.promise(hold), 32, parts.beginTurn);
    if (!(await walk.settle(group, isLast))) return null;
  }
  return { position: walk.position, found: [...walk.differences()] };
}

/** What is held of some users: what accounts have, less what holds say. */
class Group {
  readonly users = new Set<number>();
  readonly left = new Map<Account, bigint>();

  add(account: Account): void {
    if (account.balance !== 0n) this.left.set(account, account.balance);
  }

  promise({ account, remaining }: Hold): void {
    if (this.users.has(account.user)) this.left.set(account, (this.left.get(account) ?? 0n) - remaining);
  }
}

class Walk {
  /** Up to which batch its figures are. */
  position: number;
  private readonly sums = new Map<string, bigint>();
  /** At which position a user's accounts were read. */
  private readonly readAt = new Map<number, number>();
  private readonly begun: number;
  private readonly held: Found[] = [];
  /** Nobody is read any more. */
  private isOver = false;

  constructor(
    private readonly state: CoreState,
    house: readonly Account[],
    private readonly parts: WalkParts,
  ) {
    this.begun = this.position = state.position;
    for (const account of house) this.count(account.asset, account.balance);
  }

  read({ user }: Pick<Member, 'user'>, group: Group): void {
    group.users.add(user);
    this.readAt.set(user, this.state.position);
    for (const ofKind of Object.values(this.state.ledger.wallets)) {
      for (const { available, frozen, locked } of ofKind.get(user)?.values() ?? []) {
        this.count(available.asset, available.balance + frozen.balance + (locked?.balance ?? 0n));
        group.add(frozen);
        if (locked) group.add(locked);
      }
    }
  }

  /** Brings what was read up to one position, and compares what is held. */
  async settle(group: Group, isLast: boolean): Promise<boolean> {
    this.isOver = isLast;
    const { position } = this.state;
    const isThere = await this.parts.isDurable(position);
    const batches = isThere ? this.parts.tail.take() : null;
    if (batches === null) return false;
    await inTurns(batches, (batch) => this.follow(batch, group), 1, this.parts.beginTurn);
    this.position = Math.max(position, this.position);
    for (const [account, left] of group.left) if (left !== 0n) this.held.push(heldFound(account, left));
    return true;
  }

  *differences(): Iterable<Found> {
    for (const [asset, sum] of this.sums) {
      if (sum !== 0n) yield { comparison: 'ledger.sum', subject: asset, asset, expected: 0n, found: sum };
    }
    yield* this.held;
  }

  private follow(batch: Batch, { left }: Group): void {
    const at = positionOf(batch);
    if (at <= this.begun) return;
    this.position = Math.max(this.position, at);
    for (const event of batch.events) {
      for (const { debit, credit, amount } of (event as { entries?: readonly Entry[] }).entries ?? []) {
        const accounts = this.state.ledger.accounts;
        const [from, to] = [accounts.get(debit), accounts.get(credit)];
        for (const account of [from, to]) if (account) left.delete(account);
        if (from && this.isReadBefore(from, at)) this.count(from.asset, -amount);
        if (to && this.isReadBefore(to, at)) this.count(to.asset, amount);
      }
    }
  }

  /** Who comes later has it when they are read; who registered behind the last of them has nothing else. */
  private isReadBefore({ user, kind }: Account, at: number): boolean {
    return kind === null || at > (this.readAt.get(user) ?? (this.isOver ? -1 : Infinity));
  }

  private count(asset: string, amount: bigint): void {
    if (amount !== 0n) this.sums.set(asset, (this.sums.get(asset) ?? 0n) + amount);
  }
}

/** A balance of its own is what the ledger says; the other is what holds add up to. */
function heldFound({ name, asset, balance }: Account, left: bigint): Found {
  return { comparison: 'ledger.hold', subject: name, asset, expected: balance, found: balance - left };
}

function* first<T>(all: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const next = all.next();
    if (next.done === true) return;
    yield next.value;
  }
}
