/** Funds of users frozen by staff, for staff who may release them and for auditors. Users are shown by id only. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import { maskContactsIn } from '../../../shared/products/identity/rules/masks';
import { decimalOf } from '../../../shared/rules/units';
import { requestContextOf } from '../../platform/http/route-messages';
import { StaffTexts } from '../../platform/staff-texts';
import { auditedFrozenFunds } from '../../products/wallet/stored/lists';
import { AssetTerms } from '../shared/asset-terms.queries';
import { queryHandler } from '../shared/endpoints/handlers';
import { pageOf } from '../shared/endpoints/page';
import { Reader } from '../shared/endpoints/reader';

export const AuditedFrozenFunds = queryHandler(
  ROUTES.frozenFunds,
  [Reader, AssetTerms, StaffTexts],
  async (query, reader, assets, texts) => {
    const { request } = query;
    const scope = requestContextOf(query).visibleScope;
    const stored = await reader.at(request.minPosition);
    const page = await auditedFrozenFunds(stored, { ...request, scope }, request);
    const scales = await assets.scalesOf(page.records);
    const reasonOf = await texts.reasonsIn(page.records.flatMap((row) => [row.reason, row.releaseReason]));
    // Chains' own reasons contain a transaction.
    const maskReason = <T extends string | null>(text: T): T =>
      (scope.isDesk && text !== null && !isTextHash(text) ? maskContactsIn(text) : text) as T;
    return pageOf(page, ({ hold, amount, position: _, ...row }) => ({
      ...row,
      hold: String(hold),
      reason: maskReason(reasonOf(row.reason)),
      releaseReason: maskReason(reasonOf(row.releaseReason)),
      amount: decimalOf(amount, scales.get(row.asset) as number),
      ...(scope.personal === 1 ? {} : { reason: '', releaseReason: null }),
    }));
  },
);
