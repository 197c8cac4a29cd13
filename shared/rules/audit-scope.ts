/**
 * The scope of an auditor: users, account kinds, assets, a time range, and whether personal data is shown. An absent bound does not limit.
 * A scope has one canonical text form, which the journal stores.
 */
import { ACCOUNT_KINDS, type AccountKind } from './account-kinds';

/** `house`: the accounts of the exchange itself. */
export const AUDITED_ACCOUNTS = [...ACCOUNT_KINDS, 'house'] as const;
export type AuditedAccount = AccountKind | 'house';

export interface AuditScope {
  /** By number, ascending. */
  users?: readonly number[];
  accounts?: readonly AuditedAccount[];
  /** In the order of their names. */
  assets?: readonly string[];
  /** Epoch milliseconds, both inclusive. */
  from?: number;
  to?: number;
  /** 1: addresses, references of payments, reasons and similar data are shown in full. */
  personal: 0 | 1;
}

/** Possible bounds of an auditor, besides personal data. */
export type Bound = 'users' | 'accounts' | 'assets' | 'time';
/** `open`: the answer contains no personal data. */
export type ScopeNarrowing = 'open' | readonly Bound[];
const BOUNDS: readonly Exclude<Bound, 'time'>[] = ['users', 'accounts', 'assets'];

export const SCOPE_USERS_MAX = 100;
export const SCOPE_ASSETS_MAX = 50;
/** Maximum duration of an auditor's access. */
export const AUDITOR_MS_MAX = 366 * 86_400_000;
/** Everything. Applies to auditors from before bounds existed. */
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

/** Null unless the text is a scope in canonical form. */
export function scopeIn(text: string): AuditScope | null {
  const scope = parsed(text);
  return scope && isScope(scope) && scopeText(scope) === text ? scope : null;
}

/** The scope of a text that is known to be valid. */
export function scopeOf(text: string | null): AuditScope {
  return (text === null ? null : scopeIn(text)) ?? WHOLE_SCOPE;
}

/** Whether `inner` shows nothing beyond `outer`. */
export function isWithinScope(inner: AuditScope, outer: AuditScope): boolean {
  const isPart = <T>(innerValues: readonly T[] | undefined, outerValues: readonly T[] | undefined): boolean =>
    outerValues === undefined || (innerValues !== undefined && innerValues.every((one) => outerValues.includes(one)));
  const lists =
    isPart(inner.users, outer.users) && isPart(inner.accounts, outer.accounts) && isPart(inner.assets, outer.assets);
  const time =
    (inner.from ?? -Infinity) >= (outer.from ?? -Infinity) && (inner.to ?? Infinity) <= (outer.to ?? Infinity);
  return lists && time && inner.personal <= outer.personal;
}

/**
 * Whether the account with this name, such as `10000001/spot/BTC/available` or `house/fees/BTC`, is inside the scope.
 */
export function coversAccount({ users, accounts, assets }: AuditScope, name: string): boolean {
  const [owner = '', kind = '', asset = ''] = name.split('/');
  if (assets && !assets.includes(asset)) return false;
  if (owner === 'house') return accounts ? accounts.includes('house') : users === undefined;
  return (!users || users.includes(Number(owner))) && (!accounts || accounts.some((one) => one === kind));
}

export function coversTime({ from, to }: AuditScope, at: number): boolean {
  return at >= (from ?? -Infinity) && at <= (to ?? Infinity);
}

export function coversEverything(scope: AuditScope): boolean {
  return scopeText(scope) === scopeText(WHOLE_SCOPE);
}

/** Whether something is closed of which the answer is narrowed by these bounds alone. */
export function isOutOfScope(scope: AuditScope, narrowed: ScopeNarrowing = [], now: number): boolean {
  if (narrowed === 'open') return false;
  const isBound = BOUNDS.some((bound) => scope[bound] !== undefined && !narrowed.includes(bound));
  return isBound || (!narrowed.includes('time') && !coversTime(scope, now));
}

/** Whether users, accounts and assets are all unbounded. */
export function coversAllUsers({ users, accounts, assets }: AuditScope): boolean {
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
  const isList = (list: readonly unknown[] | undefined, max: number, isOne: (one: unknown) => boolean): boolean =>
    list === undefined || (Array.isArray(list) && list.length > 0 && list.length <= max && list.every(isOne));
  const isTime = (time: number | undefined): boolean => time === undefined || (Number.isSafeInteger(time) && time >= 0);
  const lists =
    isList(users, SCOPE_USERS_MAX, (one) => Number.isSafeInteger(one) && Number(one) > 0) &&
    isList(accounts, AUDITED_ACCOUNTS.length, (one) => AUDITED_ACCOUNTS.some((kind) => kind === one)) &&
    isList(assets, SCOPE_ASSETS_MAX, (one) => typeof one === 'string' && ASSET.test(one));
  const times = isTime(from) && isTime(to) && (from ?? -Infinity) <= (to ?? Infinity);
  return lists && times && (personal === 0 || personal === 1);
}
