/** A user's own purchases, and what they bring: from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../shared/wire/fields';
import type {
  EarnDay,
  EarnDaysRequest,
  FinancialExportRequest,
  FinancialHolding,
  FinancialRecordsRequest,
} from '../../../shared/wire/financial';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import { toldFinancial } from '../../views/live/earn/told';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/earn/queries';
import type { FinancialPurchaseRow } from '../../views/stored/earn/tables';
import { idOf } from '../shared/convert';
import { csvFile } from '../shared/csv';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import { daysAsked, earnDayRecord } from './lists';

export class FinancialRecords extends Query<Page<FinancialHolding>> {
  constructor(
    readonly user: number,
    readonly request: FinancialRecordsRequest,
  ) {
    super();
  }
}

@QueryHandler(FinancialRecords)
export class FinancialRecordsHandler implements IQueryHandler<FinancialRecords> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request }: FinancialRecords) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const before = request.before === undefined ? undefined : idOf(request.before);
    const now = this.clock();
    const page = await Stored.financialPurchases(stored, user, { ...request, before }, now, request);
    return pageOf(page, (row) => purchaseRecord(row, this.live, now));
  }
}

export class FinancialDays extends Query<EarnDay[]> {
  constructor(
    readonly user: number,
    readonly request: EarnDaysRequest,
  ) {
    super();
  }
}

@QueryHandler(FinancialDays)
export class FinancialDaysHandler implements IQueryHandler<FinancialDays> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Days that have any of the span in them, oldest first; those on which nothing comes in are left out. */
  async execute({ user, request }: FinancialDays) {
    const asked = daysAsked(request);
    if (!asked) return [];
    const stored = await this.reader.at(request.minPosition);
    const days = await Stored.financialDays(stored, user, asked.first, asked.last);
    return days.map((day) => earnDayRecord(day, this.live));
  }
}

/** Parts of the file, in order. */
export class FinancialFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: FinancialExportRequest,
  ) {
    super();
  }
}

const COLUMNS = [
  ...['purchase', 'product', 'name', 'asset', 'amount', 'termDays', 'annualRatePpb', 'renew', 'boughtAt'],
  ...['startsAt', 'expiresAt', 'expected', 'generated', 'status', 'endedAt'],
] as const;

@QueryHandler(FinancialFile)
export class FinancialFileHandler implements IQueryHandler<FinancialFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request }: FinancialFile): Promise<AsyncIterable<string>> {
    const stored = await this.reader.at(request.minPosition);
    const span = { now: this.clock(), until: this.reader.position() };
    return csvFile(COLUMNS, {
      part: (last: FinancialPurchaseRow | undefined, limit) =>
        Stored.financialPurchasesAfter(stored, user, request, { ...span, after: last?.id ?? 0, limit }),
      record: (row) => purchaseRecord(row, this.live, span.now),
    });
  }
}

/** Of what is stored. The product is called as it is now. */
function purchaseRecord(row: FinancialPurchaseRow, { earn, markets }: LiveViews, now: number): FinancialHolding {
  const { product, asset, renew, outcome, endedAt } = row;
  const name = earn.product(product)?.terms.name ?? product;
  const facts = { ...row, name, scale: markets.scale(asset) ?? 0, renew: renew === 1 };
  const ended = outcome === null || endedAt === null ? null : { end: outcome, at: endedAt };
  return toldFinancial(facts, ended, now);
}
