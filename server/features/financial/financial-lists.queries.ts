/** A user's own purchases, and what they bring: from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayName, dayOf } from '../../../shared/rules/days';
import type { Page } from '../../../shared/wire/fields';
import type {
  EarnDay,
  EarnDaysRequest,
  FinancialExportRequest,
  FinancialHolding,
  FinancialRecordsRequest,
} from '../../../shared/wire/financial';
import { requestInvalid } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import { toldFinancial } from '../../views/live/earn/told';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/earn/queries';
import type { FinancialPurchaseRow } from '../../views/stored/earn/tables';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { idOf } from '../shared/convert';
import { BYTE_ORDER_MARK, csvLine, recordLine } from '../shared/csv';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';

const DAYS_MAX = 400;

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
  async execute({ user, request: { from, to, minPosition } }: FinancialDays) {
    if (to <= from) return [];
    const [first, last] = [dayOf(from), dayOf(to - 1)];
    if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
    const stored = await this.reader.at(minPosition);
    const days = await Stored.financialDays(stored, user, first, last);
    const amount = (asset: string, units: bigint): string => this.live.markets.amount(asset, units);
    return days.map(({ day, asset, principal, income }) => ({
      day: dayName(day),
      asset,
      principal: amount(asset, principal),
      income: amount(asset, income),
    }));
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

const PART = 200;
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
    return this.write(stored, user, request, { now: this.clock(), until: this.reader.position() });
  }

  private async *write(
    stored: ViewsDatabase,
    user: number,
    filters: FinancialExportRequest,
    span: { now: number; until: number },
  ): AsyncIterable<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS);
    for (let after = 0; ;) {
      const part = await Stored.financialPurchasesAfter(stored, user, filters, { ...span, after, limit: PART });
      const lines = part.map((row) => recordLine(COLUMNS, purchaseRecord(row, this.live, span.now)));
      if (lines.length > 0) yield lines.join('');
      if (part.length < PART) return;
      after = part[part.length - 1].id;
    }
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
