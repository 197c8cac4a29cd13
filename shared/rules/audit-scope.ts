/**
 * What an auditor may see: of which users, kinds of account and assets, of which time, and whether what says who somebody is. What
 * is absent is not bounded. As a text it has one form, which the journal keeps.
 */
import { ACCOUNT_KINDS, type AccountKind } from './account-kinds';

/** `house` are the accounts of the exchange itself. */
export const AUDITED_ACCOUNTS = [...ACCOUNT_KINDS, 'house'] as const;
export type AuditedAccount = AccountKind | 'house';

export interface AuditScope {
  /** By number, ascending. */
  users?: readonly number[];
  accounts?: readonly AuditedAccount[];
  /** In the order of their names. */
  assets?: readonly string[];
  /** Epoch milliseconds, both within. */
  from?: number;
  to?: number;
  /** 1: addresses, references of payments, reasons and the like in full. */
  personal: 0 | 1;
}

/** By what an auditor may be bounded, beside personal data. */
export type Bound = 'users' | 'accounts' | 'assets' | 'time';
/** `open`: it says nothing of anybody. */
export type Narrowed = 'open' | readonly Bound[];
const BOUNDS: readonly Exclude<Bound, 'time'>[] = ['users', 'accounts', 'assets'];

export const SCOPE_USERS_MAX = 100;
export const SCOPE_ASSETS_MAX = 50;
/** No auditor is let in for longer at a time. */
export const AUDITOR_MS_MAX = 366 * 86_400_000;
/** Everything: of auditors of before there were bounds. */
export const WHOLE_SCOPE: AuditScope = { personal: 1 };

const ASSET = /^[A-Za-z0-9_.-]{1,32}$/;

export function scopeText({ users, accounts, assets, from, to, personal }: AuditScope): string {
  const kinds = accounts && AUDITED_ACCOUNTS.filter((kind) => accounts.includes(kind));
  return JSON.stringify({
    users: users && sorted(users, (one, other) => one - other),
    accounts: kinds,
    assets: assets && sorted(assets, (one, other) => (one < other ? -1 : 1)),
    ...{ from, to, personal },
  });
}

/** Null for what is no scope in its one form. */
export function scopeIn(text: string): AuditScope | null {
  const scope = parsed(text);
  return scope && isScope(scope) && scopeText(scope) === text ? scope : null;
}

/** The scope of a text that is known to be one. */
export function scopeOf(text: string | null): AuditScope {
  return (text === null ? null : scopeIn(text)) ?? WHOLE_SCOPE;
}

/** Whether everything that `inner` lets see is within `outer`. */
export function isWithinScope(inner: AuditScope, outer: AuditScope): boolean {
  const isPart = <T>(part: readonly T[] | undefined, whole: readonly T[] | undefined): boolean =>
    whole === undefined || (part !== undefined && part.every((one) => whole.includes(one)));
  const lists =
    isPart(inner.users, outer.users) && isPart(inner.accounts, outer.accounts) && isPart(inner.assets, outer.assets);
  const time =
    (inner.from ?? -Infinity) >= (outer.from ?? -Infinity) && (inner.to ?? Infinity) <= (outer.to ?? Infinity);
  return lists && time && inner.personal <= outer.personal;
}

/** Whether the account of this name, `10000001/spot/BTC/available` or `house/fees/BTC`, is within. */
export function seesAccount({ users, accounts, assets }: AuditScope, name: string): boolean {
  const [owner = '', kind = '', asset = ''] = name.split('/');
  if (assets && !assets.includes(asset)) return false;
  if (owner === 'house') return accounts ? accounts.includes('house') : users === undefined;
  return (!users || users.includes(Number(owner))) && (!accounts || accounts.some((one) => one === kind));
}

export function seesTime({ from, to }: AuditScope, at: number): boolean {
  return at >= (from ?? -Infinity) && at <= (to ?? Infinity);
}

export function seesEverything(scope: AuditScope): boolean {
  return scopeText(scope) === scopeText(WHOLE_SCOPE);
}

/** Whether something is closed of which the answer is narrowed by these bounds alone. */
export function isClosed(scope: AuditScope, narrowed: Narrowed = [], now: number): boolean {
  if (narrowed === 'open') return false;
  const isBound = BOUNDS.some((bound) => scope[bound] !== undefined && !narrowed.includes(bound));
  return isBound || (!narrowed.includes('time') && !seesTime(scope, now));
}

/** Neither users nor accounts nor assets are bounded. */
export function seesEverybody({ users, accounts, assets }: AuditScope): boolean {
  return users === undefined && accounts === undefined && assets === undefined;
}

function sorted<T>(values: readonly T[], order: (one: T, other: T) => number): T[] {
  return [...new Set(values)].sort(order);
}

function parsed(text: string): AuditScope | null {
  try {
    const scope: unknown = JSON.parse(text);
    return typeof scope === 'object' && scope !== null ? (scope as AuditScope) : null;
  } catch {
    return null;
  }
}

function isScope({ users, accounts, assets, from, to, personal }: AuditScope): boolean {
  const isList = (list: readonly unknown[] | undefined, most: number, isOne: (one: unknown) => boolean): boolean =>
    list === undefined || (Array.isArray(list) && list.length > 0 && list.length <= most && list.every(isOne));
  const isTime = (time: number | undefined): boolean => time === undefined || (Number.isSafeInteger(time) && time >= 0);
  const lists =
    isList(users, SCOPE_USERS_MAX, (one) => Number.isSafeInteger(one) && Number(one) > 0) &&
    isList(accounts, AUDITED_ACCOUNTS.length, (one) => AUDITED_ACCOUNTS.some((kind) => kind === one)) &&
    isList(assets, SCOPE_ASSETS_MAX, (one) => typeof one === 'string' && ASSET.test(one));
  const times = isTime(from) && isTime(to) && (from ?? -Infinity) <= (to ?? Infinity);
  return lists && times && (personal === 0 || personal === 1);
}
