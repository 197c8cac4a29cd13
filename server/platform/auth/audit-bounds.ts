/** Whether a request of an auditor goes beyond what they may see; what the answer is narrowed by beside that is its handler's. */
import { isClosed, type AuditScope } from '../../../shared/rules/audit-scope';
import type { Route } from '../../../shared/wire/route';

/** The request has not been checked yet: what is no number or word of the kind is refused behind this. */
export function isOutside(
  { narrowed = [] }: Pick<Route, 'narrowed'>,
  scope: AuditScope,
  { body, query }: { body: unknown; query: unknown },
  now: number,
): boolean {
  if (narrowed === 'open') return false;
  if (isClosed(scope, narrowed, now)) return true;
  const asked = { ...(query as object), ...(body as object) } as Readonly<Record<string, unknown>>;
  const { userId, asset } = asked;
  if (userId !== undefined && scope.users?.includes(Number(userId)) === false) return true;
  return typeof asset === 'string' && scope.assets?.includes(asset) === false;
}

/** What is masked for who may see no personal data; its last letters tell one from another. */
export function maskedFor<T extends string | null>({ personal }: AuditScope, text: T): T {
  return (personal === 1 || text === null ? text : `***${text.slice(-SHOWN)}`) as T;
}
const SHOWN = 4;
