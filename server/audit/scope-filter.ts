/**
 * Limits answers to the scope of an auditor with restricted access, and refuses questions outside it before any work.
 */
import { coversAccount, coversTime, type AuditScope } from '../../shared/rules/audit-scope';
import { mayAskQuestion, type AnswerRow, type AskRequest } from '../../shared/wire/audit/audit-journal';

/** The requested moment is outside the auditor's scope. */
export class OutOfScopeError extends Error {}

const RANGES: readonly AskRequest['ask'][] = ['entries', 'statement', 'bundle'];
const MASKED = '…';

/** Null if the whole question is out of scope; else the question with its time limited to the scope. */
export function limitToScope(scope: AuditScope, request: AskRequest, now: number): AskRequest | null {
  return mayAsk(scope, request, now) ? limitTime(scope, request) : null;
}

function mayAsk(scope: AuditScope, { ask, account, asset, userId, case: caseKind, number }: AskRequest, now: number) {
  const { users, assets } = scope;
  if (userId !== undefined && users && !users.includes(userId)) return false;
  if (asset !== undefined && assets && !assets.includes(asset)) return false;
  if (account !== undefined && !seesAnyUnder(scope, account)) return false;
  if (caseKind === 'user' && users && !users.includes(Number(number))) return false;
  return mayAskQuestion(scope, ask, now);
}

/** With a time limit, ranges of positions are refused: their time is unknown until they are read. */
function limitTime(scope: AuditScope, request: AskRequest): AskRequest | null {
  const { from, to } = scope;
  if (from === undefined && to === undefined) return request;
  const isRange = RANGES.includes(request.ask);
  if (isRange && (request.fromPosition !== undefined || request.toPosition !== undefined)) return null;
  if (request.toPosition !== undefined || request.ask === 'life' || request.ask === 'replay') return request;
  const bounded = { ...request };
  if (to !== undefined) bounded.to = Math.min(request.to ?? Infinity, to);
  if (from !== undefined && isRange) bounded.from = Math.max(request.from ?? 0, from);
  return bounded;
}

/** @throws an OutOfScopeError for a moment outside the scope */
export function requireTimeInScope(scope: AuditScope, at: number): void {
  if (!coversTime(scope, at)) throw new OutOfScopeError();
}

/** Whether any account below this name is in scope: `10000001`, `10000001/spot`, `house`. */
function seesAnyUnder({ users, accounts, assets }: AuditScope, prefix: string): boolean {
  const [owner = '', kind, asset] = prefix.split('/');
  if (owner === 'house') {
    const isAsset = asset === undefined || !assets || assets.includes(asset);
    return isAsset && (accounts ? accounts.includes('house') : users === undefined);
  }
  const isKind = kind === undefined || !accounts || accounts.some((one) => one === kind);
  return (
    (!users || users.includes(Number(owner))) && isKind && (asset === undefined || !assets || assets.includes(asset))
  );
}

/** The name of an account as the scope permits to show it. */
export function maskAccount(scope: AuditScope, name: string): string {
  if (coversAccount(scope, name)) return name;
  return [MASKED, ...name.split('/').slice(1)].join('/');
}

export function maskActor({ users }: AuditScope, actor: string): string {
  const [kind = '', id] = actor.split('/');
  return users && (kind === 'user' || kind === 'robot') && !users.includes(Number(id)) ? `${kind}/${MASKED}` : actor;
}

/** Facts that identify a person or the source or target of money. */
const PERSONAL = new Set([
  ...['address', 'reference', 'reason', 'act', 'name', 'transaction', 'payee', 'hash', 'document', 'key'],
]);
/** Facts that identify a user or a member of staff. A test compares the list with every numeric field of events. */
export const USERS = new Set(['user', 'otherUser', 'maker', 'taker', 'inviter', 'source', 'by', 'with', 'proposedBy']);

type Facts = Readonly<Record<string, unknown>>;

/** Null if no part of an event is in scope. */
export function maskEvent(scope: AuditScope, at: number, event: Facts): Facts | null {
  if (!coversTime(scope, at)) return null;
  const allEntries = (event['entries'] ?? []) as { debit: string; credit: string }[];
  const entries = allEntries.filter(({ debit, credit }) => coversAccount(scope, debit) || coversAccount(scope, credit));
  const { users } = scope;
  const isTheirs = !users || users.includes(Number(event['user'])) || entries.length > 0;
  const isMoved = allEntries.length > 0 ? entries.length > 0 : seesRowWithoutEntries(scope, event);
  if (!isTheirs || !isMoved) return null;
  const maskedEvent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) {
    if (name === 'entries') {
      maskedEvent[name] = entries.map((entry) => ({
        ...entry,
        debit: maskAccount(scope, entry.debit),
        credit: maskAccount(scope, entry.credit),
      }));
    } else if (users && USERS.has(name) && !users.includes(Number(value))) maskedEvent[name] = MASKED;
    else if (scope.personal === 0 && PERSONAL.has(name)) maskedEvent[name] = MASKED;
    else maskedEvent[name] = value;
  }
  return maskedEvent;
}

/** Rows without a movement name no account and at most one asset. */
function seesRowWithoutEntries({ accounts, assets }: AuditScope, { asset }: Facts): boolean {
  return accounts === undefined && (assets === undefined || assets.some((one) => one === asset));
}

/** A row of a statement or of balances. */
export function maskRow(scope: AuditScope, row: AnswerRow): AnswerRow | null {
  const { account, against, at } = row;
  if (typeof account === 'string' && !coversAccount(scope, account)) return null;
  if (typeof at === 'number' && !coversTime(scope, at)) return null;
  return typeof against === 'string' ? { ...row, against: maskAccount(scope, against) } : row;
}
