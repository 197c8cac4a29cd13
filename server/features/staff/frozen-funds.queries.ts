/** What staff froze of users' funds, for those who may release it and for auditors: users by number alone. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { isTextHash } from '../../../shared/rules/kept-texts';
import { maskedWithin } from '../../../shared/rules/masks';
import { decimalOf } from '../../../shared/rules/units';
import type { Page } from '../../../shared/wire/fields';
import type { FrozenFunds, FrozenFundsRequest } from '../../../shared/wire/staff';
import type { SeenScope } from '../../platform/auth/audit-bounds';
import { StaffTexts } from '../../platform/staff-texts';
import { auditedFrozenFunds } from '../../views/stored/audit-queries';
import { AssetTerms } from '../shared/asset-terms.queries';
import { pageOf } from '../shared/page';
import { Reader } from '../shared/reader';

export class AuditedFrozenFunds extends Query<Page<FrozenFunds>> {
  constructor(
    readonly request: FrozenFundsRequest,
    readonly scope: SeenScope,
  ) {
    super();
  }
}

@QueryHandler(AuditedFrozenFunds)
export class AuditedFrozenFundsHandler implements IQueryHandler<AuditedFrozenFunds> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly texts: StaffTexts,
  ) {}

  async execute({ request, scope }: AuditedFrozenFunds) {
    const stored = await this.reader.at(request.minPosition);
    const page = await auditedFrozenFunds(stored, { ...request, scope }, request);
    const scales = await this.assets.scalesOf(page.records);
    const reasonOf = await this.texts.reasonsIn(page.records.flatMap((row) => [row.reason, row.releaseReason]));
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
  }
}
