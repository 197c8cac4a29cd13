/**
 * List endpoints. A list with its records is declared once; `PagesOf` answers a route with its pages, `ListFileOf` with
 * a file of all its rows, as of one position of the journal.
 */
import { Inject, type Type } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../../shared/wire/fields';
import type { Route } from '../../../../shared/wire/route';
import { FileOf, QueryOf, type AnswerOf, type RequestOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import type { List } from '../../../views/stored/rows/list';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import { csvFile } from './csv';
import { pageOf, refuseDeepPage, type ListRequest } from './page';
import { Reader } from './reader';

interface Declaration<Row, Asked, Told> {
  /** Filters for every request. */
  fixedFilters?: Asked;
  record: (row: Row, live: LiveViews, now: number) => Told;
  /** Fields of a record that are columns of the file. */
  columns?: readonly (keyof Told & string)[];
}

interface Reading {
  reader: Reader;
  live: LiveViews;
  clock: Clock;
}

interface AtPosition {
  minPosition?: number | undefined;
}

export interface RecordList<Asked, Told> {
  page(reading: Reading, user: number | null, request: Asked & ListRequest & AtPosition): Promise<Page<Told>>;
  file(reading: Reading, user: number, request: Asked & AtPosition): Promise<AsyncIterable<string>>;
}

export function recordList<Row, Asked, Told extends object>(
  list: List<ViewsDatabase, Row, Asked>,
  { fixedFilters, record, columns = [] }: Declaration<Row, Asked, Told>,
): RecordList<Asked, Told> {
  const filtersOf = (filters: Asked, now: number): Asked => ({ ...filters, ...fixedFilters, now });
  return {
    async page({ reader, live, clock }, user, request) {
      refuseDeepPage(request);
      const stored = await reader.at(request.minPosition);
      const now = clock();
      const page = await list.page(stored, user, filtersOf(request, now), request);
      return pageOf(page, (row) => record(row, live, now));
    },
    async file({ reader, live, clock }, user, request) {
      const stored = await reader.at(request.minPosition);
      const [now, until] = [clock(), reader.position()];
      const filters = filtersOf(request, now);
      return csvFile(columns, {
        nextRows: (last: Row | undefined, limit) => list.part(stored, user, filters, until, last, limit),
        record: (row) => record(row, live, now),
      });
    },
  };
}

export function withMarket<Row extends { market: string }, Told>(record: (row: Row, market: LiveMarket) => Told) {
  return (row: Row, { markets }: LiveViews): Told => record(row, markets.get(row.market));
}

type PageFields = keyof ListRequest | 'minPosition';
type RecordOf<R extends Route> = AnswerOf<R> extends { records: (infer Told)[] } ? Told : never;
/** Every filter and sort of the request must be one of the list's, so that none is ignored. */
type Answers<R extends Route, Asked> = [RequestOf<R>, Exclude<keyof RequestOf<R>, PageFields>] extends [
  Asked,
  keyof Asked,
]
  ? RecordList<Asked, RecordOf<R>>
  : never;

export function PagesOf<const R extends Route, Asked>(
  route: R,
  list: RecordList<Asked, RecordOf<R>> & Answers<R, Asked>,
) {
  class Pages extends QueryOf(route as Route) {}
  @QueryHandler(Pages)
  class PagesHandler implements IQueryHandler<Pages> {
    constructor(
      private readonly reader: Reader,
      @Inject(LIVE_VIEWS) private readonly live: LiveViews,
      @Inject(CLOCK) private readonly clock: Clock,
    ) {}

    execute({ user, request }: Pages) {
      const { reader, live, clock } = this;
      return list.page({ reader, live, clock }, route.access === 'public' ? null : user, request as never);
    }
  }
  return PagesHandler as Type<unknown>;
}

export function ListFileOf<const R extends Route>(
  route: R,
  fileName: (request: RequestOf<R>) => string,
  listOf: (request: RequestOf<R>) => RecordList<RequestOf<R>, object>,
) {
  class File extends FileOf(route, fileName) {}
  @QueryHandler(File)
  class FileHandler implements IQueryHandler<File> {
    constructor(
      private readonly reader: Reader,
      @Inject(LIVE_VIEWS) private readonly live: LiveViews,
      @Inject(CLOCK) private readonly clock: Clock,
    ) {}

    execute({ user, request }: File) {
      const { reader, live, clock } = this;
      return listOf(request).file({ reader, live, clock }, user, request as never);
    }
  }
  return FileHandler as Type<unknown>;
}
