/** Whether a request of an auditor goes beyond what they may see; what the answer is narrowed by beside that is its handler's. */
import { isClosed, WHOLE_SCOPE, type AuditScope } from '../../../../shared/rules/audit-scope';
import { isTextHash } from '../../../../shared/products/content/rules/kept-texts';
import { maskedEnd } from '../../../../shared/products/identity/rules/masks';
import type { Route } from '../../../../shared/wire/route';

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

/** `isDesk`: whoever asks is an admin, whom nothing bounds, and who is shown personal data where they ask for it alone. */
export type SeenScope = AuditScope & { isDesk?: true };
export const DESK_SCOPE: SeenScope = { ...WHOLE_SCOPE, isDesk: true };

/** Whether addresses and the like are answered as they are: to auditors whose scope says so, and nobody else. */
export function seesClear({ personal, isDesk }: SeenScope): boolean {
  return personal === 1 && isDesk !== true;
}

/** What is masked for who is not answered personal data here; its last letters tell one from another. */
export function maskedFor<T extends string | null>(scope: SeenScope, text: T): T {
  // A lost one is told by its hash, as it is to everybody.
  const isLost = scope.isDesk && text !== null && isTextHash(text);
  return (seesClear(scope) || text === null || isLost ? text : maskedEnd(text)) as T;
}

/** The same of what a payment is called: to admins the number of a bank's transfer is none of a person, to auditors it is as ever. */
export function maskedReference<T extends string | null>(scope: SeenScope, reference: T, chain: string | null): T {
  return scope.isDesk && chain === null ? reference : maskedFor(scope, reference);
}
