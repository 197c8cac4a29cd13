/** The log of what staff did and looked at. */
import { bankNumberOf } from '../../../shared/products/wallet/rules/bank-reference';
import type { Page } from '../../../shared/wire/fields';
import { STAFF_ROUTES as ROUTES, type StaffLogRecord } from '../../../shared/wire/staff';
import { maskedFor, seesClear, type SeenScope } from '../../platform/auth/staff/audit-bounds';
import { StaffLog } from '../../platform/auth/staff/staff-log';
import { outcomeIn } from '../../platform/auth/staff/staff-log-outcome';
import type { StaffLogRow } from '../../platform/database/exchange-tables';
import { sentWith } from '../../platform/http/route-messages';
import { answers } from '../shared/endpoints/handles';

export const StaffLogRecords = answers(ROUTES.log, [StaffLog], async (query, log): Promise<Page<StaffLogRecord>> => {
  const { request } = query;
  const scope = sentWith(query).seen;
  const { rows, total } = await log.list(request, scope);
  const { pageIndex, pageSize } = request;
  return { records: rows.map((row) => logRecord(row, scope)), total, pageIndex, pageSize };
});

/**
 * Facts may hold addresses, transactions and, in older rows, names. Addresses of staff are shown to admins, and to auditors by their bounds.
 */
function logRecord({ id, staffId, isLookUp, facts, ...row }: StaffLogRow, scope: SeenScope): StaffLogRecord {
  const told = scope.personal === 1 ? factsFor(scope, JSON.parse(facts) as StaffLogRecord['facts']) : {};
  const { at, role, action, target, userId, position } = row;
  const who = { staff: staffId, role, ip: scope.isDesk ? row.ip : maskedFor(scope, row.ip) };
  const reason = scope.personal === 1 ? row.reason : null;
  const what = { action, lookUp: isLookUp === 1, target, userId, reason, facts: told, position };
  return { id: String(id), at, ...who, ...what, ...outcomeIn(row.outcome) };
}

function factsFor(scope: SeenScope, { csv: _, ...facts }: StaffLogRecord['facts']): StaffLogRecord['facts'] {
  const { reference } = facts;
  if (seesClear(scope) || typeof reference !== 'string' || bankNumberOf(reference) !== null) return facts;
  return { ...facts, reference: maskedFor(scope, reference) };
}
