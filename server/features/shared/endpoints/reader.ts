/** Base of queries of the read models. */
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '../../../../shared/wire/fields';
import type { Config } from '../../../platform/config/config';
import { awaitPosition, type ProjectionProgress } from '../../../platform/projection-progress';
import { CONFIG, RECORDS_PROGRESS, STORED_RECORDS, STORED_VIEWS, VIEWS_PROGRESS } from '../../../platform/tokens';
import type { List } from '../../../views/stored/rows/list';
import type { RecordsDatabase, ViewsDatabase } from '../../../views/stored/views-database';
import { refuseDeepPage, type ListRequest } from './page';

@Injectable()
export class Reader {
  constructor(
    @Inject(STORED_VIEWS) private readonly views: ViewsDatabase,
    @Inject(VIEWS_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(STORED_RECORDS) private readonly records: RecordsDatabase,
    @Inject(RECORDS_PROGRESS) private readonly recordsProgress: ProjectionProgress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The read models without the records; waits until they include `minPosition`. Refuses `projection.behind`. */
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
    refuseDeepPage(request);
    const database = list.isOfRecords ? await this.recordsAt(request.minPosition) : await this.at(request.minPosition);
    return list.page(database as ViewsDatabase & RecordsDatabase, user, request, request);
  }

  /** Position of the last batch included in `at`. */
  position(): number {
    return this.progress.position();
  }

  /** The balance records; waits until they include `minPosition`. Their position may be before or after that of `at`. */
  async recordsAt(minPosition: number | undefined): Promise<RecordsDatabase> {
    await awaitPosition(this.recordsProgress, minPosition, this.config.limits.projectionWaitMsMax);
    return this.records;
  }

  /** Position of the last batch included in the records. */
  recordsPosition(): number {
    return this.recordsProgress.position();
  }

  /** Position of the last batch included in both. */
  commonPosition(): number {
    return Math.min(this.progress.position(), this.recordsProgress.position());
  }
}
