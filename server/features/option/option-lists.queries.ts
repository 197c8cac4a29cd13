/** Second contracts that are over, and what they came to: a user's own, from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayName, dayOf } from '../../../shared/rules/days';
import type { Page } from '../../../shared/wire/fields';
import type {
  OptionDay,
  OptionDaysRequest,
  OptionExportRequest,
  OptionHistoryRequest,
  OptionResult,
} from '../../../shared/wire/option';
import type { OpenOption, SettledOption } from '../../../shared/wire/option-stream';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { toldSettled, type OptionOutcome } from '../../views/live/option/told';
import * as Stored from '../../views/stored/option/queries';
import type { OptionContractRow, OptionDayRow } from '../../views/stored/option/tables';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { idOf } from '../shared/convert';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../shared/csv';
import { pageOf, refuseDeep } from '../shared/page';
import { LiveReader } from '../shared/live-reader';
import { Reader } from '../shared/reader';
import { addedUp, sumRecord } from './option.records';

const DAYS_MAX = 400;

export class OptionHistory extends Query<Page<SettledOption>> {
  constructor(
    readonly user: number,
    readonly request: OptionHistoryRequest,
  ) {
    super();
  }
}

@QueryHandler(OptionHistory)
export class OptionHistoryHandler implements IQueryHandler<OptionHistory> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: OptionHistory) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const before = request.before === undefined ? undefined : idOf(request.before);
    const page = await Stored.optionHistory(stored, user, { ...request, before }, request);
    return pageOf(page, (row) => settledRecord(row, this.live));
  }
}

export class OneOption extends Query<OpenOption | SettledOption> {
  constructor(
    readonly user: number,
    readonly request: { contract: string; minPosition?: number | undefined },
  ) {
    super();
  }
}

@QueryHandler(OneOption)
export class OneOptionHandler implements IQueryHandler<OneOption> {
  constructor(
    private readonly reader: Reader,
    private readonly liveReader: LiveReader,
  ) {}

  /** Another's does not exist, as far as this user is concerned. */
  async execute({ user, request: { contract, minPosition } }: OneOption) {
    const live = await this.liveReader.at(minPosition);
    const open = live.options.snapshot(user).contracts.find((one) => one.contract === contract);
    if (open) return open;
    // It may have been settled a moment ago: the stored views follow, and only then it is unknown.
    const row =
      (await this.settled(user, contract, minPosition)) ?? (await this.settled(user, contract, live.position));
    if (!row) throw new Refusal('option.not.found');
    return settledRecord(row, live);
  }

  private async settled(user: number, contract: string, minPosition: number | undefined) {
    return Stored.settledOptionOf(await this.reader.at(minPosition), user, idOf(contract));
  }
}

export class OptionResults extends Query<OptionResult[]> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(OptionResults)
export class OptionResultsHandler implements IQueryHandler<OptionResults> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of each asset in which anything was settled. */
  async execute({ user, minPosition }: OptionResults) {
    const stored = await this.reader.at(minPosition);
    const rows = await Stored.optionDays(stored, user, 0, Number.MAX_SAFE_INTEGER);
    const today = dayOf(this.clock());
    return [...groupedBy(rows, ({ asset }) => asset)].map(([asset, own]) => ({
      asset,
      today: sumRecord(asset, addedUp(own.filter(({ day }) => day === today)), this.live),
      total: sumRecord(asset, addedUp(own), this.live),
    }));
  }
}

export class OptionDays extends Query<OptionDay[]> {
  constructor(
    readonly user: number,
    readonly request: OptionDaysRequest,
  ) {
    super();
  }
}

@QueryHandler(OptionDays)
export class OptionDaysHandler implements IQueryHandler<OptionDays> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Days that have any of the span in them, oldest first, products of one asset together; those without are left out. */
  async execute({ user, request: { from, to, minPosition } }: OptionDays) {
    if (to <= from) return [];
    const [first, last] = [dayOf(from), dayOf(to - 1)];
    if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
    const stored = await this.reader.at(minPosition);
    const rows = await Stored.optionDays(stored, user, first, last);
    return [...groupedBy(rows, ({ day, asset }) => `${day}/${asset}`).values()].map((own) => {
      const [{ day, asset }] = own;
      return { day: dayName(day), asset, ...sumRecord(asset, addedUp(own), this.live) };
    });
  }
}

