/** Settled second contracts of a user with their results, from the read models. */
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayName, dayOf } from '../../../../shared/rules/days';
import { OPTION_ROUTES } from '../../../../shared/products/option/wire';
import type { SettledOption } from '../../../../shared/products/option/stream';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { toWireSettledOption, type OptionOutcome } from '../live/wire-records';
import * as Stored from '../stored/queries';
import type { OptionContractRow, OptionDayRow } from '../stored/tables';
import { idOf } from '../../../features/shared/orders/convert';
import { DaysOf } from '../../../features/shared/days';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { ListFileOf, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { Reader } from '../../../features/shared/endpoints/reader';
import { totalOf, sumRecord } from './option.records';

export class OneOption extends QueryOf(OPTION_ROUTES.contract) {}

@QueryHandler(OneOption)
export class OneOptionHandler implements IQueryHandler<OneOption> {
  constructor(
    private readonly reader: Reader,
    private readonly liveReader: LiveReader,
  ) {}

  /** Another user's contract counts as missing. */
  async execute({ user, request: { contract, minPosition } }: OneOption) {
    const live = await this.liveReader.at(minPosition);
    const open = live.options.snapshot(user).contracts.find((one) => one.contract === contract);
    if (open) return open;
    // It may have been settled just now: waits for the stored views before it counts as unknown.
    const row =
      (await this.settled(user, contract, minPosition)) ?? (await this.settled(user, contract, live.position));
    if (!row) throw new Refusal('option.not.found');
    return settledRecord(row, live);
  }

  private async settled(user: number, contract: string, minPosition: number | undefined) {
    return Stored.settledOptionOf(await this.reader.at(minPosition), user, idOf(contract));
  }
}

/** One row per asset with settlements. */
export const OptionResults = queryHandler(
  OPTION_ROUTES.results,
  [Reader, LIVE_VIEWS, CLOCK],
  async ({ user, request: { minPosition } }, reader, live, clock) => {
    const stored = await reader.at(minPosition);
    const rows = await Stored.optionDays(stored, user, 0, Number.MAX_SAFE_INTEGER);
    const today = dayOf(clock());
    return [...groupedBy(rows, ({ asset }) => asset)].map(([asset, assetRows]) => ({
      asset,
      today: sumRecord(asset, totalOf(assetRows.filter(({ day }) => day === today)), live),
      total: sumRecord(asset, totalOf(assetRows), live),
    }));
  },
);

/** Products of one asset are combined. */
export const OptionDays = DaysOf(OPTION_ROUTES.days, Stored.optionDays, (rows, live) =>
  [...groupedBy(rows, ({ day, asset }) => `${day}/${asset}`).values()].map((dayRows) => {
    const [{ day, asset }] = dayRows;
    return { day: dayName(day), asset, ...sumRecord(asset, totalOf(dayRows), live) };
  }),
);

function groupedBy(rows: readonly OptionDayRow[], key: (row: OptionDayRow) => string): Map<string, OptionDayRow[]> {
  const groups = new Map<string, OptionDayRow[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** A publication has three columns. */
const COLUMNS = [
  ...['contract', 'symbol', 'direction', 'asset', 'stake', 'durationMs', 'payoutPpb', 'charge', 'startsAt'],
  ...['takeProfit', 'stopLoss', 'boughtAt', 'boughtPosition', 'entryPrice', 'entryAt', 'entryBatch'],
  ...['enteredPosition', 'endsAt', 'end', 'reason', 'endPrice', 'endAt', 'endBatch', 'paid', 'income', 'fee'],
  ...['result', 'settledAt', 'settledPosition'],
] as const;

/** A record with each publication in three fields. */
function flatRecord(row: OptionContractRow, live: LiveViews) {
  const { entry, settledBy, ...record } = settledRecord(row, live);
  return {
    ...record,
    ...(entry && { entryPrice: entry.price, entryAt: entry.at, entryBatch: entry.batch }),
    ...(settledBy && { endPrice: settledBy.price, endAt: settledBy.at, endBatch: settledBy.batch }),
  };
}

const SETTLED = recordList(Stored.OPTION_CONTRACTS, { fixedFilters: { open: 0 }, record: settledRecord });
const SETTLED_FILE = recordList(Stored.OPTION_CONTRACTS, {
  fixedFilters: { open: 0 },
  record: flatRecord,
  columns: COLUMNS,
});

export const OptionHistory = PagesOf(OPTION_ROUTES.history, SETTLED);
export const OptionFile = ListFileOf(
  OPTION_ROUTES.export,
  () => 'second-contracts.csv',
  () => SETTLED_FILE,
);

/** Record of a settled row, which holds all data of the settlement. */
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
  return toWireSettledOption(contract, outcome, options.scalesOf(row));
}

function publicationOf(price: number | null, at: number | null, batch: number | null) {
  return price === null || at === null || batch === null ? null : { price, at, batch };
}
