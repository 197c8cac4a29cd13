/**
 * Checks the ledger against itself: each asset sums to zero over all accounts, and frozen or locked amounts equal the holds. The walk
 * runs in short turns between the matching of orders, whatever the size. Its reads are of many moments, so the journal's batches align
 * them. An entry posted after an account was read is added to the sum; holds are compared only for accounts without entries since the
 * walk began.
 */
import type { Batch } from '../core/event';
import { positionOf } from '../core/event';
import type { Account } from '../core/ledger/account';
import type { Entry } from '../core/ledger/entry';
import type { Hold } from '../core/ledger/hold';
import type { Member } from '../core/member/member';
import type { CoreState } from '../core/state';
import type { BufferedTail } from './durable-tail';
import type { Difference } from './differences';
import { inTimeSlices } from './time-slices';

/** Users per group: all holds are read once per group, and this bounds memory. */
const GROUP_USERS = 20_000;

export interface WalkDependencies {
  tail: Pick<BufferedTail, 'take'>;
  /** Throws if the walked state was replaced. */
  beginTurn: () => void;
  /** Whether this position is durable; waits a limited time. */
  isDurable: (position: number) => Promise<boolean>;
}

/** Null if the journal did not become durable in time, or too many batches arrived. */
export async function walkLedger(
  state: CoreState,
  house: readonly Account[],
  dependencies: WalkDependencies,
): Promise<{ position: number; found: Difference[] } | null> {
  const walk = new LedgerWalk(state, house, dependencies);
  // The iterator includes members who register during the walk.
  const members = state.members.values();
  for (let isLast = false; !isLast;) {
    const group = new UserGroup();
    await inTimeSlices(
      takeFirst(members, GROUP_USERS),
      (member) => walk.read(member, group),
      8,
      dependencies.beginTurn,
    );
    isLast = group.users.size < GROUP_USERS;
    await inTimeSlices(state.holds.values(), (hold) => group.subtractHold(hold), 32, dependencies.beginTurn);
    if (!(await walk.advance(group, isLast))) return null;
  }
  return { position: walk.position, found: [...walk.differences()] };
}

/** Amounts held on accounts of some users, less the amounts of their holds. */
class UserGroup {
  readonly users = new Set<number>();
  readonly remainders = new Map<Account, bigint>();

  add(account: Account): void {
    if (account.balance !== 0n) this.remainders.set(account, account.balance);
  }

  subtractHold({ account, remaining }: Hold): void {
    if (this.users.has(account.user)) this.remainders.set(account, (this.remainders.get(account) ?? 0n) - remaining);
  }
}

class LedgerWalk {
  /** Position of the last applied batch. */
  position: number;
  private readonly sums = new Map<string, bigint>();
  /** Position at which each user's accounts were read. */
  private readonly readAt = new Map<number, number>();
  private readonly startPosition: number;
  private readonly holdDifferences: Difference[] = [];
  /** Set when no more users will be read. */
  private isOver = false;

  constructor(
    private readonly state: CoreState,
    house: readonly Account[],
    private readonly dependencies: WalkDependencies,
  ) {
    this.startPosition = this.position = state.position;
    for (const account of house) this.count(account.asset, account.balance);
  }

  read({ user }: Pick<Member, 'user'>, group: UserGroup): void {
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

  /** Advances the read figures to one position and compares the holds. */
  async advance(group: UserGroup, isLast: boolean): Promise<boolean> {
    this.isOver = isLast;
    const { position } = this.state;
    const isThere = await this.dependencies.isDurable(position);
    const batches = isThere ? this.dependencies.tail.take() : null;
    if (batches === null) return false;
    await inTimeSlices(batches, (batch) => this.fold(batch, group), 1, this.dependencies.beginTurn);
    this.position = Math.max(position, this.position);
    for (const [account, remainder] of group.remainders)
      if (remainder !== 0n) this.holdDifferences.push(holdDifference(account, remainder));
    return true;
  }

  *differences(): Iterable<Difference> {
    for (const [asset, sum] of this.sums) {
      if (sum !== 0n) yield { comparison: 'ledger.sum', subject: asset, asset, expected: 0n, found: sum };
    }
    yield* this.holdDifferences;
  }

  private fold(batch: Batch, { remainders }: UserGroup): void {
    const at = positionOf(batch);
    if (at <= this.startPosition) return;
    this.position = Math.max(this.position, at);
    for (const event of batch.events) {
      for (const { debit, credit, amount } of (event as { entries?: readonly Entry[] }).entries ?? []) {
        const accounts = this.state.ledger.accounts;
        const [from, to] = [accounts.get(debit), accounts.get(credit)];
        for (const account of [from, to]) if (account) remainders.delete(account);
        if (from && this.isReadBefore(from, at)) this.count(from.asset, -amount);
        if (to && this.isReadBefore(to, at)) this.count(to.asset, amount);
      }
    }
  }

  /** A later user is read with the entry included; a user registered after the last one has no other entries. */
  private isReadBefore({ user, kind }: Account, at: number): boolean {
    return kind === null || at > (this.readAt.get(user) ?? (this.isOver ? -1 : Infinity));
  }

  private count(asset: string, amount: bigint): void {
    if (amount !== 0n) this.sums.set(asset, (this.sums.get(asset) ?? 0n) + amount);
  }
}

/** `expected` is the balance; `found` is the sum of the holds. */
function holdDifference({ name, asset, balance }: Account, remainder: bigint): Difference {
  return { comparison: 'ledger.hold', subject: name, asset, expected: balance, found: balance - remainder };
}

function* takeFirst<T>(iterator: Iterator<T>, count: number): Generator<T> {
  for (let index = 0; index < count; index++) {
    const next = iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}