function groupedBy(rows: readonly OptionDayRow[], key: (row: OptionDayRow) => string): Map<string, OptionDayRow[]> {
  const groups = new Map<string, OptionDayRow[]>();
  for (const row of rows) {
    const own = groups.get(key(row));
    if (own) own.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** Parts of the file, in order. */
export class OptionFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: OptionExportRequest,
  ) {
    super();
  }
}

const PART = 200;
/** A publication is three columns. */
const COLUMNS = [
  ...['contract', 'symbol', 'direction', 'asset', 'stake', 'durationMs', 'payoutPpb', 'charge', 'startsAt'],
  ...['takeProfit', 'stopLoss', 'boughtAt', 'boughtPosition', 'entryPrice', 'entryAt', 'entryBatch'],
  ...['enteredPosition', 'endsAt', 'end', 'reason', 'endPrice', 'endAt', 'endBatch', 'paid', 'income', 'fee'],
  ...['result', 'settledAt', 'settledPosition'],
] as const;

@QueryHandler(OptionFile)
export class OptionFileHandler implements IQueryHandler<OptionFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: OptionFile): Promise<AsyncIterable<string>> {
    const stored = await this.reader.at(request.minPosition);
    return this.write(stored, user, request, this.reader.position());
  }

  private async *write(
    stored: ViewsDatabase,
    user: number,
    filters: OptionExportRequest,
    until: number,
  ): AsyncIterable<string> {
    yield BYTE_ORDER_MARK + headerLine(COLUMNS);
    for (let after = -1; ;) {
      const part = await Stored.settledOptionsAfter(stored, user, filters, until, after, PART);
      if (part.length > 0) yield part.map((row) => recordLine(COLUMNS, this.flat(row))).join('');
      if (part.length < PART) return;
      after = part[part.length - 1].id;
    }
  }

  private flat(row: OptionContractRow): object {
    const { entry, settledBy, ...record } = settledRecord(row, this.live);
    return {
      ...record,
      ...(entry && { entryPrice: entry.price, entryAt: entry.at, entryBatch: entry.batch }),
      ...(settledBy && { endPrice: settledBy.price, endAt: settledBy.at, endBatch: settledBy.batch }),
    };
  }
}

/** Of a row that is settled: all that its end has is there. */
function settledRecord(row: OptionContractRow, { options }: Pick<LiveViews, 'options'>): SettledOption {
  const { entryPrice, entryAt, entryBatch, endPrice, endAt, endBatch } = row;
  const contract = {
    ...row,
    fee: row.charge,
    from: row.entryFrom,
    boughtBatch: row.boughtPosition,
    ...(row.takeProfit === null ? { takeProfit: undefined } : { takeProfit: row.takeProfit }),
    ...(row.stopLoss === null ? { stopLoss: undefined } : { stopLoss: row.stopLoss }),
    entry: publicationOf(entryPrice, entryAt, entryBatch),
  };
  const outcome: OptionOutcome = {
    end: row.outcome ?? 'refunded',
    reason: row.reason,
    by: publicationOf(endPrice, endAt, endBatch),
    enteredBatch: row.enteredPosition,
    dueAt: row.dueAt ?? 0,
    paid: row.paid ?? 0n,
    income: row.income ?? 0n,
    fee: row.fee ?? 0n,
    settledAt: row.settledAt ?? 0,
    settledBatch: row.settledPosition ?? 0,
  };
  return toldSettled(contract, outcome, options.scalesOf(row));
}

function publicationOf(price: number | null, at: number | null, batch: number | null) {
  return price === null || at === null || batch === null ? null : { price, at, batch };
}
