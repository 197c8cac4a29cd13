/** Endpoints of figures by day. */
import { Inject, type Type } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayOf } from '../../../shared/rules/days';
import type { daysRequest, DaysRequest } from '../../../shared/wire/fields';
import type { Route } from '../../../shared/wire/route';
import { requestInvalid } from '../../platform/errors/refusal';
import { QueryOf, type AnswerOf } from '../../platform/http/route-messages';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { Reader } from './endpoints/reader';

const DAYS_MAX = 400;

/** Answers a route with the days that overlap the span, oldest first; days without figures are omitted. */
export function DaysOf<const R extends Route & { body: typeof daysRequest }, Row>(
  route: R,
  read: (stored: ViewsDatabase, user: number, firstDay: number, lastDay: number) => Promise<Row[]>,
  record: (rows: Row[], live: LiveViews) => AnswerOf<R>,
) {
  class Days extends QueryOf(route as Route) {}
  @QueryHandler(Days)
  class DaysHandler implements IQueryHandler<Days> {
    constructor(
      private readonly reader: Reader,
      @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    ) {}

    /** Refuses more than 400 days. */
    async execute({ user, request }: Days) {
      const { from, to, minPosition } = request as DaysRequest;
      if (to <= from) return [];
      const [first, last] = [dayOf(from), dayOf(to - 1)];
      if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
      return record(await read(await this.reader.at(minPosition), user, first, last), this.live);
    }
  }
  return DaysHandler as Type<unknown>;
}
