/** What staff froze of users' funds, for those who may release it and for auditors: users by number alone. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { isTextHash } from '../../../shared/products/content/rules/kept-texts';
import { maskedWithin } from '../../../shared/products/identity/rules/masks';
import { decimalOf } from '../../../shared/rules/units';
import { sentWith } from '../../platform/http/route-messages';
import { StaffTexts } from '../../platform/staff-texts';
import { auditedFrozenFunds } from '../../products/wallet/stored/lists';
import { AssetTerms } from '../shared/asset-terms.queries';
import { answers } from '../shared/endpoints/handles';
import { pageOf } from '../shared/endpoints/page';
import { Reader } from '../shared/endpoints/reader';

export const AuditedFrozenFunds = answers(
  ROUTES.frozenFunds,
  [Reader, AssetTerms, StaffTexts],
  async (query, reader, assets, texts) => {
    const { request } = query;
    const scope = sentWith(query).seen;
    const stored = await reader.at(request.minPosition);
    const page = await auditedFrozenFunds(stored, { ...request, scope }, request);
    const scales = await assets.scalesOf(page.records);
    const reasonOf = await texts.reasonsIn(page.records.flatMap((row) => [row.reason, row.releaseReason]));
    // The chains' own reasons name a transaction.
    const told = <T extends string | null>(text: T): T =>
      (scope.isDesk && text !== null && !isTextHash(text) ? maskedWithin(text) : text) as T;
    return pageOf(page, ({ hold, amount, position: _, ...row }) => ({
      ...row,
      hold: String(hold),
      reason: told(reasonOf(row.reason)),
      releaseReason: told(reasonOf(row.releaseReason)),
      amount: decimalOf(amount, scales.get(row.asset) as number),
      ...(scope.personal === 1 ? {} : { reason: '', releaseReason: null }),
    }));
  },
);
