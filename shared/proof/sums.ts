/**
 * Balances by addition alone: each entry moves a positive amount of one asset from its debit account to its credit account. This code knows
 * neither products nor rules, so that its sums depend on the journal alone.
 */

/** The fields of a batch that the addition needs. Other fields are ignored. */
export interface SummedBatch {
  at: number;
  events: readonly { type: string; entries?: unknown; asset?: unknown; scale?: unknown }[];
}

export interface SummedEntry {
  kind: string;
  debit: string;
  credit: string;
  amount: string;
  hold?: number;
  into?: number;
}

/** An inconsistency found by the addition. */
export class SumsError extends Error {}

export class LedgerSums {
  /** Units by account, with keys such as `10000001/spot/USDT/available` or `house/fees/USDT`. */
  readonly balances = new Map<string, bigint>();
  /** Number of decimals by asset. */
  readonly scales = new Map<string, number>();
  at = 0;

  /** @throws a SumsError that names the entry and its fault */
  add({ at, events }: SummedBatch): void {
    if (at < this.at) throw new SumsError('time runs backwards');
    this.at = at;
    for (const event of events) {
      if (event.type === 'AssetListed') this.scales.set(String(event.asset), Number(event.scale));
      if (event.entries === undefined) continue;
      for (const entry of event.entries as SummedEntry[]) this.post(entry);
    }
  }

  /** Sets a balance before anything is added, from a snapshot or an opening balance. */
  begin(account: string, balance: bigint): void {
    this.balances.set(account, balance);
  }

  balance(account: string): bigint {
    return this.balances.get(account) ?? 0n;
  }

  private post({ kind, debit, credit, amount }: SummedEntry): void {
    if (!/^[1-9]\d*$/.test(amount)) throw new SumsError(`an amount of ${amount} in ${kind}`);
    if (assetOf(debit) !== assetOf(credit))
      throw new SumsError(`${kind} moves one asset from ${debit} and another to ${credit}`);
    this.move(debit, -BigInt(amount));
    this.move(credit, BigInt(amount));
    for (const account of [debit, credit]) this.check(account);
  }

  private move(account: string, amount: bigint): void {
    this.balances.set(account, this.balance(account) + amount);
  }

  /**
   * Only custody may be negative. Accounts of the owners, and clearing accounts between traders, may have either sign.
   */
  private check(account: string): void {
    const balance = this.balance(account);
    if (mayBeNegative(account) || (isCustody(account) ? balance <= 0n : balance >= 0n)) return;
    throw new SumsError(`${account} is at ${balance}`);
  }
}

export function assetOf(account: string): string {
  return account.split('/')[2];
}

export function isUsers(account: string): boolean {
  return !account.startsWith('house/');
}

export function isCustody(account: string): boolean {
  return account.startsWith('house/custody/');
}

function mayBeNegative(account: string): boolean {
  return /^house\/(treasury|clearing|funding)[:/]/.test(account);
}

/** Balances of users, of the house, and outside: per asset they sum to zero. */
export interface TrialBalance {
  asset: string;
  users: bigint;
  /** By name, without custody. */
  house: readonly (readonly [account: string, balance: bigint])[];
  houseTotal: bigint;
  custody: bigint;
  /** users + house + custody: 0 unless there is a fault. */
  total: bigint;
}

/** By asset, in the order of their names. */
export function trialBalance({ balances }: Pick<LedgerSums, 'balances'>): TrialBalance[] {
  const found = new Map<string, { users: bigint; house: [string, bigint][]; custody: bigint }>();
  for (const [account, balance] of [...balances].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const asset = assetOf(account);
    const totals = found.get(asset) ?? { users: 0n, house: [], custody: 0n };
    found.set(asset, totals);
    if (isUsers(account)) totals.users += balance;
    else if (isCustody(account)) totals.custody += balance;
    else totals.house.push([account, balance]);
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([asset, { users, house, custody }]) => {
      const houseTotal = house.reduce((sum, [, balance]) => sum + balance, 0n);
      return { asset, users, house, houseTotal, custody, total: users + houseTotal + custody };
    });
}
