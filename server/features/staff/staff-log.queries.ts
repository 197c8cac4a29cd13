/** Log of staff actions and accesses. */
import { bankNumberOf } from '../../../shared/products/wallet/rules/bank-reference';
import type { Page } from '../../../shared/wire/fields';
import { STAFF_ROUTES as ROUTES, type StaffLogRecord } from '../../../shared/wire/staff';
import { maskedFor, seesUnmasked, type VisibleScope } from '../../platform/auth/staff/audit-bounds';
import { StaffLog } from '../../platform/auth/staff/staff-log';
import { outcomeIn } from '../../platform/auth/staff/staff-log-outcome';
import type { StaffLogRow } from '../../platform/database/exchange-tables';
import { requestContextOf } from '../../platform/http/route-messages';
import { queryHandler } from '../shared/endpoints/handlers';

export const StaffLogRecords = queryHandler(
  ROUTES.log,
  [StaffLog],
  async (query, log): Promise<Page<StaffLogRecord>> => {
    const { request } = query;
    const scope = requestContextOf(query).visibleScope;
    const { rows, total } = await log.list(request, scope);
    const { pageIndex, pageSize } = request;
    return { records: rows.map((row) => logRecord(row, scope)), total, pageIndex, pageSize };
  },
);

/**
 * Facts may contain addresses, transactions and, in older rows, names. Addresses of staff are shown to admins, and to
 * auditors within their bounds.
 */
function logRecord({ id, staffId, isLookUp, facts, ...row }: StaffLogRow, scope: VisibleScope): StaffLogRecord {
  const visibleDetails = scope.personal === 1 ? factsFor(scope, JSON.parse(facts) as StaffLogRecord['facts']) : {};
  const { at, role, action, target, userId, position } = row;
  const staffFields = { staff: staffId, role, ip: scope.isDesk ? row.ip : maskedFor(scope, row.ip) };
  const reason = scope.personal === 1 ? row.reason : null;
  const actionFields = { action, lookUp: isLookUp === 1, target, userId, reason, facts: visibleDetails, position };
  return { id: String(id), at, ...staffFields, ...actionFields, ...outcomeIn(row.outcome) };
}

function factsFor(scope: VisibleScope, { csv: _, ...facts }: StaffLogRecord['facts']): StaffLogRecord['facts'] {
  const { reference } = facts;
  if (seesUnmasked(scope) || typeof reference !== 'string' || bankNumberOf(reference) !== null) return facts;
  return { ...facts, reference: maskedFor(scope, reference) };
}
