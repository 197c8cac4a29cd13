/** Checks whether a request exceeds an auditor's scope. The endpoint's handler narrows the answer. */
import { isOutOfScope, WHOLE_SCOPE, type AuditScope } from '../../../../shared/rules/audit-scope';
import { isTextHash } from '../../../../shared/products/content/rules/text-hashes';
import { maskedEnd } from '../../../../shared/products/identity/rules/masks';
import type { Route } from '../../../../shared/wire/route';

/** The request is not validated yet; validation later rejects malformed values. */
export function isRequestOutOfScope(
  { narrowed = [] }: Pick<Route, 'narrowed'>,
  scope: AuditScope,
  { body, query }: { body: unknown; query: unknown },
  now: number,
): boolean {
  if (narrowed === 'open') return false;
  if (isOutOfScope(scope, narrowed, now)) return true;
  const requestFields = { ...(query as object), ...(body as object) } as Readonly<Record<string, unknown>>;
  const { userId, asset } = requestFields;
  if (userId !== undefined && scope.users?.includes(Number(userId)) === false) return true;
  return typeof asset === 'string' && scope.assets?.includes(asset) === false;
}

/** `isDesk`: the caller is an admin. No scope applies, but personal data are shown only on explicit request. */
export type VisibleScope = AuditScope & { isDesk?: true };
export const ADMIN_SCOPE: VisibleScope = { ...WHOLE_SCOPE, isDesk: true };

/** Whether personal data such as addresses are unmasked: only for auditors whose scope permits it. */
export function seesUnmasked({ personal, isDesk }: VisibleScope): boolean {
  return personal === 1 && isDesk !== true;
}

/** Masks personal data for callers without access; the last letters remain to tell values apart. */
export function maskedFor<T extends string | null>(scope: VisibleScope, text: T): T {
  // A lost text is shown by its hash, as to every caller.
  const isLost = scope.isDesk && text !== null && isTextHash(text);
  return (seesUnmasked(scope) || text === null || isLost ? text : maskedEnd(text)) as T;
}

/**
 * As `maskedFor`, for a payment's reference. Admins see a bank transfer's number, which is no personal data; auditors see it masked as
 * usual.
 */
export function maskedReference<T extends string | null>(scope: VisibleScope, reference: T, chain: string | null): T {
  return scope.isDesk && chain === null ? reference : maskedFor(scope, reference);
}
