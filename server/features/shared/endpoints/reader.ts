/** What every query of the read models begins with. */
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '../../../../shared/wire/fields';
import type { Config } from '../../../platform/config/config';
import { awaitPosition, type ProjectionProgress } from '../../../platform/projection-progress';
import { CONFIG, RECORDS_PROGRESS, STORED_RECORDS, STORED_VIEWS, VIEWS_PROGRESS } from '../../../platform/tokens';
import type { List } from '../../../views/stored/rows/list';
import type { RecordsDatabase, ViewsDatabase } from '../../../views/stored/views-database';
import { refuseDeep, type ListRequest } from './page';

@Injectable()
export class Reader {
  constructor(
    @Inject(STORED_VIEWS) private readonly views: ViewsDatabase,
    @Inject(VIEWS_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(STORED_RECORDS) private readonly records: RecordsDatabase,
    @Inject(RECORDS_PROGRESS) private readonly recordsProgress: ProjectionProgress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The read models but for the records, not before they include `minPosition`. Refuses `projection.behind`. */
  async at(minPosition: number | undefined): Promise<ViewsDatabase> {
    await awaitPosition(this.progress, minPosition, this.config.limits.projectionWaitMsMax);
    return this.views;
  }

  /** A page of a user's own list. Refuses `page.too.deep` and `projection.behind`. */
  async page<Row, Asked>(
    list: List<ViewsDatabase, Row, Asked> | List<RecordsDatabase, Row, Asked>,
    user: number,
    request: Asked & ListRequest & { minPosition?: number | undefined },
  ): Promise<Page<Row>> {
    refuseDeep(request);
    const database = list.isOfRecords ? await this.recordsAt(request.minPosition) : await this.at(request.minPosition);
    return list.page(database as ViewsDatabase & RecordsDatabase, user, request, request);
  }

  /** Position of the last batch that `at` includes. */
  position(): number {
    return this.progress.position();
  }

  /** The records behind balances, not before they include `minPosition`: they may be behind what `at` gives, or ahead. */
  async recordsAt(minPosition: number | undefined): Promise<RecordsDatabase> {
    await awaitPosition(this.recordsProgress, minPosition, this.config.limits.projectionWaitMsMax);
    return this.records;
  }

  /** Position of the last batch that the records include. */
  recordsPosition(): number {
    return this.recordsProgress.position();
  }

  /** Position of the last batch that both include. */
  commonPosition(): number {
    return Math.min(this.progress.position(), this.recordsProgress.position());
  }
}
