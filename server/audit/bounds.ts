/** What of an answer an auditor may see whose access is bounded; what of a question is refused before it is worked on. */
import { seesAccount, seesTime, type AuditScope } from '../../shared/rules/audit-scope';
import { isAskable, type AnswerRow, type AskRequest } from '../../shared/wire/audit-journal';

/** The moment that was asked for is not one that they may see. */
export class OutsideError extends Error {}

const RANGES: readonly AskRequest['ask'][] = ['entries', 'statement', 'bundle'];
const UNSEEN = '…';

/** Null for what goes beyond the bounds as a whole; else the question with its time within them. */
export function boundQuestion(scope: AuditScope, request: AskRequest, now: number): AskRequest | null {
  return mayAsk(scope, request, now) ? withinTime(scope, request) : null;
}

function mayAsk(scope: AuditScope, { ask, account, asset, userId, case: of, number }: AskRequest, now: number) {
  const { users, assets } = scope;
  if (userId !== undefined && users && !users.includes(userId)) return false;
  if (asset !== undefined && assets && !assets.includes(asset)) return false;
  if (account !== undefined && !seesBelow(scope, account)) return false;
  if (of === 'user' && users && !users.includes(Number(number))) return false;
  return isAskable(scope, ask, now);
}

/** Of a time that is bounded nothing is asked by positions, whose time nobody knows before they are read. */
function withinTime(scope: AuditScope, request: AskRequest): AskRequest | null {
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

/** @throws an OutsideError for a moment that they may not see */
export function refuseMoment(scope: AuditScope, at: number): void {
  if (!seesTime(scope, at)) throw new OutsideError();
}

/** Whether anything below this name is within: `10000001`, `10000001/spot`, `house`. */
function seesBelow({ users, accounts, assets }: AuditScope, prefix: string): boolean {
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

/** The name of an account as they may see it. */
export function shownAccount(scope: AuditScope, name: string): string {
  if (seesAccount(scope, name)) return name;
  return [UNSEEN, ...name.split('/').slice(1)].join('/');
}

export function shownActor({ users }: AuditScope, actor: string): string {
  const [kind = '', id] = actor.split('/');
  return users && (kind === 'user' || kind === 'robot') && !users.includes(Number(id)) ? `${kind}/${UNSEEN}` : actor;
}

/** Facts that say who somebody is, or where money goes and comes from. */
const PERSONAL = new Set([
  ...['address', 'reference', 'reason', 'act', 'name', 'transaction', 'payee', 'hash', 'document', 'key'],
]);
/** Facts that name a user, or a member of staff: a test holds them against every number that an event has. */
export const USERS = new Set(['user', 'otherUser', 'maker', 'taker', 'inviter', 'source', 'by', 'with', 'proposedBy']);

type Facts = Readonly<Record<string, unknown>>;

/** Null when nothing of an event is within. */
export function shownEvent(scope: AuditScope, at: number, event: Facts): Facts | null {
  if (!seesTime(scope, at)) return null;
  const all = (event['entries'] ?? []) as { debit: string; credit: string }[];
  const entries = all.filter(({ debit, credit }) => seesAccount(scope, debit) || seesAccount(scope, credit));
  const { users } = scope;
  const isTheirs = !users || users.includes(Number(event['user'])) || entries.length > 0;
  const isMoved = all.length > 0 ? entries.length > 0 : seesUnmoved(scope, event);
  if (!isTheirs || !isMoved) return null;
  const shown: Record<string, unknown> = {};
  for (const [name, fact] of Object.entries(event)) {
    if (name === 'entries') {
      shown[name] = entries.map((entry) => ({
        ...entry,
        debit: shownAccount(scope, entry.debit),
        credit: shownAccount(scope, entry.credit),
      }));
    } else if (users && USERS.has(name) && !users.includes(Number(fact))) shown[name] = UNSEEN;
    else if (scope.personal === 0 && PERSONAL.has(name)) shown[name] = UNSEEN;
    else shown[name] = fact;
  }
  return shown;
}

/** What moves nothing names no account, and of assets one at most. */
function seesUnmoved({ accounts, assets }: AuditScope, { asset }: Facts): boolean {
  return accounts === undefined && (assets === undefined || assets.some((one) => one === asset));
}

/** A row of a statement or of balances. */
export function shownRow(scope: AuditScope, row: AnswerRow): AnswerRow | null {
  const { account, against, at } = row;
  if (typeof account === 'string' && !seesAccount(scope, account)) return null;
  if (typeof at === 'number' && !seesTime(scope, at)) return null;
  return typeof against === 'string' ? { ...row, against: shownAccount(scope, against) } : row;
}
