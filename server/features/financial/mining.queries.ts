/** What may be looked up of mining: what is sold from the live views, a user's own from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../shared/wire/fields';
import type { EarnDay, EarnDaysRequest } from '../../../shared/wire/financial';
import type {
  MiningExportRequest,
  MiningHolding,
  MiningProduct,
  MiningRecordsRequest,
} from '../../../shared/wire/mining';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import { toldMining } from '../../views/live/earn/told';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/earn/mining-queries';
import type { MiningPurchaseRow } from '../../views/stored/earn/tables';
import { idOf } from '../shared/convert';
import { csvFile } from '../shared/csv';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import { daysAsked, earnDayRecord } from './lists';
import { miningProductRecord } from './mining.records';

export class MiningOnSale extends Query<MiningProduct[]> {}

@QueryHandler(MiningOnSale)
export class MiningOnSaleHandler implements IQueryHandler<MiningOnSale> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  execute(): Promise<MiningProduct[]> {
    return Promise.resolve(this.live.earn.mining.products().map((product) => miningProductRecord(product, this.live)));
  }
}

export class MiningRecords extends Query<Page<MiningHolding>> {
  constructor(
    readonly user: number,
    readonly request: MiningRecordsRequest,
  ) {
    super();
  }
}

@QueryHandler(MiningRecords)
export class MiningRecordsHandler implements IQueryHandler<MiningRecords> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request }: MiningRecords) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const before = request.before === undefined ? undefined : idOf(request.before);
    const now = this.clock();
    const page = await Stored.miningPurchases(stored, user, { ...request, before }, now, request);
    return pageOf(page, (row) => purchaseRecord(row, this.live, now));
  }
}

export class MiningDays extends Query<EarnDay[]> {
  constructor(
    readonly user: number,
    readonly request: EarnDaysRequest,
  ) {
    super();
  }
}

@QueryHandler(MiningDays)
export class MiningDaysHandler implements IQueryHandler<MiningDays> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: MiningDays) {
    const asked = daysAsked(request);
    if (!asked) return [];
    const stored = await this.reader.at(request.minPosition);
    const days = await Stored.miningDays(stored, user, asked.first, asked.last);
    return days.map((day) => earnDayRecord(day, this.live));
  }
}

/** Parts of the file, in order. */
export class MiningFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: MiningExportRequest,
  ) {
    super();
  }
}

const COLUMNS = [
  ...['purchase', 'product', 'name', 'asset', 'amount', 'incomeAsset', 'termDays', 'dailyRatePpb', 'payout'],
  ...['incomeADay', 'boughtAt', 'allocatingFrom', 'startsAt', 'expiresAt', 'nextPayoutAt', 'expected', 'generated'],
  'status',
] as const;

@QueryHandler(MiningFile)
export class MiningFileHandler implements IQueryHandler<MiningFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request }: MiningFile): Promise<AsyncIterable<string>> {
    const stored = await this.reader.at(request.minPosition);
    const span = { now: this.clock(), until: this.reader.position() };
    return csvFile(COLUMNS, {
      part: (last: MiningPurchaseRow | undefined, limit) =>
        Stored.miningPurchasesAfter(stored, user, request, { ...span, after: last?.id ?? 0, limit }),
      record: (row) => purchaseRecord(row, this.live, span.now),
    });
  }
}

/** Of what is stored. The product is called as it is now. */
function purchaseRecord(row: MiningPurchaseRow, { earn, markets }: LiveViews, now: number): MiningHolding {
  const name = earn.mining.product(row.product)?.terms.name ?? row.product;
  const scale = (asset: string): number => markets.scale(asset) ?? 0;
  const facts = { ...row, paid: row.incomesPaid, name, scale: scale(row.asset), incomeScale: scale(row.incomeAsset) };
  return toldMining(facts, row.endedAt !== null, now);
}
