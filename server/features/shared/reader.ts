/** What every query of the read models begins with. */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { awaitPosition, type ProjectionProgress } from '../../platform/projection-progress';
import { CONFIG, PROJECTION_PROGRESS, STORED_VIEWS } from '../../platform/tokens';
import type { ViewsDatabase } from '../../views/stored/views-database';

@Injectable()
export class Reader {
  constructor(
    @Inject(STORED_VIEWS) private readonly views: ViewsDatabase,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The read models, not before they include `minPosition`. Refuses `projection.behind`. */
  async at(minPosition: number | undefined): Promise<ViewsDatabase> {
    await awaitPosition(this.progress, minPosition, this.config.limits.projectionWaitMsMax);
    return this.views;
  }

  position(): number {
    return this.progress.position();
  }
}
