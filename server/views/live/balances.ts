/**
 * Balances of every user, folded from entries alone. All users are folded, because an entry contains only the moved
 * amount. The view has as many numbers as the core's ledger, one cell per account.
 */
import { ACCOUNT_KINDS, type AccountKind } from '../../../shared/rules/account-kinds';
import { HOUSE_ACCOUNTS, type Bucket, type HouseAccount } from '../../../shared/rules/entry-kinds';
import type { Balance, BalanceSnapshot, BalanceUpdate } from '../../../shared/wire/market-data';
import type { HouseFunds } from '../../../shared/wire/desk';
import type { Batch, CoreEvent } from '../../core/event';
import { positionOf } from '../../core/event';
import { parseAccount, userAccount, type AccountName, type Entry, type ParsedAccount } from '../../core/ledger/entry';
import type { CoreState } from '../../core/state';
import type { LiveView } from './live-view';
import type { MarketsView } from './markets';
import { UpdateLog } from './update-log';

/** Units of one asset in one of a user's accounts. */
interface Cell {
  user: number;
  account: AccountKind;
  asset: string;
  available: bigint;
  frozen: bigint;
  locked: bigint;
}

const BUCKETS: readonly Bucket[] = ['available', 'frozen', 'locked'];

type UserAccount = Extract<ParsedAccount, { owner: 'user' }>;

/** Units of one asset in the house's accounts of one name, over all markets. */
interface HouseCell {
  account: HouseAccount;
  asset: string;
  balance: bigint;
}

/** House accounts have no watched cell. */
type Account = { cell: Cell; bucket: Bucket } | { cell: null; house: HouseCell };

export class BalancesView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<BalanceUpdate>();
  /** By name, so that each name is parsed once and not per entry. */
  private readonly accounts = new Map<AccountName, Account>();
  /** Keyed `<account>/<asset>`. */
  private readonly house = new Map<string, HouseCell>();
  /** By user, then keyed `<account>/<asset>`. */
  private readonly byUser = new Map<number, Map<string, Cell>>();
  /** Cells of watched users changed by the current batch. */
  private touched = new Map<number, Set<Cell>>();

  constructor(private readonly markets: MarketsView) {}

  fold(batch: Batch): void {
    for (const event of batch.events) for (const entry of entriesOf(event)) this.post(entry);
    this.position = positionOf(batch);
    if (this.touched.size === 0) return;
    for (const [user, cells] of this.touched) {
      const balances = [...cells].map((cell) => this.toBalance(cell));
      this.updates.append(user, { position: this.position, at: batch.at, balances });
    }
    this.touched = new Map();
  }

  seed(state: CoreState): void {
    for (const { name, balance } of state.ledger.accounts.values()) {
      const account = this.accountOf(name);
      if (account.cell) account.cell[account.bucket] = balance;
      else account.house.balance += balance;
    }
    this.position = state.position;
  }

  /** Every asset that the user ever had, by account and name. */
  snapshot(user: number): BalanceSnapshot {
    const cells = [...(this.byUser.get(user)?.values() ?? [])].sort(byAccount);
    return { position: this.position, balances: cells.map((cell) => this.toBalance(cell)) };
  }

  /** A user's available units of an asset in an account. */
  availableIn(user: number, account: AccountKind, asset: string): bigint {
    return this.byUser.get(user)?.get(`${account}/${asset}`)?.available ?? 0n;
  }

  /** Units, keyed by the ledger's account name. */
  *unitsOf(user: number): Iterable<readonly [account: AccountName, units: bigint]> {
    for (const { account, asset, ...cell } of this.byUser.get(user)?.values() ?? []) {
      for (const bucket of BUCKETS) yield [userAccount(user, account, asset, bucket), cell[bucket]];
    }
  }

  /** Units, keyed `<account>/<asset>` over all markets. */
  *houseUnits(): Iterable<readonly [account: string, units: bigint]> {
    for (const [account, { balance }] of this.house) yield [account, balance];
  }

  /** Balances of the exchange's own accounts, by account and asset. */
  houseFunds(): HouseFunds['records'] {
    const cells = [...this.house.values()].sort((one, other) => {
      const order = HOUSE_ACCOUNTS.indexOf(one.account) - HOUSE_ACCOUNTS.indexOf(other.account);
      return order || (one.asset < other.asset ? -1 : 1);
    });
    return cells.map(({ account, asset, balance }) => ({
      account,
      asset,
      balance: this.markets.amount(asset, balance),
    }));
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  private post({ debit, credit, amount }: Entry): void {
    this.move(debit, -amount);
    this.move(credit, amount);
  }

  private move(name: AccountName, amount: bigint): void {
    const account = this.accountOf(name);
    if (!account.cell) {
      account.house.balance += amount;
      return;
    }
    const { cell, bucket } = account;
    cell[bucket] += amount;
    if (!this.updates.isWatched(cell.user)) return;
    const touched = this.touched.get(cell.user);
    if (touched) touched.add(cell);
    else this.touched.set(cell.user, new Set([cell]));
  }

  private accountOf(name: AccountName): Account {
    let account = this.accounts.get(name);
    if (!account) {
      const parsed = parseAccount(name);
      account =
        parsed.owner === 'user'
          ? { cell: this.cellOf(parsed), bucket: parsed.bucket }
          : { cell: null, house: this.houseCellOf(parsed) };
      this.accounts.set(name, account);
    }
    return account;
  }

  private houseCellOf({ name: account, asset }: Extract<ParsedAccount, { owner: 'house' }>): HouseCell {
    const name = `${account}/${asset}`;
    const existing = this.house.get(name);
    if (existing) return existing;
    const cell = { account, asset, balance: 0n };
    this.house.set(name, cell);
    return cell;
  }

  private cellOf({ user, kind: account, asset }: UserAccount): Cell {
    let cells = this.byUser.get(user);
    if (!cells) {
      cells = new Map();
      this.byUser.set(user, cells);
    }
    const name = `${account}/${asset}`;
    let cell = cells.get(name);
    if (!cell) {
      cell = { user, account, asset, available: 0n, frozen: 0n, locked: 0n };
      cells.set(name, cell);
    }
    return cell;
  }

  private toBalance({ account, asset, available, frozen, locked }: Cell): Balance {
    const amount = (units: bigint): string => this.markets.amount(asset, units);
    return { account, asset, available: amount(available), frozen: amount(frozen), locked: amount(locked) };
  }
}

function byAccount(a: Cell, b: Cell): number {
  if (a.account !== b.account) return ACCOUNT_KINDS.indexOf(a.account) - ACCOUNT_KINDS.indexOf(b.account);
  return a.asset < b.asset ? -1 : 1;
}

const NO_ENTRIES: readonly Entry[] = [];

function entriesOf(event: CoreEvent): readonly Entry[] {
  return 'entries' in event ? event.entries : NO_ENTRIES;
}
